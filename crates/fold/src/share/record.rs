//! Partials of a distributed array, as they travel: a head, which says which range of which array
//! it is the partial of, and the arithmetic's own data. Merging the records of adjacent ranges is
//! exactly associative, so the bits do not depend on which neighbours are merged first.

pub use super::shape::{ALIGNMENT, HEAD};

use super::shape::PartialShape;
use crate::vectors::fold::Buffers;
use samebits_base::fault::{Fault, Outcome};
use samebits_sum::share::Share;

/// What a survey finds where there is no number but zero.
pub const NOTHING_FOUND: [i32; 2] = [i32::MIN; 2];

/// What a record begins with. The first word, the length of the array, is the same on all ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    pub share: Share,
    pub failed: Option<Failed>,
}

/// The first rank that could not do its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    pub rank: usize,
    /// Its error code, not 0.
    pub status: i32,
}

impl Head {
    pub fn read(record: &[u8]) -> Head {
        let word = |i: usize| u64::from_ne_bytes(*record[8 * i..].first_chunk().expect("a head"));
        let share = Share { total: word(0), start: word(1), end: word(2) };
        let (status, rank) = (word(3) as i32, (word(3) >> 32) as usize);
        Head { share, failed: (status != 0).then_some(Failed { rank, status }) }
    }

    pub fn write(&self, record: &mut [u8]) {
        let Share { start, end, total } = self.share;
        let failed = self.failed.map_or(0, |f| u64::from(f.status as u32) | (f.rank as u64) << 32);
        for (i, word) in [total, start, end, failed].into_iter().enumerate() {
            record[8 * i..][..8].copy_from_slice(&word.to_ne_bytes());
        }
    }
}

/// The elements of a share, and how many threads at most work on them.
#[derive(Clone, Copy)]
pub struct Elements<'a> {
    pub share: Share,
    /// The address of the first.
    pub address: *const u8,
    /// None where they are a row.
    pub buffers: Option<&'a dyn Buffers>,
    pub threads: usize,
}

/// An arithmetic on partials of distributed arrays. The caller sets the floating-point environment.
pub trait Merge {
    /// What is known of its partials beforehand. (Users compute it once an operation.)
    fn shape(&self) -> PartialShape;

    /// Merges the data of the range `right` into those of the range `left`, which ends where
    /// `right` begins; neither is empty. Data are aligned.
    fn merge(&self, left: Share, into: &mut [u8], right: Share, data: &[u8]) -> Outcome;

    /// Merges the data of ranges that follow one another from the first element of an array to its
    /// last, given their [joins](PartialShape::joins). Data may be their short form.
    fn merge_all(
        &self,
        total: u64,
        _joins: &[u8],
        parts: &mut dyn Iterator<Item = (Share, &[u8])>,
        into: &mut [u8],
    ) -> Outcome {
        let mut end = 0;
        for (share, data) in parts {
            if end == 0 {
                into[..data.len()].copy_from_slice(data);
            } else {
                self.merge(Share { start: 0, end, total }, into, share, data)?;
            }
            end = share.end;
        }
        Ok(())
    }

    /// Leaves the result, an element of a row, at the beginning of the data of a whole array.
    fn finish(&self, total: u64, data: &mut [u8]) -> Outcome;
}

/// An arithmetic on distributed arrays whose elements lie in memory: lifts shares of them to
/// partials. The caller sets the floating-point environment; threads that are started set their own.
pub trait Lift: Merge {
    /// ceil(log2 m) for each component of the share, m the largest finite magnitude in it, or as
    /// [`NOTHING_FOUND`].
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn survey(&self, _elements: Elements<'_>) -> Result<[i32; 2], Fault> {
        Ok(NOTHING_FOUND)
    }

    /// Writes the data of the record of a share; `surveyed` is the largest that any share's survey
    /// has found.
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn lift(&self, elements: Elements<'_>, surveyed: [i32; 2], data: &mut [u8]) -> Outcome;

    /// Leaves the result of a whole array, an element of a row, at the beginning of the data, of which
    /// there are as many as for such a record. Not of an arithmetic that surveys.
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn reduce(&self, elements: Elements<'_>, data: &mut [u8]) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.lift(elements, NOTHING_FOUND, data)? };
        self.finish(elements.share.total, data)
    }
}

/// Merges the record of a range into that of the range before it. A failure is passed on, and empty
/// ranges change nothing.
pub fn merge(merge: &dyn Merge, left: &mut [u8], right: &[u8]) -> Outcome {
    let (mut head, next) = (Head::read(left), Head::read(right));
    head.failed = head.failed.or(next.failed);
    if head.failed.is_none() && next.share.length() > 0 {
        if head.share.length() == 0 {
            let data = right.len().min(left.len()) - HEAD;
            left[HEAD..][..data].copy_from_slice(&right[HEAD..][..data]);
            head.share = next.share;
        } else {
            assert_eq!(head.share.end, next.share.start, "ranges are merged in their order");
            merge.merge(head.share, &mut left[HEAD..], next.share, &right[HEAD..])?;
            head.share.end = next.share.end;
        }
    }
    // An empty range says where it lies, and in which array.
    if head.share.total == 0 {
        head.share = next.share;
    }
    head.write(left);
    Ok(())
}
