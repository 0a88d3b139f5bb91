//! The words that a page uses, explained at its end: where a word stands in a heading it leads there.

use super::runs::Run;
use samebits_schedule as schedule;
use samebits_sum::names as arithmetics;
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Debug, Serialize)]
pub struct Word {
    /// Its place on the page.
    pub id: String,
    pub word: String,
    pub meaning: String,
}

/// The words themselves; in the templates they are asked for by the first name.
const WORDS: [(&str, &str, &str); 12] = [
    (
        "reduction",
        "reduction",
        "A call by which all ranks of a communicator combine their numbers by an operator, as \
         MPI_Allreduce adds them.",
    ),
    ("rank", "rank", "One process of the program, by its number in a communicator."),
    (
        "contribution",
        "contribution",
        "What one rank passes to a reduction. samebits makes the reduction reproducible, not what \
         the ranks contribute.",
    ),
    (
        "covered",
        "covered",
        "Made reproducible, or passed on because the result is the same on every run anyway. \
         Results of a program whose reductions are all covered may still differ, if ranks \
         contribute different values.",
    ),
    (
        "reproduced",
        "made reproducible",
        "samebits has performed the reduction: from the same contributions come the same bits, on every \
         run, under every MPI library.",
    ),
    (
        "passed-on",
        "passed on",
        "The MPI library has performed it, and its result does not depend on the order: sums of integers, \
         empty vectors, one rank.",
    ),
    (
        "not-reproduced",
        "NOT made reproducible",
        "The MPI library has performed it, and its result may differ from run to run.",
    ),
    (
        "arithmetic",
        "arithmetic",
        "What decides the bits of a reduction: in which order, and by which additions, it is evaluated.",
    ),
    (
        "schedule",
        "schedule",
        "Who sends what to whom, and when. It decides how long a reduction takes, and never changes a bit.",
    ),
    (
        "parts",
        "communication, local, gather, other",
        "The parts of a reduction's time: sending contributions and waiting for other ranks; \
         computing; distributing results; the rest, at the first call on a communicator also \
         setting it up.",
    ),
    (
        "size",
        "bytes in a call",
        "What one rank passes in one call, in classes: each reaches from a power of two to just \
         below the next one.",
    ),
    (
        "reports",
        "who reports",
        "Each communicator's calls are counted once, by its first rank; one-sided calls by the rank that \
         makes them.",
    ),
];

/// What a report names as a schedule beside those of the library's table.
const ALSO: [(&str, &str); 4] = [
    ("igather", "of a nonblocking reduction: all contributions to the root at once"),
    ("iallgather", "of a nonblocking reduction: all contributions to all ranks at once"),
    ("ialltoallv", "of a nonblocking reduction: all contributions to each rank that gets a part"),
    ("one rank", "nothing is sent"),
];

/// The words, and those arithmetics and schedules that the runs have used.
pub fn words(runs: &[Run]) -> Vec<Word> {
    let rows: Vec<_> = runs.iter().flat_map(Run::rows).collect();
    let first = |name: &Option<String>| {
        // Behind it come a parameter, or between whom.
        let name = name.as_deref()?.split(':').next().unwrap_or_default();
        Some(name.trim_end_matches(" between groups").to_string())
    };
    let used = |names: BTreeSet<String>, kind: &str, all: Vec<(&str, &str)>| {
        let found = all.into_iter().filter(move |(name, _)| names.contains(*name));
        let kind = kind.to_string();
        found
            .map(move |(name, about)| Word {
                id: format!("{kind}-{}", name.replace(' ', "-")),
                word: format!("{name} ({kind})"),
                meaning: sentence(about),
            })
            .collect::<Vec<_>>()
    };
    let arithmetics = rows.iter().filter_map(|row| first(&row.arithmetic)).collect();
    let schedules = rows.iter().filter_map(|row| first(&row.schedule)).collect();
    let words = WORDS.map(|(id, word, meaning)| Word {
        id: id.into(),
        word: word.into(),
        meaning: meaning.into(),
    });
    let all = |name: &'static str, about: &'static str| (name, about);
    let arithmetics = used(
        arithmetics,
        "arithmetic",
        arithmetics::ALL.iter().map(|row| all(row.name, row.description)).collect(),
    );
    let schedules = used(
        schedules,
        "schedule",
        schedule::ALL.iter().map(|row| all(row.name, row.description)).chain(ALSO).collect(),
    );
    words.into_iter().chain(arithmetics).chain(schedules).collect()
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}
