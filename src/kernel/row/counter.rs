//! The upper levels of a tree, whose leaves come one after the other.
//!
//! The values that wait for their right neighbour are those of the binary digits of
//! the number of leaves so far, the largest subtree first: a leaf is added as one is
//! added to a binary number, each carry being one node. What n clips is joined at the
//! end, from the right.
//!
//! Cost: one operation for each leaf but the first; log2 of the number of leaves
//! values are kept.

use std::mem::MaybeUninit;

/// Subtrees of leaves that wait for their right neighbours.
pub struct Counter<T> {
    /// More leaves than fit into the address space cannot come.
    open: [MaybeUninit<T>; usize::BITS as usize],
    depth: usize,
    leaves: usize,
}

impl<T: Copy> Counter<T> {
    #[inline(always)]
    pub fn new() -> Self {
        Counter {
            open: [const { MaybeUninit::uninit() }; usize::BITS as usize],
            depth: 0,
            leaves: 0,
        }
    }

    /// The next leaf.
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

    /// The root's value. There has been a leaf.
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
        // SAFETY: the first `depth` values have been written by `push`; with none of
        // them the line above has panicked, or the index does.
        unsafe { self.open[self.depth].assume_init() }
    }
}
