//! Products of two vectors as rows of real factors.

use samebits_kernel::products::{Factor, BLOCK};

/// Fewer numbers, or products, than these are added one by one.
pub const FEW: usize = 8;

/// What products of elements consist of.
#[derive(Clone, Copy, Debug)]
pub struct ProductShape {
    /// Numbers in an element: 1, or 2 of a complex one.
    pub components: usize,
    pub conjugated: bool,
}

/// Passes the real factors of n products to `work`, at most [`BLOCK`] pairs at a time, in which
/// those of the components alternate.
///
/// (a + bi)(c + di) has the real part ac + (-b)d and the imaginary part ad + bc. Safety: both
/// vectors lie there, at any address.
pub unsafe fn in_blocks<T: Factor>(
    [x, y]: [*const T; 2],
    n: usize,
    shape: ProductShape,
    mut work: impl FnMut(*const T, *const T, usize),
) {
    if shape.components == 1 {
        for from in (0..n).step_by(BLOCK) {
            work(x.wrapping_add(from), y.wrapping_add(from), BLOCK.min(n - from));
        }
        return;
    }
    const ELEMENTS: usize = BLOCK / 4;
    let (mut left, mut right) = ([T::default(); BLOCK], [T::default(); BLOCK]);
    for from in (0..n).step_by(ELEMENTS) {
        let elements = ELEMENTS.min(n - from);
        let rows = left.chunks_exact_mut(4).zip(right.chunks_exact_mut(4));
        for (i, (left, right)) in rows.enumerate().take(elements) {
            let element = |of: *const T| {
                let number = of.wrapping_add(2 * (from + i));
                // SAFETY: two numbers of an element of the vector.
                unsafe { (number.read_unaligned(), number.add(1).read_unaligned()) }
            };
            let ((a, b), (c, d)) = (element(x), element(y));
            let b = if shape.conjugated { -b } else { b };
            left.copy_from_slice(&[a, a, -b, b]);
            right.copy_from_slice(&[c, d, d, c]);
        }
        work(left.as_ptr(), right.as_ptr(), 4 * elements);
    }
}
