//! The oracle: slow, obvious, and in one place. Floating-point numbers are
//! decoded into big integers, computed with exactly, and rounded by the book;
//! the tree is its definition; the exact sum is a big integer.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use samebits_kernel::Format;

/// An IEEE-like binary format: sign, exponent, fraction, from the top. (x87's
/// explicit integer bit is left out here and put back by [`from_memory`].)
#[derive(Clone, Copy, Debug)]
pub struct Soft {
    precision: u32,
    exponent_bits: u32,
}

/// A number, by the format's bits.
pub type Bits = u128;

pub fn soft(format: Format) -> Soft {
    let (precision, exponent_bits) = match format {
        Format::Half => (11, 5),
        Format::Float => (24, 8),
        Format::Double => (53, 11),
        Format::LongDouble => (64, 15),
        Format::Quad => (113, 15),
    };
    Soft { precision, exponent_bits }
}

/// Bytes of a number in memory.
pub fn size(format: Format) -> usize {
    match format {
        Format::Half => 2,
        Format::Float => 4,
        Format::Double => 8,
        Format::LongDouble | Format::Quad => 16,
    }
}

/// Reads a number from memory.
pub fn from_memory(format: Format, bytes: &[u8]) -> Bits {
    let mut buffer = [0u8; 16];
    buffer[..size(format)].copy_from_slice(&bytes[..size(format)]);
    let raw = u128::from_le_bytes(buffer);
    match format {
        Format::LongDouble => (raw >> 64 & 0xffff) << 63 | (raw & ((1 << 63) - 1)),
        _ => raw,
    }
}

/// The number as it lies in memory.
pub fn to_memory(format: Format, bits: Bits) -> Vec<u8> {
    let raw = match format {
        Format::LongDouble => {
            let integer_bit = u128::from((bits >> 63) & 0x7fff != 0) << 63;
            (bits >> 63) << 64 | integer_bit | (bits & ((1 << 63) - 1))
        }
        _ => bits,
    };
    raw.to_le_bytes()[..size(format)].to_vec()
}

pub enum Value {
    Nan,
    Infinity {
        negative: bool,
    },
    /// integer × 2^exponent; the sign is kept apart because of -0.
    Finite {
        negative: bool,
        integer: BigInt,
        exponent: i64,
    },
}

