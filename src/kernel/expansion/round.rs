//! The values of expansions, rounded once.

use super::components::{Components, CHUNK};
use crate::kernel::column_sum::Summand;
use crate::kernel::simd::on_best_unit;

on_best_unit! {
    /// Rounds the values of n ≤ [`CHUNK`] columns once, to the format. Returns whether any
    /// column is marked in `open` (nonzero): its components are not such that this can round
    /// them.
    ///
    /// # Safety
    /// The rows hold n columns, at any address; the environment is the default one.
    round[T: Summand][T](
        components: Components, n: usize, sums: &mut [T; CHUNK], open: &mut [u64; CHUNK]
    ) -> bool = round_body
}

/// Two components are rounded by one addition. Of more, those after the second one only say
/// where between two neighbouring doubles it is: it is rounded to odd (Boldo, Melquiond
/// 2008). That holds where each component vanishes beside the one before it, which is
/// checked.
#[inline(always)]
unsafe fn round_body<T: Summand>(
    components: Components,
    n: usize,
    sums: &mut [T; CHUNK],
    open: &mut [u64; CHUNK],
) -> bool {
    let Components { first, rows } = components;
    let n = n.min(CHUNK);
    // SAFETY: a column of a row.
    let number = |row: usize, column| unsafe { first.add(row * n + column).read_unaligned() };
    let mut off = [0.0; CHUNK];
    if rows > 1 {
        for (column, off) in off[..n].iter_mut().enumerate() {
            *off = number(1, column);
        }
    }
    let mut any = 0;
    if rows > 2 {
        for column in 0..n {
            let (value, second, third) = (number(0, column), off[column], number(2, column));
            let toward_third = if (third > 0.0) == (second > 0.0) { 1u64 } else { u64::MAX };
            let odd = f64::from_bits(second.to_bits().wrapping_add(toward_third));
            let between = third != 0.0 && second.to_bits() & 1 == 0;
            off[column] = if between { odd } else { second };
            let apart = (value - second == value) & (second + third == second);
            open[column] = u64::from(!apart);
            any |= open[column];
        }
        for row in 3..rows {
            for (column, open) in open[..n].iter_mut().enumerate() {
                let before = number(row - 1, column);
                *open |= u64::from(before + number(row, column) != before);
                any |= *open;
            }
        }
    }
    for (column, sum) in sums[..n].iter_mut().enumerate() {
        *sum = T::round_pair(number(0, column), -off[column]);
    }
    any != 0
}
