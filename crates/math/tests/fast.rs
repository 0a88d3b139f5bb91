//! The fast paths (`src/fast/`) against the functions that they stand in front of: the same bits and
//! the same exceptions, but for the inexact one, in the four rounding modes.
//!
//!     TEST_MATH_ARGUMENTS  100000   random arguments of each function; a quarter in each mode
#![cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]

use crate::support::random::Random;
#[cfg(target_arch = "x86_64")]
use crate::support::skipped::skipped;
use samebits_math::table::FAST;
use std::hint::black_box;

/// The functions by name, and those without a fast path.
macro_rules! paths {
    ($prefix:literal) => {
        paths! { $prefix:
            acosh: One(f64), asinh: One(f64), cos: One(f64), cosh: One(f64), erfc: One(f64),
            exp: One(f64), exp2: One(f64), hypot: Two(f64), hypotf: Two(f32), lgamma: One(f64),
            log: One(f64), log1p: One(f64), log2: One(f64), pow: Two(f64), powf: Two(f32),
            sin: One(f64), sincos: SinCos(f64), tan: One(f64), tanh: One(f64),
        }
    };
    ($prefix:literal: $($name:ident: $shape:ident($type:ty),)*) => {
        $(mod $name {
            extern "C" {
                #[link_name = concat!("samebits_math_", $prefix, "_", stringify!($name))]
                pub fn fast();
                #[link_name = concat!("samebits_math_", $prefix, "_", stringify!($name), "_whole")]
                pub fn whole();
            }
        })*
        const PATHS: &[(&str, Pair)] = &[$(
            (stringify!($name), Pair {
                numbers: stringify!($type),
                shape: Shape::$shape,
                fast: $name::fast,
                whole: $name::whole,
            }),
        )*];
    };
}

#[cfg(target_arch = "x86_64")]
paths!("v3");
#[cfg(target_arch = "aarch64")]
paths!("base");

#[derive(Clone, Copy)]
enum Shape {
    One,
    Two,
    SinCos,
}

#[derive(Clone, Copy)]
struct Pair {
    numbers: &'static str,
    shape: Shape,
    fast: unsafe extern "C" fn(),
    whole: unsafe extern "C" fn(),
}

extern "C" {
    fn fesetround(mode: i32) -> i32;
    fn feclearexcept(which: i32) -> i32;
    fn fetestexcept(which: i32) -> i32;
}

/// Nearest, downward, upward, towards zero; and all exceptions but the inexact one.
#[cfg(target_arch = "x86_64")]
const MODES: ([i32; 4], i32) = ([0, 0x400, 0x800, 0xc00], 0x1d);
#[cfg(target_arch = "aarch64")]
const MODES: ([i32; 4], i32) = ([0, 0x80_0000, 0x40_0000, 0xc0_0000], 0x0f);

