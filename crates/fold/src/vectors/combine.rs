//! An operation on two rows of elements, and by it the tree over one: neighbours are separated
//! into a row of left operands and one of right operands, so that one call of the operation
//! combines them all, level by level.
//!
//! Cost, n elements: n - 1 operations in about 2 n / [`BLOCK`] log2([`BLOCK`]) calls, each element
//! copied twice.

use super::columns;
use super::fold::{Buffers, FoldTwo};
use super::{buffer::AlignedBuffer, ALIGNMENT};
use samebits_base::fault::Outcome;
use samebits_base::threads::Team;
use samebits_kernel::fpenv::Environment;
use samebits_kernel::Kernel;

/// Bytes of the elements of a block; they stay in the first-level cache.
const BLOCK: usize = 8 << 10;

/// The tree over the elements of a block. Safety: `row` holds n ≥ 1 elements, `left` and `right`
/// have room for n / 2 each, rounded up, `into` for one.
unsafe fn block_tree<C: Combine + ?Sized>(
    combine: &C,
    row: *const u8,
    n: usize,
    left: *mut u8,
    right: *mut u8,
    into: *mut u8,
) -> Outcome {
    let size = combine.size();
    let copy = |from: *const u8, to: *mut u8| {
        // SAFETY: elements of the rows named above. What is read in place lies behind what is
        // written, or is it.
        unsafe { std::ptr::copy(from, to, size) };
    };
    let (mut from, mut n) = (row, n);
    while n > 1 {
        let pairs = n / 2;
        for i in 0..pairs {
            copy(from.wrapping_add(2 * i * size), left.wrapping_add(i * size));
            copy(from.wrapping_add((2 * i + 1) * size), right.wrapping_add(i * size));
        }
        // The last of an odd number has no neighbour and moves up as it is.
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

/// A binary operation on rows of elements, and how its results are finished: what
/// [`crate::tree`] needs of an operator.
pub trait Combine {
    fn size(&self) -> usize;

    fn environment(&self) -> Environment;

    /// right\[i\] = left\[i\] ∘ right\[i\] for i < n.
    ///
    /// # Safety
    /// Both rows hold n elements, aligned, and do not overlap.
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Outcome;

    /// Whether it adds doubles, by nothing but an addition.
    fn adds_doubles(&self) -> bool {
        false
    }

    /// The tree over n ≥ 1 elements of a row (Stelz 2022, chapter 2), not finished.
    ///
    /// # Safety
    /// The row holds n elements, aligned; there is room for one at `into`.
    unsafe fn tree(&self, row: *const u8, n: usize, into: *mut u8) -> Outcome {
        let size = self.size();
        let block = ((BLOCK / size).max(2).ilog2() as usize).min(n.ilog2() as usize + 1);
        let block = 1 << block;
        // The operands of a level, and the values of the blocks so far: as many as a binary counter
        // of blocks has digits.
        let operands = (block / 2 * size).next_multiple_of(ALIGNMENT);
        let buffer = AlignedBuffer::new(2 * operands + 66 * size);
        let (left, right, values) = (buffer.at(0), buffer.at(operands), buffer.at(2 * operands));
        let value = |depth: usize| values.wrapping_add(depth * size);
        let mut depth = 0;
        // SAFETY: `left` and `right` have room for half a block, `values` for one value more than
        // are ever open; a block lies within the row.
        unsafe {
            let join = |depth: usize| {
                self.combine(value(depth - 2), value(depth - 1), 1)?;
                std::ptr::copy_nonoverlapping(value(depth - 1), value(depth - 2), size);
                Ok(())
            };
            for (blocks, from) in (0..n).step_by(block).enumerate() {
                let elements = block.min(n - from);
                let first = row.add(from * size);
                block_tree(self, first, elements, left, right, value(depth))?;
                depth += 1;
                for _ in 0..(blocks + 1).trailing_zeros() {
                    join(depth)?;
                    depth -= 1;
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

    /// The same operation, if several threads may use it at once: one that does not fail.
    fn parallel(&self) -> Option<&(dyn Combine + Sync)> {
        None
    }

    /// What is done to each result (canonical NaNs).
    ///
    /// # Safety
    /// The row holds n elements, aligned.
    unsafe fn finish(&self, row: *mut u8, n: usize);

    fn buffers(&self) -> Option<&dyn Buffers> {
        None
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        None
    }
}

impl Combine for Kernel {
    fn size(&self) -> usize {
        self.size
    }
    fn environment(&self) -> Environment {
        self.environment
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { Kernel::combine(self, left, right, n) };
        Ok(())
    }
    unsafe fn finish(&self, row: *mut u8, n: usize) {
        // SAFETY: upheld by the caller.
        unsafe { Kernel::finish(self, row, n) }
    }
    fn adds_doubles(&self) -> bool {
        Kernel::adds_doubles(self)
    }
    unsafe fn tree(&self, row: *const u8, n: usize, into: *mut u8) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { Kernel::tree(self, row, n, into) };
        Ok(())
    }
    fn parallel(&self) -> Option<&(dyn Combine + Sync)> {
        Some(self)
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        (self.data < self.size).then_some(self)
    }
    fn two(&self) -> Option<&dyn FoldTwo> {
        (self.data == self.size).then_some(self)
    }
}

impl FoldTwo for Kernel {
    unsafe fn fold_two(
        &self,
        team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Outcome {
        let element = (self.size, self.environment);
        // SAFETY: upheld by the caller; columns that no other thread has.
        unsafe {
            columns::fold_two(team, [left, right], into, n, element, |left, right, into, n| {
                self.merge(left, right, into, n);
            });
        }
        Ok(())
    }
}

/// Pairs of a value and an int with padding behind them, which `store` leaves to the caller.
impl Buffers for Kernel {
    fn extent(&self) -> isize {
        self.size as isize
    }
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Outcome {
        // SAFETY: upheld by the caller; in a row, padding may hold anything.
        unsafe { std::ptr::copy_nonoverlapping(from, row, n * self.size) };
        Ok(())
    }
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Outcome {
        for element in 0..n {
            let offset = element * self.size;
            // SAFETY: upheld by the caller; one element's data.
            unsafe {
                std::ptr::copy_nonoverlapping(row.add(offset), to.add(offset), self.data);
            }
        }
        Ok(())
    }
}
