//! The report of a comparison, in words.

use super::choices::ChoiceDifference;
use super::elements::Elements;
use super::report::{Blame, Difference, Report};
use crate::trace::job::list;
use crate::trace::view::{number_of, ReductionView};
use std::fmt::{self, Display, Formatter};

/// So many sentences about what is incomplete are shown.
const SHOWN: usize = 12;

const RUNS: [&str; 2] = ["first", "second"];

impl Display for Report {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for (which, run) in RUNS.into_iter().zip(&self.runs) {
            let ranks = number_of(u64::from(run.ranks), "rank");
            writeln!(f, "{which} run:  {}, {ranks}", run.path)?;
        }
        if self.compared.what == "results" {
            writeln!(
                f,
                "The numbers of ranks differ, so that only the results of reductions over all ranks \
                 were compared."
            )?;
        }
        writeln!(f)?;
        match &self.difference {
            None => self.agreement(f)?,
            Some(difference) => {
                self.sentence(f, difference)?;
                self.details(f, difference)?;
            }
        }
        for file in &self.changed {
            writeln!(f, "  No source lines of {file}: it was changed since the runs.")?;
        }
        self.incomplete(f)
    }
}

impl Report {
    fn agreement(&self, f: &mut Formatter) -> fmt::Result {
        let number = self.compared.reductions;
        let what = match self.compared.what {
            "results" => format!("Compared: {}.", number_of(number, "result")),
            _ => {
                let ranks = number_of(self.compared.ranks as u64, "rank");
                let calls = number_of(number, "call");
                format!("Compared: {calls} of reductions, on {ranks}.")
            }
        };
        let found = match self.incomplete.is_empty() {
            true => "No difference.",
            false => "No difference, as far as both go.",
        };
        writeln!(f, "{found} {what}")
    }

    /// Who is to blame.
    fn sentence(&self, f: &mut Formatter, difference: &Difference) -> fmt::Result {
        let Difference { rank, position, .. } = difference;
        match self.blame {
            Blame::None => Ok(()),
            Blame::Flow => writeln!(
                f,
                "The program's flow differs: reduction {position} of rank {rank} is not the same call."
            ),
            Blame::Program if difference.contributions.is_empty() => writeln!(
                f,
                "The program differs: other array elements go into reduction {position} of rank \
                 {rank}.{}",
                match difference.results.is_empty() {
                    true => " (The results agree after rounding.)",
                    false => "",
                }
            ),
            Blame::Program => writeln!(
                f,
                "The program differs: rank {rank} contributes different values to its reduction \
                 {position}.",
            ),
            Blame::Reduction => writeln!(
                f,
                "The reduction differs: all ranks contribute the same values, but rank {rank} gets \
                 a different result from its reduction {position}."
            ),
            Blame::Undecided => writeln!(
                f,
                "Rank {rank} gets a different result from its reduction {position}. All \
                 contributions that are known in both runs agree, but those of {} are not known; \
                 so either the reduction or the program may differ.",
                match difference.unknown {
                    0 => "the other group".into(),
                    unknown => number_of(unknown, "rank"),
                }
            ),
            Blame::Interval => writeln!(
                f,
                "Something differs on rank {rank} in a part that is recorded as one digest."
            ),
            Blame::Results => writeln!(
                f,
                "A result differs: that of reduction {position} of rank {rank}. Since the numbers \
                 of ranks differ, the ranks contributed different parts: a sum over a rank's own \
                 part that goes into this reduction depends on their number."
            ),
        }
    }

