//! The same bits for special numbers on every processor: those whose digests are in `data/special.txt`
//! (scripts/aarch64.sh runs this on a processor of another kind, which is imitated). What processors do
//! not agree on is the sign and the payload of a NaN that an operation makes: every function gets every
//! combination of NaN, infinities, zeros, subnormal numbers and a few ordinary ones, and a few thousand
//! random numbers, for compilers do not agree on what may be negated before it is multiplied where
//! results are not rounded to nearest.
//!
//! Written anew with SAMEBITS_WRITE=1. SAMEBITS_SHOW=cpow prints all results of a function, for `diff`.

#[path = "support/call.rs"]
#[allow(dead_code)]
mod call;

use call::{in_mode, see, Mode};
use samebits_math::complex::number::{complex, Complex, Double};
use samebits_math::complex::table::{Call, CALLS};
use samebits_math::scalar::{Call as Scalar, Scalars, VARIANTS};
use std::path::Path;
use std::{env, fs};

/// Bits of doubles; one in the middle of an interval is as good as any other.
fn numbers() -> Vec<f64> {
    let of_either_sign = [
        f64::from_bits(0x7ff8 << 48),
        f64::from_bits(0x7ff8_0000_2000_07a2), // which has a payload as a float, too
        f64::from_bits(0x7ff0_0000_2000_0001), // signalling
        f64::INFINITY,
        0.0,
        f64::from_bits(1),
        f64::from_bits(0x000c_1234_5678_9abc),
        f64::MIN_POSITIVE,
        f64::from(f32::from_bits(1)),
        f64::from(f32::MIN_POSITIVE),
        1e-20,
        0.5,
        1.0,
        std::f64::consts::FRAC_PI_2,
        3.0,
        90.0,
        710.5,
        1e17,
        f64::from(f32::MAX),
        1e300,
        f64::MAX,
    ];
    of_either_sign.into_iter().flat_map(|x| [x, -x]).collect()
}

/// Of numbers whose sizes are ordinary ones.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let exponent = 1023 - 40 + (z >> 52) % 48;
        f64::from_bits((z & !(0x7ff << 52)) | (exponent << 52))
    }
}

/// Of these, for functions of four.
fn few() -> Vec<f64> {
    let nan = f64::from_bits(0x7ff8_0000_2000_07a2);
    let inf = f64::INFINITY;
    vec![f64::NAN, -f64::NAN, nan, -nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 1e-310, 0.5, -2.5, 1e300]
}

/// A double as the bits of a float. (A conversion would quiet a NaN.)
fn float(x: f64) -> f32 {
    if !x.is_nan() {
        return x as f32;
    }
    let bits = x.to_bits();
    f32::from_bits((bits >> 32) as u32 & 1 << 31 | 0x7f80_0000 | (bits >> 29) as u32 & 0x7f_ffff)
}

/// How many random arguments a function gets in each rounding mode.
const RANDOM: usize = 1000;

/// The arguments of a function of so many.
fn arguments<const N: usize>(from: &[f64]) -> Vec<[f64; N]> {
    let count = from.len().pow(N as u32);
    let one = |index: usize| {
        std::array::from_fn(|place| from[index / from.len().pow(place as u32) % from.len()])
    };
    let mut random = Random(N as u64);
    let any = std::iter::repeat_with(|| std::array::from_fn(|_| random.next()));
    (0..count).map(one).chain(any.take(RANDOM)).collect()
}

/// A function, by its results' bits.
struct Function {
    name: &'static str,
    arguments: Vec<[f64; 4]>,
    results: Box<dyn Fn([f64; 4], Mode) -> Vec<u64>>,
    is_float: bool,
    /// How many results are numbers, and not a sign or an error.
    numbers: usize,
}

fn scalar(name: &'static str, call: Scalar) -> Function {
    let (is_float, of_two) = match call {
        Scalar::OneDouble(_) | Scalar::SinCosDouble(_) | Scalar::SignDouble(_) => (false, false),
        Scalar::OneFloat(_) | Scalar::SinCosFloat(_) | Scalar::SignFloat(_) => (true, false),
        Scalar::TwoDouble(_) => (false, true),
        Scalar::TwoFloat(_) => (true, true),
    };
    let bits = move |x: f64| if is_float { float(x).to_bits().into() } else { x.to_bits() };
    Function {
        name,
        arguments: match of_two {
            true => arguments(&numbers()).into_iter().map(|[x, y]| [x, y, 0.0, 0.0]).collect(),
            false => arguments(&numbers()).into_iter().map(|[x]| [x, 0.0, 0.0, 0.0]).collect(),
        },
        results: Box::new(move |[x, y, ..], mode| {
            let seen = see(call, bits(x), bits(y), mode);
            vec![seen.bits, seen.second, seen.errno as u64]
        }),
        is_float,
        numbers: 1 + usize::from(matches!(call, Scalar::SinCosDouble(_) | Scalar::SinCosFloat(_))),
    }
}

