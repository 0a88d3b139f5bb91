//! The tree over one row of elements, by any operation on two rows: neighbours are
//! laid apart into a row of left operands and one of right operands, so that one
//! call of the operation combines them all, level by level.
//!
//! Cost, n elements: n - 1 operations in 2 n / [`BLOCK`] log2([`BLOCK`]) calls or so,
//! each element copied twice.

use super::{memory, Combine, Fault};

/// Bytes of the elements that are laid apart at a time; they stay in the
/// first-level cache.
const BLOCK: usize = 8 << 10;

/// The tree over n ≥ 1 elements of a row (Stelz 2022, chapter 2), not finished.
///
/// # Safety
/// The row holds n elements; there is room for one at `into`, aligned.
pub unsafe fn tree<C: Combine + ?Sized>(
    combine: &C,
    row: *const u8,
    n: usize,
    into: *mut u8,
) -> Result<(), Fault> {
    let size = combine.size();
    let block = ((BLOCK / size).max(2).ilog2() as usize).min(n.ilog2() as usize + 1);
    let block = 1 << block;
    // The operands of a level, and the values of the blocks so far: as many as a
    // binary counter of blocks has digits.
    const ALIGN: usize = 64;
    let operands = (block / 2 * size).next_multiple_of(ALIGN);
    let mut room = memory(2 * operands + 66 * size + ALIGN);
    let start = room.as_mut_ptr();
    let left = start.wrapping_add(start.align_offset(ALIGN));
    let right = left.wrapping_add(operands);
    let values = right.wrapping_add(operands);
    let value = |depth: usize| values.wrapping_add(depth * size);
    let mut depth = 0;
    // SAFETY: `left`, `right` have room for half a block, `values` for one more value
    // than are ever open; a block lies within the row.
    unsafe {
        let join = |depth: usize| {
            combine.combine(value(depth - 2), value(depth - 1), 1)?;
            std::ptr::copy_nonoverlapping(value(depth - 1), value(depth - 2), size);
            Ok(())
        };
        for (blocks, from) in (0..n).step_by(block).enumerate() {
            let elements = block.min(n - from);
            let first = row.add(from * size);
            neighbours(combine, first, elements, left, right, value(depth))?;
            depth += 1;
            let mut digits = blocks + 1;
            while digits % 2 == 0 {
                join(depth)?;
                depth -= 1;
                digits /= 2;
            }
        }
        // The subtrees that the end of the row clips, from the right.
        while depth > 1 {
            join(depth)?;
            depth -= 1;
        }
        std::ptr::copy_nonoverlapping(values, into, size);
    }
    Ok(())
}

/// The tree over the elements of a block.
///
/// # Safety
/// `row` holds n ≥ 1 elements, `left` and `right` have room for n / 2 each, rounded
/// up, `into` for one.
unsafe fn neighbours<C: Combine + ?Sized>(
    combine: &C,
    row: *const u8,
    n: usize,
    left: *mut u8,
    right: *mut u8,
    into: *mut u8,
) -> Result<(), Fault> {
    let size = combine.size();
    let copy = |from: *const u8, to: *mut u8| {
        // SAFETY: elements of the rows named above. What is read in place lies
        // behind what is written, or is it.
        unsafe { std::ptr::copy(from, to, size) };
    };
    let (mut from, mut n) = (row, n);
    while n > 1 {
        let pairs = n / 2;
        for i in 0..pairs {
            copy(from.wrapping_add(2 * i * size), left.wrapping_add(i * size));
            copy(from.wrapping_add((2 * i + 1) * size), right.wrapping_add(i * size));
        }
        // The last of an odd number has no neighbour and goes up as it is.
        if n % 2 == 1 {
            copy(from.wrapping_add((n - 1) * size), right.wrapping_add(pairs * size));
        }
        // SAFETY: two rows of so many elements.
        unsafe { combine.combine(left, right, pairs)? };
        (from, n) = (right, n.div_ceil(2));
    }
    copy(from, into);
    Ok(())
}
