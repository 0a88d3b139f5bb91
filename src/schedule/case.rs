//! A reduction as far as it decides which schedule takes it, and what a schedule is run with.

use super::node::nodes::Nodes;
use crate::arithmetic::Fold;
use crate::threads::{Team, MIN_BYTES_PER_THREAD};

/// Who gets the result of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Every rank.
    All,
    /// The root.
    Root(usize),
}

impl Destination {
    /// Whether a rank gets the result.
    pub fn reaches(self, rank: usize) -> bool {
        match self {
            Destination::All => true,
            Destination::Root(root) => root == rank,
        }
    }
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
    /// Which ranks are on which node, if the transport has a [`super::node::Node`].
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
        Settings { degree: 4, block: 64 << 10, threads: 1, worth: MIN_BYTES_PER_THREAD }
    }
}
