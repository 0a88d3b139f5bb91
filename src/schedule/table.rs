//! The table of schedules, and what it says of each.

use super::bintree::Bintree;
use super::bintree2::Bintree2;
use super::chain::Chain;
use super::chain2::Chain2;
use super::fnomial::Fnomial;
use super::halving::Halving;
use super::node::nodes::Nodes;
use super::split::Split;
use super::{block, gather, halves, merging, node, offload, ring, slices, swap, trees};
use super::{Destination, Reduction, Transport};
use crate::arithmetic::{Fault, Fold};
use crate::threads::{Team, WORTH};
use std::fmt;

/// A schedule and what is said of it.
#[derive(Debug)]
pub struct Schedule {
    /// Its name in the environment and in the report.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// The number that may stand behind the name and a colon; none where none may.
    pub parameter: Option<Parameter>,
    /// What it needs beside the MPI library's collectives.
    pub needs: Needs,
    /// Whether it takes a reduction, or why not.
    pub takes: fn(&Case<'_>) -> Result<(), &'static str>,
    /// Bytes of scratch that it needs on the rank of that number.
    pub scratch: fn(&Case<'_>, &Settings, rank: usize) -> usize,
    /// How it runs; none for `native`, where the MPI library does everything,
    /// and which therefore takes only operations that are associative as they are.
    pub run: Option<Run>,
}

/// What a schedule needs beside the MPI library's collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Memory that the ranks of a node share, and messages between two of them where they are
    /// on several.
    Node,
    /// Messages between two of them.
    Messages,
}

/// Runs a schedule on this rank; every rank of the communicator takes part.
///
/// # Safety
/// The buffers of the reduction are as [`Reduction`] says; `scratch` is aligned
/// to 64 bytes and as long as [`Schedule::scratch`] says.
pub type Run = unsafe fn(&dyn Transport, &Reduction<'_>, scratch: *mut u8) -> Result<(), Fault>;

/// A number that a schedule may be given.
#[derive(Debug)]
pub struct Parameter {
    /// What the name may be followed by, and what that means.
    pub takes: &'static str,
    /// The least that is accepted.
    pub least: usize,
    /// The most that is accepted.
    pub most: usize,
}

/// A reduction, as far as it decides which schedule takes it: the same on all ranks.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The arithmetic.
    pub fold: &'a dyn Fold,
    /// The number of ranks.
    pub ranks: usize,
    /// Elements of the vector.
    pub count: usize,
    /// Who gets the result.
    pub to: Destination,
    /// Whether the transport has [`super::Messages`].
    pub messages: bool,
    /// Which ranks are on which node, if the transport has a [`node::Node`].
    pub node: Option<&'a Nodes>,
}

impl Case<'_> {
    /// Bytes of the vector.
    pub fn bytes(&self) -> usize {
        self.count.saturating_mul(self.fold.size())
    }

    /// Whether all ranks share memory.
    pub fn is_on_one_node(&self) -> bool {
        self.node.is_some_and(|nodes| !nodes.several())
    }
}

/// What a schedule is run with. It never changes a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The degree of trees of messages.
    pub degree: usize,
    /// Bytes of the vector that travel at one time, in pipelines.
    pub block: usize,
    /// The threads that fold and merge what is long on this rank; ranks may differ.
    pub threads: usize,
    /// Bytes from which on each of them is worth being started; ranks may differ.
    pub worth: usize,
}

impl Settings {
    /// Who folds and merges on this rank.
    pub fn team(&self) -> Team {
        Team { threads: self.threads, worth: self.worth }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings { degree: 4, block: 64 << 10, threads: 1, worth: WORTH }
    }
}

/// The degree of a tree.
const DEGREE: Option<Parameter> =
    Some(Parameter { takes: "F from 2 to 64, the degree of the tree", least: 2, most: 64 });

