//! Distributions: which consecutive indices of an array of N elements each of p ranks should own.
//! The sum in the binary tree over the elements has the same bits for all (`arithmetic::tree`); the
//! number of nodes whose children lie on different ranks differs ([`Cost`]). Stelz 2022, sections
//! 1.2, 2.1 and 3.1.2.
//!
//! Each rank computes its share by itself, from N, p and its number alone, in integers, so that the
//! shares of all ranks tile the array.
//!
//! Cost: O(1), for `optimized` O(log N).

mod alpha;
mod cost;

pub use alpha::Alpha;
pub use cost::Cost;

use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distribution {
    /// Equal shares; the last ranks own one element more (equation 1.4). As printed, the equation
    /// gives `a` elements to the ranks below N - (N mod p), which is all of them for large N; it
    /// means those below p - (N mod p).
    #[default]
    Upper,
    /// Equal shares; the first ranks own one element more (equation 1.3).
    Lower,
    /// The largest power of two up to N/p, the rest to the last rank (equation 3.8). If N < p that
    /// power would be less than an element; then the first N ranks own one each.
    Power2,
    /// The start indices of `upper`, each moved down, by no more than `alpha` times N/p, to one at
    /// which a larger subtree begins (Algorithm 3).
    Optimized { alpha: Alpha },
}

#[derive(Debug)]
pub struct Description {
    /// With its default parameter.
    pub id: Distribution,
    /// In the environment and in direct calls.
    pub name: &'static str,
    /// In one line.
    pub description: &'static str,
}

/// All distributions.
pub const ALL: &[Description] = &[
    Description {
        id: Distribution::Upper,
        name: "upper",
        description: "equal shares; where they cannot be equal, the last ranks own one element \
                      more",
    },
    Description {
        id: Distribution::Lower,
        name: "lower",
        description: "equal shares; where they cannot be equal, the first ranks own one element \
                      more",
    },
    Description {
        id: Distribution::Power2,
        name: "power2",
        description: "a power of two for each rank, and the rest, up to half of all, for the last \
                      one: few messages, little parallelism",
    },
    Description {
        id: Distribution::Optimized { alpha: Alpha::DEFAULT },
        name: "optimized",
        description: "like upper, but each rank may begin earlier, by up to alpha times an equal \
                      share (0 to 1; default 0.2), where that saves messages",
    },
];

/// Accepted beside the names.
pub const WITH_ALPHA: &str = "optimized:ALPHA with ALPHA from 0 to 1, such as 0.25";

/// The consecutive indices of a rank: `count` from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The first one; if there are none, the next rank's first.
    pub start: u64,
    pub count: u64,
}

impl fmt::Display for Distribution {
    /// As [`Distribution::from_text`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Distribution::Upper => "upper",
            Distribution::Lower => "lower",
            Distribution::Power2 => "power2",
            Distribution::Optimized { alpha } => return write!(f, "optimized:{alpha}"),
        })
    }
}

impl Distribution {
    /// The distribution of that name, `optimized` also with `:` and alpha after it.
    pub fn from_text(text: &str) -> Option<Self> {
        if let Some(alpha) = text.strip_prefix("optimized:") {
            return Some(Distribution::Optimized { alpha: Alpha::from_text(alpha)? });
        }
        ALL.iter().find(|row| row.name == text).map(|row| row.id)
    }

    /// The share of a rank of `total` elements.
    pub fn share(self, total: u64, ranks: u64, rank: u64) -> Share {
        assert!(rank < ranks, "rank {rank} of {ranks}");
        let start = self.start(total, ranks, rank);
        let end = if rank + 1 == ranks { total } else { self.start(total, ranks, rank + 1) };
        // No start lies after the next one: for the first three by definition, for the last see
        // `coarsen`. So the shares tile the array.
        Share { start, count: end - start }
    }

    /// The first index of a rank: the sum of the shares before it.
    fn start(self, total: u64, ranks: u64, rank: u64) -> u64 {
        let (each, rest) = (total / ranks, total % ranks);
        match self {
            Distribution::Upper => each * rank + rank.saturating_sub(ranks - rest),
            Distribution::Lower => each * rank + rank.min(rest),
            Distribution::Power2 if each == 0 => rank.min(total),
            Distribution::Power2 => rank << each.ilog2(),
            Distribution::Optimized { alpha } => {
                let even = Distribution::Upper.start(total, ranks, rank);
                coarsen(even, alpha.of(total) / ranks)
            }
        }
    }
}

/// Algorithm 3: goes from an index to its parents, as far as they are within `slack`. (Line 5 as
/// printed takes the parent of the first index each time; it means that of the proposed one. And 0
/// has no parent.)
///
/// It never changes the order of two indices i < j, whatever the slack. Say that j goes to j',
/// which is j with its lowest k bits cleared. If i <= j', then i, which only goes down, stays below. Else
/// j' < i < j, so that i is j' but for its lowest k bits as well, which are less than those of j:
/// they are within the slack, too, and i goes at least as far down as j'.
fn coarsen(start: u64, slack: u64) -> u64 {
    let mut current = start;
    while current != 0 {
        let proposed = parent(current);
        if start - proposed > slack {
            break;
        }
        current = proposed;
    }
    current
}

/// Where the subtree that begins at an index other than 0 is merged: the index without its lowest
/// set bit (equation 3.1).
fn parent(index: u64) -> u64 {
    index & (index - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_must_match_exactly() {
        for row in ALL {
            assert_eq!(Distribution::from_text(row.name), Some(row.id));
        }
        let wrong = "|:|Upper| upper|upper:|upper:0.2|power2:1|power|optimized:|\
                     optimized:1.5|optimized:-0.1|optimized:0.2:0.2|optimized=0.2|:0.2";
        for wrong in wrong.split('|') {
            assert_eq!(Distribution::from_text(wrong), None, "{wrong}");
        }
        let same = Distribution::from_text("optimized:0.2");
        assert_eq!(same, Distribution::from_text("optimized"));
        assert_ne!(same, Distribution::from_text("optimized:0.21"));
    }
}
