//! The most frequent merges, in registers: one to three components to which one or two
//! contributions or an expansion are added, or three or four contributions, whose sums have two.
//!
//! Each column goes through the same additions as in [`super`]. If there is an error after the last
//! component, or something is not finite, all columns are left to the general path.

use super::components::{two_sums, Components, FIRST, OFF, OTHER};
use crate::summand::Summand;

/// Columns at a time.
const LANES: usize = 8;

/// The same for three components, so that all stay in registers.
const FEWER: usize = 4;

/// As [`super::expand`]; returns the number of rows, or none if the general path has to do it.
#[inline(always)]
pub(super) unsafe fn expand<T: Summand>(
    contributions: &[*const T],
    expansions: &[Components],
    n: usize,
    into: *mut f64,
) -> Option<usize> {
    if n < LANES {
        return None;
    }
    let rows = expansions.first().map_or(0, |expansion| expansion.rows);
    let to = expansions.first().map_or(into.cast_const(), |expansion| expansion.first);
    let row = |expansion: &Components, row: usize| expansion.first.wrapping_add(row * n);
    // SAFETY: upheld by the caller; no more rows than there are.
    unsafe {
        match (rows, contributions, expansions) {
            (0, &[a, b, c], []) => add::<T, 0, 2, 3, LANES>(to, [a, b, c], false, n, into),
            (0, &[a, b, c, d], []) => add::<T, 0, 2, 4, LANES>(to, [a, b, c, d], false, n, into),
            (1, &[a], [_]) => add::<T, 1, 1, 1, LANES>(to, [a], false, n, into),
            (2, &[a], [_]) => add::<T, 2, 2, 1, LANES>(to, [a], false, n, into),
            (3, &[a], [_]) => add::<T, 3, 3, 1, FEWER>(to, [a], false, n, into),
            (1, &[a, b], [_]) => add::<T, 1, 1, 2, LANES>(to, [a, b], false, n, into),
            (2, &[a, b], [_]) => add::<T, 2, 2, 2, LANES>(to, [a, b], false, n, into),
            (1..=3, [], [_, with]) => {
                let [a, b, c] = [0, 1, 2].map(|i| row(with, i));
                match (rows, with.rows) {
                    (1, 1) => add::<f64, 1, 1, 1, LANES>(to, [a], true, n, into),
                    (2, 1) => add::<f64, 2, 2, 1, LANES>(to, [a], true, n, into),
                    (2, 2) => add::<f64, 2, 2, 2, LANES>(to, [a, b], true, n, into),
                    (3, 1) => add::<f64, 3, 3, 1, FEWER>(to, [a], true, n, into),
                    (3, 2) => add::<f64, 3, 3, 2, FEWER>(to, [a, b], true, n, into),
                    (3, 3) => add::<f64, 3, 3, 3, FEWER>(to, [a, b, c], true, n, into),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Adds rows of numbers, contributions or (`one_expansion`) the components of another expansion, to
/// the `GIVEN` components at `to`, which become `ROWS`.
#[inline(always)]
unsafe fn add<
    S: Summand,
    const GIVEN: usize,
    const ROWS: usize,
    const NEW: usize,
    const N: usize,
>(
    to: *const f64,
    rows: [*const S; NEW],
    one_expansion: bool,
    n: usize,
    into: *mut f64,
) -> Option<usize> {
    let (mut invalid, mut last) = ([0u64; N], [0u64; N]);
    let mut from = 0;
    loop {
        let mut sums = [[0.0; N]; ROWS];
        for (row, sums) in sums.iter_mut().enumerate().take(GIVEN) {
            // SAFETY: N columns of a row.
            *sums = unsafe { to.add(row * n + from).cast::<[f64; N]>().read_unaligned() };
        }
        for (i, row) in rows.iter().enumerate() {
            // SAFETY: N columns of a row.
            let mut rest = unsafe { row.add(from).cast::<[S; N]>().read_unaligned() }.map(S::widen);
            if GIVEN == 0 && i == 0 {
                sums[0] = rest;
                continue;
            }
            for (row, sums) in sums.iter_mut().enumerate() {
                (*sums, rest) = match row {
                    _ if one_expansion && row < i => (*sums, rest),
                    0 => two_sums::<FIRST, N>(*sums, rest),
                    _ => two_sums::<OTHER, N>(*sums, rest),
                };
            }
            for (invalid, rest) in invalid.iter_mut().zip(rest) {
                *invalid |= rest.to_bits();
            }
        }
        // VecSum, as many times as may be needed.
        for _ in 1..ROWS {
            for row in (1..ROWS).rev() {
                let (above, below) = sums.split_at_mut(row);
                let (sum, rest) = (&mut above[row - 1], &mut below[0]);
                (*sum, *rest) = match row {
                    1 => two_sums::<OFF, N>(*sum, *rest),
                    _ => two_sums::<OTHER, N>(*sum, *rest),
                };
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            // SAFETY: N columns of a row.
            unsafe { into.add(row * n + from).cast::<[f64; N]>().write_unaligned(*sums) };
        }
        if ROWS > 1 {
            for i in 0..N {
                last[i] |= sums[ROWS - 1][i].to_bits();
                // If the first component is not finite, the second one is NaN.
                invalid[i] |= zero_or_nan(sums[1][i]).to_bits();
            }
        }
        if from + N == n {
            break;
        }
        // Some of the last columns a second time: what is read has not changed.
        from = (from + N).min(n - N);
    }
    let any = |bits: [u64; N]| bits.iter().fold(0, |any, bits| any | bits) != 0;
    if any(invalid) {
        return None;
    }
    Some(if ROWS > 1 && !any(last) { ROWS - 1 } else { ROWS })
}

/// +0.0 for a finite number, else NaN.
#[inline(always)]
#[allow(clippy::eq_op)]
fn zero_or_nan(number: f64) -> f64 {
    number - number
}
