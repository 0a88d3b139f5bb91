//! Packing by vectors of 4-byte lanes, of which an element has 1, 2 or 4: written once over
//! what each vector unit brings along.
//!
//! A vector's lanes that are not zero give a mask, of which an element's bits become one: its
//! bit in the bitmap. The other way round an element's bit stands for all of its lanes, and
//! the unit moves those of a mask together, or apart.

use super::GROUP;

/// A vector unit's lanes.
///
/// # Safety
/// Whoever calls a method sees to it that the processor has the unit; methods touch nothing
/// but what they say.
pub unsafe trait Lanes {
    /// Lanes of a vector: at most [`GROUP`].
    const NUMBER: usize;

    /// The lanes at an address that are not zero.
    ///
    /// # Safety
    /// A vector is there.
    unsafe fn nonzero(at: *const u8) -> u32;

    /// Moves the lanes of the mask together; what is behind them up to `end` may be written to.
    ///
    /// # Safety
    /// A vector is there, and room for the lanes of the mask.
    unsafe fn compress(from: *const u8, lanes: u32, into: *mut u8, end: *mut u8);

    /// Moves the lanes that lie together to their places in the mask; the others are zero.
    ///
    /// # Safety
    /// As many lanes are there, and what is behind them up to `end`; there is room for a vector.
    unsafe fn expand(from: *const u8, end: *const u8, lanes: u32, into: *mut u8);
}

/// A bit for each element of which a lane is set.
#[inline(always)]
fn elements<const LANES: usize>(lanes: u32) -> u32 {
    let x = lanes;
    match LANES {
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

/// All lanes of the elements whose bits are set.
#[inline(always)]
fn lanes<const LANES: usize>(elements: u32) -> u32 {
    let x = elements;
    match LANES {
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

/// Vectors of a group.
const fn vectors<V: Lanes>(lanes: usize) -> usize {
    GROUP * lanes / V::NUMBER
}

/// As [`super::Find`] says.
///
/// # Safety
/// As [`super::Find`] says; the processor has the unit.
#[inline(always)]
pub unsafe fn find<V: Lanes, const LANES: usize>(row: *const u8, n: usize, bitmap: *mut u8) {
    let each = V::NUMBER / LANES;
    for group in 0..n / GROUP {
        let mut bits = 0;
        for i in 0..vectors::<V>(LANES) {
            let at = row.wrapping_add(4 * (group * GROUP * LANES + i * V::NUMBER));
            // SAFETY: a vector of the row.
            bits |= elements::<LANES>(unsafe { V::nonzero(at) }) << (i * each);
        }
        // SAFETY: the group's bits.
        unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().write((bits as u16).to_le_bytes()) };
    }
}

/// As [`super::Pack`] says.
///
/// # Safety
/// As [`super::Pack`] says; the processor has the unit.
#[inline(always)]
pub unsafe fn pack<V: Lanes, const LANES: usize>(
    row: *const u8,
    n: usize,
    bitmap: *const u8,
    mut into: *mut u8,
    end: *mut u8,
) -> *mut u8 {
    let each = V::NUMBER / LANES;
    for group in 0..n / GROUP {
        // SAFETY: the group's bits.
        let bits = u16::from_le_bytes(unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().read() });
        if bits == 0 {
            continue;
        }
        for i in 0..vectors::<V>(LANES) {
            let set = u32::from(bits) >> (i * each) & ((1 << each) - 1);
            let lanes = lanes::<LANES>(set);
            // SAFETY: a vector of the row, and room for all elements that are set.
            unsafe {
                V::compress(row.add(4 * (group * GROUP * LANES + i * V::NUMBER)), lanes, into, end);
                into = into.add(4 * lanes.count_ones() as usize);
            }
        }
    }
    into
}

/// As [`super::Spread`] says.
///
/// # Safety
/// As [`super::Spread`] says; the processor has the unit.
#[inline(always)]
pub unsafe fn spread<V: Lanes, const LANES: usize>(
    mut from: *const u8,
    end: *const u8,
    bitmap: *const u8,
    row: *mut u8,
    n: usize,
) -> *const u8 {
    let each = V::NUMBER / LANES;
    for group in 0..n / GROUP {
        // SAFETY: the group's bits.
        let bits = u16::from_le_bytes(unsafe { bitmap.add(2 * group).cast::<[u8; 2]>().read() });
        for i in 0..vectors::<V>(LANES) {
            let set = u32::from(bits) >> (i * each) & ((1 << each) - 1);
            let lanes = lanes::<LANES>(set);
            // SAFETY: room for a vector in the row, and as many elements as are set.
            unsafe {
                let into = row.add(4 * (group * GROUP * LANES + i * V::NUMBER));
                V::expand(from, end, lanes, into);
                from = from.add(4 * lanes.count_ones() as usize);
            }
        }
    }
    from
}

/// Declares `lookup` for a unit: its loops for each size of elements, compiled for it.
macro_rules! lookup {
    ($lanes:ty, $feature:literal) => {
        /// The loops for elements of that size, if it has them.
        pub fn lookup(size: usize) -> Option<super::Loops> {
            match size {
                4 => Some(loops::<1>()),
                8 => Some(loops::<2>()),
                16 => Some(loops::<4>()),
                _ => None,
            }
        }

        fn loops<const LANES: usize>() -> super::Loops {
            super::Loops { find: find::<LANES>, pack: pack::<LANES>, spread: spread::<LANES> }
        }

        #[target_feature(enable = $feature)]
        unsafe fn find<const LANES: usize>(row: *const u8, n: usize, bitmap: *mut u8) {
            // SAFETY: handed on to the caller.
            unsafe { super::vector::find::<$lanes, LANES>(row, n, bitmap) }
        }

        #[target_feature(enable = $feature)]
        unsafe fn pack<const LANES: usize>(
            row: *const u8,
            n: usize,
            bitmap: *const u8,
            into: *mut u8,
            end: *mut u8,
        ) -> *mut u8 {
            // SAFETY: handed on to the caller.
            unsafe { super::vector::pack::<$lanes, LANES>(row, n, bitmap, into, end) }
        }

        #[target_feature(enable = $feature)]
        unsafe fn spread<const LANES: usize>(
            from: *const u8,
            end: *const u8,
            bitmap: *const u8,
            row: *mut u8,
            n: usize,
        ) -> *const u8 {
            // SAFETY: handed on to the caller.
            unsafe { super::vector::spread::<$lanes, LANES>(from, end, bitmap, row, n) }
        }
    };
}

pub(super) use lookup;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_has_all_of_its_lanes() {
        for set in (0..1u32 << 16).step_by(if cfg!(miri) { 257 } else { 1 }) {
            assert_eq!(elements::<1>(lanes::<1>(set)), set);
            let (pairs, fours) = (set & 0xff, set & 0xf);
            assert_eq!(elements::<2>(lanes::<2>(pairs)), pairs);
            assert_eq!(elements::<4>(lanes::<4>(fours)), fours);
            let any = |of: u32, each: u32| {
                let part = |i: u32| set >> (i * each) & ((1 << each) - 1) != 0;
                (0..of).filter(|i| part(*i)).fold(0, |bits, i| bits | 1 << i)
            };
            assert_eq!(elements::<2>(set), any(8, 2));
            assert_eq!(elements::<4>(set), any(4, 4));
        }
    }
}
