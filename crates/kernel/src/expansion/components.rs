//! Components of expansions, the error-free addition that makes them, and their rounded values.

use crate::simd::on_best_unit;
use crate::summand::Summand;

/// The maximum number of columns of a call.
pub const CHUNK: usize = 128;

/// The maximum number of components of a column.
pub const MOST: usize = 8;

/// Components of n columns, in rows without gaps.
#[derive(Clone, Copy, Debug)]
pub struct Components {
    pub first: *const f64,
    /// 1 to [`MOST`].
    pub rows: usize,
}

impl Components {
    /// The components of one of n columns, the first one first.
    ///
    /// # Safety
    /// The rows hold n columns.
    pub unsafe fn of_column(self, column: usize, n: usize) -> impl Iterator<Item = f64> {
        // SAFETY: upheld by the caller.
        (0..self.rows).map(move |row| unsafe { self.first.add(row * n + column).read_unaligned() })
    }
}

// FIRST adds to the first component and negates the error, as it will be subtracted; OTHER adds to
// another one; OFF subtracts from the first one and negates the error.
pub const FIRST: u8 = 0;
pub const OTHER: u8 = 1;
pub const OFF: u8 = 2;

/// N rounded sums and their errors.
#[inline(always)]
pub fn two_sums<const KIND: u8, const N: usize>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
    let (mut sum, mut error) = ([0.0; N], [0.0; N]);
    for i in 0..N {
        let (a, b) = (a[i], if KIND == OFF { -b[i] } else { b[i] });
        sum[i] = a + b;
        let b_part = sum[i] - a;
        let a_part = sum[i] - b_part;
        error[i] = match KIND {
            OTHER => (a - a_part) + (b - b_part),
            _ => (a_part - a) + (b_part - b),
        };
    }
    (sum, error)
}

on_best_unit! {
    /// Rounds the values of n ≤ [`CHUNK`] columns once, to the format. Returns whether any column
    /// is flagged in `open` (nonzero): its components overlap too much to be rounded here.
    ///
    /// Two components are rounded by one addition. Further ones only tell where between two
    /// neighbouring doubles the second one is: it is rounded to odd (Boldo, Melquiond 2008). That
    /// holds if each component is negligible beside the one before it, which is checked.
    ///
    /// # Safety
    /// The rows hold n columns, at any address; the environment is the default one.
    pub unsafe fn round<T: Summand>(
        components: Components, n: usize, sums: &mut [T; CHUNK], open: &mut [u64; CHUNK],
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
}