    fn details(&self, f: &mut Formatter, difference: &Difference) -> fmt::Result {
        match &difference.reduction {
            [Some(a), Some(b)] if self.blame != Blame::Flow => same_call(f, a, b)?,
            runs => {
                for (which, run) in RUNS.into_iter().zip(runs) {
                    let words = run.as_ref().map(ReductionView::words_and_site);
                    let words = words.unwrap_or_else(|| "no further reduction".into());
                    if difference.interval.is_none() {
                        writeln!(f, "  {which} run:  {words}")?;
                    }
                }
            }
        }
        if let Some(interval) = difference.interval {
            let last = interval.from.saturating_add(interval.number.saturating_sub(1));
            writeln!(
                f,
                "  It is among the reductions {from} to {last} of rank {}. Trace both runs again, with \
                 SAMEBITS_TRACE_FROM={from}.",
                difference.rank,
                from = interval.from
            )?;
        }
        match &difference.previous {
            Some(previous) => {
                writeln!(f, "  The last that agreed on this rank:  {}", previous.words_and_site())?;
            }
            None if difference.interval.is_none() => {
                writeln!(f, "  It is the first reduction of this rank.")?;
            }
            None => {}
        }
        self.ranks(f, difference)?;
        if difference.interval.is_none() && self.compared.what == "calls" {
            let from = difference.position.saturating_sub(1).max(1);
            let (rank, to) = (difference.rank, difference.position);
            writeln!(
                f,
                "  To look at it in a run:  samebits show --rank={rank} --from={from} --to={to} …"
            )?;
        }
        if let Some(choice) = &difference.choice {
            cause(f, choice, difference)?;
        }
        if self.compared.what == "results" {
            if self.blame == Blame::Program {
                writeln!(
                    f,
                    "  Look at what the ranks compute and receive before this call, and after the last \
                     that agreed. A direct call in between, on what they have there, halves the search."
                )?;
            }
            if at_one_place(difference) {
                writeln!(
                    f,
                    "  Both calls are at one place. If that is a function that makes all sums, make it \
                     static inline, in a header, and compile with -g -O2: then its callers are named."
                )?;
            }
        } else if matches!(self.blame, Blame::Flow | Blame::Program) && difference.choice.is_none()
        {
            writeln!(
                f,
                "  No choice of MPI's differs up to there: look at what the program computes between these \
                 calls."
            )?;
        } else if !difference.loaded.is_empty() {
            writeln!(f, "  Or the program computes something else between these calls:")?;
        }
        for hint in &difference.loaded {
            writeln!(f, "    loaded is {hint}")?;
        }
        if matches!(self.blame, Blame::Reduction | Blame::Undecided) {
            used(f, difference)?;
        }
        difference.elements.iter().try_for_each(|elements| values(f, elements))?;
        if difference.leads_to_nothing {
            writeln!(
                f,
                "  It has no consequences: no reduction elsewhere in the program differs."
            )?;
        }
        if !difference.aside.is_empty() {
            writeln!(f, "  Ignored, since what follows agrees (the first at each place):")?;
            for aside in difference.aside.iter().take(SHOWN) {
                writeln!(f, "    on rank {}, {}", aside.rank, aside.reduction.words_and_site())?;
            }
        }
        if difference.others > 0 {
            let others = difference.others;
            let word = if others == 1 { "reduction differs" } else { "reductions differ" };
            writeln!(f, "  {others} more {word} for reasons other than this one.")?;
        }
        Ok(())
    }

    fn ranks(&self, f: &mut Formatter, difference: &Difference) -> fmt::Result {
        if self.compared.what == "results" {
            return Ok(());
        }
        let all = [
            ("Calls that differ", &difference.calls),
            ("Contributions that differ", &difference.contributions),
            ("Results that differ", &difference.results),
        ];
        for (what, ranks) in all.into_iter().filter(|(_, ranks)| !ranks.is_empty()) {
            writeln!(f, "  {what}:  {}", list(ranks))?;
        }
        Ok(())
    }

    fn incomplete(&self, f: &mut Formatter) -> fmt::Result {
        if self.incomplete.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nIncomplete:")?;
        for sentence in self.incomplete.iter().take(SHOWN) {
            writeln!(f, "  {sentence}.")?;
        }
        match self.incomplete.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "  … and {more} more (--json has all)."),
        }
    }
}

/// Whether the reduction that differs and the last that agreed were called from the same place, so that
/// it does not tell them apart.
fn at_one_place(difference: &Difference) -> bool {
    let [Some(reduction), _] = &difference.reduction else { return false };
    let previous = difference.previous.as_ref().and_then(|previous| previous.site.as_ref());
    previous.is_some() && previous == reduction.site.as_ref()
}

