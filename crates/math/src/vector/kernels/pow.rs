//! pow: e^(y ln(x)), from the kernels of log and exp.
//!
//! Error: that of ln(x), at most 2^-78, times |y|; that of its product with y, which is kept in two
//! parts, 2^-105 of at most 708; and that of exp. The bound grows with |y| accordingly.
//!
//! For floats, the logarithm's error is 2^-52 of at most 125, and the power's 2^-39.7.
//!
//! Only positive normal x; for others the scalar function. Exact results that are halfway between two
//! doubles never pass the rounding test.
//!
//! Cost: about 100 operations, two tables' rows included.

use super::exp::{self, power_of_two, Reduced};
use super::log::{self, logarithm, rough_logarithm};
use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::Pow;
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Lanes, Mask};
use crate::vector::range::{faint, quick_sum, within};
use crate::vector::tables::exp::{STEPS_IN_E, STEP_1, STEP_2};
use crate::vector::tables::log::LONG_SERIES_2;
use crate::vector::vectorised::KernelOfTwo;

const BOUND: f64 = 2.0 * exp::BOUND;
const BOUND_OF_LOGARITHM: f64 = 1.0 / (1u128 << 77) as f64;

/// More than any |y| with which x differs from 1 and the result is finite; less than overflows.
const LARGEST: f64 = (1u128 << 100) as f64;
/// The same for floats.
const LARGEST_FLOAT: f32 = (1u64 << 40) as f32;

impl KernelOfTwo for Pow {
    #[inline(always)]
    fn double<V: Lanes>(x: V, y: V) -> Approximation<V> {
        let (y, faint) = faint(y);
        let (y, large) = within(y, LARGEST);
        let (sum_high, sum_low) = logarithm(x);
        let (log_high, log_low) = quick_sum(sum_high, sum_low);
        let product = log_high * y;
        let product_low = log_low.fma(y, log_high.fms(y, product));
        let (product, beyond) = within(product, 708.0);
        let reduced = exp::reduce(product, STEPS_IN_E, STEP_1, STEP_2);
        let (high, low) = quick_sum(reduced.high, reduced.low + product_low);
        let reduced = Reduced { high, low, ..reduced };
        let (high, low) = reduced.power();
        Approximation {
            high,
            low,
            bound: y.abs().fma(y.all(BOUND_OF_LOGARITHM), y.all(BOUND)),
            exponent: reduced.exponent(),
            outside: log::outside(x).or(faint).or(large.or(beyond)),
        }
    }

    #[inline(always)]
    fn single<S: Floats>(x: S, y: S) -> Single<S> {
        let magnitude = y.magnitude();
        let large = magnitude.not_below(LARGEST_FLOAT).or(magnitude.faint());
        let y = y.zero_where(large).widen();
        let product = rough_logarithm(x, 1.0, &LONG_SERIES_2) * y;
        let beyond = S::narrow(product).magnitude().not_below(125.0);
        let (shifted, _, rest) = exp::reduce_roughly(product, 1.0, 1.0);
        let outside = log::outside_floats(x).or(large.or(beyond));
        power_of_two(S::low_bits(shifted), rest, outside)
    }
}
