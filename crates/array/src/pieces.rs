//! Arrays of which a rank holds several runs of indices: block-cyclic ones, partitioned meshes.
//!
//! Whether the runs of all ranks tile the array is seen without exchanging them. Each run adds a
//! mark of its first index and subtracts one of the index after its last, and what is left over
//! all ranks is that of a single run over the whole array just where as many runs begin at an index
//! as end there, so that exactly one covers each element. (Marks are hashes of 64 bits.) So a sum
//! whose data do not depend on their place takes one exchange of three words a rank; only where
//! something is wrong the runs are exchanged, to say what. In a tree the data depend on their
//! place: the ranks exchange their runs once, 16 bytes each, and remember them.
//!
//! Cost, k runs on all ranks: k log k to sort them; a merge of as many values as they have roots.

use super::failure::{Class, Error, Failure};
use super::layout::{tiled, ArrayLayout, HeldRange};
use samebits_fold::share::contribution::Run;
use samebits_schedule::{Destination, Transport};
use samebits_sum::share::Share;

/// This rank's runs of an array, in the order in which their elements lie in memory.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'a> {
    pub starts: &'a [u64],
    pub lengths: &'a [usize],
}

/// Words of a rank: the number of its elements, that of its runs, and what is left of their marks.
pub const WORDS: usize = 3;

impl Runs<'_> {
    /// Those that have elements, by their first index and their length.
    pub fn each(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let lengths = self.lengths.iter().map(|length| *length as u64);
        self.starts.iter().copied().zip(lengths).filter(|(_, length)| *length > 0)
    }

    /// The number of elements.
    pub fn total(&self) -> usize {
        self.lengths.iter().fold(0, |total, length| total.saturating_add(*length))
    }

    pub fn words(&self) -> [u64; WORDS] {
        let left = self.each().fold(0u64, |left, (start, length)| {
            left.wrapping_add(mark(start)).wrapping_sub(mark(start.wrapping_add(length)))
        });
        [self.total() as u64, self.each().count() as u64, left]
    }
}

/// A number without a pattern for each index (splitmix64).
fn mark(index: u64) -> u64 {
    let mut mark = index.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mark = (mark ^ mark >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mark = (mark ^ mark >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mark ^ mark >> 31
}

/// Whether runs tile an array, by the words of all ranks.
pub fn tile<'a>(words: impl Iterator<Item = &'a [u64]>) -> bool {
    let sum = |sum: (Option<u64>, u64), words: &[u64]| {
        (sum.0.and_then(|total| total.checked_add(words[0])), sum.1.wrapping_add(words[2]))
    };
    let (total, left) = words.fold((Some(0), 0), sum);
    total.is_some_and(|total| left == mark(0).wrapping_sub(mark(total)))
}

/// The runs of all ranks; collective. `most` is the largest number of runs of a rank.
pub fn gather(
    transport: &dyn Transport,
    runs: &Runs<'_>,
    most: u64,
) -> Result<Vec<HeldRange>, Error> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let most = usize::try_from(most).ok().filter(|most| *most <= i32::MAX as usize / 16);
    let Some(most) = most else {
        let what = "a rank has more runs of indices than fit into one message";
        return Err(Failure::new(Class::Unsupported, what).on_all(rank));
    };
    let mut rows = vec![[0u64; 2]; most * ranks];
    for (row, (start, length)) in rows[rank * most..].iter_mut().zip(runs.each()) {
        *row = [start, length];
    }
    if ranks > 1 && most > 0 {
        let own = rows[rank * most..].as_ptr().cast();
        // SAFETY: a row of each rank, with this one's in its place.
        unsafe {
            transport.gather_rows(Destination::All, own, rows.as_mut_ptr().cast(), 16 * most)?;
        }
    }
    let held = rows.iter().enumerate().filter(|(_, [_, length])| *length > 0);
    Ok(held.map(|(at, [start, length])| HeldRange::of(*start, *length, at / most)).collect())
}

