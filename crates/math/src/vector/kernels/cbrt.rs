//! cbrt.
//!
//! |x| = 2^(3q) y with y from 1 to 8; c from a table is nearly y's root, and 1/c has 17 bits, so
//! that its cube is exact. With r = y/c^3 - 1, in two parts and at most 2^-7, the root is 2^q c (1
//! + r)^(1/3), by the binomial series.
//!
//! Error: r/3 is kept in two parts; r^2/9 and the rest are rounded as a double, 2^-17.1 of 1, three
//! times, 2^-68.5. The series leaves out r^10, 2^-76.
//!
//! For floats, no table: a linear function of |x|'s bits, as an integer, are the bits of an inverse root c
//! with an error of 3.5 %; with e = 1 - c^3 |x|, at most 0.103, c (1 - e)^(-1/3), by a polynomial,
//! has one of 2^-18. The next e is at most 2^-16, and the root c^2 |x| (1 - e)^(-2/3), as doubles,
//! by a series that leaves out 0.5 e^3, 2^-49.
//!
//! Cost: about 45 operations, the table's rows included; for floats 18.

use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::Cbrt;
use crate::vector::kernels::exp::TO_INTEGER;
use crate::vector::kernels::log::outside_floats;
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Bits, Lanes, Mask};
use crate::vector::range::quick_fma;
use crate::vector::tables::cbrt::*;
use crate::vector::vectorised::Kernel;

const BOUND: f64 = 1.0 / (1u128 << 67) as f64;

/// 4/3 of the bits of nearly 1, as the bits of an inverse root are that less a third of the number's.
const GUESS: f32 = 0x54a1_e000 as f32;

/// (1 - e)^(-1/3) for the errors of such guesses.
const CORRECTION: [f32; 4] = [0.999_997_9, 0.333_331_52, 0.223_780_17, 0.174_190_16];

const TWO_TO_52: f64 = (1u64 << 52) as f64;

/// The binomial coefficients of 1/3, from the second on.
const BINOMIAL: [f64; 8] = {
    let mut all = [0.0; 8];
    let (mut value, mut place) = (1.0 / 3.0, 1);
    while place < 9 {
        value *= (1.0 / 3.0 - place as f64) / (place + 1) as f64;
        all[place - 1] = value;
        place += 1;
    }
    all
};

/// A magnitude as 2^exponent times a root in the table times that of 1 + `r` + `r_low`.
struct Reduced<V: Lanes> {
    exponent: V::Bits,
    r: V,
    r_low: V,
    table: [V; 2],
}

/// Any bits will do; those that are not a normal number make no sense, but no exception.
#[inline(always)]
fn reduce<V: Lanes>(x: V) -> Reduced<V> {
    let bits = x.abs().bits();
    let number = (bits.right::<52>() + x.all(TWO_TO_52).bits()).numbers();
    let exponent = number - x.all(TWO_TO_52 + 1023.0);
    let third = exponent.fms(x.all(THIRD_HIGH), x.all(THIRD_HIGH));
    let thirds = (third + x.all(TO_INTEGER)).bits();
    let y = (bits - (thirds.left::<52>() + thirds.left::<53>())).numbers();
    let [inverse, high, low, _] = V::rows4(y.bits().right::<46>(), &ROOTS);
    let product = y * inverse;
    let r_low = y.fms(inverse, product);
    Reduced { exponent: thirds.left::<52>(), r: product - x.all(1.0), r_low, table: [high, low] }
}

/// Where a number is not normal.
#[inline(always)]
fn outside<V: Lanes>(x: V, least: f64) -> V::Mask {
    let magnitude = x.abs();
    magnitude.less(x.all(least)).or(magnitude.not_less(x.all(f64::INFINITY)))
}

impl Kernel for Cbrt {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let Reduced { exponent, r, r_low, table: [th, tl] } = reduce(x);
        let c = |place: usize| x.all(BINOMIAL[place - 2]);
        let square = r * r;
        let fourth = square * square;
        let series = fourth.fma(
            square.fma(r.fma(c(9), c(8)), r.fma(c(7), c(6))),
            square.fma(r.fma(c(5), c(4)), r.fma(c(3), c(2))),
        );
        let third = x.all(THIRD_HIGH);
        let first = r * third;
        let first_error = r.fma(x.all(THIRD_LOW), r.fms(third, first));
        // The series' derivative, times what r lacks.
        let slope = r.fma(x.all(-2.0 / 9.0), third);
        let first_low = square.fma(series, r_low.fma(slope, first_error));
        let (high, error) = quick_fma(th, first, th);
        let low = th.fma(first_low, tl.fma(first, error + tl));
        Approximation {
            high: high.xor(x.sign()),
            low: low.xor(x.sign()),
            bound: x.all(BOUND),
            exponent,
            outside: outside(x, f64::MIN_POSITIVE),
        }
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let outside = outside_floats(magnitude);
        let magnitude = magnitude.larger(x.all(f32::MIN_POSITIVE)).smaller(x.all(f32::MAX));
        let bits = magnitude.numbers().fma(x.all(-1.0 / 3.0), x.all(GUESS));
        let guess = bits.integers();
        let error = (guess * guess).fnma(magnitude * guess, x.all(1.0));
        let c = |place: usize| x.all(CORRECTION[place]);
        let series = error.fma(error.fma(error.fma(c(3), c(2)), c(1)), c(0));
        let (inverse, number) = ((guess * series).widen(), magnitude.widen());
        let c = |number: f64| inverse.all(number);
        let root = number * (inverse * inverse);
        let error = root.fnma(inverse, c(1.0));
        let series = error * error.fma(c(5.0 / 9.0), c(2.0 / 3.0));
        let value = root.fma(series, root);
        Single { value, exponent: x.all(0.0), sign: x.sign(), outside }
    }
}
