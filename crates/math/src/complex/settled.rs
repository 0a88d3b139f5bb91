//! What NaN a function gives: as the real functions do (`crate::settle`), whatever the processor
//! makes of one. And between floats and doubles.

use super::number::{complex, Complex, Double};

/// The result; a part that is not a number is the first part of the arguments that is none, made
/// quiet, or else the positive NaN without a payload.
pub fn settled<const N: usize>(arguments: [Double; N], result: Double) -> Double {
    if !result.is_nan() {
        return result;
    }
    let given = arguments.into_iter().flat_map(|z| [z.re, z.im]).find(|part| part.is_nan());
    let nan = given.map_or(f64::from_bits(NAN), |part| f64::from_bits(part.to_bits() | QUIET));
    let part = |part: f64| if part.is_nan() { nan } else { part };
    complex(part(result.re), part(result.im))
}

/// The number, with every NaN the positive one without a payload. The sign of a NaN decides nothing else:
/// that of one that an operation makes is another one on another processor, in the program too.
pub fn plain(z: Double) -> Double {
    let part = |part: f64| if part.is_nan() { f64::from_bits(NAN) } else { part };
    complex(part(z.re), part(z.im))
}

const NAN: u64 = 0x7ff8 << 48;
const QUIET: u64 = 1 << 51;

pub fn wide(z: Complex<f32>) -> Double {
    complex(z.re.into(), z.im.into())
}

pub fn narrow(z: Double) -> Complex<f32> {
    Complex { re: z.re as f32, im: z.im as f32 }
}