impl Soft {
    fn fraction_bits(self) -> u32 {
        self.precision - 1
    }
    fn exponent_mask(self) -> Bits {
        (1 << self.exponent_bits) - 1
    }
    fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }
    /// The exponent of the smallest subnormal.
    fn lowest(self) -> i64 {
        1 - self.bias() - i64::from(self.fraction_bits())
    }
    pub fn sign_bit(self, negative: bool) -> Bits {
        Bits::from(negative) << (self.fraction_bits() + self.exponent_bits)
    }
    pub fn infinity(self) -> Bits {
        self.exponent_mask() << self.fraction_bits()
    }

    /// The positive default quiet NaN.
    pub fn nan(self) -> Bits {
        self.infinity() | 1 << (self.fraction_bits() - 1)
    }

    pub fn decode(self, bits: Bits) -> Value {
        let negative = bits & self.sign_bit(true) != 0;
        let exponent = bits >> self.fraction_bits() & self.exponent_mask();
        let fraction = bits & ((1 << self.fraction_bits()) - 1);
        if exponent == self.exponent_mask() {
            return if fraction == 0 { Value::Infinity { negative } } else { Value::Nan };
        }
        let (magnitude, exponent) = if exponent == 0 {
            (fraction, self.lowest())
        } else {
            (fraction | 1 << self.fraction_bits(), self.lowest() + exponent as i64 - 1)
        };
        let integer = BigInt::from(magnitude) * if negative { -1 } else { 1 };
        Value::Finite { negative, integer, exponent }
    }

    pub fn is_nan(self, bits: Bits) -> bool {
        matches!(self.decode(bits), Value::Nan)
    }

    /// integer × 2^exponent, rounded once to nearest even. Zero gets the sign.
    pub fn round(self, integer: &BigInt, exponent: i64, zero_is_negative: bool) -> Bits {
        if integer.is_zero() {
            return self.sign_bit(zero_is_negative);
        }
        let sign = self.sign_bit(integer.is_negative());
        let magnitude = integer.abs();
        let top = exponent + magnitude.bits() as i64; // value < 2^top
        let unit = (top - i64::from(self.precision)).max(self.lowest());
        let shift = unit - exponent;
        let mut kept = if shift <= 0 {
            &magnitude << (-shift) as usize
        } else {
            let shift = shift as usize;
            let kept: BigInt = &magnitude >> shift;
            let rest = &magnitude - (&kept << shift);
            let half = BigInt::from(1) << (shift - 1);
            let up = rest > half || (rest == half && kept.bit(0));
            kept + u8::from(up)
        };
        let mut unit = unit;
        if kept.bits() > u64::from(self.precision) {
            kept >>= 1;
            unit += 1;
        }
        let hidden = 1u128 << self.fraction_bits();
        let kept = kept.to_u128().unwrap();
        if kept < hidden {
            return sign | kept;
        }
        let exponent = (unit - self.lowest() + 1) as u128;
        if exponent >= self.exponent_mask() {
            return sign | self.infinity();
        }
        sign | exponent << self.fraction_bits() | (kept - hidden)
    }

    pub fn add(self, a: Bits, b: Bits) -> Bits {
        self.sum(&[a, b])
    }

    pub fn sub(self, a: Bits, b: Bits) -> Bits {
        self.add(a, b ^ self.sign_bit(true))
    }

    pub fn mul(self, a: Bits, b: Bits) -> Bits {
        use Value::*;
        match (self.decode(a), self.decode(b)) {
            (Nan, _) | (_, Nan) => self.nan(),
            (Infinity { negative: s }, Infinity { negative: t }) => {
                self.sign_bit(s != t) | self.infinity()
            }
            (Infinity { negative: s }, Finite { negative: t, integer, .. })
            | (Finite { negative: t, integer, .. }, Infinity { negative: s }) => {
                if integer.is_zero() {
                    self.nan()
                } else {
                    self.sign_bit(s != t) | self.infinity()
                }
            }
            (
                Finite { negative: s, integer: x, exponent: e },
                Finite { negative: t, integer: y, exponent: f },
            ) => self.round(&(x * y), e + f, s != t),
        }
    }

    /// The exact sum, rounded once, by the rules for NaN, infinities and zero.
    pub fn sum(self, values: &[Bits]) -> Bits {
        let mut total = BigInt::zero();
        let (mut plus, mut minus, mut all_minus_zero) = (false, false, true);
        for &value in values {
            match self.decode(value) {
                Value::Nan => return self.nan(),
                Value::Infinity { negative: false } => plus = true,
                Value::Infinity { negative: true } => minus = true,
                Value::Finite { negative, integer, exponent } => {
                    all_minus_zero &= negative && integer.is_zero();
                    total += integer << (exponent - self.lowest()) as usize;
                }
            }
        }
        match (plus, minus) {
            (true, true) => self.nan(),
            (true, false) => self.infinity(),
            (false, true) => self.sign_bit(true) | self.infinity(),
            (false, false) => self.round(&total, self.lowest(), all_minus_zero),
        }
    }

    /// The exact sum of the real products of pairs of numbers, rounded once, by the rules for
    /// NaN, infinities and zero: -0 only where every product is.
    pub fn sum_of_products(self, pairs: &[(Bits, Bits)]) -> Bits {
        use Value::*;
        let mut total = BigInt::zero();
        let (mut plus, mut minus, mut all_minus_zero) = (false, false, true);
        for &(x, y) in pairs {
            match (self.decode(x), self.decode(y)) {
                (Nan, _) | (_, Nan) => return self.nan(),
                (Infinity { negative: s }, Infinity { negative: t }) => {
                    (plus, minus) = (plus || s == t, minus || s != t);
                }
                (Infinity { negative: s }, Finite { negative: t, integer, .. })
                | (Finite { negative: t, integer, .. }, Infinity { negative: s }) => {
                    if integer.is_zero() {
                        return self.nan();
                    }
                    (plus, minus) = (plus || s == t, minus || s != t);
                }
                (
                    Finite { negative: s, integer: a, exponent: e },
                    Finite { negative: t, integer: b, exponent: f },
                ) => {
                    let product = a * b;
                    all_minus_zero &= s != t && product.is_zero();
                    total += product << (e + f - 2 * self.lowest()) as usize;
                }
            }
        }
        match (plus, minus) {
            (true, true) => self.nan(),
            (true, false) => self.infinity(),
            (false, true) => self.sign_bit(true) | self.infinity(),
            (false, false) if total.is_zero() => self.sign_bit(all_minus_zero && !pairs.is_empty()),
            (false, false) => {
                let rounded = self.round(&total, 2 * self.lowest(), false);
                if rounded == self.sign_bit(true) {
                    0
                } else {
                    rounded
                }
            }
        }
    }

    /// Whether a comes before b among the numbers, -0 before +0.
    pub fn precedes(self, a: Bits, b: Bits) -> bool {
        let key = |bits: Bits| {
            let magnitude = (bits & !self.sign_bit(true)) as i128;
            if bits & self.sign_bit(true) != 0 {
                -magnitude - 1
            } else {
                magnitude
            }
        };
        key(a) < key(b)
    }

    pub fn minimum(self, a: Bits, b: Bits) -> Bits {
        if self.is_nan(a) || self.is_nan(b) {
            return self.nan();
        }
        if self.precedes(a, b) {
            a
        } else {
            b
        }
    }

    pub fn maximum(self, a: Bits, b: Bits) -> Bits {
        if self.is_nan(a) || self.is_nan(b) {
            return self.nan();
        }
        if self.precedes(a, b) {
            b
        } else {
            a
        }
    }

    pub fn canonical(self, bits: Bits) -> Bits {
        if self.is_nan(bits) {
            self.nan()
        } else {
            bits
        }
    }
}

/// The tree of Stelz 2022, chapter 2: the value of its root over the leaves.
pub fn tree<T: Clone>(leaves: &[T], op: &impl Fn(&T, &T) -> T) -> T {
    fn node<T: Clone>(x: usize, y: u32, leaves: &[T], op: &impl Fn(&T, &T) -> T) -> T {
        if y == 0 {
            return leaves[x].clone();
        }
        let middle = x + (1 << (y - 1));
        if middle >= leaves.len() {
            node(x, y - 1, leaves, op)
        } else {
            op(&node(x, y - 1, leaves, op), &node(middle, y - 1, leaves, op))
        }
    }
    let height = (0..).find(|&y| 1usize << y >= leaves.len()).unwrap();
    node(0, height, leaves, op)
}
