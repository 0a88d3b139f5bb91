//! `fnomial:F`: an F-nomial tree (Moody et al. 2003, section 5.2 and appendix A): in each phase,
//! every F'th of the remaining ranks merges the partials of the F - 1 behind it. Ranks are numbered
//! from the root on, around the end, so that each partial is of consecutive ranks, in at most two
//! ranges of them, and any root gives the same bits. Results go down the same tree. Long vectors
//! go in blocks, several at a time.
//!
//! Cost, n bytes in a block, p ranks, partials of w n bytes: up
//! ceil(log_F p) α + (F - 1) log_F p (w n β + w n γ), where a rank's messages come in while it
//! waits for the first one: L ceil(log_F p) + (F - 1) log_F p (r + c) in Moody's terms
//! ([`crate::cost::fnomial`] is exact for any p). Down as much without γ. For short
//! vectors on many ranks.

use crate::cost::merged;
use crate::prelude::*;
use crate::row::DEGREE;
use crate::trees::{self, Down, TreeNeighbour, TreePosition, TreeSchedule};
use std::ops::Range;

pub const ROW: Schedule = Schedule {
    parameter: DEGREE,
    ..trees::row::<Fnomial>(
        "fnomial",
        "an F-nomial tree in rank order, contributions merged on their way up: few \
                  latencies",
        Cost::Blocks { seconds, degree: Degree::Tree },
    )
};

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let blocks = job.blocks(settings.block);
    let n = job.bytes as f64 / blocks as f64;
    let (first, next) = merged::tree(machine, job, settings, job.ranks, n);
    first + (blocks - 1) as f64 * next
}

pub struct Fnomial;

impl TreeSchedule for Fnomial {
    const DOWN: Down = Down::Overlapped;

    fn root(_ranks: usize, to: Destination) -> usize {
        to.root().unwrap_or(0)
    }

    fn position(rank: usize, ranks: usize, to: Destination, settings: &Settings) -> TreePosition {
        let one = TreeNodes { number: ranks, rank: &|node| node, range: &|nodes| nodes };
        position(settings.degree, &one, Self::root(ranks, to), rank)
    }
}

/// The nodes of a tree: all ranks, or one of each of several ranges of them.
pub struct TreeNodes<'a> {
    pub number: usize,
    pub rank: &'a dyn Fn(usize) -> usize,
    /// The ranks whose contributions consecutive nodes have.
    pub range: &'a dyn Fn(Range<usize>) -> Range<usize>,
}

impl TreeNodes<'_> {
    fn of(&self, first: usize, count: usize) -> Ranks {
        let nodes = Ranks::cyclic(first % self.number, count, self.number);
        let ranges = nodes.ranges().iter().map(|nodes| Ranks::from((self.range)(nodes.clone())));
        ranges.fold(Ranks::default(), |ranks, range| ranks.union(&range))
    }
}

pub fn position(degree: usize, nodes: &TreeNodes<'_>, root: usize, node: usize) -> TreePosition {
    let degree = degree.max(2);
    let number = nodes.number;
    let around = |id: usize| (root + id) % number;
    let own = (node + number - root) % number;
    let mut position = TreePosition {
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
                position.children.push(TreeNeighbour { rank: (nodes.rank)(around(child)), of });
            }
        } else {
            let parent = own / (stride * degree) * (stride * degree);
            position.parent = Some((nodes.rank)(around(parent)));
            break;
        }
        stride *= degree;
    }
    let mut digits = own;
    while digits > 0 {
        position.lag += 2 * usize::from(!digits.is_multiple_of(degree));
        digits /= degree;
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(degree: usize, ranks: usize, root: usize, rank: usize) -> TreePosition {
        let to = Destination::Root(root);
        Fnomial::position(rank, ranks, to, &Settings { degree, ..Settings::default() })
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