/// The layout of an array by the runs of all ranks; `own` are this rank's. In messages the lowest
/// index is `first`.
pub fn layout(
    mut parts: Vec<HeldRange>,
    (rank, ranks): (usize, usize),
    own: &Runs<'_>,
    first: u64,
) -> Result<ArrayLayout, String> {
    parts.sort_by_key(|part| (part.start, part.end, part.rank));
    let total = tiled(&parts, first)?;
    let mut roots = vec![0usize; ranks];
    for part in &mut parts {
        let roots = &mut roots[part.rank as usize];
        part.roots_before = *roots;
        *roots += part.share(total).subtree_count();
    }
    let mut elements = 0;
    let run = |(start, length): (u64, u64)| {
        let before = elements;
        elements += length as usize;
        Run { share: Share { start, end: start + length, total }, elements_before: before }
    };
    let mut runs: Vec<Run> = own.each().map(run).collect();
    runs.sort_by_key(|run| run.share.start);
    let share = Share { start: 0, end: elements as u64, total };
    let roots = roots.into_iter().max().unwrap_or(0);
    debug_assert_eq!(runs.len(), parts.iter().filter(|part| part.rank as usize == rank).count());
    Ok(ArrayLayout { share, roots, order: None, parts, runs })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of ranks, by start and length.
    type Given<'a> = &'a [&'a [(u64, usize)]];

    fn split(runs: &[(u64, usize)]) -> (Vec<u64>, Vec<usize>) {
        runs.iter().copied().unzip()
    }

    fn all(given: Given<'_>) -> Vec<HeldRange> {
        let of = |(rank, runs): (usize, &&[(u64, usize)])| {
            let runs = runs.iter().filter(|(_, length)| *length > 0);
            let held = |(start, length): &(u64, usize)| HeldRange::of(*start, *length as u64, rank);
            runs.map(held).collect::<Vec<_>>()
        };
        given.iter().enumerate().flat_map(of).collect()
    }

    fn tiles(given: Given<'_>) -> bool {
        let words: Vec<[u64; WORDS]> = given
            .iter()
            .map(|runs| {
                let (starts, lengths) = split(runs);
                Runs { starts: &starts, lengths: &lengths }.words()
            })
            .collect();
        tile(words.iter().map(|words| &words[..]))
    }

    fn layout_of(given: Given<'_>, rank: usize, first: u64) -> Result<ArrayLayout, String> {
        let (starts, lengths) = split(given[rank]);
        let own = Runs { starts: &starts, lengths: &lengths };
        layout(all(given), (rank, given.len()), &own, first)
    }

    #[test]
    fn runs_in_any_order_tile() {
        let given: Given<'_> = &[&[(8, 4), (0, 4), (99, 0)], &[], &[(4, 4), (12, 1)]];
        assert!(tiles(given));
        let first = layout_of(given, 0, 0).unwrap();
        let total = 13;
        assert_eq!(first.share, Share { start: 0, end: 8, total });
        let run = |start, end, elements_before| {
            let share = Share { start, end, total };
            Run { share, elements_before }
        };
        assert_eq!(first.runs, [run(0, 4, 4), run(8, 12, 0)]);
        let part = |start, end, rank, roots_before| HeldRange { start, end, rank, roots_before };
        let parts = [part(0, 4, 0, 0), part(4, 8, 2, 0), part(8, 12, 0, 1), part(12, 13, 2, 1)];
        assert_eq!((first.parts, first.roots), (parts.to_vec(), 2));
        assert_eq!(layout_of(given, 1, 0).unwrap().runs, []);
        assert!(tiles(&[&[], &[(3, 0)]]));
        assert_eq!(layout_of(&[&[], &[]], 0, 0).unwrap().share.total, 0);
    }

    #[test]
    fn gaps_and_overlaps_are_seen_and_named() {
        const MANY: u64 = 1 << 63;
        for (given, message) in [
            (&[&[(1, 2)][..], &[]][..], "no rank holds element 1"),
            (&[&[(0, 2)], &[(5, 1), (2, 1)]], "no rank holds elements 4 to 5"),
            (&[&[(0, 4), (3, 2)], &[(5, 1)]], "rank 0 holds element 4 twice"),
            (&[&[(0, 4)], &[(6, 1), (3, 3)]], "ranks 0 and 1 both hold element 4"),
            // As many elements as if they tiled.
            (&[&[(0, 2), (1, 2)], &[(4, 1)]], "rank 0 holds element 2 twice"),
            (&[&[(0, 4)], &[(0, 4)]], "ranks 0 and 1 both hold element 1"),
            (&[&[(0, MANY as usize)], &[(MANY, 1)]], "the array has more than 2^63 elements"),
        ] {
            assert!(!tiles(given) || message.contains("2^63"), "{given:?}");
            assert_eq!(layout_of(given, 0, 1).unwrap_err(), message);
        }
    }
}
