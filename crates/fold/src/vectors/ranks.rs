//! Sets of ranks: whose contributions a partial of a vector holds.

use std::ops::Range;

/// A set of ranks, as the sorted ranges of consecutive ones in it: mostly one, two in a ring or a
/// tree that begins at the root, as many as ranks where these are dealt out to nodes one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ranks(Vec<Range<usize>>);

impl Ranks {
    pub fn one(rank: usize) -> Ranks {
        Ranks::from(rank..rank + 1)
    }

    pub fn all(ranks: usize) -> Ranks {
        Ranks::from(0..ranks)
    }

    /// `count` ranks from the `first` one on, where rank 0 follows the last of `ranks`.
    pub fn cyclic(first: usize, count: usize, ranks: usize) -> Ranks {
        assert!(first < ranks && count <= ranks, "no more than all ranks");
        let end = first + count;
        match end.checked_sub(ranks) {
            None | Some(0) => Ranks::from(first..end),
            Some(around) => Ranks::from(0..around).union(&Ranks::from(first..ranks)),
        }
    }

    /// The union of two disjoint sets.
    pub fn union(&self, other: &Ranks) -> Ranks {
        [self, other].into_iter().collect()
    }

    /// The union of disjoint ranges in any order.
    fn of_ranges(mut ranges: Vec<Range<usize>>) -> Ranks {
        ranges.sort_unstable_by_key(|range| range.start);
        let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match joined.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                last => {
                    assert!(last.is_none_or(|last| last.end < range.start), "a rank twice");
                    joined.push(range);
                }
            }
        }
        Ranks(joined)
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(Range::len).sum()
    }

    /// The ranges, none of which touches another.
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.0
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().cloned().flatten()
    }
}

impl From<Range<usize>> for Ranks {
    fn from(range: Range<usize>) -> Ranks {
        if range.is_empty() {
            Ranks::default()
        } else {
            Ranks(vec![range])
        }
    }
}

impl FromIterator<usize> for Ranks {
    fn from_iter<I: IntoIterator<Item = usize>>(ranks: I) -> Ranks {
        Ranks::of_ranges(ranks.into_iter().map(|rank| rank..rank + 1).collect())
    }
}

impl<'a> FromIterator<&'a Ranks> for Ranks {
    fn from_iter<I: IntoIterator<Item = &'a Ranks>>(sets: I) -> Ranks {
        Ranks::of_ranges(sets.into_iter().flat_map(|set| set.ranges()).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        let set: Ranks = [5, 0, 4, 2, 1].into_iter().collect();
        assert_eq!(set.ranges(), [0..3, 4..6]);
        assert_eq!(set.union(&Ranks::one(3)), Ranks::all(6));
        assert_eq!((set.count(), set.iter().collect::<Vec<_>>()), (5, vec![0, 1, 2, 4, 5]));
        assert_eq!(set.union(&Ranks::default()), set);
    }

    #[test]
    fn around_the_end() {
        assert_eq!(Ranks::cyclic(5, 4, 7).ranges(), [0..2, 5..7]);
        assert_eq!(Ranks::cyclic(5, 2, 7), Ranks::from(5..7));
        assert_eq!(Ranks::cyclic(3, 0, 7), Ranks::default());
        for first in 0..7 {
            assert_eq!(Ranks::cyclic(first, 7, 7), Ranks::all(7));
        }
    }

    #[test]
    #[should_panic(expected = "a rank twice")]
    fn no_rank_is_there_twice() {
        let _ = Ranks::from(0..3).union(&Ranks::one(2));
    }
}
