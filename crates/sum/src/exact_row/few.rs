//! The exact sum of a few numbers or products in its [short form](Short), one integer at a time.
//!
//! Cost: about 3 ns a number, 5 ns a product.

use crate::superaccumulator::Short;
use samebits_kernel::binary::Finite;
use samebits_kernel::summand::Summand;

/// The most numbers, or products, for which nothing else is faster.
pub const FEW: usize = 8;

/// An integer times 2^exponent, and the sign.
type ScaledInteger = (i128, i32, bool);

fn number(number: f64) -> Option<ScaledInteger> {
    let finite = Finite::of(number);
    let (integer, exponent) = finite.integer();
    number.is_finite().then_some((integer.into(), exponent, finite.negative))
}

fn product(x: f64, y: f64) -> Option<ScaledInteger> {
    let ((x, unit_x, minus_x), (y, unit_y, minus_y)) = (number(x)?, number(y)?);
    Some((x * y, unit_x + unit_y, minus_x != minus_y))
}

/// None where a term is none, or the sum has no short form.
fn sum(terms: impl Iterator<Item = Option<ScaledInteger>> + Clone) -> Option<Short> {
    let (mut zero, mut only_minus) = (true, true);
    for term in terms.clone() {
        let (integer, _, minus) = term?;
        zero &= integer == 0;
        only_minus &= minus;
    }
    if zero {
        return Some(Short::zero(only_minus));
    }
    Short::of_integers(terms.flatten().map(|(integer, exponent, _)| (integer, exponent)))
}

/// Of each component.
fn sums<I: Iterator<Item = Option<ScaledInteger>> + Clone>(
    components: usize,
    terms: impl Fn(usize) -> I,
) -> Option<[Short; 2]> {
    let second = if components == 2 { sum(terms(1))? } else { Short::default() };
    Some([sum(terms(0))?, second])
}

/// The sums of n > 0 numbers, in which those of the components, 1 or 2, alternate.
///
/// # Safety
/// They lie there, at any address.
pub unsafe fn few_numbers<T: Summand>(
    row: *const T,
    n: usize,
    components: usize,
) -> Option<[Short; 2]> {
    sums(components, |component| {
        // SAFETY: upheld by the caller.
        let widened = move |i: usize| unsafe { row.add(i).read_unaligned() }.widen();
        (component..n).step_by(components).map(move |i| number(widened(i)))
    })
}

/// Likewise those of n products.
///
/// # Safety
/// As above, of two rows.
pub unsafe fn few_products<T: Summand>(
    two: [*const T; 2],
    n: usize,
    components: usize,
) -> Option<[Short; 2]> {
    sums(components, |component| {
        // SAFETY: upheld by the caller.
        let widened = move |i: usize| two.map(|row| unsafe { row.add(i).read_unaligned() }.widen());
        (component..n).step_by(components).map(move |i| {
            let [x, y] = widened(i);
            product(x, y)
        })
    })
}
