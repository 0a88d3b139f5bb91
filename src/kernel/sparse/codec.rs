//! What packs and unpacks elements of one size: in vectors what they take, one by one the rest.

use super::scalar;
use super::vector::{self, Loops, GROUP};
use crate::kernel::simd::Unit;
use std::ops::RangeInclusive;

/// Sizes of elements in bytes.
pub const SIZES: RangeInclusive<usize> = 1..=32;

/// Packs and unpacks elements of one size.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    size: usize,
    loops: Option<Loops>,
}

impl Codec {
    /// By the fastest unit that this processor has; the size is one of [`SIZES`].
    pub fn new(size: usize) -> Codec {
        Codec::vectorised(Unit::best(), size).unwrap_or(Codec::scalar(size))
    }

    /// One element at a time.
    pub fn scalar(size: usize) -> Codec {
        assert!(SIZES.contains(&size), "elements of {size} bytes");
        Codec { size, loops: None }
    }

    /// In vectors, if that unit has a way for elements of that size.
    pub fn vectorised(unit: Unit, size: usize) -> Option<Codec> {
        Some(Codec { size, loops: Some(vector::loops(unit, size)?) })
    }

    /// Bytes of an element.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What the unit takes of n elements, and what does it.
    fn groups(&self, n: usize) -> Option<(usize, &Loops)> {
        let loops = self.loops.as_ref()?;
        (n >= GROUP).then_some((n / GROUP * GROUP, loops))
    }

    /// Writes the bits of all elements of the row, and zeros behind the last one.
    pub(super) fn find(&self, row: &[u8], bitmap: &mut [u8]) {
        let (mut row, mut bitmap) = (row, &mut bitmap[..(row.len() / self.size).div_ceil(8)]);
        if let Some((n, loops)) = self.groups(row.len() / self.size) {
            // SAFETY: n elements of the row, and a bit for each; the processor has the unit.
            unsafe { (loops.find)(row.as_ptr(), n, bitmap.as_mut_ptr()) };
            (row, bitmap) = (&row[n * self.size..], &mut bitmap[n / 8..]);
        }
        scalar::find(row, self.size, bitmap);
    }

    /// Moves the elements together whose bits are set: as many as there is room for.
    pub(super) fn pack(&self, row: &[u8], bitmap: &[u8], into: &mut [u8]) {
        let (mut row, mut bitmap, mut into) = (row, bitmap, into);
        if let Some((n, loops)) = self.groups(row.len() / self.size) {
            let room = into.as_mut_ptr_range();
            // SAFETY: n elements of the row and their bits; there is room for as many as are
            // set; the processor has the unit.
            let next =
                unsafe { (loops.pack)(row.as_ptr(), n, bitmap.as_ptr(), room.start, room.end) };
            let packed = next.addr() - room.start.addr();
            (row, bitmap, into) = (&row[n * self.size..], &bitmap[n / 8..], &mut into[packed..]);
        }
        scalar::pack(row, self.size, bitmap, into);
    }

    /// Fills the row with the elements whose bits are set, as many as there are, and zeros.
    pub(super) fn spread(&self, packed: &[u8], bitmap: &[u8], row: &mut [u8]) {
        let (mut packed, mut bitmap, mut row) = (packed, bitmap, row);
        if let Some((n, loops)) = self.groups(row.len() / self.size) {
            let from = packed.as_ptr_range();
            // SAFETY: likewise, the other way round.
            let next = unsafe {
                (loops.spread)(from.start, from.end, bitmap.as_ptr(), row.as_mut_ptr(), n)
            };
            let taken = next.addr() - from.start.addr();
            (packed, bitmap, row) = (&packed[taken..], &bitmap[n / 8..], &mut row[n * self.size..]);
        }
        scalar::spread(packed, self.size, bitmap, row);
    }
}
