//! Rows of elements many of which are zero, packed for the wire (Shan et al. 2019, section
//! III.F): without the zeros, and with what says where the others belong.
//!
//! - [`Packing::Bits`]: a bitmap of all elements, then those that are not zero;
//! - [`Packing::Indices`]: their indices, 32 bits each, then the elements.
//!
//! An element is zero if all of its bits are: -0.0 stays. What is behind the last whole
//! element of a row stays as it is. The lowest bit of the bitmap's first byte is the first
//! element's; indices have their lowest byte first.
//!
//! [`scalar`] does it one element at a time, for every size: the reference. [`vector`] does it
//! for elements of 4, 8 and 16 bytes by vectors that move their lanes together and apart,
//! written once over what each vector unit brings along. All write the same bytes. (Without
//! a unit that does so, the processor is faster at it one by one.)
//!
//! Cost, n elements: `Bits` reads the row twice, the second time where it is not zero;
//! `Indices` some 2 ns more for each that is not zero.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod packing;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod vector;

pub use packing::{Damaged, Packing};
use std::ops::RangeInclusive;

/// Sizes of elements in bytes.
pub const SIZES: RangeInclusive<usize> = 1..=32;

/// Elements that a vector unit takes at one time.
const GROUP: usize = 16;

/// Writes a bit for each of n elements, n a multiple of [`GROUP`]: whether it is other than
/// zero.
type Find = unsafe fn(row: *const u8, n: usize, bitmap: *mut u8);

/// Moves those of n elements together whose bits are set; `end` is that of the room, which may
/// be written to up to there. Returns where the next one goes.
type Pack =
    unsafe fn(row: *const u8, n: usize, bitmap: *const u8, into: *mut u8, end: *mut u8) -> *mut u8;

/// The same the other way round; up to `end` there is something to be read. The others become
/// zero. Returns where the next one comes from.
type Spread = unsafe fn(
    from: *const u8,
    end: *const u8,
    bitmap: *const u8,
    row: *mut u8,
    n: usize,
) -> *const u8;

/// What a vector unit does for one size of elements.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // no other processor has a unit
struct Loops {
    find: Find,
    pack: Pack,
    spread: Spread,
}

/// A vector unit that packs.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
struct Unit {
    name: &'static str,
    there: fn() -> bool,
    lookup: fn(usize) -> Option<Loops>,
}

/// The vector units, fastest first.
const UNITS: &[Unit] = &[
    #[cfg(target_arch = "x86_64")]
    Unit {
        name: "avx512",
        there: || is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt"),
        lookup: avx512::lookup,
    },
    #[cfg(target_arch = "x86_64")]
    Unit {
        name: "avx2",
        there: || is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt"),
        lookup: avx2::lookup,
    },
];

/// Packs and unpacks elements of one size.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    size: usize,
    loops: Option<Loops>,
}

impl Codec {
    /// By the fastest unit that this processor has; the size is one of [`SIZES`].
    pub fn new(size: usize) -> Codec {
        let scalar = Codec::scalar(size);
        Codec::vectorised(size).next().map_or(scalar, |(_, codec)| codec)
    }

    /// One element at a time.
    pub fn scalar(size: usize) -> Codec {
        assert!(SIZES.contains(&size), "elements of {size} bytes");
        Codec { size, loops: None }
    }

    /// The ways of doing it in vectors that this processor has, by name, the fastest first.
    pub fn vectorised(size: usize) -> impl Iterator<Item = (&'static str, Codec)> {
        let there = UNITS.iter().filter(|unit| (unit.there)());
        there.filter_map(move |unit| {
            Some((unit.name, Codec { size, loops: Some((unit.lookup)(size)?) }))
        })
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
    fn find(&self, row: &[u8], bitmap: &mut [u8]) {
        let (mut row, mut bitmap) = (row, &mut bitmap[..(row.len() / self.size).div_ceil(8)]);
        if let Some((n, loops)) = self.groups(row.len() / self.size) {
            // SAFETY: n elements of the row, and a bit for each; the processor has the unit.
            unsafe { (loops.find)(row.as_ptr(), n, bitmap.as_mut_ptr()) };
            (row, bitmap) = (&row[n * self.size..], &mut bitmap[n / 8..]);
        }
        scalar::find(row, self.size, bitmap);
    }

    /// Moves the elements together whose bits are set: as many as there is room for.
    fn pack(&self, row: &[u8], bitmap: &[u8], into: &mut [u8]) {
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
    fn spread(&self, packed: &[u8], bitmap: &[u8], row: &mut [u8]) {
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
