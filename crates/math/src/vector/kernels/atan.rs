//! atan.
//!
//! With u = |x|, or 1/|x| above 1, and c the nearest multiple of 1/64: atan(u) = atan(c) + atan(t),
//! where t = (u - c)/(1 + c u), at most 2^-7. Both parts of that quotient are exact if written with
//! |x| (for 1/|x|, (1 - c |x|)/(|x| + c)), so the division by |x| only has to find c. Above 1 the
//! result is pi/2 less that.
//!
//! Error: of atan(t), t is in two parts, and t^3/3 is rounded as a double: 2^-15.6 of t, three
//! times, 2^-67. That is where c is 0; elsewhere atan(c) is at least 2^-6, and the error below
//! 2^-69. The series leaves out 2^-73.
//!
//! For floats, c is 0, 1 or infinite, t is at most tan(pi/8), and the polynomial is longer: 2^-40.3.
//!
//! Cost: about 50 operations, the table's rows included, and two divisions; for floats 18 and one.

use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::Atan;
use crate::vector::kernels::exp::TO_INTEGER;
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Lanes, Mask};
use crate::vector::range::{faint, polynomial, quick_sum, quotient};
use crate::vector::tables::atan::*;
use crate::vector::vectorised::Kernel;

const BOUND: f64 = 1.0 / (1u128 << 66) as f64;

const QUARTER_PI: f64 = HALF_PI_HIGH / 2.0;

/// From here on, pi/2 is nearest.
const LARGEST: f64 = (1u128 << 100) as f64;
const LARGEST_FLOAT: f32 = (1u64 << 60) as f32;

/// An argument's magnitude as a quotient of small `numerator` and `denominator`, and where it was above
/// one.
struct Reduced<V: Lanes> {
    above: V::Mask,
    numerator: V,
    denominator: (V, V),
    table: [V; 2],
}

#[inline(always)]
fn reduce<V: Lanes>(x: V) -> Reduced<V> {
    let one = x.all(1.0);
    let magnitude = x.abs();
    let magnitude = magnitude.select(magnitude.less(x.all(LARGEST)), x.all(LARGEST));
    let above = one.less(magnitude);
    let least = one.select(above, magnitude);
    let most = magnitude.select(above, one);
    let shifted = (least / most).fma(x.all(64.0), x.all(TO_INTEGER));
    let c = (shifted - x.all(TO_INTEGER)) * x.all(1.0 / 64.0);
    let denominator = c.fma(least, most);
    Reduced {
        above,
        numerator: c.fnma(most, least),
        denominator: (denominator, c.fma(least, most - denominator)),
        table: V::rows2(shifted.bits(), &ARCS),
    }
}

impl Kernel for Atan {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let c = |number: f64| x.all(number);
        let (argument, faint) = faint(x);
        let Reduced { above, numerator, denominator, table: [table_high, table_low] } =
            reduce(argument);
        let (t, t_low) = quotient((numerator, c(0.0)), denominator);
        let square = t * t;
        let series = square
            .fma(square.fma(square.fma(c(1.0 / 9.0), c(-1.0 / 7.0)), c(1.0 / 5.0)), c(-1.0 / 3.0));
        let (arc, error) = quick_sum(table_high, t);
        let low = (t * square).fma(series, (error + table_low) + t_low);
        let whole = c(HALF_PI_HIGH).select(above, c(0.0));
        let whole_low = c(HALF_PI_LOW).select(above, c(0.0));
        let less = c(-0.0).select(above, c(0.0));
        let (high, error) = quick_sum(whole, arc.xor(less));
        let low = low.xor(less) + (error + whole_low);
        Approximation {
            high: high.xor(x.sign()),
            low: low.xor(x.sign()),
            bound: c(BOUND),
            exponent: x.all_bits(0),
            outside: faint.or(x.differs(x)),
        }
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let none = magnitude.above(x.all(f32::INFINITY));
        let outside = magnitude.faint().or(none);
        let u = magnitude.smaller(x.all(LARGEST_FLOAT)).widen();
        let c = |number: f64| u.all(number);
        // u, (u - 1)/(u + 1), or -1/u: each at most tan(pi/8).
        let beyond_1 = c(1.0).kept(c(TANGENT_1).less(u));
        let below_3 = c(1.0).zero_where(c(TANGENT_3).less(u));
        let t = u.fms(below_3, beyond_1) / u.fma(beyond_1, below_3);
        let base = (beyond_1 - below_3).fma(c(QUARTER_PI), c(QUARTER_PI));
        let value = t.fma(polynomial(t * t, &SERIES), base);
        Single { value, exponent: x.all(0.0), sign: x.sign(), outside }
    }
}
