//! Which ranks exchange where the vector is halved ([`super::halves`]) or partials are doubled
//! ([`super::algorithms`]' `doubling`): neighbours that are merged into one, groups of them that hold
//! the same pieces, and the tree for a piece.

use super::algorithms::fnomial::{self, TreeNodes};
use super::place::TreePosition;
use samebits_fold::vectors::ranks::Ranks;
use std::ops::Range;

/// A hypercube of nodes, of as many dimensions as there are exchanges: a node is one rank, or a pair
/// of neighbours that were merged into one.
pub(super) struct Hypercube {
    pub ranks: usize,
    pub splits: u32,
    /// How many nodes are pairs, the first ones.
    pub pairs: usize,
    pub root: Option<usize>,
    pub degree: usize,
}

impl Hypercube {
    pub fn node(&self, rank: usize) -> usize {
        if rank < 2 * self.pairs {
            rank / 2
        } else {
            rank - self.pairs
        }
    }

    /// The first rank of a node; after the last node, the number of ranks.
    pub fn first(&self, node: usize) -> usize {
        node + node.min(self.pairs)
    }

    /// The other rank of a pair.
    pub fn neighbour(&self, rank: usize) -> usize {
        2 * self.first(self.node(rank)) + 1 - rank
    }

    /// The rank that acts for a node: of a pair the first, or the root.
    pub fn rank(&self, node: usize) -> usize {
        let first = self.first(node);
        first + usize::from(node < self.pairs && self.root == Some(first + 1))
    }

    /// Whether a node sends what it has to the one whose number differs in bit k, and whether it
    /// receives: both, or the one that is nearer to the root receives.
    pub fn sends_and_receives(&self, node: usize, k: u32) -> (bool, bool) {
        let Some(root) = self.root else { return (true, true) };
        let is_farther = (node ^ self.node(root)) >> k & 1 == 1;
        (is_farther, !is_farther)
    }

    /// The ranks of the 2^k nodes whose numbers differ in the last k bits only.
    pub fn block(&self, node: usize, k: u32) -> Ranks {
        let first = node >> k << k;
        Ranks::from(self.first(first)..self.first(first + (1 << k)))
    }

    pub fn position(&self, node: usize) -> TreePosition {
        let group = node & ((1 << self.splits) - 1);
        let nodes = TreeNodes {
            number: (self.ranks - self.pairs) >> self.splits,
            rank: &|member| self.rank(member << self.splits | group),
            range: &|members: Range<usize>| {
                self.first(members.start << self.splits)..self.first(members.end << self.splits)
            },
        };
        let root = self.root.map_or(0, |root| self.node(root) >> self.splits);
        fnomial::position(self.degree, &nodes, root, node >> self.splits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_merged_until_the_rest_can_be_halved() {
        let cube = |root| Hypercube { ranks: 11, splits: 3, pairs: 3, root, degree: 4 };
        let ranks = |cube: &Hypercube| (0..8).map(|node| cube.rank(node)).collect::<Vec<_>>();
        assert_eq!(ranks(&cube(None)), [0, 2, 4, 6, 7, 8, 9, 10]);
        assert_eq!(ranks(&cube(Some(3))), [0, 3, 4, 6, 7, 8, 9, 10]);
        let nodes: Vec<usize> = (0..11).map(|rank| cube(None).node(rank)).collect();
        assert_eq!(nodes, [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7]);
        assert_eq!(cube(None).block(3, 1), Ranks::from(4..7));
        assert_eq!(cube(None).block(5, 3), Ranks::all(11));
    }

    #[test]
    fn the_tree_for_a_piece_spans_every_other_node() {
        let cube = Hypercube { ranks: 13, splits: 1, pairs: 1, root: Some(8), degree: 2 };
        // Nodes 1, 3, … 11 and the others; the root is node 7, the fourth of the six.
        let root = cube.position(7);
        assert_eq!((root.parent, root.own.clone()), (None, Ranks::from(7..9)));
        let children: Vec<usize> = root.children.iter().map(|child| child.rank).collect();
        assert_eq!(children, [10, 12, 4]);
        assert_eq!(root.children[1].of, [0, 1, 2, 11, 12].into_iter().collect());
        assert_eq!(cube.position(6).parent, None);
    }
}
