//! Warnings of calls that each rank makes by itself, printed once for the job.
//!
//! The first rank on a node to warn is found without communication ([`NodePosition`]). On the node
//! of rank 0 it prints at once; on other nodes the line is deferred to MPI_Finalize, where rank 0
//! prints it, if the ranks have compared their policies before and thus all take part. Otherwise,
//! and if the program ends without MPI_Finalize, each node prints its own lines.
//!
//! Cost: one allreduce of two ints at MPI_Finalize and, if lines were deferred, one gather of some
//! hundred bytes per rank.

use super::node_position::NodePosition;
use crate::communicator::Communicator;
use crate::report::print_lines;
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_base::lock::lock;
use samebits_kernel::fpenv::preserving_fp_environment;
use samebits_mpi::Library;
use std::collections::BTreeMap;
use std::sync::{atomic::Ordering, Mutex};

#[derive(Debug, Default)]
pub struct DeferredWarnings(Mutex<Vec<Warning>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Warning {
    /// The kind of call: the same text on all ranks, without a line break.
    kind: String,
    /// The warning, without a line break; empty once it was printed.
    line: String,
}

impl DeferredWarnings {
    /// Warns now or later, if this rank is the first on its node. Called once for each kind.
    pub fn warn(&self, position: NodePosition, kind: String, line: impl FnOnce() -> String) {
        if !position.claims(&kind) {
            return;
        }
        let mut line = line();
        if position.with_rank_0 {
            print_lines(&line);
            line.clear();
        }
        lock(&self.0).push(Warning { kind, line });
    }

    /// Prints all deferred lines, whatever others print; returns whether there were any.
    pub fn print_all(&self) -> bool {
        let mut warnings = std::mem::take(&mut *lock(&self.0));
        warnings.retain(|warning| !warning.line.is_empty());
        warnings.iter().for_each(|warning| print_lines(&warning.line));
        !warnings.is_empty()
    }

    /// Prints the deferred lines once for the job; called by all ranks at MPI_Finalize.
    pub fn print_once(&self, library: &Library) {
        if preserving_fp_environment(|| self.agree(library)).is_err() {
            self.print_all();
        }
        lock(&self.0).clear();
    }

    /// Prints the lines on rank 0 that no rank has printed. `Err`, before anything is printed: the
    /// ranks have not compared their policies, a process has failed, or MPI has.
    fn agree(&self, library: &Library) -> Result<(), Fault> {
        let world = library.constants.comm_world;
        let communicator = Communicator::of(library, world)?;
        let failed = Communicator::any_failed() || library.failure_on(world).is_some();
        if failed || !communicator.agreed.load(Ordering::Relaxed) {
            return Err(Fault(0));
        }
        let own = lock(&self.0).clone();
        let mut text = to_text(&own).into_bytes();
        let any_deferred = own.iter().any(|warning| !warning.line.is_empty());
        let counts = [c_int::from(any_deferred), text.len() as c_int];
        // If a process has failed, that is no error of the program's here.
        let texts = library.tolerantly(world, || {
            let [any_deferred, longest] = library.largest(world, counts)?;
            if any_deferred == 0 {
                return Ok(Vec::new());
            }
            text.resize(longest as usize, b'\n');
            library.gathered(world, (communicator.rank, communicator.size), &text)
        })?;
        unprinted(&String::from_utf8_lossy(&texts)).into_iter().for_each(print_lines);
        Ok(())
    }
}

fn to_text(warnings: &[Warning]) -> String {
    warnings.iter().map(|Warning { kind, line }| format!("{kind}\n{line}\n")).collect()
}

/// The first line of each kind that no rank has printed, from all ranks' padded texts.
fn unprinted(texts: &str) -> Vec<&str> {
    let mut lines = texts.split('\n');
    let mut kinds: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    while let Some(kind) = lines.by_ref().find(|kind| !kind.is_empty()) {
        let line = lines.next().filter(|line| !line.is_empty());
        kinds.entry(kind).and_modify(|first| *first = first.and(line.and(*first))).or_insert(line);
    }
    kinds.into_values().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(ranks: &[&[(&str, &str)]]) -> Vec<String> {
        let warning =
            |&(kind, line): &(&str, &str)| Warning { kind: kind.into(), line: line.into() };
        let text = |warnings: &&[_]| to_text(&warnings.iter().map(warning).collect::<Vec<_>>());
        let texts: String = ranks.iter().map(|rank| format!("{:\n<40}", text(rank))).collect();
        unprinted(&texts).into_iter().map(str::to_string).collect()
    }

    #[test]
    fn the_first_deferred_warning_of_each_kind_is_printed() {
        assert!(printed(&[]).is_empty());
        assert!(printed(&[&[], &[]]).is_empty());
        assert_eq!(printed(&[&[], &[("put", "at 1")], &[("put", "at 2")]]), ["at 1"]);
        let two: &[_] = &[("put", "p at 1"), ("get", "g at 1")];
        assert_eq!(printed(&[two, &[("get", "g at 2")]]), ["g at 1", "p at 1"]);
        for place in 0..3 {
            let mut ranks: Vec<&[_]> = vec![&[("put", "deferred")]; 3];
            ranks[place] = &[("put", "")];
            assert!(printed(&ranks).is_empty(), "rank {place} has printed it");
        }
        let one_printed: &[_] = &[("put", ""), ("get", "g")];
        assert_eq!(printed(&[&[("put", "p")], one_printed]), ["g"]);
    }
}
