//! Two rows, folded by an operation that leaves its results in the place of its right operand
//! and wants aligned ones.
//!
//! Cost: n γ where the result goes to the right row's place; one copy of the row more where it
//! goes elsewhere, two where it goes to the left row's, in pieces that stay in the cache.

use super::combine::Combine;
use super::fault::{memory, Fault};

/// Bytes of a row that are folded at a time where they are copied before.
const PIECE: usize = 16 << 10;

/// No type has to be aligned to more than that.
const MOST_ALIGNED: usize = 16;

/// Room that is aligned for any type.
const LINE: usize = 64;

/// As [`super::FoldTwo::fold_two`]. What is copied aside goes to `room`, which grows.
///
/// # Safety
/// As of that.
pub unsafe fn fold(
    combine: &(impl Combine + ?Sized),
    left: *const u8,
    right: *const u8,
    into: *mut u8,
    n: usize,
    room: &mut Vec<u8>,
) -> Result<(), Fault> {
    let size = combine.size();
    // The alignment of a type divides its size.
    let alignment = (1 << size.trailing_zeros()).min(MOST_ALIGNED);
    let aligned = |row: *const u8| row.addr().is_multiple_of(alignment);
    let (left_aside, right_aside) = (!aligned(left), left == into.cast_const() || !aligned(into));
    let copied = right != into.cast_const() || right_aside;
    let piece = match copied || left_aside {
        // (Pieces begin where a type of that size may.)
        true => (PIECE / size).max(1).min(n),
        false => n,
    };
    let bytes = (piece * size).next_multiple_of(LINE);
    let asides = usize::from(left_aside) + usize::from(right_aside);
    if asides > 0 && room.len() < asides * bytes + LINE {
        *room = memory(asides * bytes + LINE);
    }
    let first = room.as_mut_ptr().wrapping_add(room.as_ptr().align_offset(LINE));
    let second = first.wrapping_add(if left_aside { bytes } else { 0 });
    let mut from = 0;
    while from < n {
        let length = piece.min(n - from);
        let (offset, bytes) = (from * size, length * size);
        // SAFETY: a piece of the rows, and room for as many elements twice where they go
        // there; the caller says how the rows may lie to each other.
        unsafe {
            let (mut left, right, into) = (left.add(offset), right.add(offset), into.add(offset));
            if left_aside {
                std::ptr::copy_nonoverlapping(left, first, bytes);
                left = first;
            }
            let place = if right_aside { second } else { into };
            if copied {
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
