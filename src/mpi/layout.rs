//! How elements of a datatype lie in memory.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;

/// A cache line: what memory for elements is aligned to.
pub(super) const LINE: usize = 64;

/// Unpacked operands may be this many times as long as their data before they
/// are taken one by one.
const WASTE: isize = 4;

/// How elements of a datatype lie in memory, on this rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Bytes of data in an element: the same on all ranks.
    pub(super) size: usize,
    /// Bytes from one element to the next.
    pub(super) extent: isize,
    /// How far the first byte of an element lies from its address.
    pub(super) true_lower_bound: isize,
    /// How far the last byte lies from the first, plus one.
    pub(super) true_extent: isize,
}

impl Layout {
    /// That of a datatype; none where the library does not tell.
    pub(super) fn of(
        library: &Library,
        datatype: Handle,
        size: usize,
    ) -> Result<Option<Layout>, Fault> {
        let (mut lower, mut extent) = (0, 0);
        // SAFETY: a datatype handle of this library; out-parameters of MPI_Aint.
        checked(unsafe { (library.functions.type_get_extent)(datatype, &mut lower, &mut extent) })?;
        let span = library.true_span(datatype)?;
        Ok(span.map(|span| Layout {
            size,
            extent,
            true_lower_bound: span.start,
            true_extent: span.end - span.start,
        }))
    }

    /// Whether the elements fill their extent, without gaps.
    pub(super) fn dense(&self) -> bool {
        let size = self.size as isize;
        self.extent == size && self.true_extent == size && self.true_lower_bound == 0
    }

    /// The address of an element.
    pub(super) fn element(&self, first: *const u8, index: usize) -> *const u8 {
        first.wrapping_offset((index as isize).wrapping_mul(self.extent))
    }

    /// How many of n elements are unpacked at a time: one where they interleave
    /// or lie far apart.
    pub(super) fn at_a_time(&self, n: usize) -> usize {
        let apart = self.extent >= self.true_extent;
        if apart && self.extent <= WASTE.saturating_mul(self.size as isize) {
            n
        } else {
            1
        }
    }

    /// Bytes from the first of n elements to the end of the last, or so.
    pub(super) fn span(&self, n: usize) -> usize {
        let more = (n as isize - 1).saturating_mul(self.extent);
        self.true_extent.saturating_add(more).max(0) as usize
    }
}