fn of_complex(name: &'static str, call: Call) -> Function {
    let narrow = |z: Double| Complex { re: float(z.re), im: float(z.im) };
    let double = |z: Double| vec![z.re.to_bits(), z.im.to_bits()];
    let single = |z: Complex<f32>| vec![z.re.to_bits().into(), z.im.to_bits().into()];
    Function {
        name,
        arguments: match call {
            Call::TwoDouble(_) | Call::TwoFloat(_) => arguments(&few()),
            _ => arguments(&numbers()).into_iter().map(|[x, y]| [x, y, 0.0, 0.0]).collect(),
        },
        results: Box::new(move |[x, y, u, v], mode| {
            let (z, w) = (complex(x, y), complex(u, v));
            in_mode(mode, || match call {
                Call::OneDouble(f) => double(f(z)),
                Call::TwoDouble(f) => double(f(z, w)),
                Call::RealDouble(f) => vec![f(z).to_bits()],
                Call::OneFloat(f) => single(f(narrow(z))),
                Call::TwoFloat(f) => single(f(narrow(z), narrow(w))),
                Call::RealFloat(f) => vec![f(narrow(z)).to_bits().into()],
            })
        }),
        is_float: matches!(call, Call::OneFloat(_) | Call::TwoFloat(_) | Call::RealFloat(_)),
        numbers: 2,
    }
}

fn scalars(of: &Scalars) -> Vec<Function> {
    of.all().into_iter().map(|(name, call)| scalar(name, call)).collect()
}

fn complex_functions() -> Vec<Function> {
    CALLS.iter().map(|(name, call)| of_complex(name, *call)).collect()
}

impl Function {
    /// The line of its digest.
    fn line(&self) -> String {
        let shows = env::var("SAMEBITS_SHOW").is_ok_and(|shown| shown == self.name);
        let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
        for mode in Mode::ALL {
            // In the modes that programs rarely use, of very many arguments each 7th.
            let many = mode != Mode::Nearest && self.arguments.len() > 10_000;
            for of in self.arguments.iter().step_by(if many { 7 } else { 1 }) {
                let results = (self.results)(*of, mode);
                for byte in results.iter().flat_map(|result| result.to_le_bytes()) {
                    digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
                if shows {
                    let of = of.map(f64::to_bits);
                    println!("{} {mode:?} {of:016x?} = {results:016x?}", self.name);
                }
            }
        }
        format!("{} {digest:016x}\n", self.name)
    }

    fn is_nan(&self, bits: u64) -> bool {
        match self.is_float {
            true => f32::from_bits(bits as u32).is_nan(),
            false => f64::from_bits(bits).is_nan(),
        }
    }
}

#[test]
fn special_numbers_give_the_same_bits_everywhere() {
    let lines = |functions: Vec<Function>| functions.iter().map(Function::line).collect::<String>();
    let complex = lines(complex_functions());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/special.txt");
    if env::var_os("SAMEBITS_WRITE").is_some() {
        fs::write(&file, lines(scalars(&VARIANTS[0])) + &complex).expect("the file can be written");
    }
    let expected = fs::read_to_string(&file).expect("the digests are in the repository");
    for of in &VARIANTS[..=samebits_math::fastest_variant()] {
        let found = lines(scalars(of)) + &complex;
        let differing: Vec<&str> =
            found.lines().filter(|line| !expected.lines().any(|other| other == *line)).collect();
        assert!(differing.is_empty(), "others than in {}: {differing:?}", file.display());
        assert_eq!(found.lines().count(), expected.lines().count());
    }
}

/// A program's NaN may be one that its processor has made, of either sign.
#[test]
fn numbers_do_not_depend_on_a_nan_s_sign_or_payload() {
    let signals = |x: f64| x.is_nan() && x.to_bits() & 1 << 51 == 0; // which is not the same
    let mut compared = 0;
    for function in scalars(&VARIANTS[0]).into_iter().chain(complex_functions()) {
        for of in &function.arguments {
            if !of.iter().any(|x| x.is_nan()) || of.iter().any(|x| signals(*x)) {
                continue;
            }
            let plain = of.map(|x| if x.is_nan() { f64::from_bits(0x7ff8 << 48) } else { x });
            let all = [*of, plain].map(|of| (function.results)(of, Mode::Nearest));
            let [found, expected] = all.each_ref().map(|all| {
                let nan = |bits: u64| if function.is_nan(bits) { u64::MAX } else { bits };
                all.iter().take(function.numbers).map(|&bits| nan(bits)).collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{} of {of:?}, {:x?}", function.name, of.map(f64::to_bits));
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}
