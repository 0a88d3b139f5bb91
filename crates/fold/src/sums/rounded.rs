//! Products of two rows of elements, each operation rounded once, as a loop rounds it.
//!
//! Cost: that of the loop.

use samebits_kernel::products::Factor;

/// The products of n elements of so many components.
///
/// # Safety
/// Both rows hold n elements, at any address; the environment is the default one.
pub unsafe fn multiply<T: Factor>(
    w: *const T,
    x: *const T,
    n: usize,
    components: usize,
    into: &mut Vec<T>,
) {
    into.clear();
    // SAFETY: a number of an element.
    let number = |row: *const T, i: usize| unsafe { row.add(i).read_unaligned() };
    if components == 1 {
        into.extend((0..n).map(|i| number(w, i) * number(x, i)));
        return;
    }
    into.reserve(2 * n);
    for i in 0..n {
        let ((a, b), (c, d)) =
            ((number(w, 2 * i), number(w, 2 * i + 1)), (number(x, 2 * i), number(x, 2 * i + 1)));
        into.push(a * c + -(b * d));
        into.push(a * d + b * c);
    }
}
