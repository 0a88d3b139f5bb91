//! Shares of a distributed array, and the roots of the tree inside them.
//!
//! The array has `total` elements, the leaves (0,0) … (total-1,0) of the tree of Stelz 2022,
//! chapter 2. The whole subtrees in a range of n elements that lie in no larger one inside it are
//! its *roots*, at most 2 floor(log2(n + 2)) - 1. They follow from the range and the total, so a
//! partial need carry their values only.

/// A range of consecutive elements of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub start: u64,
    /// The index after its last element.
    pub end: u64,
    /// The length of the whole array, at most [`LONGEST`].
    pub total: u64,
}

pub const LONGEST: u64 = 1 << 63;

/// A subtree, by the range of its elements: an aligned power of two of them, or fewer where the
/// array ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    pub start: u64,
    pub end: u64,
}

impl Share {
    pub fn length(&self) -> u64 {
        self.end - self.start
    }

    pub fn roots(self) -> impl Iterator<Item = Root> {
        let mut start = self.start;
        std::iter::from_fn(move || {
            if start >= self.end {
                return None;
            }
            // The largest subtree that begins there and does not end behind the share.
            let mut end = self.total;
            if start > 0 || self.end < self.total {
                let aligned = if start == 0 { LONGEST } else { start & start.wrapping_neg() };
                let fits = self.end - start;
                let whole = 1 << fits.ilog2();
                end = if self.end == self.total && aligned >= fits {
                    self.end
                } else {
                    start + whole.min(aligned)
                };
            }
            let root = Root { start, end };
            start = end;
            Some(root)
        })
    }

    /// How many roots it has. O(1).
    pub fn subtree_count(self) -> usize {
        let Share { start, end, total } = self;
        if start == end {
            return 0;
        }
        // The subtree with the first element in its left half, and the last in its right.
        let differ = start ^ (end - 1);
        if differ == 0 {
            return 1;
        }
        let half = 1u64 << differ.ilog2();
        let middle = (end - 1) & !(half - 1);
        // A half that the array's end clips counts as whole.
        let (left, right) = (middle - start, if end == total { half } else { end - middle });
        if left == half && right == half {
            return 1;
        }
        (left.count_ones() + right.count_ones()) as usize
    }
}

impl Root {
    /// Whether this and the root behind it are the two halves of a subtree of an array of `total`
    /// elements.
    pub fn joins(&self, right: &Root, total: u64) -> bool {
        let length = self.end - self.start;
        // A subtree that the array's end clips is no left half: nothing is behind it.
        self.end == right.start
            && length.is_power_of_two()
            && self.start & length.wrapping_mul(2).wrapping_sub(1) == 0
            && right.end == (self.end.saturating_add(length)).min(total)
    }
}

/// The most roots that a range of at most `length` elements has.
pub const fn max_subtrees(length: u64) -> usize {
    match length {
        0 => 0,
        _ => 2 * (length.saturating_add(2)).ilog2() as usize - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: nodes of the tree, clipped at `total`, that lie inside the range and whose
    /// parents do not.
    fn by_definition(share: Share) -> Vec<Root> {
        let height = (0..).find(|&y| 1u64 << y >= share.total).unwrap();
        let mut roots = Vec::new();
        let mut start = share.start;
        while start < share.end {
            let root = (0..=height)
                .filter(|y| start.is_multiple_of(1 << y))
                .map(|y| Root { start, end: (start + (1 << y)).min(share.total) })
                .filter(|root| root.end <= share.end)
                .max_by_key(|root| root.end)
                .unwrap();
            start = root.end;
            roots.push(root);
        }
        roots
    }

    #[test]
    fn roots_are_the_largest_subtrees_inside() {
        for total in 1..=40 {
            for start in 0..=total {
                for end in start..=total {
                    let share = Share { start, end, total };
                    let roots: Vec<Root> = share.roots().collect();
                    assert_eq!(roots, by_definition(share), "{share:?}");
                    assert_eq!(roots.len(), share.subtree_count(), "{share:?}");
                    assert!(roots.len() <= max_subtrees(share.length()), "{share:?}");
                    // None of them are two halves: they would have been one root.
                    assert!(roots.windows(2).all(|pair| !pair[0].joins(&pair[1], total)));
                }
            }
        }
    }

    #[test]
    fn halves_join_and_nothing_else_does() {
        let root = |start, end| Root { start, end };
        assert!(root(0, 4).joins(&root(4, 8), 8));
        assert!(root(0, 4).joins(&root(4, 5), 5), "clipped by the end of the array");
        assert!(!root(0, 4).joins(&root(4, 5), 8));
        assert!(!root(4, 8).joins(&root(8, 12), 16), "cousins");
        assert!(!root(0, 4).joins(&root(6, 8), 8), "a gap");
        assert!(root(0, 1 << 62).joins(&root(1 << 62, 1 << 63), 1 << 63));
    }

    #[test]
    fn the_longest_array_is_no_trouble() {
        let total = LONGEST;
        let all = Share { start: 0, end: total, total };
        assert_eq!(all.roots().collect::<Vec<_>>(), [Root { start: 0, end: total }]);
        let most = Share { start: 1, end: total - 1, total };
        assert_eq!(most.roots().count(), 2 * 62);
        assert!(max_subtrees(most.length()) >= 2 * 62);
        let odd = Share { start: 1, end: total - 1, total: total - 1 };
        assert_eq!(odd.roots().count(), 63);
        for share in [all, most, odd] {
            assert_eq!(share.subtree_count(), share.roots().count());
        }
    }
}
