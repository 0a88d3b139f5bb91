//! Nodes whose ranks share memory, as far as they decide what a schedule costs.

use crate::node::nodes::Nodes;

/// Nodes whose ranks share memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    pub nodes: usize,
    /// The ranks of the largest node, and of the smallest.
    pub ranks: (usize, usize),
}

impl Shared {
    pub fn one(ranks: usize) -> Shared {
        Shared { nodes: 1, ranks: (ranks, ranks) }
    }

    pub fn of(nodes: &Nodes) -> Shared {
        Shared { nodes: nodes.number(), ranks: (nodes.max_size(), nodes.min_size()) }
    }
}