/// What is the same is said once.
fn same_call(f: &mut Formatter, a: &ReductionView, b: &ReductionView) -> fmt::Result {
    writeln!(f, "  The call:  {}", a.words_and_site())?;
    if a.site != b.site {
        let words = b.site.as_ref().map_or("unknown".into(), |site| site.words());
        writeln!(f, "  In the second run:  at {words}")?;
    }
    if a.code != b.code {
        writeln!(f, "  Error codes:  {} and {}", a.code, b.code)?;
    }
    Ok(())
}

fn cause(f: &mut Formatter, choice: &ChoiceDifference, difference: &Difference) -> fmt::Result {
    let ChoiceDifference { rank, after, runs } = choice;
    let where_ = match after {
        0 => "before its first reduction".into(),
        after => format!("after its reduction {after}"),
    };
    let likely = match difference.choice_is_recent {
        true => "The likely cause".to_string(),
        false if *rank == difference.rank => {
            let agree = difference.position.saturating_sub(after + 1);
            let reductions = number_of(agree, "reduction");
            format!("A possible cause, with {reductions} that agree before the difference")
        }
        false => "A possible cause".to_string(),
    };
    let chosen = runs.iter().flatten().next().map_or("", |choice| choice.chosen);
    let (what, then) = match chosen {
        "message" => (
            "messages arrived in a different order",
            "What is added as it arrives from any source depends on this order.",
        ),
        "requests" => (
            "requests were completed in a different order",
            "What is added as requests complete depends on this order.",
        ),
        "fetched" => (
            "one-sided calls fetched different values",
            "What each rank gets depends on which rank comes first.",
        ),
        _ => {
            ("tests had different outcomes", "What is computed in the meantime may depend on them.")
        }
    };
    writeln!(f, "  {likely}:  {what} on rank {rank}, {where_}:")?;
    for (which, run) in RUNS.into_iter().zip(runs) {
        let words = run.as_ref().map(|choice| {
            let site =
                choice.site.as_ref().map_or(String::new(), |s| format!(", at {}", s.words()));
            let (call, comm) = (&choice.call, &choice.communicator);
            let comm =
                if comm == "no communicator" { String::new() } else { format!(" on {comm}") };
            format!("{call}{comm} {}{site}", choice.taken_words())
        });
        writeln!(f, "    {which} run:  {}", words.unwrap_or_else(|| "nothing further".into()))?;
    }
    writeln!(f, "    {then}")?;
    for advice in &difference.hints {
        writeln!(f, "    {advice}")?;
    }
    match difference.other_choices {
        0 => Ok(()),
        1 => writeln!(f, "    Before the difference 1 more such order differs."),
        others => writeln!(f, "    Before the difference {others} more such orders differ."),
    }
}

/// By what the reductions of the runs were served.
fn used(f: &mut Formatter, difference: &Difference) -> fmt::Result {
    for (which, run) in RUNS.into_iter().zip(&difference.reduction) {
        let how = run.as_ref().map(|run| run.how.as_str()).filter(|how| !how.is_empty());
        writeln!(f, "  In the {which} run it was done by:  {}", how.unwrap_or("unknown"))?;
    }
    for note in &difference.notes {
        let [a, b] = note.runs.each_ref().map(|run| run.as_deref().unwrap_or("(not set)"));
        writeln!(f, "  {}:  {a}  |  {b}", note.name)?;
    }
    Ok(())
}

fn values(f: &mut Formatter, elements: &Elements) -> fmt::Result {
    let Elements { of, rank, kept, differing, largest_ulps, first } = elements;
    let largest = largest_ulps.map_or(String::new(), |ulps| format!(", by up to {ulps} ulps"));
    writeln!(
        f,
        "  The {of} of rank {rank}:  {differing} of {} differ{largest}",
        number_of(*kept as u64, "number")
    )?;
    for element in first {
        let part = if element.part > 0 { format!(".{}", element.part) } else { String::new() };
        let ulps = element.ulps.map_or(String::new(), |ulps| format!("  ({ulps} ulps)"));
        let [a, b] = &element.runs;
        writeln!(f, "    [{}{part}]  {a}  |  {b}{ulps}", element.index)?;
    }
    Ok(())
}
