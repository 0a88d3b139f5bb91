//! The tree over a row, one element at a time: every kind and operator, and what the
//! other ways are compared with.
//!
//! Subtrees of eight are evaluated as they are written, so that the processor has
//! operations that do not wait for one another.

use super::super::operation::{Anywhere, Binary, Element};
use super::counter::Counter;

/// Leaves of the subtrees that are evaluated at once: a power of two.
const GROUP: usize = 8;

/// The row's elements, wherever they lie.
#[derive(Clone, Copy)]
struct Row<T>(*const Anywhere<T>);

impl<T: Element> Row<T> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> T {
        // SAFETY: the caller names an element of the row.
        unsafe { (*self.0.add(i)).0 }
    }

    #[inline(always)]
    unsafe fn two<O: Binary<T>>(self, i: usize) -> T {
        // SAFETY: upheld by the caller, here and below.
        unsafe { O::apply(self.get(i), self.get(i + 1)) }
    }

    #[inline(always)]
    unsafe fn four<O: Binary<T>>(self, i: usize) -> T {
        // SAFETY: as above.
        unsafe { O::apply(self.two::<O>(i), self.two::<O>(i + 2)) }
    }

    #[inline(always)]
    unsafe fn eight<O: Binary<T>>(self, i: usize) -> T {
        // SAFETY: as above.
        unsafe { O::apply(self.four::<O>(i), self.four::<O>(i + 4)) }
    }

    /// Fewer than [`GROUP`], but at least one.
    #[inline(always)]
    unsafe fn fewer<O: Binary<T>>(self, from: usize, n: usize) -> T {
        let mut counter = Counter::new();
        for i in from..n {
            // SAFETY: as above.
            counter.push(unsafe { self.get(i) }, O::apply);
        }
        counter.root(O::apply)
    }
}

/// into = the tree over n elements of type `T` with the operation `O`.
///
/// # Safety
/// As [`super::super::Kernel::tree`].
pub unsafe fn tree<T: Element, O: Binary<T>>(elements: *const u8, n: usize, into: *mut u8) {
    let row = Row(elements.cast::<Anywhere<T>>());
    let mut counter = Counter::new();
    let whole = n - n % GROUP;
    for i in (0..whole).step_by(GROUP) {
        // SAFETY: i + GROUP ≤ n.
        counter.push(unsafe { row.eight::<O>(i) }, O::apply);
    }
    if whole < n {
        // SAFETY: the row's last n - whole < GROUP elements.
        counter.push(unsafe { row.fewer::<O>(whole, n) }, O::apply);
    }
    let root = counter.root(O::apply);
    // SAFETY: the caller gives room for an element; its padding stays as it is.
    unsafe { std::ptr::copy_nonoverlapping((&raw const root).cast(), into, T::DATA) }
}
