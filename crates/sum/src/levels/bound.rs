//! Bounds on the error of a sum, given the number of summands n, the largest magnitude m among
//! them, and the magnitude |T| of the sum.
//!
//! Let u = 2^-53, ε = 2u, α = 2^ceil(log2(n / (1 - 2nε))), M₂ = 2^ceil(log2 m); R is the result,
//! X the exact sum, and all of it is finite. T may stand for either: each bound is generous
//! enough for the difference.
//!
//! **Pre-rounded, double sweep, k levels.** Arteaga, Fuhrer, Hoefler 2014, equation 2, with
//! κ = 1/2 (to nearest) and M^f the extractors that are actually used, 1.5·α·(αε)^(f-1)·M₂:
//!
//! > E(k) = 2k·κε·|T| + 8n/(1-8nκε)·(κε)²·M^1 + (2/3)·n·κε·M^k
//!
//! *What is dropped.* Each summand leaves at most half of unit_k = (αε)^k·M₂, n of them n·unit_k/2:
//! the third term, to the bit. With the powers of two α·(αε)^(f-1)·M₂ that the paper prints for M^f
//! it would be two thirds of that, and too little.
//! *What the additions lose.* The totals T^i are exact and have 53 bits; |T^1| ≤ α·M₂, 2^52 units,
//! and for i > 1 at most unit_(i-1)/2 was left before level i. The k-1 additions are rounded. The
//! last one loses at most u·|R|, u = κε: the first term exceeds that. The one that makes
//! s_i = T^i + … + T^k, 1 < i < k, loses at most u of a number that is, except for smaller such
//! losses, the sum of what was left before level i, less what was left after level k: all together
//! u·n·unit_1/2·(1 + (αε)²)·(1 + αε)·(1 + 2u), αε ≤ 1/8. The second term is at least
//! 12·n·u²·α·M₂ = 12·u·n·unit_1/2. No total is finer than the smallest subnormal, so the conversion
//! of the result to the format rounds nothing.
//!
//! **Single sweep.** The ladder of levels is fixed, and its first unit only known to lie between
//! ε·α·M₂ and M₂: N^(h+1) = α·unit_1 < α·M₂. As a power of two it is at most M₂/2.
//! With one level, n·unit_1/2 ≤ n·M₂/4 is dropped. The total has 53 bits, so that nothing is
//! rounded; u·|T| is added for a result that is.
//! With k > 1 levels, unit_k ≤ (αε)^(k-1)·M₂/2: half of what the double sweep with k-1 levels may
//! drop. The last addition loses u·|R| as there. With k > 2, those before it lose at most
//! u·n·unit_1/2·(1 + …), the factor as above, and unit_1/2 may be M₂/4, where the double sweep's is
//! ε·α·M₂/2. So E(k-1) alone is no bound where the sum cancels (tests/rust/bound.rs), but
//! E(k-1) + u·n·M₂/4 is: the second term of E(k-1), at least 24·αε times u·n·M₂/4, covers the
//! factor, (1+(αε)²)·(1+αε)·(1+2u) < 1 + 2αε.
//!
//! **Binned, K bins.** At most half of the last bin's unit U is dropped of each summand:
//! D = n·U/2. The carries and the primary parts are exact doubles; each of the 2K-1 additions, with
//! the sum s, loses at most u·|s|, and nothing unless |s| ≥ 2^53·g, where g is the smallest unit of
//! the terms so far (2^p units of a bin for its carry, p = 50 or 21). The remaining terms have a
//! sum of at most |s|/4, or |s|/4 + n·U where the last bin occurs several times: they are
//! P_j < 2^p·unit_j of one or two bins, and what was left of the summands. Between bins of unlike
//! units, 2^40 or 2^13 apart, 2^53·g is more than 2^10 times those P_j and, for n ≤ 2^62, 2^4 times
//! what was left; between two last bins it is 4 times those P_j. So |s| ≤ 4/3·(|R| + n·U + L): all
//! additions lose L ≤ (2K-1)·u·4/3·(|R| + 2D + L), and |R| ≤ |X| + D + L: with 3K·u in place
//! of (8K-4)/3·u,
//!
//! > E = D + 3K·u·(|T| + 3D)
//!
//! where ReproBLAS has 7ε·|T| in place of 3K·u·|T|, and n·m·2^(1-40(K-1)) for D or more.
//!
//! **Exact.** Half a unit in the last place of T; below twice the smallest normal number nothing,
//! as all sums are multiples of the smallest subnormal.
//! **Tree.** h·v/(1-h·v)·n·m, with h = ceil(log2 n) additions above each summand, each of which
//! loses at most v = u (in float 2^-24) of its result (Higham 1993).
//! **Floats** are summed in double, except by `exact` and `tree`, and the result is rounded once
//! more, unless it is subnormal: 2^-24·(|T| + E) is added.
//!
//! Everything is rounded upwards. Cost: some 20 operations.

use super::scheme::{log_alpha, Scheme};
use crate::names::Arithmetic;
use samebits_kernel::binary::{ceil_log2, floor_log2, two_to};
use samebits_kernel::Format;

