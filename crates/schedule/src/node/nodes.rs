//! Which ranks are on which node: the same on all ranks of a communicator.

use samebits_fold::vectors::ranks::Ranks;
use std::collections::HashMap;
use std::fmt;

/// The ranks by node; nodes are numbered in the order of their lowest ranks.
#[derive(Clone, Debug)]
pub struct Nodes {
    /// The node of each rank.
    of: Vec<u32>,
    /// The ranks of each node.
    sets: Vec<Ranks>,
    min_size: usize,
}

impl Nodes {
    /// From the machine that each rank is on, and how the ranks of a machine are split.
    pub fn new(machines: &[u64], split: Option<Split>) -> Nodes {
        let mut sizes: HashMap<u64, usize> = HashMap::new();
        machines.iter().for_each(|machine| *sizes.entry(*machine).or_default() += 1);
        let mut seen: HashMap<u64, usize> = HashMap::new();
        let mut numbers: HashMap<(u64, usize), usize> = HashMap::new();
        let (mut of, mut members) = (Vec::with_capacity(machines.len()), Vec::<Vec<usize>>::new());
        for (rank, &machine) in machines.iter().enumerate() {
            let place = seen.entry(machine).or_default();
            let part = split.map_or(0, |split| split.part(*place, sizes[&machine]));
            *place += 1;
            let number = *numbers.entry((machine, part)).or_insert(members.len());
            if number == members.len() {
                members.push(Vec::new());
            }
            members[number].push(rank);
            of.push(number as u32);
        }
        let min_size = members.iter().map(Vec::len).min().unwrap_or(0);
        let sets = members.into_iter().map(|members| members.into_iter().collect()).collect();
        Nodes { of, sets, min_size }
    }

    pub fn one(ranks: usize) -> Nodes {
        Nodes::new(&vec![0; ranks], None)
    }

    pub fn number(&self) -> usize {
        self.sets.len()
    }

    pub fn several(&self) -> bool {
        self.number() > 1
    }

    pub fn ranks(&self) -> usize {
        self.of.len()
    }

    pub(crate) fn min_size(&self) -> usize {
        self.min_size
    }

    pub fn max_size(&self) -> usize {
        self.sets.iter().map(Ranks::count).max().unwrap_or(0)
    }

    pub fn of(&self, rank: usize) -> usize {
        self.of[rank] as usize
    }

    pub fn set(&self, node: usize) -> &Ranks {
        &self.sets[node]
    }

    pub fn sets(&self, nodes: &Ranks) -> Ranks {
        nodes.iter().map(|node| self.set(node)).collect()
    }

    /// The rank that is the `place`th of a node.
    pub fn rank(&self, node: usize, place: usize) -> usize {
        self.set(node).iter().nth(place).expect("a rank of the node")
    }

    pub fn place(&self, rank: usize) -> usize {
        self.set(self.of(rank)).iter().take_while(|other| *other != rank).count()
    }
}

/// How the ranks of one machine are split, as if it were several: into nodes of `max_size` ranks,
/// consecutive ones or dealt out one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    max_size: usize,
    cyclic: bool,
}

pub const SPLITS: &str = "N or N:cyclic with N from 1 to 4096";

const MAX_SPLIT: usize = 4096;

impl Split {
    pub fn from_text(text: &str) -> Option<Split> {
        let (number, cyclic) = match text.strip_suffix(":cyclic") {
            Some(number) => (number, true),
            None => (text, false),
        };
        // No sign and no leading zeros, so that a split has one text.
        let max_size: usize = number.parse().ok().filter(|n: &usize| n.to_string() == number)?;
        (1..=MAX_SPLIT).contains(&max_size).then_some(Split { max_size, cyclic })
    }

    /// The part of a machine to which its `place`th rank belongs.
    pub fn part(self, place: usize, ranks: usize) -> usize {
        if self.cyclic {
            place % ranks.div_ceil(self.max_size)
        } else {
            place / self.max_size
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.max_size, if self.cyclic { ":cyclic" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(nodes: &Nodes) -> Vec<Vec<usize>> {
        (0..nodes.number()).map(|node| nodes.set(node).iter().collect()).collect()
    }

    #[test]
    fn nodes_are_numbered_by_their_lowest_ranks() {
        let nodes = Nodes::new(&[7, 3, 7, 9, 3, 7], None);
        assert_eq!(sets(&nodes), [vec![0, 2, 5], vec![1, 4], vec![3]]);
        assert_eq!(
            (nodes.number(), nodes.min_size(), nodes.max_size(), nodes.ranks()),
            (3, 1, 3, 6)
        );
        for rank in 0..6 {
            assert_eq!(nodes.rank(nodes.of(rank), nodes.place(rank)), rank);
        }
        assert_eq!(nodes.sets(&Ranks::from(1..3)).ranges(), [1..2, 3..5]);
        assert!(!Nodes::one(4).several() && nodes.several());
    }

    #[test]
    fn machines_are_split_in_rank_order_or_dealt_out() {
        let split = |text, machines: &[u64]| sets(&Nodes::new(machines, Split::from_text(text)));
        assert_eq!(split("2", &[0; 5]), [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(split("2:cyclic", &[0; 5]), [vec![0, 3], vec![1, 4], vec![2]]);
        assert_eq!(split("3:cyclic", &[0; 5]), [vec![0, 2, 4], vec![1, 3]]);
        assert_eq!(split("9", &[0; 3]), [vec![0, 1, 2]]);
        assert_eq!(split("1", &[0; 3]), [vec![0], vec![1], vec![2]]);
        assert_eq!(split("2", &[5, 8, 5, 5, 8]), [vec![0, 2], vec![1, 4], vec![3]]);
    }

    #[test]
    fn splits_are_named_by_text() {
        for text in ["1", "2", "4096", "1:cyclic", "17:cyclic"] {
            assert_eq!(Split::from_text(text).unwrap().to_string(), text);
        }
        for text in ["0", "4097", "+2", "02", "", ":cyclic", "2:", "2:block", "cyclic", "-1"] {
            assert_eq!(Split::from_text(text), None, "{text}");
        }
    }
}
