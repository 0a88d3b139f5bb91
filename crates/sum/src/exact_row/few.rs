//! The exact sum of a few numbers or products in its [short form](Short), one integer at a time.
//!
//! Cost: about 3 ns a number, 5 ns a product.

use crate::superaccumulator::Short;
use samebits_kernel::binary::Finite;
use samebits_kernel::column_sum::Summand;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::superaccumulator::{ProductSuperaccumulator, Superaccumulator};

    /// Numbers near one another or not, zeros among them.
    fn rows() -> Vec<[Vec<f64>; 2]> {
        let mut random = 1u64;
        let mut next = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            random ^ random >> 29
        };
        let mut row = |case: usize, n: usize| -> Vec<f64> {
            let (base, spread) = (next() % 2000, [1, 12, 60, 2000][case % 4]);
            (0..n)
                .map(|_| {
                    match next() % [8, 1 + case as u64 % 2][usize::from(case.is_multiple_of(9))] {
                        0 => [0.0, -0.0][next() as usize % 2],
                        _ => {
                            let exponent = (base + next() % spread) % 2047;
                            f64::from_bits(next() & !(0x7ff << 52) | exponent << 52)
                        }
                    }
                })
                .collect()
        };
        (0..4000).map(|case| [0, 1].map(|_| row(case, 2 * (1 + case / 4 % 4)))).collect()
    }

    #[test]
    fn few_are_summed_as_a_superaccumulator_sums_them() {
        let (mut some, mut some_products) = (0, 0);
        for [x, y] in rows() {
            for components in [1, 2] {
                // SAFETY: so many numbers.
                let (numbers, products) = unsafe {
                    let two = [x.as_ptr(), y.as_ptr()];
                    let products = few_products(two, x.len(), components);
                    (few_numbers(x.as_ptr(), x.len(), components), products)
                };
                for component in 0..components {
                    let own = || (component..x.len()).step_by(components);
                    if let Some(sums) = numbers {
                        let mut right = Superaccumulator::default();
                        own().for_each(|i| right.add(x[i]));
                        let got = sums[component].to_f64();
                        assert_eq!(got.to_bits(), right.to_f64().to_bits(), "{x:?}");
                        some += 1;
                    }
                    if let Some(sums) = products {
                        let mut right = ProductSuperaccumulator::default();
                        own().for_each(|i| right.add_product(x[i], y[i]));
                        let got = sums[component].to_f64();
                        assert_eq!(got.to_bits(), right.to_f64().to_bits(), "{x:?} {y:?}");
                        some_products += 1;
                    }
                }
            }
        }
        assert!(some > 6000 && some_products > 1000, "{some} {some_products}");
        for wrong in [f64::INFINITY, f64::NAN] {
            // SAFETY: one number each.
            unsafe {
                assert!(few_numbers(&raw const wrong, 1, 1).is_none());
                assert!(few_products([&raw const wrong, &raw const wrong], 1, 1).is_none());
            }
        }
    }
}
