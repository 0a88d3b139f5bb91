//! Who holds which elements of distributed arrays: from the lengths that the ranks have
//! exchanged, in rank order or from the indices that they have named.

use super::failure::{Class, Failure};
use crate::arithmetic::share::{Share, LONGEST};

/// This rank's share of each array, as the caller gives it.
#[derive(Clone, Copy, Debug)]
pub struct Shares<'a> {
    /// The length of its share.
    pub lengths: &'a [usize],
    /// The index of the share's first element, where shares are not in rank order.
    pub starts: Option<&'a [u64]>,
    /// By which number the caller's language calls the first of anything: 0 in C, 1 in
    /// Fortran. For messages alone; `starts` count from 0.
    pub first: u64,
}

impl Shares<'_> {
    /// The words that tell the other ranks of them.
    pub fn words(&self) -> usize {
        self.lengths.len() * if self.starts.is_some() { 2 } else { 1 }
    }

    /// Writes them: all lengths, then all starts.
    pub fn write(&self, words: &mut [u64]) {
        let lengths = self.lengths.iter().map(|length| *length as u64);
        let starts = self.starts.unwrap_or_default().iter().copied();
        for (word, value) in words.iter_mut().zip(lengths.chain(starts)) {
            *word = value;
        }
    }
}

/// What a rank knows of an array once all have told their shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayLayout {
    /// This rank's share.
    pub share: Share,
    /// The most roots that any rank's share has.
    pub roots: usize,
    /// The ranks in the order of their shares; none where that is their own.
    pub order: Option<Vec<usize>>,
}

/// The cut of each array, from all ranks' words: `width` of each, of which the first is no length.
pub fn cuts(
    words: &[u64],
    width: usize,
    shares: &Shares<'_>,
    rank: usize,
) -> Result<Vec<ArrayLayout>, Failure> {
    let arrays = shares.lengths.len();
    let rows = || words.chunks_exact(width);
    let cut = |array: usize| match shares.starts {
        None => in_rank_order(rows().map(|row| row[1 + array]), rank),
        Some(_) => {
            let region = |row: &[u64]| (row[1 + arrays + array], row[1 + array]);
            by_region(&rows().map(region).collect::<Vec<_>>(), rank, shares.first)
        }
    };
    let of_array = |array: usize, what: String| match arrays {
        1 => Failure::new(Class::Count, what),
        _ => {
            let number = array as u64 + shares.first;
            Failure::new(Class::Count, format!("array {number}: {what}"))
        }
    };
    (0..arrays).map(|array| cut(array).map_err(|what| of_array(array, what))).collect()
}

/// Shares of these lengths, one after the other.
pub fn in_rank_order(
    lengths: impl Iterator<Item = u64> + Clone,
    rank: usize,
) -> Result<ArrayLayout, String> {
    let mut total = 0u64;
    for length in lengths.clone() {
        total = total.checked_add(length).filter(|end| *end <= LONGEST).ok_or_else(too_long)?;
    }
    let (mut own, mut roots, mut start) = (Share::default(), 0, 0);
    for (of, length) in lengths.enumerate() {
        let share = Share { start, end: start + length, total };
        (start, roots) = (share.end, roots.max(share.subtree_count()));
        if of == rank {
            own = share;
        }
    }
    Ok(ArrayLayout { share: own, roots, order: None })
}

fn too_long() -> String {
    "the array has more than 2^63 elements".to_string()
}

