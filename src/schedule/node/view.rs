//! The ranks of a node, seen from one of them.

use super::nodes::Nodes;
use super::segment::Segment;
use super::wait::Waiter;

/// A node and its memory, as a rank on it sees them.
pub trait Node: Waiter {
    /// The memory that its ranks share; of one that is alone there is nothing but its number.
    fn segment(&self) -> &Segment;

    /// The nodes of all ranks.
    fn nodes(&self) -> &Nodes;
}
