//! The fast path of the exact sum: column sums over rows of contributions that
//! prove their own exactness.
//!
//! Each column keeps an unevaluated pair (s, e). Knuth's TwoSum adds a
//! contribution to s without error and hands the rounding error on to e, again
//! by a TwoSum; as long as the error of *that* addition is zero, s + e is the
//! exact sum of all contributions, and rounding it once is the answer. A column
//! in which it ever was not zero (or in which a NaN, an infinity or an overflow
//! turned up, which make it NaN) is flagged, and the caller sums it in a
//! superaccumulator.
//!
//! Cost: 12 additions and one load an element.

use super::kind::Format;
use super::simd::on_best_unit;

/// Columns that one call of the kernel takes at most.
pub const CHUNK: usize = 64;

/// A format that the column sums take: its rows and how the pair is rounded.
pub trait Summand: Copy {
    /// The format.
    const FORMAT: Format;
    /// The number as a double, exactly.
    fn widen(self) -> f64;
    /// s + e, rounded once to the format.
    fn round_pair(s: f64, e: f64) -> Self;
}

impl Summand for f64 {
    const FORMAT: Format = Format::Double;
    #[inline(always)]
    fn widen(self) -> f64 {
        self
    }
    #[inline(always)]
    fn round_pair(s: f64, e: f64) -> f64 {
        // -0.0 + +0.0 would be +0.0: s alone has the right sign of zero.
        if e == 0.0 {
            s
        } else {
            s + e
        }
    }
}

impl Summand for f32 {
    const FORMAT: Format = Format::Float;
    #[inline(always)]
    fn widen(self) -> f64 {
        f64::from(self)
    }
    /// Rounds to odd in double first (Boldo, Melquiond 2008), so that the
    /// rounding to float is that of the exact sum.
    #[inline(always)]
    fn round_pair(s: f64, e: f64) -> f32 {
        let (sum, error) = two_sum(s, e);
        let toward_error = if (error > 0.0) == (sum > 0.0) { 1u64 } else { u64::MAX };
        let even = sum.to_bits() & 1 == 0;
        let odd = f64::from_bits(sum.to_bits().wrapping_add(toward_error));
        let rounded = if error != 0.0 && even { odd } else { sum };
        (if e == 0.0 { s } else { rounded }) as f32
    }
}

/// (s, t) with s the rounded sum and s + t = a + b exactly (Knuth's TwoSum).
/// t is NaN where the sum overflows or an operand is not finite.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let b_part = s - a;
    let a_part = s - b_part;
    (s, (a - a_part) + (b - b_part))
}

/// Columns summed so far: s + e is a column's sum where `inexact` is zero.
struct Pairs {
    /// The sums, rounded.
    s: [f64; CHUNK],
    /// The sums of the rounding errors.
    e: [f64; CHUNK],
    /// Nonzero where a pair is not to be used.
    inexact: [u64; CHUNK],
}

on_best_unit! {
    /// Sums n ≤ [`CHUNK`] columns over `ranks` ≥ 1 rows: the number of the first
    /// row's first column is at `rows`, each next row begins `pitch` elements
    /// later. Fills `sums` and returns whether any column is flagged in `inexact`
    /// (nonzero: its sum is not to be used).
    ///
    /// # Safety
    /// All rows lie in readable, aligned memory; the environment is the default one.
    column_sum[T: Summand][T](
        rows: *const T, pitch: usize, ranks: usize, n: usize,
        sums: &mut [T; CHUNK], inexact: &mut [u64; CHUNK]
    ) -> bool = column_sum_body
}

#[inline(always)]
unsafe fn column_sum_body<T: Summand>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    n: usize,
    sums: &mut [T; CHUNK],
    inexact: &mut [u64; CHUNK],
) -> bool {
    let mut pairs = Pairs { s: [0.0; CHUNK], e: [0.0; CHUNK], inexact: [0; CHUNK] };
    let n = n.min(CHUNK);
    // SAFETY: upheld by the caller.
    let any = unsafe { column_pairs_body(rows, pitch, ranks, n, &mut pairs) };
    for (sum, (s, e)) in sums.iter_mut().zip(pairs.s.into_iter().zip(pairs.e)).take(n) {
        *sum = T::round_pair(s, e);
    }
    *inexact = pairs.inexact;
    any
}

/// The same without the rounding; returns whether any column is flagged.
#[inline(always)]
unsafe fn column_pairs_body<T: Summand>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    n: usize,
    pairs: &mut Pairs,
) -> bool {
    let Pairs { s, e, inexact } = pairs;
    let n = n.min(CHUNK);
    for i in 0..n {
        // SAFETY: the first row holds n elements.
        s[i] = unsafe { rows.add(i).read_unaligned() }.widen();
        e[i] = 0.0;
        inexact[i] = 0;
    }
    for rank in 1..ranks {
        for i in 0..n {
            // SAFETY: so does every other row.
            let next = unsafe { rows.add(rank * pitch + i).read_unaligned() }.widen();
            let (sum, error) = two_sum(s[i], next);
            let (error, lost) = two_sum(e[i], error);
            s[i] = sum;
            e[i] = error;
            // Without its sign bit, lost is nonzero where it is not ±0.0.
            inexact[i] |= lost.to_bits() << 1;
        }
    }
    inexact[..n].iter().fold(0, |any, lost| any | lost) != 0
}
