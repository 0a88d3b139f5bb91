//! What sums over vectors return, by the definition (docs/specification.md, section 11), in integers
//! of any length: all summands of a component are products of two numbers, added exactly.

use super::accumulators::components;
use super::oracle::{soft, Bits, Soft, Value};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use samebits_fold::sums::vectors::Weights;
use samebits_kernel::{Format, Kind};

/// What is computed of the elements that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Dot { conjugated: bool },
    Norm2,
    SumAbs,
    WeightedSum(Weights),
    WeightedSquares,
    WeightedDot { conjugated: bool },
    Mean,
    Variance { ddof: i32 },
}

/// The numbers of the elements; none of a vector that the call does not take. Integer weights are
/// bits of their type. Without a mask all elements count.
#[derive(Clone, Debug, Default)]
pub struct Vectors {
    pub n: usize,
    pub x: Vec<Bits>,
    pub y: Vec<Bits>,
    pub w: Vec<Bits>,
    pub mask: Option<Vec<u8>>,
}

/// An element's numbers.
type Element = Vec<Bits>;

impl Call {
    /// How many numbers the result has.
    pub fn results(self, kind: Kind) -> usize {
        match self {
            Call::Norm2 | Call::SumAbs | Call::WeightedSquares | Call::Variance { .. } => 1,
            _ => components(kind),
        }
    }

    pub fn has_y(self) -> bool {
        matches!(self, Call::Dot { .. } | Call::WeightedDot { .. })
    }

    pub fn has_w(self) -> bool {
        matches!(self, Call::WeightedSum(_) | Call::WeightedSquares | Call::WeightedDot { .. })
    }

    pub fn has_mask(self) -> bool {
        !matches!(self, Call::Dot { .. } | Call::Norm2)
    }

    /// Numbers of a weight.
    pub fn weight_numbers(self, kind: Kind) -> usize {
        match self {
            Call::WeightedSum(weights) if weights != Weights::Same => 1,
            _ => components(kind),
        }
    }

    pub fn result(self, kind: Kind, vectors: &Vectors) -> Vec<Bits> {
        let (s, c) = (soft(kind.format()), components(kind));
        let counts = |i: &usize| vectors.mask.as_ref().is_none_or(|mask| mask[*i] != 0);
        let counted: Vec<usize> = (0..vectors.n).filter(counts).collect();
        let of = |vector: &[Bits], numbers: usize| -> Vec<Element> {
            let one = |i: &usize| vector[numbers * i..numbers * (i + 1)].to_vec();
            match vector.is_empty() {
                true => vec![Vec::new(); counted.len()],
                false => counted.iter().map(one).collect(),
            }
        };
        let (x, y, w) =
            (of(&vectors.x, c), of(&vectors.y, c), of(&vectors.w, self.weight_numbers(kind)));
        if let Call::Variance { ddof } = self {
            return vec![variance(s, &x, c, ddof)];
        }
        let mut totals = vec![Total::default(); self.results(kind)];
        for ((x, y), w) in x.iter().zip(&y).zip(&w) {
            self.add(kind, (x, y, w), &mut totals);
        }
        let finish = |total: Total| match self {
            Call::Norm2 => total.root(s),
            Call::Mean => total.mean(s, counted.len()),
            _ => total.rounded(s),
        };
        totals.into_iter().map(finish).collect()
    }

    /// Adds the summands of an element.
    fn add(self, kind: Kind, (x, y, w): (&Element, &Element, &Element), totals: &mut [Total]) {
        let s = soft(kind.format());
        let value = |bits: &Bits| s.decode(*bits);
        match self {
            Call::Dot { conjugated } => products(s, x, y, conjugated, totals),
            Call::Norm2 => x.iter().for_each(|x| totals[0].add(value(x), value(x))),
            Call::SumAbs => {
                let magnitude = |x: &Bits| s.decode(*x & !s.sign_bit(true));
                x.iter().for_each(|x| totals[0].add(magnitude(x), integer(1)));
            }
            Call::WeightedSum(Weights::Same) => products(s, w, x, false, totals),
            Call::WeightedSum(weights) => {
                for (x, total) in x.iter().zip(totals) {
                    total.add(weight(s, weights, w[0]), value(x));
                }
            }
            Call::WeightedSquares => {
                let product = rounded_product(s, w, x);
                product.iter().for_each(|p| totals[0].add(value(p), value(p)));
            }
            Call::WeightedDot { conjugated } => {
                products(s, &rounded_product(s, w, x), y, conjugated, totals);
            }
            Call::Mean => {
                x.iter().zip(totals).for_each(|(x, total)| total.add(value(x), integer(1)));
            }
            Call::Variance { .. } => unreachable!("computed from the elements"),
        }
    }
}

/// The real products of two elements.
fn products(s: Soft, x: &Element, y: &Element, conjugated: bool, totals: &mut [Total]) {
    let value = |bits: Bits| s.decode(bits);
    if x.len() == 1 {
        return totals[0].add(value(x[0]), value(y[0]));
    }
    let minus = s.sign_bit(true);
    let (a, b, c, d) = (x[0], if conjugated { x[1] ^ minus } else { x[1] }, y[0], y[1]);
    totals[0].add(value(a), value(c));
    totals[0].add(value(b ^ minus), value(d));
    totals[1].add(value(a), value(d));
    totals[1].add(value(b), value(c));
}

/// The product of two elements, each operation one of the format.
fn rounded_product(s: Soft, w: &Element, x: &Element) -> Element {
    if x.len() == 1 {
        return vec![s.mul(w[0], x[0])];
    }
    let (a, b, c, d) = (w[0], w[1], x[0], x[1]);
    vec![s.sub(s.mul(a, c), s.mul(b, d)), s.add(s.mul(a, d), s.mul(b, c))]
}

