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
use crate::arithmetic::{Buffers, Outcome};
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
            for run in planned.layout.runs.iter().filter(|run| run.share.length() > 0) {
                let bytes = match planned.layout.runs.len() {
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
    let total = array.layout.share.total;
    let mut parts = array.layout.parts.iter().map(|part| {
        let data = &rows[part.rank as usize * stride..][place.clone()];
        let offset = match part.roots_before {
            0 => 0,
            roots => operation.merge.data(roots),
        };
        (part.share(total), &data[offset..])
    });
    operation.merge.merge_all(total, &array.joins, &mut parts, into)?;
    operation.merge.finish(total, into)
}
