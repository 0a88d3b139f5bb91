//! Data of partials without heads: where all ranks know who holds which elements, nothing else has
//! to travel. This rank's are lifted to a row ([`super::form`]), and those of all ranks merged.
//!
//! Cost, p ranks, rows of b bytes: that of lifting the shares, a copy of b bytes, and p merges.

use super::form::Form;
use super::layout::Run;
use super::operation::Operation;
use super::plan::{Plan, PlannedArray};
use crate::arithmetic::share::record::{Elements, NOTHING_FOUND};
use crate::arithmetic::share::Share;
use crate::arithmetic::{Buffers, Fault, Outcome};
use std::ffi::c_void;
use std::ops::Range;

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
    pub(super) fn elements(&self, array: usize, run: &Run, size: usize) -> Elements<'a> {
        let buffers = self.staged.get(array).copied().flatten().or(self.buffers);
        let extent = buffers.map_or(size as isize, |buffers| buffers.extent());
        let before = run.elements_before as isize * extent;
        let address = self.locals[array].cast::<u8>().wrapping_offset(before);
        Elements { share: run.share, address, buffers, threads: self.threads }
    }

    /// Lifts the shares of arrays whose data do not depend on their place. Returns whether they are all
    /// [short](crate::arithmetic::share::shape::ShortForm), if that is wanted, and else true.
    ///
    /// # Safety
    /// The elements are there, of so many in each array; the row holds the data, and room for the last
    /// one in full.
    pub unsafe fn lift_lengths(
        &self,
        operation: &Operation<'_>,
        lengths: &[usize],
        (form, short): (&Form<'_>, bool),
        row: *mut u8,
    ) -> Result<bool, Fault> {
        for ((array, length), place) in lengths.iter().enumerate().zip(form.places()) {
            let total = *length as u64;
            let run = Run::whole(Share { start: 0, end: total, total });
            if total == 0 {
                continue;
            }
            let elements = self.elements(array, &run, operation.shape.element);
            // SAFETY: upheld by the caller.
            if !unsafe { lift_to(operation, elements, (row, place), short)? } {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lifts the shares of a plan.
    ///
    /// # Safety
    /// As for [`Source::lift_lengths`], with the plan's shares.
    pub unsafe fn lift(
        &self,
        operation: &Operation<'_>,
        plan: &Plan,
        (form, short): (&Form<'_>, bool),
        row: *mut u8,
    ) -> Result<bool, Fault> {
        for ((array, planned), place) in plan.arrays.iter().enumerate().zip(form.places()) {
            let mut at = place.start;
            for run in planned.layout.runs.iter().filter(|run| run.share.length() > 0) {
                let bytes = match planned.layout.runs.len() {
                    1 => place.len(),
                    _ => operation.shape.data(run.share.subtree_count()),
                };
                let elements = self.elements(array, run, operation.shape.element);
                // SAFETY: upheld by the caller; as many roots as were counted.
                if !unsafe { lift_to(operation, elements, (row, at..at + bytes), short)? } {
                    return Ok(false);
                }
                at += bytes;
            }
        }
        Ok(true)
    }
}

/// Lifts elements to a place in a row; where only short data are wanted, behind it, too.
#[inline]
unsafe fn lift_to(
    operation: &Operation<'_>,
    elements: Elements<'_>,
    (row, place): (*mut u8, Range<usize>),
    short: bool,
) -> Result<bool, Fault> {
    let bytes = if short { operation.shape.data(1) } else { place.len() };
    // SAFETY: upheld by the caller.
    unsafe {
        let data = std::slice::from_raw_parts_mut(row.add(place.start), bytes);
        operation.merge.lift(elements, NOTHING_FOUND, data)?;
        Ok(!short || operation.shape.short.is_some_and(|form| form.suffices(data)))
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
