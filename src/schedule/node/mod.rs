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
mod cost;
mod decomposition;
mod flat;
mod halves;
mod lane;
pub mod nodes;
mod prefetch;
pub mod protocol;
mod rows;
pub mod segment;
mod slices;
mod tiny;
pub(super) mod view;
pub mod wait;

use super::case::{Case, Settings};
use super::cost::Cost;
use super::reduction::Reduction;
use super::row::{Needs, Schedule};
use super::transport::Transport;
use crate::arithmetic::Fault;
use flat::{FLAT, WHOLE};
pub use rows::{gather, gather_tagged};
use segment::{IN_LINE, SHORT, SLOT_BYTES};
pub use view::Node;
pub use wait::Waiter;

pub(super) const ROW: Schedule = Schedule {
    name: "node",
    description: "the ranks of a node combine through shared memory, and those of several \
                  nodes by messages between them",
    needs: Needs::Node,
    takes,
    scratch,
    cost: Cost::Fixed(cost::seconds),
    run: Some(run),
    ..Schedule::USUAL
};

fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.node {
        None => Err("no ranks have memory in common"),
        Some(nodes) if nodes.several() => across::takes(case),
        Some(_) if case.fold.size().saturating_mul(case.ranks) > SLOT_BYTES => {
            Err("an element of each rank is longer than the room in shared memory")
        }
        Some(_) => Ok(()),
    }
}

/// The rows of a block, and what comes from and goes to buffers that are not contiguous.
fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let nodes = case.node.expect("`takes` was asked");
    if nodes.several() {
        return across::scratch(case, nodes, settings, rank);
    }
    let block = SLOT_BYTES.min(case.bytes());
    (case.ranks + 2) * block.next_multiple_of(64)
}

unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let node = transport.node().expect("`takes` was asked");
    let bytes = reduction.count.saturating_mul(reduction.fold.size());
    let ranks = node.segment().ranks();
    if ranks < transport.size() {
        // SAFETY: upheld by the caller.
        return unsafe { across::run(transport, node, reduction, scratch) };
    }
    // SAFETY: upheld by the caller.
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
