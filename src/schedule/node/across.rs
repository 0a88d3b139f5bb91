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

use super::super::bintree2::Bintree2;
use super::super::chain2::Chain2;
use super::super::flow::{Down, Ends, Flow};
use super::super::fnomial::Fnomial;
use super::super::merging::{self, aligned};
use super::super::place::{Layout, Place, Relative};
use super::super::trees::{Tree, Vector};
use super::lane::{Lane, Room, Steps};
use super::nodes::Nodes;
use super::segment::ROOM;
use super::Node;
use crate::arithmetic::vectors::{Partials, ALIGNMENT};
use crate::arithmetic::{Fault, Fold};
use crate::schedule::{Case, Cut, Destination, Reduction, Settings, Transport};
use std::cell::Cell;

/// The least bytes of a piece, and of the room for a block of one: shorter messages take
/// longer to begin than to arrive.
const PIECE: usize = 4 << 10;

/// As of the table, over several nodes.
pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    merging::takes(case)?;
    if fit(case.fold.size(), 1) == 0 {
        return Err("an element and its result are longer than the room in shared memory");
    }
    Ok(())
}

/// The elements of each lane's block that a slot has room for, beside as many results.
fn fit(size: usize, lanes: usize) -> usize {
    ROOM / (lanes + 1) / ALIGNMENT * ALIGNMENT / size
}

/// The tree over the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Fnomial,
    Rows,
    Trees,
}

impl Shape {
    /// The one with the fewest rounds for so many blocks.
    fn new(nodes: usize, blocks: usize, to: Destination) -> Shape {
        let height = |nodes: usize| nodes.max(1).ilog2() as usize;
        let (rows, trees) = match to {
            Destination::All => (
                2 * (nodes.div_ceil(2) - 1) + 1 + 2 * (blocks.max(1) - 1),
                4 * height(nodes.div_ceil(2)) + 1 + 3 * (blocks.max(1) - 1),
            ),
            // (Each block takes two more rounds, or one where the root is at an end.)
            Destination::Root(root) => {
                let farthest = root.max(nodes - 1 - root);
                (farthest, 2 * (height(farthest) + 1))
            }
        };
        if nodes == 2 {
            Shape::Rows
        } else if blocks <= 1 {
            Shape::Fnomial
        } else if rows <= trees {
            Shape::Rows
        } else {
            Shape::Trees
        }
    }

    fn place(self, node: usize, nodes: usize, to: Destination, settings: &Settings) -> Place {
        match self {
            Shape::Fnomial => Fnomial::place(node, nodes, to, settings),
            Shape::Rows => Chain2::place(node, nodes, to, settings),
            Shape::Trees => Bintree2::place(node, nodes, to, settings),
        }
    }

    fn root(self, nodes: usize, to: Destination) -> usize {
        match self {
            Shape::Fnomial => Fnomial::root(nodes, to),
            Shape::Rows => Chain2::root(nodes, to),
            Shape::Trees => Bintree2::root(nodes, to),
        }
    }
}

// Results come down while partials go up: so it is in each of them.
const _: () = assert!(
    matches!(Fnomial::DOWN, Down::Along)
        && matches!(Chain2::DOWN, Down::Along)
        && matches!(Bintree2::DOWN, Down::Along)
);

/// How a vector goes over the nodes: the same on all ranks.
pub(super) struct Course<'a> {
    pub nodes: &'a Nodes,
    pub partials: &'a dyn Partials,
    /// Bytes of an element.
    pub size: usize,
    /// The pieces, one for each lane; the first is the longest.
    pub cut: Cut,
    /// Elements of a block of a piece.
    pub block: usize,
    shape: Shape,
    /// The node that gets the results, or all.
    to: Destination,
    settings: Settings,
}

impl<'a> Course<'a> {
    fn new(
        nodes: &'a Nodes,
        fold: &'a dyn Fold,
        count: usize,
        to: Destination,
        settings: &Settings,
    ) -> Self {
        let (size, partials) = (fold.size(), fold.partials().expect("`takes` was asked"));
        let roomy = (ROOM / PIECE - 1).min(ROOM / aligned(size) - 1);
        let lanes = (count.saturating_mul(size) / PIECE).min(count).min(nodes.least()).min(roomy);
        let cut = Cut::new(count, lanes.max(1));
        let longest = cut.length(0).max(1);
        let wanted = (settings.block / size).clamp(1, fit(size, cut.ranks())).min(longest);
        let to = match to {
            Destination::All => Destination::All,
            Destination::Root(root) => Destination::Root(nodes.of(root)),
        };
        let shape = Shape::new(nodes.number(), longest.div_ceil(wanted), to);
        let mut course =
            Course { nodes, partials, size, cut, block: wanted, shape, to, settings: *settings };
        if wanted > 1 {
            let root = course.place(shape.root(nodes.number(), to), 0);
            let needed = |n| {
                let own = aligned(partials.most(&root.own, nodes.ranks(), n));
                3 * own + Layout::new(&root, partials, nodes.ranks(), n, 2, 0).bytes
            };
            course.block = merging::block(wanted * size, size, needed);
        }
        course
    }

