//! Packing by vectors of 32-bit words, of which an element has 1, 2 or 4.
//!
//! A vector's words that are not zero give a mask, of which an element's bits become one: its
//! bit in the bitmap. The other way round an element's bit stands for all of its words, and
//! the unit stores those of a mask side by side, or loads them to their places.

use super::super::simd::{for_each_unit, Simd, Unit};

/// Elements that a vector unit takes at one time.
pub const GROUP: usize = 16;

/// Writes a bit for each of n elements, n a multiple of [`GROUP`]: whether it is other than
/// zero.
pub type Find = unsafe fn(row: *const u8, n: usize, bitmap: *mut u8);

/// Moves those of n elements together whose bits are set; `end` is that of the room, which may
/// be written to up to there. Returns where the next one goes.
pub type Pack =
    unsafe fn(row: *const u8, n: usize, bitmap: *const u8, into: *mut u8, end: *mut u8) -> *mut u8;

/// The same the other way round; up to `end` there is something to be read. The others become
/// zero. Returns where the next one comes from.
pub type Spread = unsafe fn(
    from: *const u8,
    end: *const u8,
    bitmap: *const u8,
    row: *mut u8,
    n: usize,
) -> *const u8;

/// What a vector unit does for one size of elements.
#[derive(Clone, Copy, Debug)]
pub struct Loops {
    pub find: Find,
    pub pack: Pack,
    pub spread: Spread,
}

/// The loops of a unit for elements of that size, if it has them.
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
    Loops { find: find::<WORDS>(unit), pack: pack::<WORDS>(unit), spread: spread::<WORDS>(unit) }
}

/// A bit for each element of which a word is set.
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

/// All words of the elements whose bits are set.
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

/// Words of a vector: at most [`GROUP`].
const fn width<S: Simd>() -> usize {
    size_of::<S>() / 4
}

/// Vectors of a group.
const fn vectors<S: Simd>(words: usize) -> usize {
    GROUP * words / width::<S>()
}

/// As [`Find`] says.
///
/// # Safety
/// As [`Find`] says; the processor has the unit.
#[inline(always)]
unsafe fn find_in<S: Simd, const WORDS: usize>(row: *const u8, n: usize, bitmap: *mut u8) {
    let each = width::<S>() / WORDS;
    for group in 0..n / GROUP {
        let mut bits = 0;
        for i in 0..vectors::<S>(WORDS) {
            let at = row.wrapping_add(4 * (group * GROUP * WORDS + i * width::<S>()));
            // SAFETY: a vector of the row.
            bits |= elements::<WORDS>(unsafe { S::load(at).nonzero() }) << (i * each);
        }
        // SAFETY: the group's bits.
        unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().write((bits as u16).to_le_bytes()) };
    }
}

/// As [`Pack`] says.
///
/// # Safety
/// As [`Pack`] says; the processor has the unit.
#[inline(always)]
unsafe fn pack_in<S: Simd, const WORDS: usize>(
    row: *const u8,
    n: usize,
    bitmap: *const u8,
    mut into: *mut u8,
    end: *mut u8,
) -> *mut u8 {
    let each = width::<S>() / WORDS;
    for group in 0..n / GROUP {
        // SAFETY: the group's bits.
        let bits = u16::from_le_bytes(unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().read() });
        if bits == 0 {
            continue;
        }
        for i in 0..vectors::<S>(WORDS) {
            let set = u32::from(bits) >> (i * each) & ((1 << each) - 1);
            let words = words::<WORDS>(set);
            // SAFETY: a vector of the row, and room for all elements that are set.
            unsafe {
                let vector = S::load(row.add(4 * (group * GROUP * WORDS + i * width::<S>())));
                vector.compress(words, into, end);
                into = into.add(4 * words.count_ones() as usize);
            }
        }
    }
    into
}

/// As [`Spread`] says.
///
/// # Safety
/// As [`Spread`] says; the processor has the unit.
#[inline(always)]
unsafe fn spread_in<S: Simd, const WORDS: usize>(
    mut from: *const u8,
    end: *const u8,
    bitmap: *const u8,
    row: *mut u8,
    n: usize,
) -> *const u8 {
    let each = width::<S>() / WORDS;
    for group in 0..n / GROUP {
        // SAFETY: the group's bits.
        let bits = u16::from_le_bytes(unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().read() });
        for i in 0..vectors::<S>(WORDS) {
            let set = u32::from(bits) >> (i * each) & ((1 << each) - 1);
            let words = words::<WORDS>(set);
            // SAFETY: room for a vector in the row, and as many elements as are set.
            unsafe {
                let into = row.add(4 * (group * GROUP * WORDS + i * width::<S>()));
                S::expand(from, end, words).store(into);
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
    (row: *const u8, n: usize, bitmap: *const u8, into: *mut u8, end: *mut u8) -> *mut u8
    = pack_in
}
for_each_unit! {
    spread[const WORDS: usize][WORDS]
    (from: *const u8, end: *const u8, bitmap: *const u8, row: *mut u8, n: usize) -> *const u8
    = spread_in
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_has_all_of_its_words() {
        for set in (0..1u32 << 16).step_by(if cfg!(miri) { 257 } else { 1 }) {
            assert_eq!(elements::<1>(words::<1>(set)), set);
            let (pairs, fours) = (set & 0xff, set & 0xf);
            assert_eq!(elements::<2>(words::<2>(pairs)), pairs);
            assert_eq!(elements::<4>(words::<4>(fours)), fours);
            let any = |of: u32, each: u32| {
                let part = |i: u32| set >> (i * each) & ((1 << each) - 1) != 0;
                (0..of).filter(|i| part(*i)).fold(0, |bits, i| bits | 1 << i)
            };
            assert_eq!(elements::<2>(set), any(8, 2));
            assert_eq!(elements::<4>(set), any(4, 4));
        }
    }
}
