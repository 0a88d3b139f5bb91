//! The tree over a row, one element at a time, for every kind and operator: the reference.
//!
//! Subtrees of eight are written out, so that the processor has independent operations.

use super::super::element::{Anywhere, Binary, Element};
use super::counter::Counter;

/// Leaves of a subtree that is written out.
const GROUP: usize = 8;

#[derive(Clone, Copy)]
struct Row<T>(*const Anywhere<T>);

impl<T: Element> Row<T> {
    #[inline(always)]
    unsafe fn get(self, i: usize) -> T {
        // SAFETY: the caller passes the index of an element, here and below.
        unsafe { (*self.0.add(i)).0 }
    }

    #[inline(always)]
    unsafe fn two<O: Binary<T>>(self, i: usize) -> T {
        // SAFETY: as above.
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
}

pub unsafe fn tree<T: Element, O: Binary<T>>(elements: *const u8, n: usize, into: *mut u8) {
    let row = Row(elements.cast::<Anywhere<T>>());
    let mut counter = Counter::new();
    let whole = n - n % GROUP;
    for i in (0..whole).step_by(GROUP) {
        // SAFETY: i + GROUP ≤ n.
        counter.push(unsafe { row.eight::<O>(i) }, O::apply);
    }
    if whole < n {
        let mut tail = Counter::new();
        for i in whole..n {
            // SAFETY: an element of the row.
            tail.push(unsafe { row.get(i) }, O::apply);
        }
        counter.push(tail.root(O::apply), O::apply);
    }
    let root = counter.root(O::apply);
    // SAFETY: the caller passes space for an element, whose padding stays.
    unsafe { std::ptr::copy_nonoverlapping((&raw const root).cast(), into, T::DATA) }
}
