//! Records in words: what a reader, a table and JSON show of them.

use super::tables::{How, Tables};
use samebits_trace::format::{flags, Choice, Chosen, Class, Communicator, Reduction};
use serde::Serialize;

/// Where a call comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteView {
    /// The file that contains the code.
    pub module: String,
    /// Of the return address in it.
    pub offset: u64,
    /// The exported function around it; empty if there is none.
    pub function: String,
    /// File and line, where debug information tells and they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl SiteView {
    pub fn words(&self) -> String {
        let name = self.module.rsplit('/').next().unwrap_or(&self.module);
        let mut words = format!("{name}+{:#x}", self.offset);
        if !self.function.is_empty() {
            words += &format!(" ({})", self.function);
        }
        match &self.source {
            Some(source) => format!("{source} [{words}]"),
            None => words,
        }
    }
}

/// A reduction, as one rank saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReductionView {
    /// Its number among this rank's reductions in the trace, from 1.
    pub position: u64,
    pub call: String,
    pub datatype: String,
    pub operator: String,
    pub count: u64,
    /// Null where there is none.
    pub root: Option<i32>,
    pub communicator: String,
    /// Its number among the reductions on the communicator, from 1.
    pub number: u32,
    /// Of a persistent one: how often it has been started; otherwise 0.
    pub start: u32,
    pub how: String,
    /// Digests, as 16 hexadecimal digits; null where there is none.
    pub contribution: Option<String>,
    pub result: Option<String>,
    /// The error code; 0 is success.
    pub code: i32,
    /// The call has returned, or the request is complete.
    pub done: bool,
    /// Digests are independent of how an array is distributed.
    pub distributed: bool,
    /// Milliseconds since the rank began.
    pub time: u32,
    pub site: Option<SiteView>,
}

impl ReductionView {
    pub fn new(tables: &Tables, position: u64, reduction: &Reduction) -> ReductionView {
        let has = |flag| reduction.flags & flag != 0;
        let digest = |flag, digest: u64| has(flag).then(|| format!("{digest:016x}"));
        let shape = tables.shape(reduction.shape).cloned().unwrap_or_default();
        let or_unknown = |text: String| if text.is_empty() { "unknown".into() } else { text };
        ReductionView {
            position,
            call: or_unknown(shape.call),
            datatype: or_unknown(shape.datatype),
            operator: or_unknown(shape.operator),
            count: reduction.count,
            root: (reduction.root != -1).then_some(reduction.root),
            communicator: communicator(tables.communicator(reduction.comm)),
            number: reduction.number,
            start: reduction.start,
            how: tables.how(reduction.how).map_or(String::new(), how),
            contribution: digest(flags::CONTRIBUTED, reduction.contribution),
            result: digest(flags::RECEIVED, reduction.result),
            code: reduction.code,
            done: has(flags::DONE),
            distributed: has(flags::DISTRIBUTED),
            time: reduction.time,
            site: site(tables, reduction.site),
        }
    }

    /// "MPI_Allreduce of 8 MPI_DOUBLE by MPI_SUM on MPI_COMM_WORLD, number 5 there".
    pub fn words(&self) -> String {
        let ReductionView { call, datatype, operator, count, communicator, number, .. } = self;
        let root = self.root.map_or(String::new(), |root| format!(" to root {root}"));
        let start = match self.start {
            0 => String::new(),
            start => format!(", start {start}"),
        };
        format!(
            "{call} of {count} {datatype} by {operator}{root} on {communicator}, \
             number {number} there{start}"
        )
    }

    /// The same with the place of the call.
    pub fn words_and_site(&self) -> String {
        match &self.site {
            Some(site) => format!("{}, at {}", self.words(), site.words()),
            None => self.words(),
        }
    }
}

/// Whether a call of this name returns before its reduction is complete.
pub fn completes_later(call: &str) -> bool {
    call.starts_with("MPI_I") || call.contains("_init")
}

pub fn site(tables: &Tables, id: u32) -> Option<SiteView> {
    let site = tables.site(id)?;
    let module = tables.module(site.module).unwrap_or("unknown").to_string();
    Some(SiteView { module, offset: site.offset, function: site.function.clone(), source: None })
}

pub fn communicator(comm: Option<&Communicator>) -> String {
    let Some(comm) = comm else { return "no communicator".into() };
    let Communicator { size, remote, group, number, origin, .. } = comm;
    if origin.starts_with("MPI_COMM_") && *number == 1 {
        return origin.clone();
    }
    let ranks = match remote {
        0 => number_of(u64::from(*size), "rank"),
        _ => format!("{size} and {remote} ranks"),
    };
    let origin = if origin.is_empty() { String::new() } else { format!(" ({origin})") };
    format!("{ranks} of group {group:016x}#{number}{origin}")
}

