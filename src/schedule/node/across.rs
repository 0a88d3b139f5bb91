//! The way over several nodes: what the ranks of a node know becomes one partial before
//! anything crosses the network, and the results that come back go to all of them (Moody et
//! al. 2003, section 3, combine inside a node first, too). Ranks may be on nodes in any
//! order: partials are of any set of ranks.
//!
//! The vector is cut into as many pieces as the smallest node has ranks, or fewer if they
//! would be short. The ranks of that number on each node, a *lane*, bring theirs through a
//! tree over the nodes ([`super::super::flow`]), block by block: each merges what is in its
//! node's shared memory ([`super::lane`]), sends the partial on, and puts the results where
//! all see them. So all cores of a node merge, and all send.
//!
//! Two nodes exchange their partials. A single block goes through an f-nomial tree, which
//! has the fewest latencies; more go through two rows that meet in the middle or, over
//! many nodes, through two binary trees: whichever has the fewer rounds.
//!
//! Cost, n bytes, N nodes of q ranks, q lanes, partials of w n bytes: in memory, as long as
//! the network is slower all the while, 2 n β' + (q - 1) w n/q γ, and between nodes what the
//! tree costs over N ranks for n/q bytes, with q of them at the same time: by rows
//! (N - 1) α + 2 sqrt(2 (N - 2) α β w n/q) + 2 w n/q (β + γ), by an f-nomial tree
//! 2 ceil(log_f N) α + (f - 1) log_f N (1 + w) n/q β for a block.
//! For the tree with ranks dealt out to the nodes one by one, w n is all contributions of a
//! node: nothing can be merged before the neighbours meet.

use super::decomposition::{fit, Decomposition};
use super::lane::{Lane, LaneLayout, Steps};
use super::nodes::Nodes;
use super::view::Node;
use crate::arithmetic::Fault;
use crate::schedule::case::{Case, Settings};
use crate::schedule::flow::{Ends, Flow};
use crate::schedule::merging;
use crate::schedule::place::TreePosition;
use crate::schedule::reduction::Reduction;
use crate::schedule::transport::Transport;
use crate::schedule::trees::Vector;
use std::cell::Cell;

/// As of the row, over several nodes.
pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    merging::takes(case)?;
    if fit(case.fold.size(), 1) == 0 {
        return Err("an element and its result are longer than the room in shared memory");
    }
    Ok(())
}

/// As of the row, over several nodes.
pub(super) fn scratch(case: &Case<'_>, nodes: &Nodes, settings: &Settings, rank: usize) -> usize {
    let decomposition = Decomposition::new(nodes, case.fold, case.count, case.to, settings);
    let (node, lane) = (nodes.of(rank), nodes.place(rank));
    if case.count == 0 || lane >= decomposition.lanes() {
        return 0;
    }
    LaneLayout::of(
        &decomposition,
        &decomposition.place(node, lane),
        lane,
        case.fold.buffers().is_some(),
    )
    .bytes
}

/// As of the row, over several nodes.
pub(super) unsafe fn run(
    transport: &dyn Transport,
    node: &dyn Node,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let &Reduction { fold, count, to, ref settings, .. } = reduction;
    if count == 0 {
        return Ok(());
    }
    let (nodes, segment) = (node.nodes(), node.segment());
    let decomposition = Decomposition::new(nodes, fold, count, to, settings);
    let (rank, lane) = (transport.rank(), segment.rank());
    let own = nodes.of(rank);
    let flow = |place: &TreePosition, layout: &LaneLayout, ends: &dyn Ends| {
        let messages = transport.messages().expect("`takes` was asked");
        let (partials, ranks, down) = (decomposition.partials, nodes.ranks(), decomposition.down());
        let results = transport.results().expect("`takes` was asked");
        let (tree, team) = (&layout.tree, reduction.settings.team());
        let flow =
            Flow { partials, messages, results, ranks, place, layout: tree, ends, down, team };
        // SAFETY: upheld by the caller; the layout is that of `scratch`.
        unsafe { flow.run(scratch) }
    };
    let in_lane = || {
        let place = decomposition.place(own, lane);
        let layout = LaneLayout::of(&decomposition, &place, lane, fold.buffers().is_some());
        (place, layout)
    };
    if segment.ranks() == 1 {
        let (place, layout) = in_lane();
        return flow(&place, &layout, &Vector { reduction, block: decomposition.block });
    }
    let steps = Steps::new(node, reduction, &decomposition, rank, decomposition.lag(own));
    // SAFETY: upheld by the caller.
    unsafe {
        steps.begin()?;
        if lane < decomposition.lanes() {
            let (place, layout) = in_lane();
            let failed = Cell::default();
            flow(&place, &layout, &Lane { steps: &steps, layout: &layout, lane, scratch, failed })?;
        }
        steps.finish()
    }
}
