//! Packing by vectors of 32-bit words, of which an element has 1, 2 or 4.
//!
//! The words of a vector that are not zero give a mask, and the bits of an element in it become
//! one: its bit in the bitmap. The other way round the bit of an element stands for all of its
//! words, and the unit stores those of a mask side by side, or loads them to their places.

use super::super::simd::{for_each_unit, Simd, Unit};

/// Elements that a vector unit takes at a time.
pub const GROUP: usize = 16;

/// The loops for one size of elements. They take n elements, a multiple of [`GROUP`].
#[derive(Clone, Copy, Debug)]
pub struct Loops {
    /// (row, n, bitmap): writes a bit for each element, whether it is not zero.
    pub find: unsafe fn(*const u8, usize, *mut u8),
    /// (row, n, bitmap, to, end): moves the elements together whose bits are set; may write
    /// anything behind them, up to `end`. Returns where the next one goes.
    pub pack: unsafe fn(*const u8, usize, *const u8, *mut u8, *mut u8) -> *mut u8,
    /// (row, n, bitmap, from, end): fills the row with packed elements where bits are set, and
    /// zeros; may read up to `end`. Returns where the next one comes from.
    pub unpack: unsafe fn(*mut u8, usize, *const u8, *const u8, *const u8) -> *const u8,
}

/// The loops of a unit for elements of that size, if there are any.
pub fn loops(unit: Unit, size: usize) -> Option<Loops> {
    match size {
        _ if !unit.compresses() => None,
        4 => Some(of::<1>(unit)),
        8 => Some(of::<2>(unit)),
        16 => Some(of::<4>(unit)),
        _ => None,
    }
}

fn of<const WORDS: usize>(unit: Unit) -> Loops {
    Loops { find: find::<WORDS>(unit), pack: pack::<WORDS>(unit), unpack: unpack::<WORDS>(unit) }
}

/// A bit for each element with a word that is set.
#[inline(always)]
fn elements<const WORDS: usize>(words: u32) -> u32 {
    let x = words;
    match WORDS {
        1 => x,
        2 => {
            let x = (x | x >> 1) & 0x5555;
            let x = (x | x >> 1) & 0x3333;
            let x = (x | x >> 2) & 0x0f0f;
            (x | x >> 4) & 0x00ff
        }
        _ => {
            let x = x | x >> 1;
            let x = (x | x >> 2) & 0x1111;
            let x = (x | x >> 3) & 0x0303;
            (x | x >> 6) & 0x000f
        }
    }
}

/// All words of the elements that are set.
#[inline(always)]
fn words<const WORDS: usize>(elements: u32) -> u32 {
    let x = elements;
    match WORDS {
        1 => x,
        2 => {
            let x = (x | x << 4) & 0x0f0f;
            let x = (x | x << 2) & 0x3333;
            let x = (x | x << 1) & 0x5555;
            x * 3
        }
        _ => {
            let x = (x | x << 6) & 0x0303;
            let x = (x | x << 3) & 0x1111;
            x * 15
        }
    }
}

/// Words of a vector, [`GROUP`] at most.
const fn width<S: Simd>() -> usize {
    size_of::<S>() / 4
}

/// Where the i-th vector of a group begins in a row, in bytes.
#[inline(always)]
fn offset<S: Simd, const WORDS: usize>(group: usize, i: usize) -> usize {
    4 * (group * GROUP * WORDS + i * width::<S>())
}

/// Vectors of a group, and elements of a vector.
const fn shape<S: Simd>(words: usize) -> (usize, usize) {
    (GROUP * words / width::<S>(), width::<S>() / words)
}

#[inline(always)]
unsafe fn find_in<S: Simd, const WORDS: usize>(row: *const u8, n: usize, bitmap: *mut u8) {
    let (vectors, each) = shape::<S>(WORDS);
    for group in 0..n / GROUP {
        let mut bits = 0;
        for i in 0..vectors {
            let at = row.wrapping_add(offset::<S, WORDS>(group, i));
            // SAFETY: a vector of the row.
            bits |= elements::<WORDS>(unsafe { S::load(at).nonzero() }) << (i * each);
        }
        // SAFETY: the group's bits.
        unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().write((bits as u16).to_le_bytes()) };
    }
}

#[inline(always)]
unsafe fn pack_in<S: Simd, const WORDS: usize>(
    row: *const u8,
    n: usize,
    bitmap: *const u8,
    mut to: *mut u8,
    end: *mut u8,
) -> *mut u8 {
    let (vectors, each) = shape::<S>(WORDS);
    for group in 0..n / GROUP {
        // SAFETY: the group's bits.
        let bits = u16::from_le_bytes(unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().read() });
        if bits == 0 {
            continue;
        }
        for i in 0..vectors {
            let words = words::<WORDS>(u32::from(bits) >> (i * each) & ((1 << each) - 1));
            // SAFETY: a vector of the row, and space for all elements that are set.
            unsafe {
                S::load(row.add(offset::<S, WORDS>(group, i))).compress(words, to, end);
                to = to.add(4 * words.count_ones() as usize);
            }
        }
    }
    to
}

#[inline(always)]
unsafe fn unpack_in<S: Simd, const WORDS: usize>(
    row: *mut u8,
    n: usize,
    bitmap: *const u8,
    mut from: *const u8,
    end: *const u8,
) -> *const u8 {
    let (vectors, each) = shape::<S>(WORDS);
    for group in 0..n / GROUP {
        // SAFETY: the group's bits.
        let bits = u16::from_le_bytes(unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().read() });
        for i in 0..vectors {
            let words = words::<WORDS>(u32::from(bits) >> (i * each) & ((1 << each) - 1));
            // SAFETY: space for a vector in the row, and as many elements as are set.
            unsafe {
                S::expand(from, end, words).store(row.add(offset::<S, WORDS>(group, i)));
                from = from.add(4 * words.count_ones() as usize);
            }
        }
    }
    from
}

for_each_unit! {
    find[const WORDS: usize][WORDS](row: *const u8, n: usize, bitmap: *mut u8) -> () = find_in
}
for_each_unit! {
    pack[const WORDS: usize][WORDS]
    (row: *const u8, n: usize, bitmap: *const u8, to: *mut u8, end: *mut u8) -> *mut u8 = pack_in
}
for_each_unit! {
    unpack[const WORDS: usize][WORDS]
    (row: *mut u8, n: usize, bitmap: *const u8, from: *const u8, end: *const u8) -> *const u8
    = unpack_in
}