    pub fn lanes(&self) -> usize {
        self.cut.ranks()
    }

    /// The number of blocks of a lane's piece.
    pub fn blocks(&self, lane: usize) -> usize {
        self.cut.length(lane).div_ceil(self.block)
    }

    /// Where a block of a lane's piece begins in the vector, and its elements; none where
    /// the piece has ended.
    pub fn part(&self, lane: usize, block: usize) -> (usize, usize) {
        let from = block * self.block;
        let n = self.cut.length(lane).saturating_sub(from).min(self.block);
        (self.cut.start(lane) + from, n)
    }

    fn down(&self) -> Down {
        match self.to {
            Destination::All => Down::Along,
            Destination::Root(_) => Down::Never,
        }
    }

    /// By how many steps results are behind partials on a node.
    fn lag(&self, node: usize) -> usize {
        match self.to {
            Destination::All => {
                self.shape.place(node, self.nodes.number(), self.to, &self.settings).lag
            }
            Destination::Root(_) => 0,
        }
    }

    /// Where a node's rank in a lane is among those of the lane.
    fn place(&self, node: usize, lane: usize) -> Place {
        let nodes = self.nodes;
        let place = self.shape.place(node, nodes.number(), self.to, &self.settings);
        let relative = |relative: &Relative| Relative {
            rank: nodes.rank(relative.rank, lane),
            of: nodes.sets(&relative.of),
        };
        Place {
            own: nodes.set(node).clone(),
            parent: place.parent.map(|node| nodes.rank(node, lane)),
            children: place.children.iter().map(relative).collect(),
            partner: place.partner.as_ref().map(relative),
            lag: place.lag,
        }
    }

    /// What lies where in the scratch of a rank in a lane. (One that is alone on its node
    /// reaches the caller's buffers itself.)
    fn room(&self, place: &Place, lane: usize, buffers: bool) -> Room {
        let alone = place.own.count() == 1;
        let staged = if alone && buffers { self.block * self.size } else { 0 };
        let (ranks, blocks) = (self.nodes.ranks(), self.blocks(lane));
        let tree = Layout::new(place, self.partials, ranks, self.block, blocks, staged);
        Room::new(self, &place.own, tree)
    }
}

/// As of the table, over several nodes.
pub(super) fn scratch(case: &Case<'_>, nodes: &Nodes, settings: &Settings, rank: usize) -> usize {
    let course = Course::new(nodes, case.fold, case.count, case.to, settings);
    let (node, lane) = (nodes.of(rank), nodes.place(rank));
    if case.count == 0 || lane >= course.lanes() {
        return 0;
    }
    course.room(&course.place(node, lane), lane, case.fold.buffers().is_some()).bytes
}

/// As of the table, over several nodes.
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
    let course = Course::new(nodes, fold, count, to, settings);
    let (rank, lane) = (transport.rank(), segment.rank());
    let own = nodes.of(rank);
    let flow = |place: &Place, room: &Room, ends: &dyn Ends| {
        let messages = transport.messages().expect("`takes` was asked");
        let (partials, ranks, down) = (course.partials, nodes.ranks(), course.down());
        let results = transport.results().expect("`takes` was asked");
        let (layout, team) = (&room.tree, reduction.settings.team());
        let flow = Flow { partials, messages, results, ranks, place, layout, ends, down, team };
        // SAFETY: handed on to the caller; the layout is that of `scratch`.
        unsafe { flow.run(scratch) }
    };
    let in_lane = || {
        let place = course.place(own, lane);
        let room = course.room(&place, lane, fold.buffers().is_some());
        (place, room)
    };
    if segment.ranks() == 1 {
        let (place, room) = in_lane();
        return flow(&place, &room, &Vector { reduction, block: course.block });
    }
    let steps = Steps::new(node, reduction, &course, rank, course.lag(own));
    // SAFETY: handed on to the caller.
    unsafe {
        steps.begin()?;
        if lane < course.lanes() {
            let (place, room) = in_lane();
            let failed = Cell::default();
            flow(&place, &room, &Lane { steps: &steps, room: &room, lane, scratch, failed })?;
        }
        steps.finish()
    }
}
