//! The fast path of the exact sum: column sums over rows of contributions that prove their own
//! exactness.
//!
//! Each column is an unevaluated pair (s, e). Knuth's TwoSum adds a contribution to s without error
//! and passes the rounding error on to e, again by a TwoSum. As long as *that* addition has no
//! error, s + e is the exact sum, and rounding it once gives the result. A column with such an
//! error (or with a NaN, an infinity or an overflow, which make it NaN) is flagged, and the caller
//! sums it in a superaccumulator.
//!
//! Cost: 12 additions and one load an element.

use super::simd::on_best_unit;
use super::summand::{two_sum, Summand};

/// The maximum number of columns of a call.
pub const CHUNK: usize = 64;

on_best_unit! {
    /// Sums n ≤ [`CHUNK`] columns over `ranks` ≥ 1 rows, the first at `rows` and each next one
    /// `pitch` elements later, into `sums`. Returns whether any column is flagged in `inexact`
    /// (nonzero): its sum is not to be used.
    ///
    /// # Safety
    /// All rows lie in readable memory, at any address; the environment is the default one.
    pub unsafe fn column_sum<T: Summand>(
        rows: *const T, pitch: usize, ranks: usize, n: usize,
        sums: &mut [T; CHUNK], inexact: &mut [u64; CHUNK],
    ) -> bool {
        let n = n.min(CHUNK);
        let (mut s, mut e, mut lost) = ([0.0; CHUNK], [0.0; CHUNK], [0u64; CHUNK]);
        for (i, s) in s.iter_mut().enumerate().take(n) {
            // SAFETY: the first row holds n elements.
            *s = unsafe { rows.add(i).read_unaligned() }.widen();
        }
        for rank in 1..ranks {
            for i in 0..n {
                // SAFETY: so does every other row.
                let next = unsafe { rows.add(rank * pitch + i).read_unaligned() }.widen();
                let (sum, error) = two_sum(s[i], next);
                let (error, rest) = two_sum(e[i], error);
                s[i] = sum;
                e[i] = error;
                // The shift drops the sign, so ±0.0 leaves no bit.
                lost[i] |= rest.to_bits() << 1;
            }
        }
        for (sum, (s, e)) in sums.iter_mut().zip(s.into_iter().zip(e)).take(n) {
            *sum = T::round_pair(s, e);
        }
        *inexact = lost;
        lost[..n].iter().fold(0, |any, lost| any | lost) != 0
    }
}
