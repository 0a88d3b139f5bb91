//! Who holds which elements of distributed arrays: shares in rank order, or regions, or runs of
//! indices ([`super::pieces`]).

use super::failure::{Class, Failure};
use super::layout::{end, tiled, ArrayLayout, HeldRange};
use super::pieces::{self, Runs};
use samebits_fold::share::contribution::Run;
use samebits_sum::share::Share;

/// This rank's share of each array, as the caller passes it.
#[derive(Clone, Copy, Debug)]
pub struct Shares<'a> {
    pub lengths: &'a [usize],
    /// The index of each share's first element, unless shares are in rank order.
    pub starts: Option<&'a [u64]>,
    /// The runs of the only array, whose length is that of all of them.
    pub runs: Option<Runs<'a>>,
    /// The caller's lowest index, for messages: 0 in C, 1 in Fortran. `starts` count from 0.
    pub first: u64,
}

impl Shares<'_> {
    pub(super) fn word_count(&self) -> usize {
        match self.runs {
            Some(_) => pieces::WORDS,
            None => self.lengths.len() * if self.starts.is_some() { 2 } else { 1 },
        }
    }

    /// Writes all lengths, then all starts; or the words of the runs.
    pub(super) fn write(&self, words: &mut [u64]) {
        if let Some(runs) = self.runs {
            return words[..pieces::WORDS].copy_from_slice(&runs.words());
        }
        let lengths = self.lengths.iter().map(|length| *length as u64);
        let starts = self.starts.unwrap_or_default().iter().copied();
        for (word, value) in words.iter_mut().zip(lengths.chain(starts)) {
            *word = value;
        }
    }
}

/// The layout of each array, from a header word and [`Shares::write`]'s words of each rank, which
/// lie in rows of `width` words; in the place of others. Where data do not depend on their `place`,
/// shares that tile the array are as good as in rank order.
pub(super) fn layouts<'a>(
    words: &[u64],
    width: usize,
    shares: &Shares<'_>,
    (rank, place): (usize, bool),
    into: impl Iterator<Item = &'a mut ArrayLayout>,
) -> Result<(), Failure> {
    let arrays = shares.lengths.len();
    let rows = || words.chunks_exact(width);
    let layout = |array: usize, into: &mut ArrayLayout| match shares.starts {
        None => in_rank_order(rows().map(|row| row[1 + array]), rank, into),
        Some(_) => {
            let region = |row: &[u64]| (row[1 + arrays + array], row[1 + array]);
            let regions = rows().map(region).collect::<Vec<_>>();
            *into = by_region(&regions, rank, shares.first)?;
            match place {
                true => Ok(()),
                false => in_rank_order(regions.iter().map(|(_, length)| *length), rank, into),
            }
        }
    };
    let failure = |array: usize, what: String| match arrays {
        1 => Failure::new(Class::Count, what),
        _ => Failure::new(Class::Count, format!("array {}: {what}", array as u64 + shares.first)),
    };
    let mut numbered = into.zip(0..arrays);
    numbered.try_for_each(|(into, array)| layout(array, into).map_err(|what| failure(array, what)))
}

/// The layout of shares in rank order, in the place of another one.
fn in_rank_order(
    lengths: impl Iterator<Item = u64> + Clone,
    rank: usize,
    into: &mut ArrayLayout,
) -> Result<(), String> {
    let total = lengths.clone().try_fold(0, end)?;
    let ArrayLayout { share: own, roots, order, parts, runs } = into;
    let mut start = 0;
    (*roots, *order) = (0, None);
    parts.clear();
    for (of, length) in lengths.enumerate() {
        let share = Share { start, end: start + length, total };
        (start, *roots) = (share.end, share.subtree_count().max(*roots));
        if of == rank {
            *own = share;
        }
        if length > 0 {
            parts.push(HeldRange::whole(share, of));
        }
    }
    runs.clear();
    runs.push(Run::whole(*own));
    Ok(())
}

