use super::nodes::Nodes;
use super::segment::Segment;
use super::wait::Waiter;

/// A node and its shared memory, as one of its ranks sees them.
pub trait Node: Waiter {
    /// The shared memory; [`Segment::alone`] for the only rank of its node.
    fn segment(&self) -> &Segment;

    /// The nodes of all ranks.
    fn nodes(&self) -> &Nodes;
}
