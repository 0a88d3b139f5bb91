//! The exact sum of a short row in its [short form](Short), without a superaccumulator.
//!
//! Cost, as a rule: that of one block of [`super`], whose totals of levels become the
//! words.

use super::few::{few_numbers, FEW};
use super::flagged::{unit_for, Flagged};
use super::{first_unit, lower_unit, MIN_FOR_FLAGS, MIN_LEVELS, SAMPLE};
use crate::superaccumulator::Short;
use samebits_kernel::binary::{floor_log2, INFINITY};
use samebits_kernel::levels::{deposit, Levels, Rule, Totals, BLOCK, MOST};
use samebits_kernel::summand::Summand;

/// The longest row.
pub const LONGEST: usize = BLOCK;

/// The sums of n numbers, in which those of the components, 1 or 2, alternate; none where levels do
/// not cover them, or all of many numbers of a component are zero.
///
/// # Safety
/// At most [`LONGEST`] numbers, a multiple of the components, lie there at any address; the
/// environment is the default one.
pub unsafe fn short_sums<T: Summand>(
    row: *const T,
    n: usize,
    components: usize,
) -> Option<[Short; 2]> {
    if n <= FEW && n > 0 {
        // SAFETY: upheld by the caller.
        return unsafe { few_numbers(row, n, components) };
    }
    let mut levels = Levels { count: 0, units: [[0; 2]; MOST], rule: Rule::Any };
    // A component has the numbers of both series, or of one.
    let of_components = |[even, odd]: [u64; 2]| match components {
        1 => [even.max(odd); 2],
        _ => [even, odd],
    };
    // Without levels a deposit only finds the largest numbers.
    // SAFETY: upheld by the caller.
    let sample = unsafe { deposit(row, n.min(SAMPLE), &levels) };
    let largest = of_components(sample.largest);
    if largest.iter().any(|bits| *bits >= INFINITY) {
        return None;
    }
    // (Zeros fit any levels.)
    if n >= MIN_FOR_FLAGS && largest.iter().all(|bits| *bits != 0) {
        // SAFETY: as above.
        if let Some(sums) = unsafe { Flagged::sums(row, n, components, largest.map(unit_for)) } {
            return sums.shorts();
        }
    }
    levels.count = MIN_LEVELS;
    for (series, bits) in largest.into_iter().enumerate() {
        if bits == 0 {
            continue;
        }
        let first = first_unit(bits);
        for (level, units) in levels.units.iter_mut().enumerate().take(MIN_LEVELS) {
            units[series] = lower_unit(first, level);
        }
    }
    // SAFETY: as above.
    let Totals { totals, largest, rest } = unsafe { deposit(row, n, &levels) };
    let mut sums = [Short::default(); 2];
    for (component, largest) in of_components(largest).into_iter().enumerate().take(components) {
        let units = levels.units.map(|units| units[component]);
        if largest == 0 || largest >= INFINITY || floor_log2(largest) >= units[0] + Rule::Any.bits()
        {
            return None;
        }
        let total = |level: usize| match components {
            1 => totals[level][0] + totals[level][1],
            _ => totals[level][component],
        };
        sums[component] = Short::of_two([0, 1].map(|level| (total(level), units[level])));
    }
    (!rest).then_some(sums)
}

const _: () = assert!(MIN_LEVELS == 2, "the levels are the two integers of a short form");

#[cfg(test)]
mod tests {
    use super::super::few::few_products;
    use super::*;
    use crate::superaccumulator::{ProductSuperaccumulator, Superaccumulator};
    use samebits_kernel::fpenv::{within, Environment};

    /// Numbers near one another or not, in some cases zeros or a NaN among them.
    fn row(case: usize, n: usize, next: &mut impl FnMut() -> u64) -> Vec<f64> {
        let (base, spread) = (next() % 2000, [1, 12, 60, 2000][case % 4]);
        let number = |i: usize| match case % 50 {
            0..5 if !next().is_multiple_of(8) => [0.0, -0.0][next() as usize % 2],
            7 if i.is_multiple_of(2) => [0.0, -0.0][i / 2 % 2],
            8 if i == n / 2 => [f64::NAN, f64::INFINITY][case / 50 % 2],
            _ => {
                let exponent = (base + next() % spread) % 2047;
                f64::from_bits(next() & !(0x7ff << 52) | exponent << 52)
            }
        };
        (0..n).map(number).collect()
    }

    #[test]
    fn short_rows_sum_to_what_a_superaccumulator_has() {
        let (mut random, mut some) = (1u64, [0, 0]);
        let mut next = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            random ^ random >> 29
        };
        for case in 0..4000 {
            let n = 2 * (1 + next() as usize % [4, 150][case / 4 % 2]);
            let [x, y] = [0, 1].map(|_| row(case, n, &mut next));
            for components in [1, 2] {
                let (two, few) = ([x.as_ptr(), y.as_ptr()], n <= FEW);
                // SAFETY: so many numbers.
                let (sums, products) = within(Environment::Vector, || unsafe {
                    let products = few.then(|| few_products(two, n, components)).flatten();
                    (short_sums(two[0], n, components), products)
                });
                for component in 0..components {
                    let mut right = Superaccumulator::default();
                    let mut right_of_products = ProductSuperaccumulator::default();
                    for i in (component..n).step_by(components) {
                        right.add(x[i]);
                        right_of_products.add_product(x[i], y[i]);
                    }
                    let right = [right.to_f64(), right_of_products.to_f64()];
                    for (which, sums) in [sums, products].into_iter().enumerate() {
                        let Some(sums) = sums else { continue };
                        let got = sums[component].to_f64();
                        assert_eq!(got.to_bits(), right[which].to_bits(), "{x:?} {y:?}");
                        some[which] += 1;
                    }
                }
            }
        }
        assert!(some[0] > 4000 && some[1] > 1000, "{some:?}");
    }
}