fn integer(number: i128) -> Value {
    Value::Finite { negative: number < 0, integer: BigInt::from(number), exponent: 0 }
}

fn weight(s: Soft, weights: Weights, bits: Bits) -> Value {
    match weights {
        Weights::Same | Weights::Real => s.decode(bits),
        Weights::I32 => integer((bits as u32 as i32).into()),
        Weights::I64 => integer((bits as u64 as i64).into()),
        Weights::U32 | Weights::U64 => integer(bits as i128),
    }
}

/// The exponent of which all exact sums are multiples: the square of the smallest double's.
const LOWEST: i64 = -2 * 1074;

/// Bits of a quotient or a root below that exponent, more than any format has.
const BELOW: usize = 400;

/// The exact sum of real products.
#[derive(Clone, Debug, Default)]
struct Total {
    nan: bool,
    plus: bool,
    minus: bool,
    summands: usize,
    minus_zeros: usize,
    /// In multiples of 2^LOWEST.
    sum: BigInt,
}

impl Total {
    fn add(&mut self, x: Value, y: Value) {
        use Value::*;
        self.summands += 1;
        match (x, y) {
            (Nan, _) | (_, Nan) => self.nan = true,
            (Infinity { negative: s }, Infinity { negative: t }) => self.add_infinity(s != t),
            (Infinity { negative: s }, Finite { negative: t, integer, .. })
            | (Finite { negative: t, integer, .. }, Infinity { negative: s }) => {
                match integer.is_zero() {
                    true => self.nan = true,
                    false => self.add_infinity(s != t),
                }
            }
            (
                Finite { negative: s, integer: a, exponent: e },
                Finite { negative: t, integer: b, exponent: f },
            ) => {
                let product = a * b;
                self.minus_zeros += usize::from(s != t && product.is_zero());
                self.sum += product << (e + f - LOWEST) as usize;
            }
        }
    }

    fn add_infinity(&mut self, negative: bool) {
        self.plus |= !negative;
        self.minus |= negative;
    }

    fn special(&self, s: Soft) -> Option<Bits> {
        match (self.nan, self.plus, self.minus) {
            (true, ..) | (_, true, true) => Some(s.nan()),
            (_, true, _) => Some(s.infinity()),
            (.., true) => Some(s.sign_bit(true) | s.infinity()),
            _ => None,
        }
    }

    fn rounded(self, s: Soft) -> Bits {
        self.mean(s, 1)
    }

    fn mean(self, s: Soft, count: usize) -> Bits {
        if count == 0 {
            return s.nan();
        }
        if let Some(special) = self.special(s) {
            return special;
        }
        if self.sum.is_zero() {
            return s.sign_bit(self.summands > 0 && self.minus_zeros == self.summands);
        }
        quotient(s, &self.sum, LOWEST, &count.into())
    }

    fn root(self, s: Soft) -> Bits {
        if let Some(special) = self.special(s) {
            return special;
        }
        let shifted = self.sum << (2 * BELOW);
        let root = shifted.sqrt();
        let inexact = &root * &root != shifted;
        s.round(&((root << 1usize) + u8::from(inexact)), LOWEST / 2 - BELOW as i64 - 1, false)
    }
}

/// numerator · 2^exponent / divisor, rounded once; a number that becomes zero is +0.0. (A bit below
/// the quotient says whether there is a remainder.)
fn quotient(s: Soft, numerator: &BigInt, exponent: i64, divisor: &BigInt) -> Bits {
    let shifted = numerator.abs() << BELOW;
    let quotient = &shifted / divisor;
    let inexact = &quotient * divisor != shifted;
    let mut magnitude = (quotient << 1usize) + u8::from(inexact);
    if numerator.is_negative() {
        magnitude = -magnitude;
    }
    match s.round(&magnitude, exponent - BELOW as i64 - 1, false) {
        zero if zero == s.sign_bit(true) => 0,
        rounded => rounded,
    }
}

/// The sum of the squared distances from the mean, divided by N - ddof, over both components.
fn variance(s: Soft, x: &[Element], components: usize, ddof: i32) -> Bits {
    let n = x.len() as i64;
    let divisor = n - i64::from(ddof);
    let lowest = LOWEST / 2;
    let mut numbers = Vec::new();
    for bits in x.iter().flatten() {
        match s.decode(*bits) {
            Value::Finite { integer, exponent, .. } => {
                numbers.push(integer << (exponent - lowest) as usize);
            }
            _ => return s.nan(),
        }
    }
    if n == 0 || divisor <= 0 {
        return s.nan();
    }
    // With the mean as a fraction over N: Σ_i (N x_i - Σ x)² / N² (N - ddof).
    let mut distances = BigInt::zero();
    for component in 0..components {
        let of = || numbers.iter().skip(component).step_by(components);
        let sum: BigInt = of().sum();
        for number in of() {
            let distance: BigInt = number * n - &sum;
            distances += &distance * &distance;
        }
    }
    quotient(s, &distances, LOWEST, &(BigInt::from(n) * n * divisor))
}

/// The types of weights that elements of a kind may have in a weighted sum.
pub fn weights_for(kind: Kind) -> Vec<Weights> {
    let mut weights = vec![Weights::Same, Weights::I32, Weights::U32, Weights::I64, Weights::U64];
    if components(kind) == 2 {
        weights.push(Weights::Real);
    }
    weights
}

/// Bytes of a number of a weight.
pub fn weight_bytes(weights: Weights, format: Format) -> usize {
    match weights {
        Weights::I32 | Weights::U32 => 4,
        Weights::I64 | Weights::U64 => 8,
        Weights::Same | Weights::Real => super::oracle::size(format),
    }
}
