//! Several nodes: the contributions of a node's ranks become one partial before anything crosses
//! the network, and the results that come back go to all of them (Moody et al. 2003, section 3,
//! also combine inside a node first). Ranks may be on nodes in any order, since there are partials
//! of any set of ranks.
//!
//! The vector is cut into as many pieces as the smallest node has ranks, or fewer if they would be
//! short. On each node the first rank leads the first piece, the second rank the second, and so
//! on: such a *leader* merges what its node's ranks have written to shared memory for its piece
//! ([`super::leader`]), reduces the partials with the leaders of the same piece on the other nodes
//! through a tree ([`crate::flow`]), and puts the results into shared memory, block by
//! block. So all cores of a node merge, and all send.
//!
//! Two nodes exchange their partials. Between more, a single block goes through an f-nomial tree,
//! which has the fewest latencies; several go through two chains that meet in the middle or, over
//! many nodes, through two binary trees: whichever takes fewer rounds.
//!
//! Cost, n bytes, N nodes of q ranks, q leaders, partials of w n bytes: in memory, which overlaps
//! with the network as long as that is slower, 2 n β' + (q - 1) w n/q γ; between nodes what the
//! tree costs over N ranks for n/q bytes, with q such trees at the same time: by chains
//! (N - 1) α + 2 sqrt(2 (N - 2) α β w n/q) + 2 w n/q (β + γ), by an f-nomial tree
//! 2 ceil(log_f N) α + (f - 1) log_f N (1 + w) n/q β for a block.
//! In the tree of ranks that are dealt out to the nodes one by one, w n is all contributions of a
//! node: nothing can be merged before neighbours meet.

use super::decomposition::{block_capacity, Decomposition};
use super::leader::{Leader, LeaderLayout, Steps};
use super::nodes::Nodes;
use super::view::Node;
use crate::flow::{self, Endpoint};
use crate::merging;
use crate::prelude::*;
use crate::trees::Vector;
use std::cell::Cell;

pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    merging::takes(case)?;
    if block_capacity(case.fold.size(), 1) == 0 {
        return Err("an element and its partial result do not fit into shared memory");
    }
    Ok(())
}

pub(super) fn scratch(case: &Case<'_>, nodes: &Nodes, settings: &Settings, rank: usize) -> usize {
    let decomposition = Decomposition::new(nodes, case, settings);
    let (node, piece) = (nodes.of(rank), nodes.place(rank));
    if case.count == 0 || piece >= decomposition.leaders() {
        return 0;
    }
    LeaderLayout::new(&decomposition, node, piece).bytes
}

pub(super) unsafe fn run(
    transport: &dyn Transport,
    node: &dyn Node,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Outcome {
    if reduction.count == 0 {
        return Ok(());
    }
    let (nodes, segment) = (node.nodes(), node.segment());
    let case = reduction.case(transport.size());
    let decomposition = Decomposition::new(nodes, &case, &reduction.settings);
    let (rank, piece) = (transport.rank(), segment.rank());
    let own = nodes.of(rank);
    let layout = || LeaderLayout::new(&decomposition, own, piece);
    let lead = |layout: &LeaderLayout, ends: &dyn Endpoint| {
        let down = decomposition.down();
        // SAFETY: upheld by the caller; the layout is that of `scratch`.
        at_once(unsafe {
            flow::run::<Blocking>(transport, reduction, &layout.tree, ends, down, scratch)
        })
    };
    if segment.ranks() == 1 {
        return lead(&layout(), &Vector { reduction, block: decomposition.block });
    }
    let steps = Steps::new(node, reduction, &decomposition, rank, decomposition.lag(own));
    // SAFETY: upheld by the caller.
    unsafe {
        steps.begin()?;
        if piece < decomposition.leaders() {
            let (layout, failed) = (layout(), Cell::default());
            lead(&layout, &Leader { steps: &steps, layout: &layout, piece, scratch, failed })?;
        }
        steps.finish()
    }
}
