//! The upper levels of a tree whose leaves come one after the other.
//!
//! The open subtrees, which wait for their right neighbours, correspond to the binary digits of
//! the number of leaves so far, the largest one first: a leaf is added as one is added to a binary
//! number, each carry being one node. What remains open at the end is joined from the right.
//!
//! Cost: one operation for each leaf but the first; log2 of the number of leaves values in memory.

use std::mem::MaybeUninit;

pub struct Counter<T> {
    /// No more leaves fit into the address space.
    open: [MaybeUninit<T>; usize::BITS as usize],
    depth: usize,
    leaves: usize,
}

impl<T: Copy> Counter<T> {
    #[inline(always)]
    pub fn new() -> Self {
        let open = [const { MaybeUninit::uninit() }; usize::BITS as usize];
        Counter { open, depth: 0, leaves: 0 }
    }

    #[inline(always)]
    pub fn push(&mut self, leaf: T, join: impl Fn(T, T) -> T) {
        let mut value = leaf;
        self.leaves += 1;
        for _ in 0..self.leaves.trailing_zeros() {
            value = join(self.pop(), value);
        }
        self.open[self.depth].write(value);
        self.depth += 1;
    }

    /// The root's value, after at least one leaf.
    #[inline(always)]
    pub fn root(mut self, join: impl Fn(T, T) -> T) -> T {
        let mut value = self.pop();
        while self.depth > 0 {
            value = join(self.pop(), value);
        }
        value
    }

    #[inline(always)]
    fn pop(&mut self) -> T {
        self.depth -= 1;
        // SAFETY: `push` has written the first `depth` values; if there are none, the line above
        // panics or the index does.
        unsafe { self.open[self.depth].assume_init() }
    }
}
