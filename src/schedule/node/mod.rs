//! `node`: the ranks of a node combine their contributions through memory that they share; on
//! several nodes before anything is sent to another one ([`across`]).
//! Short vectors, and all of two ranks, go whole from each rank to all ([`tiny`], [`flat`]);
//! longer ones by slices ([`slices`]). Either way in blocks, of which a rank writes one while others
//! still read the one before.
//!
//! Cost, n bytes, q ranks, σ the time in which a line of memory goes from one core to another
//! (a quarter of α, or less), β' the inverse bandwidth of a copy: see the files.

mod across;
mod answer;
mod flat;
mod halves;
mod lane;
pub mod nodes;
mod rows;
pub mod segment;
mod slices;
mod tiny;
pub mod wait;

use super::{Case, Reduction, Settings, Transport};
use crate::arithmetic::Fault;
use nodes::Nodes;
pub use rows::{gather, gather_led};
use segment::{Segment, IN_LINE, ROOM, SHORT};
use wait::Waiting;

/// The ranks of a node, seen from one of them.
pub trait Node {
    /// The memory that they share; of one that is alone there is nothing but its number.
    fn segment(&self) -> &Segment;

    /// The nodes of all ranks.
    fn nodes(&self) -> &Nodes;

    /// Whether ranks outnumber the cores of the node, so that one that waits keeps another from
    /// its work.
    fn is_crowded(&self) -> bool;

    /// Called again and again while this rank waits for another. Lets others work, the MPI
    /// library among them.
    fn pause(&self, waiting: &mut Waiting);

    /// Lets the MPI library work: called by a rank that has slept for some time.
    fn progress(&self);
}

/// Bytes of a vector of more than two ranks up to which each rank reads all of them, and the
/// number of ranks times those bytes: reading more of them takes longer than waiting for the
/// one that has folded a slice.
pub(super) const FLAT: usize = 16 << 10;

/// Bytes of a vector of two ranks up to which both read all of it.
pub(super) const WHOLE: usize = 64 << 10;

pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.node {
        None => Err("no ranks have memory in common"),
        Some(nodes) if nodes.several() => across::takes(case),
        Some(_) if case.fold.size().saturating_mul(case.ranks) > ROOM => {
            Err("an element of each rank is longer than the room in shared memory")
        }
        Some(_) => Ok(()),
    }
}

/// The rows of a block, and what comes from and goes to buffers that are no rows.
pub(super) fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let nodes = case.node.expect("`takes` was asked");
    if nodes.several() {
        return across::scratch(case, nodes, settings, rank);
    }
    let block = ROOM.min(case.bytes());
    (case.ranks + 2) * block.next_multiple_of(64)
}

pub(super) unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let node = transport.node().expect("`takes` was asked");
    let bytes = reduction.count.saturating_mul(reduction.fold.size());
    let ranks = node.segment().ranks();
    if ranks < transport.size() {
        // SAFETY: handed on to the caller.
        return unsafe { across::run(transport, node, reduction, scratch) };
    }
    // SAFETY: handed on to the caller.
    unsafe {
        let flat = ranks == 2 || ranks.saturating_mul(bytes) <= FLAT;
        if bytes <= IN_LINE || (bytes <= SHORT && flat) {
            tiny::run(node, reduction, bytes, scratch)
        } else if ranks == 2 && reduction.fold.two().is_some() && bytes > WHOLE {
            halves::run(node, reduction, scratch)
        } else if flat {
            flat::run(node, reduction, scratch)
        } else {
            slices::run(node, reduction, scratch)
        }
    }
}
