//! A kind of call, what became of it, and what is counted of each.

use super::breakdown::{Part, Times};
use super::call_site::CallSite;

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Evaluated by us, with this arithmetic and schedule.
    Reproduced {
        /// The arithmetic's name.
        arithmetic: &'static str,
        /// The schedule's name.
        schedule: &'static str,
        /// The schedule that was asked for and does not take the call, and why not.
        instead_of: Option<(&'static str, &'static str)>,
    },
    /// Passed on; the result is the same on every run all the same.
    Harmless(&'static str),
    /// Passed on and not made reproducible, for this reason.
    NotReproduced(&'static str),
}

/// The schedule, as the report names it, of a reduction on a communicator of one rank: there is
/// nobody to send anything to.
const ONE_RANK: &str = "one rank";

impl Outcome {
    /// What became of a call on a communicator of so many ranks.
    pub fn among(self, ranks: usize) -> Outcome {
        match self {
            Outcome::Reproduced { arithmetic, .. } if ranks == 1 => {
                Outcome::Reproduced { arithmetic, schedule: ONE_RANK, instead_of: None }
            }
            any => any,
        }
    }

    /// Whether it is an outcome in which some time is a part of its own.
    pub(super) fn has_part(&self, part: Part) -> bool {
        match self {
            Outcome::Reproduced { schedule, .. } => part == Part::Local || *schedule != ONE_RANK,
            _ => false,
        }
    }
}

/// One kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The MPI function.
    pub call: &'static str,
    /// The datatype's name.
    pub datatype: &'static str,
    /// The operator's name.
    pub op: &'static str,
    /// What became of it.
    pub outcome: Outcome,
}

/// How often a kind of call was made, and with how much.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub(super) calls: u64,
    pub(super) elements: u64,
    pub(super) bytes: u64,
    pub(super) times: Times,
    pub(super) site: Option<CallSite>,
}
