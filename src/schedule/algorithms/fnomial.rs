//! `fnomial:F`: an F-nomial tree (Moody et al. 2003, section 5.2 and appendix A): in each
//! phase, every F'th of the ranks that are left merges what the F - 1 behind it know. Ranks
//! are numbered from the root on, around the end, so that each rank's partial is of
//! consecutive ranks, of two ranges of them at most, and any root gives the same bits. Results
//! go down the same tree. Long vectors go in blocks, several at a time.
//!
//! Cost, n bytes in a block, p ranks, partials of w n bytes: up
//! ceil(log_F p) α + (F - 1) log_F p (w n β + w n γ), where a rank's messages come in while it
//! waits for the first one: L ceil(log_F p) + (F - 1) log_F p (r + c) in Moody's terms
//! ([`crate::schedule::cost::fnomial`] is exact for any p). Down as much without γ. The way for small
//! vectors on many ranks.

use crate::arithmetic::ranks::Ranks;
use crate::schedule::case::{Destination, Settings};
use crate::schedule::cost::merged::Merged;
use crate::schedule::cost::{Cost, Machine, Workload};
use crate::schedule::flow::Down;
use crate::schedule::place::{TreeNeighbour, TreePosition};
use crate::schedule::row::Schedule;
use crate::schedule::row::DEGREE;
use crate::schedule::trees::Tree;
use crate::schedule::{merging, trees};
use std::ops::Range;

pub const ROW: Schedule = Schedule {
    name: "fnomial",
    description: "an F-nomial tree in rank order, contributions merged on their way up: few \
                  latencies",
    parameter: DEGREE,
    scratch: trees::scratch::<Fnomial>,
    cost: Cost::Blocks { seconds, degree: true },
    run: Some(trees::run::<Fnomial>),
    ..merging::ROW
};

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let blocks = job.blocks(settings.block);
    let on = Merged::new(machine, job, settings);
    let (first, next) = on.tree(job.ranks, job.bytes as f64 / blocks as f64);
    first + (blocks - 1) as f64 * next
}

/// The tree of all ranks.
pub struct Fnomial;

impl Tree for Fnomial {
    const DOWN: Down = Down::Along;

    fn root(_ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => 0,
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, settings: &Settings) -> TreePosition {
        let one = Nodes { number: ranks, rank: &|node| node, range: &|nodes| nodes };
        place(settings.degree, &one, Self::root(ranks, to), rank)
    }
}

/// The nodes of a tree: all ranks, or one each of as many ranges of them.
pub struct Nodes<'a> {
    pub number: usize,
    /// The rank that is a node.
    pub rank: &'a dyn Fn(usize) -> usize,
    /// The ranks whose contributions consecutive nodes have.
    pub range: &'a dyn Fn(Range<usize>) -> Range<usize>,
}

impl Nodes<'_> {
    fn of(&self, first: usize, count: usize) -> Ranks {
        let nodes = Ranks::cyclic(first % self.number, count, self.number);
        let ranges = nodes.ranges().iter().map(|nodes| Ranks::from((self.range)(nodes.clone())));
        ranges.fold(Ranks::default(), |ranks, range| ranks.union(&range))
    }
}

/// Where a node is in the tree.
pub fn place(degree: usize, nodes: &Nodes<'_>, root: usize, node: usize) -> TreePosition {
    let degree = degree.max(2);
    let number = nodes.number;
    let around = |id: usize| (root + id) % number;
    let own = (node + number - root) % number;
    let mut place = TreePosition {
        own: nodes.of(node, 1),
        parent: None,
        children: Vec::new(),
        partner: None,
        lag: 0,
    };
    let mut stride = 1;
    while stride < number {
        if (own / stride).is_multiple_of(degree) {
            let children = (1..degree).map(|child| own + child * stride);
            for child in children.take_while(|&child| child < number) {
                let of = nodes.of(around(child), stride.min(number - child));
                place.children.push(TreeNeighbour { rank: (nodes.rank)(around(child)), of });
            }
        } else {
            let parent = own / (stride * degree) * (stride * degree);
            place.parent = Some((nodes.rank)(around(parent)));
            break;
        }
        stride *= degree;
    }
    let mut digits = own;
    while digits > 0 {
        place.lag += 2 * usize::from(!digits.is_multiple_of(degree));
        digits /= degree;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(degree: usize, ranks: usize, root: usize, rank: usize) -> TreePosition {
        let to = Destination::Root(root);
        Fnomial::place(rank, ranks, to, &Settings { degree, ..Settings::default() })
    }

    /// Figure 5 of the paper.
    #[test]
    fn a_4_nomial_tree_over_16_nodes() {
        let children = |rank| {
            let place = placed(4, 16, 0, rank);
            place.children.iter().map(|child| child.rank).collect::<Vec<_>>()
        };
        assert_eq!(children(0), [1, 2, 3, 4, 8, 12]);
        assert_eq!(children(8), [9, 10, 11]);
        assert_eq!(children(5), []);
        assert_eq!(placed(4, 16, 0, 12).parent, Some(0));
        assert_eq!(placed(4, 16, 0, 15).parent, Some(12));
        assert_eq!((placed(4, 16, 0, 12).lag, placed(4, 16, 0, 15).lag), (2, 4));
    }

    #[test]
    fn numbers_go_around_from_the_root() {
        let place = placed(3, 5, 3, 1);
        assert_eq!((place.parent, place.children.len()), (Some(3), 1));
        assert_eq!(place.children[0].of, Ranks::one(2));
        let root = placed(3, 5, 3, 3);
        assert_eq!(root.children.last().unwrap().of, Ranks::from(1..3));
        assert_eq!(root.children[1].of, Ranks::one(0));
    }
}