/// "1 rank", "2 ranks".
pub fn number_of(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// How a call was served, in words.
pub fn how(how: &How) -> String {
    let words: Vec<&str> = how.words.iter().map(String::as_str).filter(|w| !w.is_empty()).collect();
    match how.class {
        Class::Reproduced => match &words[..] {
            [arithmetic, schedule, rest @ ..] => {
                let asked = match rest {
                    [] => String::new(),
                    rest => format!(" (requested: {})", rest.join(", ")),
                };
                format!("{arithmetic} by {schedule}{asked}")
            }
            words => words.join(", "),
        },
        Class::Harmless => format!("passed on, which changes nothing: {}", words.join(", ")),
        Class::NotReproduced => format!("passed on: {}", words.join(", ")),
    }
}

/// One of MPI's open choices, as one rank made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChoiceView {
    pub call: String,
    pub communicator: String,
    /// "message", "requests", "test" or "fetched".
    pub chosen: &'static str,
    /// The source, the index of the first request, what a test has found (1 if it was true), or the
    /// target of a one-sided call.
    pub taken: i32,
    /// The tag, how many more requests, or how many bytes were fetched.
    pub second: i32,
    /// Of equal tests in a row: how many; otherwise 1.
    pub times: u32,
    /// Of several requests: their indices in their order, as "2, 0, 1", if they are few.
    pub order: Option<String>,
    /// What was fetched, if that has at most eight bytes: a small number as one, else "0x" and the
    /// digits of its bits.
    pub value: Option<String>,
    /// Of many requests in their order, or of what was fetched; 16 hexadecimal digits.
    pub digest: Option<String>,
    pub site: Option<SiteView>,
}

/// The indices of several requests, as far as they were recorded.
fn order(choice: &Choice) -> Option<String> {
    let number = usize::try_from(choice.second).ok()? + 1;
    let bytes = choice.digest.to_le_bytes();
    let few = choice.chosen == Chosen::Requests && (2..=8).contains(&number);
    // (Of a digest the first byte is that of the first index by chance only.)
    let first = i32::from(bytes[0]) == choice.taken;
    let rest_is_zero = bytes.get(number..)?.iter().all(|byte| *byte == 0);
    (few && first && rest_is_zero)
        .then(|| bytes[..number].iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
}

/// What was fetched, if it was recorded. (Floating-point numbers and pairs are no small integers.)
fn value(choice: &Choice) -> Option<String> {
    let bytes = usize::try_from(choice.second).ok().filter(|bytes| (1..=8).contains(bytes))?;
    (choice.chosen == Chosen::Fetched).then(|| {
        let unused = 64 - 8 * bytes as u32;
        let number = (choice.digest << unused) as i64 >> unused;
        match number.unsigned_abs() < 1 << 24 {
            true => number.to_string(),
            false => format!("0x{:0width$x}", choice.digest, width = 2 * bytes),
        }
    })
}

impl ChoiceView {
    pub fn new(tables: &Tables, choice: &Choice) -> ChoiceView {
        ChoiceView {
            call: tables.call(choice.call).unwrap_or("unknown").to_string(),
            communicator: communicator(tables.communicator(choice.comm)),
            chosen: match choice.chosen {
                Chosen::Message => "message",
                Chosen::Requests => "requests",
                Chosen::Test => "test",
                Chosen::Fetched => "fetched",
            },
            taken: choice.taken,
            second: choice.second,
            times: choice.times,
            order: order(choice),
            value: value(choice),
            digest: (choice.digest != 0 && order(choice).is_none() && value(choice).is_none())
                .then(|| format!("{:016x}", choice.digest)),
            site: site(tables, choice.site),
        }
    }

    /// What it took, as what follows the call.
    pub fn taken_words(&self) -> String {
        let ChoiceView { taken, second, times, .. } = self;
        let mut words = match self.chosen {
            "message" => format!("took source {taken}, tag {second}"),
            "test" if *taken == 0 => "found nothing".into(),
            "test" => "found something".into(),
            "fetched" => {
                let digest = self.digest.as_deref().unwrap_or("0000000000000000");
                let bytes = || format!("{second} bytes, digest {digest},");
                let what = self.value.clone().unwrap_or_else(bytes);
                return format!("fetched {what} from rank {taken} of its window");
            }
            _ if *second > 0 => match &self.order {
                Some(order) => format!("took requests {order}"),
                None => format!("took request {taken} and {second} more"),
            },
            _ => format!("took request {taken}"),
        };
        if *times > 1 {
            words += &format!(", {times} times");
        }
        if let Some(digest) = &self.digest {
            words += &format!(", in the order {digest}");
        }
        words
    }
}
