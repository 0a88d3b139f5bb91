//! Rows of numbers added to sums by levels, block by block, in vectors.

use super::scheme::Scheme;
use super::sum::{LevelAccumulator, NONE};
use samebits_kernel::binary::{ceil_log2, INFINITY};
use samebits_kernel::levels::{deposit, Levels, Rule, Totals, BLOCK, MOST};
use samebits_kernel::summand::Summand;

/// Numbers that the first levels are derived from.
const SAMPLE: usize = 64;

/// A deposit in these only finds the largest numbers.
const NO_LEVELS: Levels = Levels { count: 0, units: [[0; 2]; MOST], rule: Rule::Even };

/// Adds n numbers, in which those of the components (1 or 2) alternate, by a scheme for each
/// component: of one arithmetic, with as many levels.
///
/// # Safety
/// n numbers, a multiple of the components, lie there at any address; the environment is the
/// default one.
pub unsafe fn add_row<T: Summand>(
    schemes: [&Scheme; 2],
    row: *const T,
    n: usize,
    components: usize,
    sums: &mut [LevelAccumulator; 2],
) {
    for from in (0..n).step_by(BLOCK) {
        let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
        // With levels derived from a sample most numbers are read once.
        if sums[..components].iter().any(|sum| sum.first == NONE) {
            // SAFETY: the first numbers of the block.
            let Totals { largest, .. } = unsafe { deposit(block, length.min(SAMPLE), &NO_LEVELS) };
            raise(schemes, components, sums, largest);
        }
        let (count, rule) = (schemes[0].levels(), schemes[0].rule());
        // The zeroth level is skipped while no number was as large as its unit.
        let mut skip_zeroth = schemes[0].has_zeroth();
        loop {
            // A component may have nothing but zeros, which fit any levels.
            let initialised = sums[..components].iter().any(|sum| sum.first != NONE);
            skip_zeroth &= initialised && sums[..components].iter().all(|sum| sum.totals[0] == 0);
            let units = |component: usize| sums[component].units(schemes[component]);
            let (left, right) = (units(0), units(components - 1));
            let first = usize::from(skip_zeroth);
            let levels = Levels {
                count: if initialised { count - first } else { 0 },
                units: std::array::from_fn(|i| {
                    let level = (i + first).min(MOST - 1);
                    [left[level], right[level]]
                }),
                rule,
            };
            // SAFETY: upheld by the caller.
            let Totals { totals, largest, .. } = unsafe { deposit(block, length, &levels) };
            if largest.iter().any(|largest| *largest >= INFINITY) {
                for i in 0..length {
                    // SAFETY: one of the numbers.
                    let number = unsafe { block.add(i).read_unaligned() }.widen();
                    sums[i % components].add(schemes[i % components], number);
                }
                break;
            }
            if raise(schemes, components, sums, largest) {
                continue;
            }
            // Half of a unit goes to zero, the even multiple.
            let halves = [left[0] - 1, right[0] - 1];
            let above = |i: usize| largest[i] != 0 && ceil_log2(largest[i]) > halves[i];
            if skip_zeroth && (above(0) || above(1)) {
                skip_zeroth = false;
                continue;
            }
            for (i, pair) in totals.into_iter().enumerate().take(levels.count) {
                for (series, total) in pair.into_iter().enumerate() {
                    sums[series % components].totals[i + first] += i128::from(total);
                }
            }
            break;
        }
    }
}

/// The largest finite magnitudes of the components (1 or 2), which alternate in n numbers, as
/// the bits of doubles.
///
/// # Safety
/// As for [`add_row`].
pub unsafe fn largest<T: Summand>(row: *const T, n: usize, components: usize) -> [u64; 2] {
    let mut found = [0; 2];
    for from in (0..n).step_by(BLOCK) {
        let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
        // SAFETY: numbers of the row.
        let mut largest = unsafe { deposit(block, length, &NO_LEVELS) }.largest;
        if largest.iter().any(|largest| *largest >= INFINITY) {
            largest = [0; 2];
            for i in 0..length {
                // SAFETY: one of them.
                let number = unsafe { block.add(i).read_unaligned() }.widen();
                if number.is_finite() {
                    largest[i % 2] = largest[i % 2].max(number.abs().to_bits());
                }
            }
        }
        for (series, largest) in largest.into_iter().enumerate() {
            let found = &mut found[series % components];
            *found = largest.max(*found);
        }
    }
    found
}

/// Raises the sums to the levels that take such numbers; returns whether any first level changed.
fn raise(
    schemes: [&Scheme; 2],
    components: usize,
    sums: &mut [LevelAccumulator; 2],
    largest: [u64; 2],
) -> bool {
    let mut raised = false;
    for (series, bits) in largest.into_iter().enumerate() {
        if (1..INFINITY).contains(&bits) {
            let (sum, scheme) = (&mut sums[series % components], schemes[series % components]);
            let before = sum.first;
            sum.raise(scheme, scheme.first(bits));
            raised |= sum.first != before;
        }
    }
    raised
}
