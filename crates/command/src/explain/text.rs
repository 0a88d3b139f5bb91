//! The answer as a table, and as JSON.

use super::answer::{Answer, Prediction, Scheduled};
use super::question::Question;
use samebits_policy::profile::Origin;
use samebits_policy::Policy;
use samebits_reduction::decision::blocks::Blocks;
use samebits_sum::names::{Arithmetic, ALL};
use serde::Serialize;

pub fn lines(question: &Question, policy: &Policy, answer: &Answer) -> String {
    let mut text = format!("{}\n\n", asked(question));
    let mut say = |what: &str, words: String| text += &format!("{what:<12} {words}\n");
    match answer {
        Answer::PassedOn(why) => {
            say("outcome", format!("passed on to the MPI library: {why}; the same on every run"));
        }
        Answer::NotReproducible(why) => say("outcome", format!("NOT made reproducible: {why}")),
        Answer::Directly(arithmetic, how) => {
            say("arithmetic", arithmetic_in_words(*arithmetic));
            say("schedule", format!("none: {how}"));
        }
        Answer::Scheduled(answer) => {
            say("arithmetic", arithmetic_in_words(answer.arithmetic));
            say("schedule", schedule_in_words(policy, answer));
            if let Some(first) = answer.at_first {
                say("at first", format!("{}, until setting up more has paid off", first.name));
            }
            if let Some(blocks) = answer.blocks {
                say("blocks", blocks_in_words(blocks, question.ranks));
            }
            say("machine", machine_in_words(policy, answer.shared));
            text += &table(question, answer);
        }
    }
    text
}

fn asked(question: &Question) -> String {
    let Question { row, ranks, nodes, count, datatype, operator_name, .. } = question;
    let (nodes, largest) = (nodes.number(), nodes.max_size());
    let plural = |number: usize, word: &str| match number {
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    };
    let place = match nodes {
        1 => "1 node".into(),
        _ => format!("{nodes} nodes of up to {}", plural(largest, "rank")),
    };
    format!(
        "{} of {count} {datatype} by {operator_name}, {} on {place}",
        row.prototype.name,
        plural(*ranks, "rank")
    )
}

fn arithmetic_in_words(arithmetic: Arithmetic) -> String {
    let bare = arithmetic.name().split(':').next().unwrap_or_default();
    let row = ALL.iter().find(|row| row.name == bare);
    format!("{}: {}", arithmetic.name(), row.map_or("", |row| row.description))
}

fn schedule_in_words(policy: &Policy, answer: &Scheduled) -> String {
    let schedule = answer.chosen.schedule;
    let requested = policy.choices.schedule.map(|requested| requested.to_string());
    let why = match (requested, answer.chosen.passed_over) {
        (Some(requested), Some(why)) => format!(" (in place of {requested}: {why})"),
        (Some(_), None) => " (as requested)".into(),
        (None, _) => String::new(),
    };
    format!("{}: {}{why}", schedule.name, schedule.description)
}

fn blocks_in_words(blocks: Blocks, ranks: usize) -> String {
    match blocks {
        Blocks::Directly => "each rank gets its block by the schedule itself".into(),
        Blocks::Together => "all ranks reduce the whole vector, and each keeps its block".into(),
        Blocks::InTurn => format!(
            "{ranks} reductions, each of one block to the rank that gets it; times are of one"
        ),
    }
}

fn machine_in_words(policy: &Policy, shared: bool) -> String {
    match (&policy.profile, &policy.profile_path) {
        (Some(profile), Some(path)) => {
            let origin = &profile.origin;
            let here = Origin::local(&origin.mpi, origin.hosts, origin.ranks);
            let elsewhere = origin.differs(&here);
            let elsewhere =
                elsewhere.map(|why| format!("; here the library would not use it: {why}"));
            let (path, cpu, mpi) = (path.display(), &origin.cpu, &origin.mpi);
            format!("{path}, measured on {cpu} under {mpi}{}", elsewhere.unwrap_or_default())
        }
        _ => format!(
            "not measured: times are those of two cores of a Xeon{}",
            if shared { "" } else { ", through a network" }
        ),
    }
}