/// The most summands for which there is a bound of binned sums.
const MOST_BINNED: u64 = 1 << 62;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBound {
    /// More summands than the arithmetic takes, which are so many.
    TooMany(u64),
    /// There is none for this arithmetic, for this reason.
    Unknown(&'static str),
}

/// A bound of |R - X|, never rounded down, for n floats or doubles of at most the finite magnitude
/// `largest`, where the finite `sum` is R or X; infinity where it exceeds the largest double.
pub fn error_bound(
    arithmetic: Arithmetic,
    format: Format,
    n: u64,
    largest: f64,
    sum: f64,
) -> Result<f64, NoBound> {
    debug_assert!(largest.is_finite() && sum.is_finite());
    let most = match arithmetic {
        Arithmetic::Prerounded(_) | Arithmetic::Prerounded2(_) => arithmetic.most_summands(),
        Arithmetic::Binned(_) => MOST_BINNED,
        Arithmetic::Exact | Arithmetic::Tree => u64::MAX,
        other => {
            return Err(NoBound::Unknown(match other {
                Arithmetic::Native => "the MPI library's own sums are added in any order",
                _ => "no bound on its sums is known",
            }));
        }
    };
    if n > most {
        return Err(NoBound::TooMany(most));
    }
    let (largest, sum) = (largest.abs(), sum.abs());
    if n == 0 || largest == 0.0 {
        return Ok(0.0);
    }
    let in_double = match arithmetic {
        Arithmetic::Exact => return Ok(half_unit(format, sum)),
        Arithmetic::Tree => return Ok(tree(format, n, largest)),
        Arithmetic::Prerounded2(levels) => equation_2(levels, n, largest, sum),
        Arithmetic::Prerounded(levels) => single_sweep(levels, n, largest, sum),
        Arithmetic::Binned(fold) => binned(format, fold, n, largest, sum),
        _ => unreachable!("refused above"),
    };
    Ok(match format {
        Format::Float => plus(in_double, scaled(plus(sum, in_double), -24)),
        _ => in_double,
    })
}

fn equation_2(levels: u8, n: u64, largest: f64, sum: f64) -> f64 {
    let (alpha, power) = (log_alpha(n), ceil_log2(largest.to_bits()));
    let summands = n as f64; // exact, and so is 12 n: n ≤ 2^48
    let rounding = times(2.0 * f64::from(levels), scaled(sum, -53));
    let additions = (12.0 * summands / (1.0 - summands / (1u64 << 50) as f64)).next_up();
    let additions = scaled(additions, -106 + alpha + power);
    let dropped = scaled(summands, i32::from(levels) * (alpha - 52) + power - 1);
    plus(plus(rounding, additions), dropped)
}

fn single_sweep(levels: u8, n: u64, largest: f64, sum: f64) -> f64 {
    let quarters = |exponent| scaled(n as f64, ceil_log2(largest.to_bits()) - 2 + exponent);
    match levels {
        1 => plus(quarters(0), scaled(sum, -53)),
        2 => equation_2(1, n, largest, sum),
        _ => plus(equation_2(levels - 1, n, largest, sum), quarters(-53)),
    }
}

fn binned(format: Format, fold: u8, n: u64, largest: f64, sum: f64) -> f64 {
    let scheme = Scheme::binned(format, fold);
    let last = scheme.first(largest.to_bits()) + i32::from(fold) - 1;
    let dropped = scaled(up(n), scheme.unit(last) - 1);
    let rounded = plus(sum, times(3.0, dropped));
    plus(dropped, times(3.0 * f64::from(fold), scaled(rounded, -53)))
}

/// Half a unit in the last place, where sums are rounded at all.
fn half_unit(format: Format, sum: f64) -> f64 {
    let (smallest, bits) = if format == Format::Float { (-126, 24) } else { (-1022, 53) };
    let exponent = if sum == 0.0 { smallest } else { floor_log2(sum.to_bits()) };
    if exponent > smallest {
        scaled(1.0, exponent - bits)
    } else {
        0.0
    }
}

/// The binary tree in which the datatype's own additions are rounded.
fn tree(format: Format, n: u64, largest: f64) -> f64 {
    let bits = if format == Format::Float { 24 } else { 53 };
    let height = f64::from(u64::BITS - (n - 1).leading_zeros());
    let lost = scaled(height, -bits);
    times((lost / (1.0 - lost)).next_up(), times(up(n), largest))
}

/// An integer, or the next double above it.
fn up(n: u64) -> f64 {
    let near = n as f64;
    if (near as u128) < u128::from(n) {
        near.next_up()
    } else {
        near
    }
}

/// The sum of two nonnegative numbers, or the next double above it.
fn plus(a: f64, b: f64) -> f64 {
    let (small, large) = (a.min(b), a.max(b));
    let sum = small + large;
    // The difference is exact.
    if sum - large < small {
        sum.next_up()
    } else {
        sum
    }
}

/// The product of two nonnegative numbers, or something just above it.
fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    (a * b).next_up()
}

/// x·2^exponent of a nonnegative number, or the next double above it.
fn scaled(x: f64, exponent: i32) -> f64 {
    // In two steps: all powers needed are nearer to 1 than 2^±2044.
    let half = exponent / 2;
    [half, exponent - half].into_iter().fold(x, |x, exponent| {
        let scaled = x * two_to(exponent);
        // Scaling back is exact, and shows what was lost.
        if scaled * two_to(-exponent) < x {
            scaled.next_up()
        } else {
            scaled
        }
    })
}
