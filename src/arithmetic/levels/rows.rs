//! Rows of numbers added to sums by levels, block by block, in vectors.

use super::scheme::{ceil_log2, Scheme};
use super::sum::{LevelAccumulator, NONE};
use crate::kernel::column_sum::Summand;
use crate::kernel::levels::{deposit, Levels, Rule, Totals, BLOCK, MOST};

/// The bits of infinity.
const INFINITY: u64 = 0x7ff << 52;

/// Numbers that are looked at for the first levels.
const LOOK: usize = 64;

/// What only shows the largest numbers.
const NO_LEVELS: Levels = Levels { count: 0, units: [[0; 2]; MOST], rule: Rule::Even };

/// Adds n numbers, of which those of the components (1 or 2) take turns, by a scheme for each
/// component: of one arithmetic, with as many levels.
///
/// # Safety
/// So many numbers lie there, at any address, a multiple of the components; the
/// environment is the default one.
pub unsafe fn add_row<T: Summand>(
    schemes: [&Scheme; 2],
    row: *const T,
    n: usize,
    components: usize,
    sums: &mut [LevelAccumulator; 2],
) {
    for from in (0..n).step_by(BLOCK) {
        let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
        // SAFETY: numbers of the row.
        unsafe { add_block(schemes, block, length, components, sums) };
    }
}

/// The largest finite magnitudes among n numbers, of which those of the components (1 or 2)
/// take turns: as the bits of doubles.
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

/// Adds at most [`BLOCK`] numbers.
///
/// # Safety
/// As for [`add_row`].
unsafe fn add_block<T: Summand>(
    schemes: [&Scheme; 2],
    block: *const T,
    n: usize,
    components: usize,
    sums: &mut [LevelAccumulator; 2],
) {
    // A first look, for the levels: then they mostly serve, and each number is read once.
    if sums[..components].iter().any(|sum| sum.first == NONE) {
        // SAFETY: the first numbers of the block.
        let Totals { largest, .. } = unsafe { deposit(block, n.min(LOOK), &NO_LEVELS) };
        raise(schemes, components, sums, largest);
    }
    // No number so far was as large as the zeroth level's unit: it is left out.
    let (count, rule) = (schemes[0].levels(), schemes[0].rule());
    let mut spared = schemes[0].has_zeroth();
    loop {
        // (Zeros fit anywhere: a component may have nothing else.)
        let known = sums[..components].iter().any(|sum| sum.first != NONE);
        spared &= known && sums[..components].iter().all(|sum| sum.totals[0] == 0);
        let ask = |component: usize| sums[component].ask(schemes[component]);
        let (left, right) = (ask(0), ask(components - 1));
        let first = usize::from(spared);
        let levels = Levels {
            count: if known { count - first } else { 0 },
            units: std::array::from_fn(|i| {
                let level = (i + first).min(MOST - 1);
                [left[level], right[level]]
            }),
            rule,
        };
        // SAFETY: upheld by the caller.
        let Totals { totals, largest, .. } = unsafe { deposit(block, n, &levels) };
        if largest.iter().any(|largest| *largest >= INFINITY) {
            for i in 0..n {
                // SAFETY: one of the numbers.
                let number = unsafe { block.add(i).read_unaligned() }.widen();
                sums[i % components].add(schemes[i % components], number);
            }
            return;
        }
        if raise(schemes, components, sums, largest) {
            continue;
        }
        // Half of a unit goes to zero, the even multiple.
        let halves = [left[0] - 1, right[0] - 1];
        let above = |i: usize| largest[i] != 0 && ceil_log2(largest[i]) > halves[i];
        if spared && (above(0) || above(1)) {
            spared = false;
            continue;
        }
        for (i, pair) in totals.into_iter().enumerate().take(levels.count) {
            for (series, total) in pair.into_iter().enumerate() {
                sums[series % components].totals[i + first] += i128::from(total);
            }
        }
        return;
    }
}

/// Lets the sums begin with the levels that take such numbers; whether any began with
/// a lower one.
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
