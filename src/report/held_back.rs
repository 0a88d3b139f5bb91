//! Warnings of calls that a rank makes by itself, said once for the job.
//!
//! Who comes first on a node is found out without the others ([`Standing`]). On the node of rank 0
//! that one speaks at once; on other nodes the line is held back until MPI_Finalize, which all ranks
//! come to. There they agree on who says it, if the ranks of MPI_COMM_WORLD have compared their
//! policies before: then all of them take part. Else, and where the program ends without
//! MPI_Finalize, each node says its own.
//!
//! Cost: at MPI_Finalize one allreduce of two ints and, where something was held back, one gather of
//! some hundred bytes a rank.

use super::say;
use super::speaker::Standing;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::preserving_fp_environment;
use crate::lock::lock;
use crate::mpi::communicator::Communicator;
use crate::mpi::Library;
use libc::c_int;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::Mutex;

/// The warnings of this rank.
#[derive(Debug, Default)]
pub struct HeldBack(Mutex<Vec<Warning>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Warning {
    /// What it is of: the same words on all ranks, without a line break.
    kind: String,
    /// What is to be said, without a line break; empty where it was said at once.
    line: String,
}

impl HeldBack {
    /// Warns of a kind of call that this rank makes by itself, if it is the one to do so; asked
    /// once for each kind. `words` makes the line.
    pub fn warn(&self, standing: Standing, kind: String, words: impl FnOnce() -> String) {
        if !standing.is_first_to_ask(&kind) {
            return;
        }
        let mut line = words();
        if standing.beside_first {
            say(&line);
            line.clear();
        }
        lock(&self.0).push(Warning { kind, line });
    }

    /// Says what was held back, whatever others say; returns whether there was anything.
    pub fn say_all(&self) -> bool {
        let warnings = std::mem::take(&mut *lock(&self.0));
        let lines: Vec<_> = warnings.iter().filter(|warning| warning.holds()).collect();
        lines.iter().for_each(|warning| say(&warning.line));
        !lines.is_empty()
    }

    /// Says what was held back, once for the job; called at MPI_Finalize, where all ranks of
    /// MPI_COMM_WORLD are.
    pub fn say_once(&self, library: &Library) {
        if preserving_fp_environment(|| self.agree(library)).is_err() {
            self.say_all();
        }
        lock(&self.0).clear();
    }

    /// Rank 0 says what nobody else has said. Err, before anything was said: they have not
    /// compared their policies, or MPI has failed.
    fn agree(&self, library: &Library) -> Result<(), Fault> {
        let world = library.constants.comm_world;
        let communicator = Communicator::of(library, world)?;
        if !communicator.agreed.load(Ordering::Relaxed) {
            return Err(Fault(0));
        }
        let own = lock(&self.0).clone();
        let mut text = written(&own).into_bytes();
        let counts = [c_int::from(own.iter().any(Warning::holds)), text.len() as c_int];
        let [any_holds, longest] = library.largest(world, counts)?;
        if any_holds != 0 {
            text.resize(longest as usize, b'\n');
            let place = (communicator.rank, communicator.size);
            let texts = library.gathered(world, place, &text)?;
            to_be_said(&String::from_utf8_lossy(&texts)).iter().for_each(|line| say(line));
        }
        Ok(())
    }
}

impl Warning {
    /// Whether it was held back.
    fn holds(&self) -> bool {
        !self.line.is_empty()
    }
}

/// Warnings as text: two lines each.
fn written(warnings: &[Warning]) -> String {
    warnings.iter().map(|Warning { kind, line }| format!("{kind}\n{line}\n")).collect()
}

/// What is left to be said of the texts of all ranks, each with empty lines behind it: of each kind
/// that nobody has said the first line.
fn to_be_said(texts: &str) -> Vec<&str> {
    let mut lines = texts.split('\n');
    let mut kinds: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    while let Some(kind) = lines.next() {
        if kind.is_empty() {
            continue;
        }
        let line = lines.next().filter(|line| !line.is_empty());
        kinds.entry(kind).and_modify(|first| *first = first.and(line.and(*first))).or_insert(line);
    }
    kinds.into_values().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(ranks: &[&[(&str, &str)]]) -> Vec<String> {
        let texts: String = ranks
            .iter()
            .map(|warnings| {
                let warning = |(kind, line): &(&str, &str)| Warning {
                    kind: kind.to_string(),
                    line: line.to_string(),
                };
                let text = written(&warnings.iter().map(warning).collect::<Vec<_>>());
                format!("{text:\n<40}")
            })
            .collect();
        to_be_said(&texts).into_iter().map(str::to_string).collect()
    }

    #[test]
    fn each_kind_is_said_once_by_the_first_that_held_it_back() {
        assert!(said(&[]).is_empty());
        assert!(said(&[&[], &[]]).is_empty());
        assert_eq!(said(&[&[], &[("put", "at 1")], &[("put", "at 2")]]), ["at 1"]);
        let two: &[_] = &[("put", "p at 1"), ("get", "g at 1")];
        assert_eq!(said(&[two, &[("get", "g at 2")]]), ["g at 1", "p at 1"]);
        for place in 0..3 {
            let mut ranks: Vec<&[_]> = vec![&[("put", "held")]; 3];
            ranks[place] = &[("put", "")];
            assert!(said(&ranks).is_empty(), "rank {place} has said it");
        }
        let said_one: &[_] = &[("put", ""), ("get", "g")];
        assert_eq!(said(&[&[("put", "p")], said_one]), ["g"]);
    }
}