/// All schedules.
pub const ALL: &[Schedule] = &[
    Schedule {
        name: "gather",
        description: "all contributions to all ranks (or to the root) at once: one latency",
        parameter: None,
        needs: Needs::Nothing,
        takes: |_| Ok(()),
        scratch: rows,
        run: Some(gather::run),
    },
    Schedule {
        name: "slices",
        description: "each rank folds its slice of every block, the slices are gathered: \
                      the bandwidth of reduce-scatter, any number of ranks",
        parameter: None,
        needs: Needs::Nothing,
        takes: slices::takes,
        scratch: rows,
        run: Some(slices::run),
    },
    Schedule {
        name: "swap",
        description: "two ranks hand each other what the other one has to fold, from where \
                      it lies",
        parameter: None,
        needs: Needs::Nothing,
        takes: swap::takes,
        scratch: rows,
        run: Some(swap::run),
    },
    Schedule {
        name: "node",
        description: "the ranks of a node combine through shared memory, and those of several \
                      nodes by messages between them",
        parameter: None,
        needs: Needs::Node,
        takes: node::takes,
        scratch: node::scratch,
        run: Some(node::run),
    },
    Schedule {
        name: "offload",
        description: "exact and prerounded2 sums cut into doubles or integers that the MPI \
                      library's own sum, or the network, may add in any order",
        parameter: None,
        needs: Needs::Nothing,
        takes: offload::takes,
        scratch: offload::scratch,
        run: Some(offload::run),
    },
    Schedule {
        name: "fnomial",
        description: "an F-nomial tree in rank order, contributions merged on their way up: few \
                      latencies",
        parameter: DEGREE,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: trees::scratch::<Fnomial>,
        run: Some(trees::run::<Fnomial>),
    },
    Schedule {
        name: "split",
        description: "the vector is halved among neighbours, F-nomial trees reduce the pieces",
        parameter: DEGREE,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: halves::scratch::<Split>,
        run: Some(halves::run::<Split>),
    },
    Schedule {
        name: "halving",
        description: "reduce-scatter by recursive halving, and back: the bandwidth of ring, the \
                      latency of a tree",
        parameter: None,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: halves::scratch::<Halving>,
        run: Some(halves::run::<Halving>),
    },
    Schedule {
        name: "ring",
        description: "reduce-scatter around a ring, and gather: messages between neighbours only",
        parameter: None,
        needs: Needs::Messages,
        takes: ring::takes,
        scratch: ring::scratch,
        run: Some(ring::run),
    },
    Schedule {
        name: "chain",
        description: "blocks flow through the ranks in a row, and back",
        parameter: None,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: trees::scratch::<Chain>,
        run: Some(trees::run::<Chain>),
    },
    Schedule {
        name: "chain2",
        description: "two rows that meet in the middle, both ways at the same time",
        parameter: None,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: trees::scratch::<Chain2>,
        run: Some(trees::run::<Chain2>),
    },
    Schedule {
        name: "bintree",
        description: "blocks flow up a binary tree in rank order, and down again",
        parameter: None,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: trees::scratch::<Bintree>,
        run: Some(trees::run::<Bintree>),
    },
    Schedule {
        name: "bintree2",
        description: "two binary trees whose roots exchange blocks, up and down at the same time",
        parameter: None,
        needs: Needs::Messages,
        takes: merging::takes,
        scratch: trees::scratch::<Bintree2>,
        run: Some(trees::run::<Bintree2>),
    },
    Schedule {
        name: "native",
        description: "the MPI library's own, for operations that are associative as they are",
        parameter: None,
        needs: Needs::Nothing,
        takes: |_| Err("the operation is not associative as it is"),
        scratch: |_, _, _| 0,
        run: None,
    },
];

/// The schedule of that name.
pub fn by_name(name: &str) -> Option<&'static Schedule> {
    ALL.iter().find(|schedule| schedule.name == name)
}

/// The rows of a block and, where the caller's buffers are no rows, as much again for the way
/// there and back.
fn rows(case: &Case<'_>, _settings: &Settings, _rank: usize) -> usize {
    let rows = case.ranks * block(case.ranks, case.fold).min(case.count) * case.fold.size();
    if case.fold.buffers().is_some() {
        2 * rows
    } else {
        rows
    }
}

/// A schedule that somebody asks for, with its parameter.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The schedule.
    pub schedule: &'static Schedule,
    /// What stands behind the colon.
    pub parameter: Option<usize>,
}

impl Wanted {
    /// A schedule by its name, with its parameter behind a colon where it has one.
    pub fn from_text(text: &str) -> Option<Wanted> {
        let Some((name, number)) = text.split_once(':') else {
            return by_name(text).map(|schedule| Wanted { schedule, parameter: None });
        };
        let schedule = by_name(name)?;
        let Parameter { least, most, .. } = schedule.parameter.as_ref()?;
        // (No sign, no zeros in front: text and number name each other.)
        let parameter: usize = number.parse().ok().filter(|n: &usize| n.to_string() == number)?;
        (*least..=*most)
            .contains(&parameter)
            .then_some(Wanted { schedule, parameter: Some(parameter) })
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.schedule.name)?;
        self.parameter.map_or(Ok(()), |parameter| write!(f, ":{parameter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::tree::Tree;
    use crate::kernel::{lookup, Format, Kind, Operator};
    use crate::schedule::SCRATCH;

    #[test]
    fn scratch_is_bounded_and_holds_an_element_of_each_rank() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let needed = |ranks, count| {
            let (fold, to) = (&double, Destination::All);
            rows(
                &Case { fold, ranks, count, to, messages: false, node: None },
                &Settings::default(),
                0,
            )
        };
        assert_eq!(needed(4, 10), 320);
        assert_eq!(needed(4, usize::MAX / 8), SCRATCH);
        assert_eq!(needed(1 << 20, 5), 8 << 20);
    }

    #[test]
    fn schedules_are_named_by_text() {
        for schedule in ALL {
            let wanted = Wanted::from_text(schedule.name).unwrap();
            assert_eq!(wanted.to_string(), schedule.name);
            for (number, accepted) in [("", false), ("+2", false), ("1", false), ("02", false)] {
                let text = format!("{}:{number}", schedule.name);
                assert_eq!(Wanted::from_text(&text).is_some(), accepted, "{text}");
            }
            if let Some(Parameter { least, most, .. }) = schedule.parameter {
                for number in [least, most] {
                    let text = format!("{}:{number}", schedule.name);
                    assert_eq!(Wanted::from_text(&text).unwrap().to_string(), text);
                }
            }
        }
        assert!(Wanted::from_text("gather:2").is_none());
        assert!(Wanted::from_text("auto").is_none());
    }
}