fn table(question: &Question, answer: &Scheduled) -> String {
    let name_width = answer.predictions.iter().map(|it| it.schedule.name.len()).max().unwrap_or(0);
    let mut text = format!(
        "\n  {:<name_width$}  {:>11}  {:>6}  {:>9}\n",
        "schedule", "predicted", "degree", "block"
    );
    for prediction in &answer.predictions {
        let chosen = prediction.schedule.name == answer.chosen.schedule.name;
        let mark = if chosen { '*' } else { ' ' };
        let time = prediction.seconds.map_or("-".into(), time);
        let number =
            |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
        let (degree, block) = (number(prediction.degree()), number(prediction.block()));
        let row = format!(
            "{mark} {:<name_width$}  {time:>11}  {degree:>6}  {block:>9}  {}",
            prediction.schedule.name,
            remark(prediction, question)
        );
        text += &format!("{}\n", row.trim_end());
    }
    text
}

fn remark(prediction: &Prediction, question: &Question) -> String {
    match (prediction.why_not, prediction.seconds) {
        (Some(why), _) => format!("no: {why}"),
        (None, None) => "not modelled".into(),
        _ if !prediction.schedule.automatic && question.ranks > 1 => {
            "only where it is requested".into()
        }
        _ => String::new(),
    }
}

/// Three digits, in a unit in which they are read easily.
fn time(seconds: f64) -> String {
    let (number, unit) = match seconds {
        ..1e-6 => (seconds * 1e9, "ns"),
        ..1e-3 => (seconds * 1e6, "µs"),
        ..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let digits = match number {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {unit}")
}

/// The number in docs/explain.schema.json.
const SCHEMA: u32 = 1;

#[derive(Serialize, Default)]
struct Document<'a> {
    schema: u32,
    call: &'a str,
    ranks: usize,
    nodes: usize,
    count: usize,
    #[serde(rename = "type")]
    datatype: &'a str,
    op: &'a str,
    bytes: Option<usize>,
    machine: Option<String>,
    outcome: &'a str,
    why: Option<&'a str>,
    arithmetic: Option<&'a str>,
    chosen: Option<&'a str>,
    at_first: Option<&'a str>,
    passed_over: Option<&'a str>,
    blocks: Option<&'a str>,
    schedules: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    description: &'a str,
    seconds: Option<f64>,
    why_not: Option<&'a str>,
    degree: Option<usize>,
    block: Option<usize>,
}

pub fn json(question: &Question, policy: &Policy, answer: &Answer) -> Result<String, String> {
    let mut document = Document {
        schema: SCHEMA,
        call: question.row.prototype.name,
        ranks: question.ranks,
        nodes: question.nodes.number(),
        count: question.count,
        datatype: question.datatype,
        op: question.operator_name,
        outcome: "reproducible",
        ..Document::default()
    };
    match answer {
        Answer::PassedOn(why) => (document.outcome, document.why) = ("passed on", Some(*why)),
        Answer::NotReproducible(why) => {
            (document.outcome, document.why) = ("not reproducible", Some(*why));
        }
        Answer::Directly(arithmetic, how) => {
            (document.arithmetic, document.why) = (Some(arithmetic.name()), Some(*how));
        }
        Answer::Scheduled(answer) => {
            document.bytes = Some(answer.bytes);
            document.machine = Some(machine_in_words(policy, answer.shared));
            document.arithmetic = Some(answer.arithmetic.name());
            document.chosen = Some(answer.chosen.schedule.name);
            document.at_first = answer.at_first.map(|first| first.name);
            document.passed_over = answer.chosen.passed_over;
            document.blocks = answer.blocks.map(|blocks| match blocks {
                Blocks::Directly => "directly",
                Blocks::Together => "together",
                Blocks::InTurn => "in turn",
            });
            document.schedules = answer.predictions.iter().map(row).collect();
        }
    }
    let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn row(prediction: &Prediction) -> Row<'_> {
    Row {
        name: prediction.schedule.name,
        description: prediction.schedule.description,
        seconds: prediction.seconds,
        why_not: prediction.why_not,
        degree: prediction.degree(),
        block: prediction.block(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        for (seconds, text) in [
            (0.0, "0.00 ns"),
            (1.234e-6, "1.23 µs"),
            (0.0123, "12.3 ms"),
            (456e-9, "456 ns"),
            (2.0, "2.00 s"),
        ] {
            assert_eq!(time(seconds), text);
        }
    }
}
