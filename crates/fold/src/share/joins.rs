//! Which values join when the lists of the roots of a distributed array's shares ([`super`])
//! are merged in its order: known before the values are.
//!
//! Cost: a few operations a root, and a byte.

use samebits_sum::share::{max_subtrees, Root, Share};
use std::mem::MaybeUninit;

/// The most roots that are open at a time.
pub const MOST_OPEN: usize = max_subtrees(u64::MAX) + 1;

/// The roots of a range from which a list of values has come so far.
pub struct Open {
    total: u64,
    /// Uninitialised, because filling it takes longer than merging short lists.
    roots: [MaybeUninit<Root>; MOST_OPEN],
    pub depth: usize,
}

impl Open {
    pub fn new(total: u64) -> Open {
        let roots = [const { MaybeUninit::uninit() }; MOST_OPEN];
        Open { total, roots, depth: 0 }
    }

    pub fn push(&mut self, root: Root) {
        self.roots[self.depth].write(root);
        self.depth += 1;
    }

    /// Takes the last one off if it and the root behind it are the halves of a subtree.
    pub fn pop_sibling(&mut self, right: &Root) -> Option<Root> {
        let depth = self.depth.checked_sub(1)?;
        // SAFETY: what is below `depth` has been written.
        let before = unsafe { self.roots[depth].assume_init() };
        before.joins(right, self.total).then(|| {
            self.depth = depth;
            before
        })
    }
}

/// What follows a value, in a byte: how often it is joined with the value before it, and whether it
/// is the last one of its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joins {
    pub count: u8,
    pub last: bool,
}

const LAST: u8 = 1 << 7;

impl Joins {
    #[inline]
    pub fn of(byte: u8) -> Joins {
        Joins { count: byte & !LAST, last: byte & LAST != 0 }
    }
}

/// Appends the joins behind each value of the shares, in the order of an array of `total` elements.
pub fn joins(total: u64, shares: &mut dyn Iterator<Item = Share>, joins: &mut Vec<u8>) {
    let mut open = Open::new(total);
    for share in shares {
        for root in share.roots() {
            let (mut last, mut count) = (root, 0);
            while let Some(before) = open.pop_sibling(&last) {
                last.start = before.start;
                count += 1;
            }
            open.push(last);
            joins.push(count);
        }
        if let Some(last) = joins.last_mut() {
            *last |= LAST;
        }
    }
}
