//! How a vector goes over several nodes ([`super::across`]): which pieces it is cut into, and
//! which tree over the nodes each goes through.

use super::nodes::Nodes;
use super::segment::SLOT_BYTES;
use crate::arithmetic::vectors::{Partials, ALIGNMENT};
use crate::arithmetic::Fold;
use crate::schedule::algorithms::bintree2::Bintree2;
use crate::schedule::algorithms::chain2::Chain2;
use crate::schedule::algorithms::fnomial::Fnomial;
use crate::schedule::case::{Destination, Settings};
use crate::schedule::flow::Down;
use crate::schedule::merging::{self, aligned};
use crate::schedule::place::{TreeLayout, TreeNeighbour, TreePosition};
use crate::schedule::transport::Cut;
use crate::schedule::trees::Tree;

/// The least bytes of a piece, and of the room for a block of one: shorter messages take
/// longer to begin than to arrive.
const PIECE: usize = 4 << 10;

/// The elements of each lane's block that a slot has room for, beside as many results.
pub(super) fn fit(size: usize, lanes: usize) -> usize {
    SLOT_BYTES / (lanes + 1) / ALIGNMENT * ALIGNMENT / size
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

    fn place(
        self,
        node: usize,
        nodes: usize,
        to: Destination,
        settings: &Settings,
    ) -> TreePosition {
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
pub(super) struct Decomposition<'a> {
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

impl<'a> Decomposition<'a> {
    pub fn new(
        nodes: &'a Nodes,
        fold: &'a dyn Fold,
        count: usize,
        to: Destination,
        settings: &Settings,
    ) -> Self {
        let (size, partials) = (fold.size(), fold.partials().expect("`takes` was asked"));
        let roomy = (SLOT_BYTES / PIECE - 1).min(SLOT_BYTES / aligned(size) - 1);
        let lanes = (count.saturating_mul(size) / PIECE).min(count).min(nodes.least()).min(roomy);
        let cut = Cut::new(count, lanes.max(1));
        let longest = cut.length(0).max(1);
        let wanted = (settings.block / size).clamp(1, fit(size, cut.ranks())).min(longest);
        let to = match to {
            Destination::All => Destination::All,
            Destination::Root(root) => Destination::Root(nodes.of(root)),
        };
        let shape = Shape::new(nodes.number(), longest.div_ceil(wanted), to);
        let mut decomposition = Decomposition {
            nodes,
            partials,
            size,
            cut,
            block: wanted,
            shape,
            to,
            settings: *settings,
        };
        if wanted > 1 {
            let root = decomposition.place(shape.root(nodes.number(), to), 0);
            let needed = |n| {
                let own = aligned(partials.most(&root.own, nodes.ranks(), n));
                3 * own + TreeLayout::new(&root, partials, nodes.ranks(), n, 2, 0).bytes
            };
            decomposition.block = merging::block(wanted * size, size, needed);
        }
        decomposition
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

    pub fn down(&self) -> Down {
        match self.to {
            Destination::All => Down::Along,
            Destination::Root(_) => Down::Never,
        }
    }

    /// By how many steps results are behind partials on a node.
    pub fn lag(&self, node: usize) -> usize {
        match self.to {
            Destination::All => {
                self.shape.place(node, self.nodes.number(), self.to, &self.settings).lag
            }
            Destination::Root(_) => 0,
        }
    }

    /// Where a node's rank in a lane is among those of the lane.
    pub fn place(&self, node: usize, lane: usize) -> TreePosition {
        let nodes = self.nodes;
        let place = self.shape.place(node, nodes.number(), self.to, &self.settings);
        let relative = |relative: &TreeNeighbour| TreeNeighbour {
            rank: nodes.rank(relative.rank, lane),
            of: nodes.sets(&relative.of),
        };
        TreePosition {
            own: nodes.set(node).clone(),
            parent: place.parent.map(|node| nodes.rank(node, lane)),
            children: place.children.iter().map(relative).collect(),
            partner: place.partner.as_ref().map(relative),
            lag: place.lag,
        }
    }
}
