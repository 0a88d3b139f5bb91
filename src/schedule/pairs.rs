//! Who is who where the vector is halved ([`super::halves`]): neighbours that become one, blocks
//! of them that know the same pieces, and the tree for a piece.

use super::algorithms::fnomial::{self, Nodes};
use super::place::TreePosition;
use crate::arithmetic::ranks::Ranks;
use std::ops::Range;

/// Who is who: nodes are the ranks that are left when neighbours have become one.
pub(super) struct Halves {
    pub ranks: usize,
    pub splits: u32,
    /// So many nodes, the first ones, stand for two ranks.
    pub pairs: usize,
    pub root: Option<usize>,
    pub degree: usize,
}

impl Halves {
    pub fn nodes(&self) -> usize {
        self.ranks - self.pairs
    }

    /// The node that a rank is or belongs to.
    pub fn node(&self, rank: usize) -> usize {
        if rank < 2 * self.pairs {
            rank / 2
        } else {
            rank - self.pairs
        }
    }

    /// The first rank of a node; the number of ranks behind the last node.
    pub fn first(&self, node: usize) -> usize {
        node + node.min(self.pairs)
    }

    /// The rank that is a node.
    pub fn rank(&self, node: usize) -> usize {
        let first = self.first(node);
        first + usize::from(node < self.pairs && self.root == Some(first + 1))
    }

    /// The ranks of 2^k nodes, whose numbers differ in the last k bits only.
    pub fn block(&self, node: usize, k: u32) -> Ranks {
        let first = node >> k << k;
        Ranks::from(self.first(first)..self.first(first + (1 << k)))
    }

    /// Where a node is in the tree for its piece.
    pub fn place(&self, node: usize) -> TreePosition {
        let group = node & ((1 << self.splits) - 1);
        let nodes = Nodes {
            number: self.nodes() >> self.splits,
            rank: &|member| self.rank(member << self.splits | group),
            range: &|members: Range<usize>| {
                self.first(members.start << self.splits)..self.first(members.end << self.splits)
            },
        };
        let root = self.root.map_or(0, |root| self.node(root) >> self.splits);
        fnomial::place(self.degree, &nodes, root, node >> self.splits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_become_one_until_the_rest_can_be_halved() {
        let halves = |root| Halves { ranks: 11, splits: 3, pairs: 3, root, degree: 4 };
        let ranks = |halves: &Halves| (0..8).map(|node| halves.rank(node)).collect::<Vec<_>>();
        assert_eq!(ranks(&halves(None)), [0, 2, 4, 6, 7, 8, 9, 10]);
        assert_eq!(ranks(&halves(Some(3))), [0, 3, 4, 6, 7, 8, 9, 10]);
        let nodes: Vec<usize> = (0..11).map(|rank| halves(None).node(rank)).collect();
        assert_eq!(nodes, [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7]);
        assert_eq!(halves(None).block(3, 1), Ranks::from(4..7));
        assert_eq!(halves(None).block(5, 3), Ranks::all(11));
    }

    #[test]
    fn the_tree_for_a_piece_is_of_every_so_many_nodes() {
        let halves = Halves { ranks: 13, splits: 1, pairs: 1, root: Some(8), degree: 2 };
        // Nodes 1, 3, … 11 and the others; the root is node 7, the fourth of the six.
        let root = halves.place(7);
        assert_eq!((root.parent, root.own.clone()), (None, Ranks::from(7..9)));
        let children: Vec<usize> = root.children.iter().map(|child| child.rank).collect();
        assert_eq!(children, [10, 12, 4]);
        assert_eq!(root.children[1].of, [0, 1, 2, 11, 12].into_iter().collect());
        assert_eq!(halves.place(6).parent, None);
    }
}
