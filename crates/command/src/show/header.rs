//! What is said before the records: the job, what is known of the run, how the ranks ended.

use super::{End, Options};
use crate::output::check;
use crate::trace::job::{list, Job};
use crate::trace::view::number_of;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Serialize)]
struct JobLine {
    kind: &'static str,
    path: String,
    ranks: u32,
    job: String,
    problems: Vec<String>,
}

#[derive(Serialize)]
struct RankLine<'a> {
    kind: &'static str,
    rank: u32,
    /// Nanoseconds since 1970.
    began: u64,
    notes: &'a [String],
    /// Null if the rank has called MPI_Finalize.
    trouble: &'a Option<String>,
    inside: &'a Option<crate::trace::view::ReductionView>,
}

pub fn print(job: &Job, options: &Options, out: &mut impl Write) -> Result<(), String> {
    let mut notes: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut ends: BTreeMap<u32, End> = BTreeMap::new();
    for (&rank, file) in job.ranks.iter().filter(|(rank, _)| options.wants_rank(**rank)) {
        let mut reader = file.reader();
        // Notes come before what happened.
        reader.next();
        notes.insert(rank, reader.tables.notes);
        ends.insert(rank, End::of(file));
    }
    if options.json {
        return json(job, &notes, &ends, out);
    }
    let ranks = number_of(u64::from(job.size), "rank");
    check(writeln!(out, "{}, {ranks}", job.path.display()))?;
    for line in notes_by_ranks(&notes) {
        check(writeln!(out, "  {line}"))?;
    }
    for problem in &job.problems {
        check(writeln!(out, "Incomplete: {problem}."))?;
    }
    let improper: Vec<u32> =
        ends.iter().filter(|(_, end)| end.why.is_some()).map(|(rank, _)| *rank).collect();
    if improper.is_empty() {
        let (all, have) = if ends.len() == 1 { ("The rank", "has") } else { ("All ranks", "have") };
        return check(writeln!(out, "{all} {have} ended by MPI_Finalize."));
    }
    for (why, ranks) in reasons(&ends) {
        let ranks = list(&ranks).replacen("rank", "Rank", 1);
        check(writeln!(out, "{ranks}: {why}."))?;
    }
    for (rank, end) in &ends {
        if let Some(sentence) = end.sentence(*rank) {
            check(writeln!(out, "{sentence}"))?;
        }
    }
    Ok(())
}

fn json(
    job: &Job,
    notes: &BTreeMap<u32, Vec<String>>,
    ends: &BTreeMap<u32, End>,
    out: &mut impl Write,
) -> Result<(), String> {
    let mut line = |text: serde_json::Result<String>| {
        check(writeln!(out, "{}", text.map_err(|error| error.to_string())?))
    };
    line(serde_json::to_string(&JobLine {
        kind: "job",
        path: job.path.display().to_string(),
        ranks: job.size,
        job: format!("{:016x}", job.id),
        problems: job.problems.clone(),
    }))?;
    for (&rank, end) in ends {
        line(serde_json::to_string(&RankLine {
            kind: "rank",
            rank,
            began: job.ranks[&rank].header.began,
            notes: &notes[&rank],
            trouble: &end.why,
            inside: &end.inside,
        }))?;
    }
    Ok(())
}

/// Each note once; with the ranks that have it, where not all do.
fn notes_by_ranks(notes: &BTreeMap<u32, Vec<String>>) -> Vec<String> {
    let mut found: Vec<(&String, Vec<u32>)> = Vec::new();
    for (&rank, notes) in notes {
        for note in notes {
            match found.iter_mut().find(|(known, _)| *known == note) {
                Some((_, ranks)) => ranks.push(rank),
                None => found.push((note, vec![rank])),
            }
        }
    }
    let words = found.into_iter().map(|(note, ranks)| match ranks.len() == notes.len() {
        true => note.clone(),
        false => format!("{note}  ({})", list(&ranks)),
    });
    words.collect()
}

fn reasons(ends: &BTreeMap<u32, End>) -> BTreeMap<&String, Vec<u32>> {
    let mut found: BTreeMap<&String, Vec<u32>> = BTreeMap::new();
    for (rank, end) in ends {
        if let Some(why) = &end.why {
            found.entry(why).or_default().push(*rank);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_shown_once_and_with_its_ranks_where_they_differ() {
        let notes = |host: &str| vec!["mpi=A".to_string(), format!("host={host}")];
        let notes = BTreeMap::from([(0, notes("x")), (1, notes("y")), (2, notes("y"))]);
        let lines = notes_by_ranks(&notes);
        assert_eq!(lines, ["mpi=A", "host=x  (rank 0)", "host=y  (ranks 1 and 2)"]);
    }
}
