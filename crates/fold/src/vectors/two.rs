//! Folds two rows by an operation that leaves its results in the place of its right operand and
//! demands aligned operands.
//!
//! Cost: n γ where the result goes to the right row's place; one more copy of the row where it
//! goes elsewhere, two where it goes to the left row's, in pieces that stay in the cache.

use super::combine::Combine;
use samebits_base::cache_line::{align, CACHE_LINE};
use samebits_base::fault::{memory, Outcome};

/// Bytes of a row that are folded at a time where they are copied before.
const PIECE: usize = 16 << 10;

/// No type demands more alignment.
const MAX_ALIGNMENT: usize = 16;

/// As [`crate::FoldTwo::fold_two`]. Operands that have to be copied go to `scratch`, which grows.
///
/// # Safety
/// As of that.
pub unsafe fn fold(
    combine: &(impl Combine + ?Sized),
    left: *const u8,
    right: *const u8,
    into: *mut u8,
    n: usize,
    scratch: &mut Vec<u8>,
) -> Outcome {
    let size = combine.size();
    // The alignment of a type divides its size.
    let alignment = (1 << size.trailing_zeros()).min(MAX_ALIGNMENT);
    let aligned = |row: *const u8| row.addr().is_multiple_of(alignment);
    let (copy_left, right_aside) = (!aligned(left), left == into.cast_const() || !aligned(into));
    let copy_right = right != into.cast_const() || right_aside;
    let piece = match copy_right || copy_left {
        true => (PIECE / size).max(1).min(n),
        false => n,
    };
    let bytes = (piece * size).next_multiple_of(CACHE_LINE);
    let copies = usize::from(copy_left) + usize::from(right_aside);
    if copies > 0 && scratch.len() < copies * bytes + CACHE_LINE {
        *scratch = memory(copies * bytes + CACHE_LINE);
    }
    let first = align(scratch.as_mut_ptr());
    let second = first.wrapping_add(if copy_left { bytes } else { 0 });
    let mut from = 0;
    while from < n {
        let length = piece.min(n - from);
        let (offset, bytes) = (from * size, length * size);
        // SAFETY: a piece of the rows, and scratch memory for it where it is copied there; the
        // caller says how the rows may lie to each other.
        unsafe {
            let (mut left, right, into) = (left.add(offset), right.add(offset), into.add(offset));
            if copy_left {
                std::ptr::copy_nonoverlapping(left, first, bytes);
                left = first;
            }
            let place = if right_aside { second } else { into };
            if copy_right {
                std::ptr::copy_nonoverlapping(right, place, bytes);
            }
            combine.combine(left, place, length)?;
            combine.finish(place, length);
            if right_aside {
                std::ptr::copy_nonoverlapping(place, into, bytes);
            }
        }
        from += length;
    }
    Ok(())
}
