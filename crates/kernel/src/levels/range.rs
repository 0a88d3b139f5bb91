//! Units outside the range of the vector units: numbers are multiplied by a power of two first.
//!
//! The vector units need, for a unit u, 1.5·2^52·u and its neighbourhood to be normal numbers, and
//! with [`Rule::Away`] half of u to be more than the smallest subnormal. Units of pre-rounded sums
//! go from 2^1025 down to 2^-1280, and those of binned sums begin at 2^985.

use super::super::summand::Summand;
use super::scalar;
use super::units::{Deposit, Levels, Rule, Totals, BLOCK, MOST};

/// The exponents of units that the vector units take.
const LOWEST: i32 = -1074;
const LOWEST_AWAY: i32 = -1060;
const HIGHEST: i32 = 960;

/// The exponent of the factor.
const SCALE: i32 = 600;

/// The exponent by which a series is scaled; none if no scaling helps.
fn scale(levels: &Levels, series: usize) -> Option<i32> {
    let units = || levels.units[..levels.count].iter().map(|pair| pair[series]);
    let lies = |by: i32| units().all(|unit| (lowest(levels)..=HIGHEST).contains(&(unit + by)));
    [0, SCALE, -SCALE].into_iter().find(|by| lies(*by))
}

#[inline(always)]
fn lowest(levels: &Levels) -> i32 {
    if levels.rule == Rule::Away {
        LOWEST_AWAY
    } else {
        LOWEST
    }
}

/// Whether the vector units take all levels as they are.
#[inline(always)]
pub fn fits(levels: &Levels) -> bool {
    let units = levels.units.iter().take(levels.count).flatten();
    units.fold(true, |all, unit| all & (lowest(levels)..=HIGHEST).contains(unit))
}

/// As [`super::deposit`], for units of which not all fit. `seen` is a deposit without levels, which
/// finds the largest numbers, `doubles` one of doubles.
///
/// Scaling changes no deposit. Where 2^600·x overflows, x exceeds 2^423, and as the lowest unit is
/// below 2^-1060 and the first one at most 2^208 times that, the totals are meaningless anyway.
/// Where 2^-600·x is rounded, |x| is below 2^-422, and the product, rounded or not, far below half
/// of the last unit, which is at least 2^(960-208-600): neither leaves anything in any level. (With
/// [`Rule::Any`] what a product loses is reported as a rest.)
#[cold]
pub unsafe fn deposit<T: Summand>(
    row: *const u8,
    n: usize,
    levels: &Levels,
    seen: Deposit,
    doubles: Deposit,
) -> Totals {
    let [Some(even), Some(odd)] = [0, 1].map(|series| scale(levels, series)) else {
        // SAFETY: upheld by the caller, here and below.
        return unsafe { scalar::deposit::<T>(row, n, levels) };
    };
    let by = [even, odd];
    let [factors, inverse] =
        [1, -1].map(|sign| by.map(|by| f64::from_bits(((1023 + sign * by) as u64) << 52)));
    let mut lost = false;
    let mut scaled = [0.0; BLOCK];
    for (i, number) in scaled.iter_mut().enumerate().take(n) {
        // SAFETY: one of the numbers.
        let whole = unsafe { row.cast::<T>().add(i).read_unaligned() }.widen();
        *number = whole * factors[i % 2];
        lost |= *number * inverse[i % 2] != whole;
    }
    let units: [[i32; 2]; MOST] =
        std::array::from_fn(|i| [0, 1].map(|series| levels.units[i][series] + by[series]));
    // SAFETY: as above; the copies.
    unsafe {
        let Totals { largest, .. } = seen(row, n, &Levels { count: 0, ..*levels });
        let totals = doubles(scaled.as_ptr().cast(), n, &Levels { units, ..*levels });
        let rest = totals.rest || (lost && levels.rule == Rule::Any);
        Totals { largest, rest, ..totals }
    }
}
