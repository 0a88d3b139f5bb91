//! How a vector is reduced over several nodes ([`super::across`]): the pieces it is cut into, and
//! the tree over the nodes that each of them goes through.

use super::nodes::Nodes;
use super::segment::SLOT_BYTES;
use crate::algorithms::{bintree2::Bintree2, chain2::Chain2, fnomial::Fnomial};
use crate::cost::height;
use crate::merging::{self, aligned};
use crate::place::TreeLayout;
use crate::prelude::*;
use crate::trees::{Down, TreeNeighbour, TreePosition, TreeSchedule};
use samebits_fold::vectors::{Partials, ALIGNMENT};

/// The minimum bytes of a piece, and of the space for a block of one: a shorter message takes
/// longer to start than to transfer.
const MIN_PIECE: usize = 4 << 10;

/// How many leaders a node has at most, for a vector of that many bytes over nodes of which the smallest has
/// that many ranks.
pub(super) fn leaders(bytes: usize, smallest: usize) -> usize {
    (bytes / MIN_PIECE).min(smallest).clamp(1, SLOT_BYTES / MIN_PIECE - 1)
}

/// How many elements of each piece fit in a slot, beside as many results.
pub(super) fn block_capacity(size: usize, leaders: usize) -> usize {
    SLOT_BYTES / (leaders + 1) / ALIGNMENT * ALIGNMENT / size
}

/// A tree over the nodes: the functions of a [`TreeSchedule`].
#[derive(Clone, Copy)]
struct NodeTree {
    root: fn(usize, Destination) -> usize,
    position: fn(usize, usize, Destination, &Settings) -> TreePosition,
}

impl NodeTree {
    const fn of<T: TreeSchedule>() -> NodeTree {
        // `Decomposition::down` relies on it.
        const { assert!(matches!(T::DOWN, Down::Overlapped)) };
        NodeTree { root: T::root, position: T::position }
    }

    /// The tree that takes the fewest rounds for that number of blocks.
    fn choose(nodes: usize, blocks: usize, to: Destination) -> NodeTree {
        let more = blocks.max(1) - 1;
        let (chain, tree) = match to.root() {
            None => (
                2 * (nodes.div_ceil(2) - 1) + 1 + 2 * more,
                4 * height(nodes.div_ceil(2)) + 1 + 3 * more,
            ),
            // Each further block takes two more rounds in either, or one in the chain if the root
            // is at an end.
            Some(root) => {
                let farthest = root.max(nodes - 1 - root);
                (farthest, 2 * (height(farthest) + 1))
            }
        };
        if nodes != 2 && more == 0 {
            NodeTree::of::<Fnomial>()
        } else if nodes == 2 || chain <= tree {
            NodeTree::of::<Chain2>()
        } else {
            NodeTree::of::<Bintree2>()
        }
    }
}

pub(super) struct Decomposition<'a> {
    pub nodes: &'a Nodes,
    pub partials: &'a dyn Partials,
    pub size: usize,
    /// Whether the caller's buffers are not contiguous.
    pub is_staged: bool,
    /// The pieces, one for each leader of a node; the first is the longest.
    pub cut: Cut,
    /// Elements of a block of a piece.
    pub block: usize,
    shape: NodeTree,
    /// The node that gets the results, or all.
    to: Destination,
    settings: Settings,
}

impl<'a> Decomposition<'a> {
    pub fn new(nodes: &'a Nodes, case: &'a Case<'_>, settings: &Settings) -> Self {
        let (size, partials, count) = (case.fold.size(), case.partials(), case.count);
        let leaders = leaders(count.saturating_mul(size), nodes.min_size())
            .min(count)
            .min(SLOT_BYTES / aligned(size) - 1);
        let cut = Cut::new(count, leaders.max(1));
        let longest = cut.length(0).max(1);
        let capacity = block_capacity(size, cut.ranks());
        let block = (settings.block / size).clamp(1, capacity).min(longest);
        let on_node = |root| Destination::Root(nodes.of(root));
        let to = case.to.root().map_or(Destination::All, on_node);
        let shape = NodeTree::choose(nodes.number(), longest.div_ceil(block), to);
        let (settings, is_staged) = (*settings, case.fold.buffers().is_some());
        let mut decomposition =
            Decomposition { nodes, partials, size, is_staged, cut, block, shape, to, settings };
        if block > 1 {
            let root = decomposition.position((shape.root)(nodes.number(), to), 0);
            let needed = |n| {
                let own = aligned(partials.most(&root.own, nodes.ranks(), n));
                3 * own + TreeLayout::new(root.clone(), partials, nodes.ranks(), n, 2, 0).bytes
            };
            decomposition.block = merging::block(block * size, size, needed);
        }
        decomposition
    }

    /// The number of leaders of each node.
    pub fn leaders(&self) -> usize {
        self.cut.ranks()
    }

    pub fn blocks(&self, piece: usize) -> usize {
        self.cut.length(piece).div_ceil(self.block)
    }

    /// Where a block of a piece begins in the vector, and its elements; none after the end of the piece.
    pub fn part(&self, piece: usize, block: usize) -> (usize, usize) {
        let from = block * self.block;
        let n = self.cut.length(piece).saturating_sub(from).min(self.block);
        (self.cut.start(piece) + from, n)
    }

    pub fn down(&self) -> Down {
        self.to.root().map_or(Down::Overlapped, |_| Down::Never)
    }

    /// By how many steps results lag behind partials on a node.
    pub fn lag(&self, node: usize) -> usize {
        self.to.root().map_or_else(|| self.node_position(node).lag, |_| 0)
    }

    fn node_position(&self, node: usize) -> TreePosition {
        (self.shape.position)(node, self.nodes.number(), self.to, &self.settings)
    }

    /// The position of a node's leader in the tree of all leaders of a piece.
    pub fn position(&self, node: usize, piece: usize) -> TreePosition {
        let nodes = self.nodes;
        let position = self.node_position(node);
        let neighbour = |other: &TreeNeighbour| TreeNeighbour {
            rank: nodes.rank(other.rank, piece),
            of: nodes.sets(&other.of),
        };
        TreePosition {
            own: nodes.set(node).clone(),
            parent: position.parent.map(|node| nodes.rank(node, piece)),
            children: position.children.iter().map(neighbour).collect(),
            partner: position.partner.as_ref().map(neighbour),
            lag: position.lag,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_have_pieces_that_are_worth_a_message() {
        assert_eq!([8, MIN_PIECE, 2 * MIN_PIECE, 1 << 20].map(|n| leaders(n, 32)), [1, 1, 2, 15]);
        assert_eq!([8, 1 << 20].map(|n| leaders(n, 2)), [1, 2]);
        assert_eq!(leaders(1 << 20, 1), 1);
    }
}
