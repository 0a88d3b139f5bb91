//! Doubles in binary: significands, exponents, powers of two, and what is not finite.

/// The bits of infinity; those of a finite magnitude are less.
pub const INFINITY: u64 = 0x7ff << 52;

/// A finite double: ±significand · 2^exponent, with exponent ≥ -1074.
pub struct Finite {
    pub significand: u64,
    pub exponent: i32,
    pub negative: bool,
}

impl Finite {
    pub fn of(number: f64) -> Finite {
        let bits = number.to_bits();
        let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
        let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
        Finite { significand, exponent: field.max(1) - 1075, negative: bits >> 63 == 1 }
    }

    /// It as an integer times 2^exponent.
    pub fn integer(&self) -> (i64, i32) {
        let magnitude = self.significand as i64;
        (if self.negative { -magnitude } else { magnitude }, self.exponent)
    }
}

/// floor(log2 x) of a positive finite double, given its bits.
pub fn floor_log2(bits: u64) -> i32 {
    match (bits >> 52) as i32 {
        0 => bits.ilog2() as i32 - 1074,
        field => field - 1023,
    }
}

/// ceil(log2 x) of a positive finite double, given its bits.
pub fn ceil_log2(bits: u64) -> i32 {
    let power = match bits >> 52 {
        0 => bits.is_power_of_two(),
        _ => bits & ((1 << 52) - 1) == 0,
    };
    floor_log2(bits) + i32::from(!power)
}

/// 2^exponent, from the smallest double to the largest power of two.
pub fn two_to(exponent: i32) -> f64 {
    debug_assert!((-1074..=1023).contains(&exponent));
    match exponent + 1023 {
        field @ 1.. => f64::from_bits((field as u64) << 52),
        field => f64::from_bits(1 << (51 + field)),
    }
}

const NAN: u32 = 1;
const PLUS_INFINITY: u32 = 2;
const MINUS_INFINITY: u32 = 4;

/// Which of NaN, +infinity and -infinity have been added, as flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Specials(u32);

impl Specials {
    /// Notes a number that is not finite.
    pub fn add(&mut self, number: f64) {
        self.0 |= match number {
            f64::INFINITY => PLUS_INFINITY,
            f64::NEG_INFINITY => MINUS_INFINITY,
            _ => NAN,
        };
    }

    pub fn merge(&mut self, other: Specials) {
        self.0 |= other.0;
    }

    /// The sum, unless all numbers were finite.
    pub fn sum(self) -> Option<f64> {
        match self.0 {
            0 => None,
            PLUS_INFINITY => Some(f64::INFINITY),
            MINUS_INFINITY => Some(f64::NEG_INFINITY),
            _ => Some(f64::from_bits(0x7ff8 << 48)),
        }
    }

    /// Whether there was a NaN; an infinity.
    pub fn kinds(self) -> [bool; 2] {
        [self.0 & NAN != 0, self.0 & (PLUS_INFINITY | MINUS_INFINITY) != 0]
    }

    /// The flags, as sums are written.
    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Specials {
        Specials(bits & (NAN | PLUS_INFINITY | MINUS_INFINITY))
    }
}
