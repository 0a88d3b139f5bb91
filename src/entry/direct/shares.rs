//! Who holds which elements of distributed arrays: from the lengths that the ranks
//! have told each other, in rank order or from the indices that they have named.

use super::failure::{Class, Failure};
use crate::arithmetic::share::{Share, LONGEST};

/// What a rank holds of each array.
#[derive(Clone, Copy)]
pub struct Holding<'a> {
    /// The length of its share.
    pub lengths: &'a [usize],
    /// The index of the share's first element, where shares are not in rank order.
    pub starts: Option<&'a [u64]>,
    /// By which number the caller's language calls the first of anything: 0 in C, 1 in
    /// Fortran. For messages alone; `starts` count from 0.
    pub first: u64,
}

impl Holding<'_> {
    /// The words in which it is told to the other ranks.
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

/// A rank's share of an array, the most roots that any rank's has, and the ranks in the
/// order of their shares where that is not their own.
pub type Told = (Share, usize, Option<Vec<usize>>);

/// What each rank's `width` words, of which the first is no length, say of each array.
pub fn shares_of(
    words: &[u64],
    width: usize,
    holding: &Holding<'_>,
    rank: usize,
) -> Result<Vec<Told>, Failure> {
    let arrays = holding.lengths.len();
    let rows = || words.chunks_exact(width);
    let told = |array: usize| match holding.starts {
        None => in_rank_order(rows().map(|row| row[1 + array]), rank),
        Some(_) => {
            let region = |row: &[u64]| (row[1 + arrays + array], row[1 + array]);
            by_region(&rows().map(region).collect::<Vec<_>>(), rank, holding.first)
        }
    };
    let of_array = |array: usize, what: String| match arrays {
        1 => Failure::new(Class::Count, what),
        _ => {
            let number = array as u64 + holding.first;
            Failure::new(Class::Count, format!("array {number}: {what}"))
        }
    };
    (0..arrays).map(|array| told(array).map_err(|what| of_array(array, what))).collect()
}

/// Shares of these lengths, one after the other.
pub fn in_rank_order(
    lengths: impl Iterator<Item = u64> + Clone,
    rank: usize,
) -> Result<Told, String> {
    let mut total = 0u64;
    for length in lengths.clone() {
        total = total.checked_add(length).filter(|end| *end <= LONGEST).ok_or_else(too_long)?;
    }
    let (mut own, mut roots, mut start) = (Share::default(), 0, 0);
    for (of, length) in lengths.enumerate() {
        let share = Share { start, end: start + length, total };
        (start, roots) = (share.end, roots.max(share.number_of_roots()));
        if of == rank {
            own = share;
        }
    }
    Ok((own, roots, None))
}

fn too_long() -> String {
    "the array has more than 2^63 elements".to_string()
}

/// Shares by the indices of their first elements and their lengths; an empty one may
/// name any index. `first` is the index of the first element, in words.
fn by_region(regions: &[(u64, u64)], rank: usize, first: u64) -> Result<Told, String> {
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
    let roots = shares.map(Share::number_of_roots).max().unwrap_or(0);
    Ok((Share { total, ..own }, roots, (!order.is_sorted()).then_some(order)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(start: u64, end: u64, total: u64) -> Share {
        Share { start, end, total }
    }

    #[test]
    fn lengths_in_rank_order() {
        let told = |rank| in_rank_order([3, 0, 4].into_iter(), rank).unwrap();
        assert_eq!(told(0), (share(0, 3, 7), 2, None));
        assert_eq!(told(1), (share(3, 3, 7), 2, None));
        assert_eq!(told(2), (share(3, 7, 7), 2, None));
        assert!(in_rank_order([LONGEST, 0].into_iter(), 1).is_ok());
        assert!(in_rank_order([LONGEST, 1].into_iter(), 1).is_err());
        assert!(in_rank_order([u64::MAX, 1].into_iter(), 1).is_err());
    }

    #[test]
    fn regions_tile_the_array_or_it_is_said_where_not() {
        let regions = [(4, 3), (99, 0), (0, 4)];
        assert_eq!(by_region(&regions, 0, 0).unwrap(), (share(4, 7, 7), 1, Some(vec![1, 2, 0])));
        assert_eq!(by_region(&regions, 2, 0).unwrap().0, share(0, 4, 7));
        assert_eq!(by_region(&regions, 1, 0).unwrap().0.length(), 0);
        assert_eq!(by_region(&[(0, 2), (2, 1)], 1, 0).unwrap(), (share(2, 3, 3), 1, None));
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
        assert_eq!(by_region(&[(3, 0), (5, 0)], 0, 0).unwrap().0.total, 0);
    }
}