/// Shares by the indices of their first elements and their lengths; an empty one may
/// name any index. `first` is the index of the first element, in words.
fn by_region(regions: &[(u64, u64)], rank: usize, first: u64) -> Result<ArrayLayout, String> {
    let named = |index: u64| u128::from(index) + u128::from(first);
    let mut order: Vec<usize> = (0..regions.len()).collect();
    // Empty ones first, where they are in nobody's way.
    order.sort_by_key(|&rank| match regions[rank] {
        (_, 0) => (0, 0),
        (start, _) => (1, start),
    });
    let (mut own, mut total) = (Share::default(), 0u64);
    let mut before = None;
    for &of in &order {
        let (start, length) = match regions[of] {
            (_, 0) => (total, 0),
            region => region,
        };
        if start > total {
            return Err(match start - total {
                1 => format!("no rank holds the element {}", named(total)),
                _ => format!("no rank holds the elements {} to {}", named(total), named(start - 1)),
            });
        }
        if start < total {
            let other: usize = before.expect("there is a share that ends behind");
            let (one, two) = (other.min(of), other.max(of));
            let both = named(start);
            return Err(format!("ranks {one} and {two} both hold the element {both}"));
        }
        total = start.checked_add(length).filter(|end| *end <= LONGEST).ok_or_else(too_long)?;
        if length > 0 {
            before = Some(of);
        }
        if of == rank {
            (own.start, own.end) = (start, total);
        }
    }
    let shares = regions.iter().filter(|(_, length)| *length > 0);
    let shares = shares.map(|&(start, length)| Share { start, end: start + length, total });
    let roots = shares.map(Share::subtree_count).max().unwrap_or(0);
    let order = (!order.is_sorted()).then_some(order);
    Ok(ArrayLayout { share: Share { total, ..own }, roots, order })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(start: u64, end: u64, total: u64) -> Share {
        Share { start, end, total }
    }

    fn cut(share: Share, roots: usize, order: Option<Vec<usize>>) -> ArrayLayout {
        ArrayLayout { share, roots, order }
    }

    #[test]
    fn lengths_in_rank_order() {
        let of_rank = |rank| in_rank_order([3, 0, 4].into_iter(), rank).unwrap();
        assert_eq!(of_rank(0), cut(share(0, 3, 7), 2, None));
        assert_eq!(of_rank(1), cut(share(3, 3, 7), 2, None));
        assert_eq!(of_rank(2), cut(share(3, 7, 7), 2, None));
        assert!(in_rank_order([LONGEST, 0].into_iter(), 1).is_ok());
        assert!(in_rank_order([LONGEST, 1].into_iter(), 1).is_err());
        assert!(in_rank_order([u64::MAX, 1].into_iter(), 1).is_err());
    }

    #[test]
    fn regions_tile_the_array_or_it_is_said_where_not() {
        let regions = [(4, 3), (99, 0), (0, 4)];
        let first = cut(share(4, 7, 7), 1, Some(vec![1, 2, 0]));
        assert_eq!(by_region(&regions, 0, 0).unwrap(), first);
        assert_eq!(by_region(&regions, 2, 0).unwrap().share, share(0, 4, 7));
        assert_eq!(by_region(&regions, 1, 0).unwrap().share.length(), 0);
        let second = cut(share(2, 3, 3), 1, None);
        assert_eq!(by_region(&[(0, 2), (2, 1)], 1, 0).unwrap(), second);
        let wrong = |regions: &[(u64, u64)]| by_region(regions, 0, 0).unwrap_err();
        assert_eq!(wrong(&[(1, 2)]), "no rank holds the element 0");
        assert_eq!(wrong(&[(7, 2), (0, 4)]), "no rank holds the elements 4 to 6");
        assert_eq!(wrong(&[(3, 2), (8, 1), (0, 4)]), "ranks 0 and 2 both hold the element 3");
        assert_eq!(wrong(&[(5, 5), (0, 10), (5, 0)]), "ranks 0 and 1 both hold the element 5");
        assert_eq!(
            wrong(&[(0, 1), (u64::MAX, 2)]),
            format!("no rank holds the elements 1 to {}", u64::MAX - 1)
        );
        assert_eq!(wrong(&[(0, LONGEST), (LONGEST, 1)]), too_long());
        let in_fortran = |regions: &[(u64, u64)]| by_region(regions, 0, 1).unwrap_err();
        assert_eq!(in_fortran(&[(1, 2)]), "no rank holds the element 1");
        assert_eq!(in_fortran(&[(7, 2), (0, 4)]), "no rank holds the elements 5 to 7");
        assert_eq!(in_fortran(&[(0, 4), (3, 2)]), "ranks 0 and 1 both hold the element 4");
        assert_eq!(by_region(&[(3, 0), (5, 0)], 0, 0).unwrap().share.total, 0);
    }
}
