//! Data of partials without heads: where all ranks know who holds which elements, nothing else has
//! to travel. A row begins with the call's header; then come words of the rank, if the call sends
//! any; then the data of each array, in their short form where that is agreed.
//!
//! Cost, p ranks, rows of b bytes: that of lifting the shares, a copy of b bytes, and p merges.

use super::layout::Run;
use super::operation::Operation;
use super::plan::{Plan, PlannedArray};
use crate::arithmetic::record::{Elements, HEAD, NOTHING_FOUND};
use crate::arithmetic::share::Share;
use crate::arithmetic::{memory, Buffers, Outcome};
use crate::schedule::opening::header::HEADER;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ops::Range;

/// What data are aligned to.
const ALIGNMENT: usize = 16;

/// Data travel with a first message of at most so many bytes, and so many of all ranks.
const MAX_ROW: usize = 32 << 10;
const MAX_ROWS: usize = 1 << 20;

/// The bytes of each array's data.
#[derive(Clone, Copy)]
pub enum Sizes<'a> {
    Each(&'a [usize]),
    /// So many bytes of so many arrays.
    Same(usize, usize),
}

/// How a row is laid out.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    /// Words of a rank behind the header.
    pub words: usize,
    pub sizes: Sizes<'a>,
    /// What the data are aligned to.
    aligned: usize,
}

impl<'a> Form<'a> {
    /// Of data that are lifted, behind a word.
    pub const fn lifted(sizes: Sizes<'a>) -> Form<'a> {
        Form { words: 0, sizes, aligned: ALIGNMENT }
    }

    /// Of a message, in which data are as close together as words.
    pub const fn sent(words: usize, sizes: Sizes<'a>) -> Form<'a> {
        Form { words, sizes, aligned: HEADER }
    }

    /// The data of each array in the row.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut next = (HEADER + 8 * self.words).next_multiple_of(self.aligned);
        (0..self.arrays()).map(move |array| {
            let place = next..next + self.size(array);
            next = place.end.next_multiple_of(self.aligned);
            place
        })
    }

    fn arrays(&self) -> usize {
        match self.sizes {
            Sizes::Each(sizes) => sizes.len(),
            Sizes::Same(_, arrays) => arrays,
        }
    }

    fn size(&self, array: usize) -> usize {
        match self.sizes {
            Sizes::Each(sizes) => sizes[array],
            Sizes::Same(size, _) => size,
        }
    }

    pub fn bytes(&self) -> usize {
        let words = HEADER + 8 * self.words;
        self.places().last().map_or(words, |place| place.end.next_multiple_of(8).max(words))
    }

    /// Whether such rows may be a first message.
    pub fn fits_first_message(&self, ranks: usize) -> bool {
        let bytes = self.bytes();
        bytes <= MAX_ROW && bytes.saturating_mul(ranks) <= MAX_ROWS
    }
}

/// Aligned memory for rows, on the stack if they are short.
pub struct RowMemory {
    short: MaybeUninit<Short>,
    long: Vec<u8>,
    length: usize,
}

#[repr(align(64))]
struct Short(#[expect(dead_code, reason = "written and read as bytes")] [u8; SHORT]);

const SHORT: usize = 2048;

impl Default for RowMemory {
    fn default() -> RowMemory {
        RowMemory { short: MaybeUninit::uninit(), long: Vec::new(), length: 0 }
    }
}

impl RowMemory {
    /// So many bytes, which may hold anything.
    pub fn take(&mut self, bytes: usize) {
        self.length = bytes;
        if bytes > SHORT && self.long.len() < bytes + ALIGNMENT {
            self.long = memory(bytes + ALIGNMENT);
        }
    }

    pub fn start(&self) -> *mut u8 {
        if self.length <= SHORT {
            return self.short.as_ptr().cast::<u8>().cast_mut();
        }
        let start = self.long.as_ptr().cast_mut();
        start.wrapping_add(start.align_offset(ALIGNMENT))
    }
}

/// This rank's elements of each array.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub locals: &'a [*const c_void],
    /// How they lie, if not contiguously: in any array, and in those on a device.
    pub buffers: Option<&'a dyn Buffers>,
    pub staged: &'a [Option<&'a dyn Buffers>],
    pub threads: usize,
}

impl<'a> Source<'a> {
    /// The elements of a run of an array, whose elements are of `size` bytes in a row.
    fn elements(&self, array: usize, run: &Run, size: usize) -> Elements<'a> {
        let buffers = self.staged.get(array).copied().flatten().or(self.buffers);
        let extent = buffers.map_or(size as isize, |buffers| buffers.extent());
        let before = run.elements_before as isize * extent;
        let address = self.locals[array].cast::<u8>().wrapping_offset(before);
        Elements { share: run.share, address, buffers, threads: self.threads }
    }

    /// Lifts the shares of arrays whose data do not depend on their place, to data of `size` bytes.
    ///
    /// # Safety
    /// The elements are there, of so many in each array; the row holds the data.
    pub unsafe fn lift_lengths(
        &self,
        operation: &Operation<'_>,
        lengths: &[usize],
        form: &Form<'_>,
        row: *mut u8,
    ) -> Outcome {
        for ((array, length), place) in lengths.iter().enumerate().zip(form.places()) {
            let total = *length as u64;
            let run = Run::whole(Share { start: 0, end: total, total });
            if total == 0 {
                continue;
            }
            // SAFETY: upheld by the caller.
            unsafe {
                let data = std::slice::from_raw_parts_mut(row.add(place.start), place.len());
                let elements = self.elements(array, &run, operation.merge.size());
                operation.merge.lift(elements, NOTHING_FOUND, data)?;
            }
        }
        Ok(())
    }

    /// Lifts the shares of a plan.
    ///
    /// # Safety
    /// As for [`Source::lift_lengths`], with the plan's shares.
    pub unsafe fn lift(
        &self,
        operation: &Operation<'_>,
        plan: &Plan,
        form: &Form<'_>,
        row: *mut u8,
    ) -> Outcome {
        for ((array, planned), place) in plan.arrays.iter().enumerate().zip(form.places()) {
            let mut at = place.start;
            for run in planned.runs.iter().filter(|run| run.share.length() > 0) {
                let bytes = match planned.runs.len() {
                    1 => place.len(),
                    _ => operation.merge.data(run.share.subtree_count()),
                };
                // SAFETY: upheld by the caller; as many roots as were counted.
                unsafe {
                    let data = std::slice::from_raw_parts_mut(row.add(at), bytes);
                    let elements = self.elements(array, run, operation.merge.size());
                    operation.merge.lift(elements, NOTHING_FOUND, data)?;
                }
                at += bytes;
            }
        }
        Ok(())
    }
}

/// Merges the data of an array, which lie at a place in the rows of all ranks, to the data of the
/// whole array.
pub fn merge(
    operation: &Operation<'_>,
    array: &PlannedArray,
    (rows, stride): (&[u8], usize),
    place: &Range<usize>,
    into: &mut [u8],
) -> Outcome {
    let total = array.share.total;
    let mut parts = array.parts.iter().map(|part| {
        let data = &rows[part.rank as usize * stride..][place.clone()];
        let offset = match part.roots_before {
            0 => 0,
            roots => operation.merge.data(roots),
        };
        (part.share(total), &data[offset..])
    });
    operation.merge.merge_all(total, &mut parts, into)?;
    operation.merge.finish(total, into)
}

/// Bytes of the data of a whole array.
pub fn merged_bytes(operation: &Operation<'_>, total: u64) -> usize {
    operation.merge.whole(total) - HEAD
}
