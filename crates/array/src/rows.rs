//! Data of partials without heads: where all ranks know who holds which elements, nothing else has
//! to travel. This rank's are lifted to a row ([`super::form`]), and those of all ranks merged.
//!
//! Cost, p ranks, rows of b bytes: that of lifting the shares, a copy of b bytes, and p merges.

use super::form::RowLayout;
use super::operation::Operation;
use super::plan::{Plan, PlannedArray};
use samebits_base::fault::{Fault, Outcome};
use samebits_fold::share::contribution::{Contribution, Run};
use samebits_fold::share::record::{Elements, Lift, NOTHING_FOUND};
use samebits_fold::share::shape::PartialShape;
use samebits_fold::Buffers;
use samebits_sum::share::Share;
use std::ffi::c_void;
use std::ops::Range;

/// This rank's elements of each array.
#[derive(Clone, Copy)]
pub struct LocalElements<'a> {
    /// The arithmetic that lifts them.
    pub by: &'a dyn Lift,
    /// Bytes of an element, in a row.
    pub size: usize,
    /// The first element of this rank's share of each array.
    pub locals: &'a [*const c_void],
    /// How they lie, if not contiguously: in any array, and in those on a device.
    pub buffers: Option<&'a dyn Buffers>,
    pub staged: &'a [Option<&'a dyn Buffers>],
    pub threads: usize,
}

impl<'a> LocalElements<'a> {
    /// The elements of a run of an array.
    fn elements(&self, array: usize, run: &Run) -> Elements<'a> {
        let buffers = self.staged.get(array).copied().flatten().or(self.buffers);
        let extent = buffers.map_or(self.size as isize, |buffers| buffers.extent());
        let before = run.elements_before as isize * extent;
        let address = self.locals[array].cast::<u8>().wrapping_offset(before);
        Elements { share: run.share, address, buffers, threads: self.threads }
    }
}

impl Contribution for LocalElements<'_> {
    unsafe fn survey(&self, array: usize, run: &Run) -> Result<[i32; 2], Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.by.survey(self.elements(array, run)) }
    }

    unsafe fn lift(&self, array: usize, run: &Run, surveyed: [i32; 2], data: &mut [u8]) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.by.lift(self.elements(array, run), surveyed, data) }
    }

    unsafe fn reduce(&self, array: usize, run: &Run, data: &mut [u8]) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.by.reduce(self.elements(array, run), data) }
    }
}

/// Lifts the shares of arrays whose data do not depend on their place. Returns whether they are all
/// [short](samebits_fold::share::shape::ShortForm), if that is wanted, and else true.
///
/// # Safety
/// The contribution is of arrays of these lengths; the row holds the data, and room for the last
/// one in full.
pub(super) unsafe fn lift_lengths(
    contribution: &(impl Contribution + ?Sized),
    shape: &PartialShape,
    lengths: &[usize],
    (form, short): (&RowLayout<'_>, bool),
    row: *mut u8,
) -> Result<bool, Fault> {
    for ((array, length), place) in lengths.iter().enumerate().zip(form.places()) {
        let total = *length as u64;
        let run = Run::whole(Share { start: 0, end: total, total });
        if total == 0 {
            continue;
        }
        // SAFETY: upheld by the caller.
        if !unsafe { lift_to(contribution, shape, (array, &run), (row, place), short)? } {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Lifts the shares of a plan.
///
/// # Safety
/// As for [`lift_lengths`], with the plan's shares.
pub unsafe fn lift(
    contribution: &(impl Contribution + ?Sized),
    shape: &PartialShape,
    plan: &Plan,
    (form, short): (&RowLayout<'_>, bool),
    row: *mut u8,
) -> Result<bool, Fault> {
    for ((array, planned), place) in plan.arrays.iter().enumerate().zip(form.places()) {
        let mut at = place.start;
        for run in planned.layout.runs.iter().filter(|run| run.share.length() > 0) {
            let bytes = match planned.layout.runs.len() {
                1 => place.len(),
                _ => shape.data(run.share.subtree_count()),
            };
            let place = (row, at..at + bytes);
            // SAFETY: upheld by the caller; as many roots as were counted.
            if !unsafe { lift_to(contribution, shape, (array, run), place, short)? } {
                return Ok(false);
            }
            at += bytes;
        }
    }
    Ok(true)
}

/// Lifts a run to a place in a row, and beyond it where only short data are wanted.
#[inline]
unsafe fn lift_to(
    contribution: &(impl Contribution + ?Sized),
    shape: &PartialShape,
    (array, run): (usize, &Run),
    (row, place): (*mut u8, Range<usize>),
    short: bool,
) -> Result<bool, Fault> {
    let bytes = if short { shape.data(1) } else { place.len() };
    // SAFETY: upheld by the caller.
    unsafe {
        let data = std::slice::from_raw_parts_mut(row.add(place.start), bytes);
        contribution.lift(array, run, NOTHING_FOUND, data)?;
        Ok(!short || shape.short.is_some_and(|form| form.suffices(data)))
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
    let total = array.layout.share.total;
    let mut parts = array.layout.parts.iter().map(|part| {
        let data = &rows[part.rank as usize * stride..][place.clone()];
        let offset = match part.roots_before {
            0 => 0,
            roots => operation.shape.data(roots),
        };
        (part.share(total), &data[offset..])
    });
    operation.merge.merge_all(total, &array.joins, &mut parts, into)?;
    operation.merge.finish(total, into)
}