trait Number: Copy {
    fn of(number: f64, bits: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! number {
    ($type:ty, $bits:ty) => {
        impl Number for $type {
            /// The number, or the bits, if it is a NaN.
            fn of(number: f64, bits: u64) -> Self {
                if number.is_nan() {
                    <$type>::from_bits(bits as $bits)
                } else {
                    number as $type
                }
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
        }
    };
}

number!(f64, u64);
number!(f32, u32);

/// The bits of the results, and the exceptions.
fn call<T: Number>(function: unsafe extern "C" fn(), shape: Shape, x: T, y: T) -> [u64; 3] {
    // SAFETY: the functions have these types (`paths`), and write to variables of ours.
    unsafe {
        feclearexcept(MODES.1);
        let results = match shape {
            Shape::One => {
                let one: unsafe extern "C" fn(T) -> T = std::mem::transmute(function);
                [one(black_box(x)).bits(), 0]
            }
            Shape::Two => {
                let two: unsafe extern "C" fn(T, T) -> T = std::mem::transmute(function);
                [two(black_box(x), black_box(y)).bits(), 0]
            }
            Shape::SinCos => {
                let both: unsafe extern "C" fn(T, *mut T, *mut T) = std::mem::transmute(function);
                let (mut sine, mut cosine) = (x, x);
                both(black_box(x), &mut sine, &mut cosine);
                [sine.bits(), cosine.bits()]
            }
        };
        [results[0], results[1], fetestexcept(MODES.1) as u64]
    }
}

/// Numbers that fast paths take, and others.
struct Numbers(Random);

impl Numbers {
    /// A number of one of several kinds: NaN stands for the bits that come with it.
    fn number(&mut self) -> f64 {
        let bits = self.0.next();
        let part = self.0.unit();
        let sign = if bits & 1 == 0 { 1.0 } else { -1.0 };
        match (bits >> 1) % 16 {
            0 => f64::NAN,
            1 => ((bits >> 8) % 64) as f64 - 20.0,
            2 => ((bits >> 8) % 4096) as f64 / 64.0 - 20.0,
            // The doubles next to the edges between two parts of the circle.
            3 => ((bits >> 8) % 40000) as f64 * (std::f64::consts::PI / 512.0) * sign,
            4 => sign * (1.0 + part * 2f64.powi(-((bits >> 8) as i32 & 31))),
            5 => sign * 2f64.powi((bits >> 8) as i32 % 64) * (1.0 + (part * 8.0).floor() / 8.0),
            6 | 7 => sign * 2f64.powf(part * 300.0 - 200.0),
            // Doubles next to the edges between two rows of a table.
            8 => {
                let edge = ((bits >> 8) % 2048 + 1) as f64 / 128.0;
                sign * f64::from_bits((edge.to_bits() + (bits >> 32) % 9) - 4)
            }
            9..=10 => sign * 2f64.powf(part * 40.0 - 30.0),
            _ => sign * part * 20.0,
        }
    }
}

fn compare<T: Number + std::fmt::LowerExp>(name: &str, pair: Pair, mode: usize, x: T, y: T) {
    let all = [pair.fast, pair.whole].map(|function| call(function, pair.shape, x, y));
    if all[0] != all[1] {
        // SAFETY: what follows is for the mode that every program starts in.
        unsafe { fesetround(MODES.0[0]) };
        panic!("{name}({x:e}, {y:e}), mode {mode}: {:x?} on the fast path, {:x?}", all[0], all[1]);
    }
}

fn check<T: Number + std::fmt::LowerExp>(name: &str, pair: Pair, count: usize) {
    let mut random = Numbers(Random(0));
    for (mode, code) in MODES.0.into_iter().enumerate() {
        for _ in 0..count / 4 {
            let [x, y] = [random.number(), random.number()]
                .map(|number| T::of(number, black_box(random.0.next())));
            // SAFETY: the mode is reset before anything but the functions computes.
            unsafe { fesetround(code) };
            compare(name, pair, mode, x, y);
            // SAFETY: as above.
            unsafe { fesetround(MODES.0[0]) };
        }
        for x in HOSTILE {
            for y in HOSTILE {
                // SAFETY: as above.
                unsafe { fesetround(code) };
                compare(name, pair, mode, T::of(x, 0), T::of(y, 0));
                // SAFETY: as above.
                unsafe { fesetround(MODES.0[0]) };
            }
        }
    }
}

/// Numbers that sit where something changes, or that give exact results and ties.
const HOSTILE: [f64; 40] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    3.0,
    4.0,
    5.0,
    12.0,
    20.0,
    21.0,
    0.25,
    1.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f32::MAX as f64,
    f32::MIN_POSITIVE as f64,
    1e-45,
    16777215.0,
    16777217.0,
    9007199254740991.0,
    4503599627370497.0,
    1.0000000000000002,
    0.9999999999999999,
    1.0000001,
    0.99999994,
    120.0,
    -126.0,
    127.99999,
    1023.0,
    -1022.0,
    899.9,
    16384.0,
    16383.9,
];

#[test]
fn fast_paths_give_the_same_bits_and_exceptions() {
    #[cfg(target_arch = "x86_64")]
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
        return skipped("this processor uses no fast paths");
    }
    let count = std::env::var("TEST_MATH_ARGUMENTS").map_or(100_000, |text| {
        text.parse().unwrap_or_else(|_| panic!("TEST_MATH_ARGUMENTS={text} is no number"))
    });
    assert_eq!(PATHS.iter().map(|path| path.0).collect::<Vec<_>>(), FAST, "all are checked");
    for &(name, pair) in PATHS {
        match pair.numbers {
            "f64" => check::<f64>(name, pair, count),
            _ => check::<f32>(name, pair, count),
        }
    }
}