/// The layout of shares by first index and length. In messages the lowest index is `first`.
fn by_region(regions: &[(u64, u64)], rank: usize, first: u64) -> Result<ArrayLayout, String> {
    let is_filled = |of: &usize| regions[*of].1 > 0;
    let held = |of: usize| HeldRange::of(regions[of].0, regions[of].1, of);
    let mut parts: Vec<HeldRange> = (0..regions.len()).filter(is_filled).map(held).collect();
    parts.sort_by_key(|part| part.start);
    let total = tiled(&parts, first)?;
    let own = parts.iter().find(|part| part.rank as usize == rank);
    let share = own.map_or(Share { total, ..Share::default() }, |part| part.share(total));
    let roots = parts.iter().map(|part| part.share(total).subtree_count()).max().unwrap_or(0);
    let empty = (0..regions.len()).filter(|of| !is_filled(of));
    let order: Vec<usize> = empty.chain(parts.iter().map(|part| part.rank as usize)).collect();
    let order = (!order.is_sorted()).then_some(order);
    Ok(ArrayLayout { share, roots, order, parts, runs: vec![Run::whole(share)] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_sum::share::LONGEST;

    /// In the place of one that differs in everything.
    fn in_order(lengths: &[u64], rank: usize) -> Result<ArrayLayout, String> {
        let mut layout = by_region(&[(5, 1), (0, 5)], 0, 0).unwrap();
        in_rank_order(lengths.iter().copied(), rank, &mut layout).map(|()| layout)
    }

    #[test]
    fn shares_in_rank_order() {
        for (rank, (start, end)) in [(0, 3), (3, 3), (3, 7)].into_iter().enumerate() {
            let share = Share { start, end, total: 7 };
            let layout = in_order(&[3, 0, 4], rank).unwrap();
            assert_eq!((layout.share, layout.roots, &layout.order), (share, 2, &None));
            let parts: Vec<_> = layout.parts.iter().map(|part| (part.start, part.rank)).collect();
            assert_eq!((parts, &layout.runs[..]), (vec![(0, 0), (3, 2)], &[Run::whole(share)][..]));
        }
        assert!(in_order(&[LONGEST, 0], 1).is_ok());
        assert!(in_order(&[LONGEST, 1], 1).is_err());
        assert!(in_order(&[u64::MAX, 1], 1).is_err());
    }

    #[test]
    fn gaps_and_overlaps_of_regions_are_reported() {
        let regions = [(4, 3), (99, 0), (0, 4)];
        let layout = |rank| by_region(&regions, rank, 0).unwrap();
        let share = Share { start: 4, end: 7, total: 7 };
        let first = layout(0);
        assert_eq!((first.share, first.roots, first.order), (share, 1, Some(vec![1, 2, 0])));
        let parts: Vec<_> = first.parts.iter().map(|part| (part.start, part.rank)).collect();
        assert_eq!(parts, [(0, 2), (4, 0)]);
        assert_eq!(layout(2).share, Share { start: 0, end: 4, total: 7 });
        assert_eq!(layout(1).share.length(), 0);
        let share = Share { start: 2, end: 3, total: 3 };
        let layout = by_region(&[(0, 2), (2, 1)], 1, 0).unwrap();
        assert_eq!((layout.share, layout.roots, layout.order), (share, 1, None));
        for (regions, first, message) in [
            (&[(1, 2)][..], 0, "no rank holds element 0"),
            (&[(7, 2), (0, 4)], 0, "no rank holds elements 4 to 6"),
            (&[(3, 2), (8, 1), (0, 4)], 0, "ranks 0 and 2 both hold element 3"),
            (&[(5, 5), (0, 10), (5, 0)], 0, "ranks 0 and 1 both hold element 5"),
            (&[(0, 1), (u64::MAX, 2)], 0, "no rank holds elements 1 to 18446744073709551614"),
            (&[(7, 2), (0, 4)], 1, "no rank holds elements 5 to 7"),
        ] {
            assert_eq!(by_region(regions, 0, first).unwrap_err(), message);
        }
        assert_eq!(by_region(&[(3, 0), (5, 0)], 0, 0).unwrap().share.total, 0);
    }
}
