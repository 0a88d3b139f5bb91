//! `node`: the ranks of a node combine their contributions through shared memory; with several
//! nodes they do so before anything crosses the network ([`across`]).
//!
//! In short vectors, and between two ranks, each rank writes its whole contribution and each
//! receiver folds all of them ([`pair`], [`tiny`], [`flat`]). In longer ones each rank folds a slice
//! ([`slices`], and [`halves`] for two ranks), as where each rank gets a block only ([`scatter`]).
//! Vectors go in blocks; a rank writes a block while the others still read the one before.
//! [`protocol`] says how ranks synchronise, [`stores`] by which kind of stores a rank writes. The
//! `run` of each file is as safe to call as that of the row.
//!
//! The costs are given in these files, for n bytes and q ranks; σ is the time a cache line takes
//! from one core to another (α/4 or less), β' the inverse bandwidth of a copy.

mod across;
mod cost;
mod decomposition;
mod flat;
mod halves;
mod leader;
pub mod nodes;
pub mod pair;
pub mod prefetch;
pub mod protocol;
mod rows;
mod scatter;
pub mod segment;
mod slices;
mod stores;
mod tiny;
mod trials;
mod turns;
pub(super) mod view;
pub mod wait;

use super::prelude::*;
use flat::{is_flat, is_halved};
pub use rows::gather;
pub(super) use rows::gather_tagged;
use samebits_base::cache_line::CACHE_LINE;
use segment::{IN_LINE, SHORT, SLOT_BYTES};
pub use view::Node;
pub use wait::Waiter;

pub(super) const ROW: Schedule = Schedule {
    name: "node",
    description: "the ranks of a node combine through shared memory, and those of several \
                  nodes by messages between them",
    needs: Needs::Node,
    prefixes: true,
    takes,
    scratch,
    cost: Cost::Fixed(cost::seconds),
    run: Some(run),
    // (Not step by step: ranks wait for each other in shared memory, one operation at a time.)
    blocks: Some(BlockDelivery {
        takes: |case| case.is_on_one_node(),
        equal: false,
        seconds: None,
        run: scatter::run,
    }),
    ..Schedule::USUAL
};

fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.node {
        None => Err("no ranks share memory"),
        Some(nodes) if nodes.several() && case.to.is_prefix() => {
            Err("it performs scans on one node only")
        }
        Some(nodes) if nodes.several() => across::takes(case),
        Some(_) if case.fold.size().saturating_mul(case.ranks) > SLOT_BYTES => {
            Err("one element of every rank does not fit into shared memory")
        }
        Some(_) => Ok(()),
    }
}

/// A block of each rank and one more, and two to stage buffers that are not contiguous.
fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let nodes = case.node.expect("`takes` has checked that");
    if nodes.several() {
        return across::scratch(case, nodes, settings, rank);
    }
    let block = SLOT_BYTES.min(case.bytes());
    (case.ranks + 3) * block.next_multiple_of(CACHE_LINE)
}

unsafe fn run(transport: &dyn Transport, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    let node = transport.node().expect("`takes` has checked that");
    let bytes = reduction.count.saturating_mul(reduction.fold.size());
    let ranks = node.segment().ranks();
    // SAFETY: upheld by the caller.
    unsafe {
        if ranks < transport.size() {
            return across::run(transport, node, reduction, scratch);
        }
        if let Some(two) = pair::of(reduction, ranks, bytes) {
            let buffers = (reduction.send, reduction.recv);
            return pair::run(node, two, buffers, (reduction.count, bytes));
        }
        let flat = is_flat(reduction.to, ranks, bytes);
        if bytes <= IN_LINE || (bytes <= SHORT && flat) {
            tiny::run(node, reduction, bytes, scratch)
        } else if is_halved(reduction.to, ranks, reduction.fold.two().is_some(), bytes) {
            halves::run(node, reduction, scratch)
        } else if flat {
            flat::run(node, reduction, scratch)
        } else {
            slices::run(node, reduction, scratch)
        }
    }
}
