//! What accumulators hold, by the definition (docs/specification.md, sections 9 and 10), in big
//! integers.

use super::accumulators::{components, Portion};
use super::level_oracle;
use super::oracle::{soft, Bits, Soft, Value};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use samebits_kernel::{Format, Kind};
use samebits_sum::names::Arithmetic;

/// What an accumulator is created for.
#[derive(Clone, Copy, Debug)]
pub struct Created {
    pub arithmetic: Arithmetic,
    pub kind: Kind,
    /// The bound on the summands of a pre-rounded sum.
    pub bound: u64,
}

/// The factors of each summand.
type Pairs = Vec<(Bits, Bits)>;

impl Created {
    fn format(&self) -> Format {
        self.kind.format()
    }

    fn summands(&self, portions: &[Portion]) -> Vec<Pairs> {
        let of = |component: usize| {
            portions.iter().flat_map(move |portion| portion.summands(self.kind)[component].clone())
        };
        (0..components(self.kind)).map(|component| of(component).collect()).collect()
    }

    pub fn count(&self, portions: &[Portion]) -> u64 {
        self.summands(portions)[0].len() as u64
    }

    /// The products, each rounded once.
    fn rounded(&self, pairs: &Pairs) -> Vec<Bits> {
        pairs.iter().map(|(x, y)| soft(self.format()).mul(*x, *y)).collect()
    }

    pub fn value(&self, portions: &[Portion]) -> Vec<Bits> {
        let sum = |pairs: Pairs| match self.arithmetic {
            Arithmetic::Exact => soft(self.format()).sum_of_products(&pairs),
            levels => level_oracle::sum(levels, self.format(), self.bound, &self.rounded(&pairs)),
        };
        self.summands(portions).into_iter().map(sum).collect()
    }

    pub fn bytes(&self, portions: &[Portion]) -> Vec<u8> {
        let mut bytes = self.head(self.count(portions));
        for pairs in self.summands(portions) {
            bytes.extend(match self.arithmetic {
                Arithmetic::Exact => self.exact(&pairs),
                _ => self.levels(&self.rounded(&pairs)),
            });
        }
        bytes
    }

    fn head(&self, count: u64) -> Vec<u8> {
        let (arithmetic, levels) = match self.arithmetic {
            Arithmetic::Exact => (1, 0),
            Arithmetic::Binned(levels) => (2, levels),
            Arithmetic::Prerounded(levels) => (3, levels),
            other => panic!("no accumulator: {other:?}"),
        };
        let format = if self.format() == Format::Float { 1 } else { 2 };
        let mut head = b"sbac".to_vec();
        head.extend([1, arithmetic, levels, format, components(self.kind) as u8, 0]);
        head.extend([0; 6]);
        let bound = if arithmetic == 3 { self.bound } else { 1 << 63 };
        head.extend(bound.to_le_bytes());
        head.extend(count.to_le_bytes());
        head
    }

    fn exact(&self, pairs: &Pairs) -> Vec<u8> {
        let s = soft(self.format());
        let (size, lowest) = if self.format() == Format::Float { (272, 1074) } else { (536, 2162) };
        let (mut total, mut seen) = (BigInt::zero(), Seen::default());
        let mut only_minus_zero = true;
        for &(x, y) in pairs {
            // (No product of finite numbers is one of these, for it has not been rounded.)
            if !is_finite(s, x) || !is_finite(s, y) {
                seen.note(s, s.mul(x, y));
                only_minus_zero = false;
                continue;
            }
            let ((a, e, minus), (b, f, other)) = (integer(s, x), integer(s, y));
            let product = a * b;
            only_minus_zero &= product.is_zero() && minus != other;
            // Bits below the lowest one are zero.
            let place = e + f + lowest;
            total += if place < 0 { product >> -place as usize } else { product << place as usize };
        }
        let flags = seen.flags() | u32::from(only_minus_zero) << 3;
        let mut bytes = signed(&total, size);
        bytes.extend((flags | u32::from(pairs.is_empty()) << 4).to_le_bytes());
        bytes
    }

    fn levels(&self, summands: &[Bits]) -> Vec<u8> {
        let s = soft(self.format());
        let mut seen = Seen::default();
        summands.iter().for_each(|summand| seen.note(s, *summand));
        let finite: Vec<Bits> = summands.iter().copied().filter(|x| is_finite(s, *x)).collect();
        let levels = match self.arithmetic {
            Arithmetic::Prerounded(levels) => usize::from(levels) + 1,
            Arithmetic::Binned(levels) => usize::from(levels),
            other => panic!("no levels: {other:?}"),
        };
        let written = level_oracle::written(self.arithmetic, self.format(), self.bound, &finite);
        let (first, totals) =
            written.unwrap_or((i64::from(i32::MAX), vec![BigInt::zero(); levels]));
        let mut bytes = (first as i32).to_le_bytes().to_vec();
        bytes.extend(seen.flags().to_le_bytes());
        totals.iter().for_each(|total| bytes.extend(signed(total, 16)));
        bytes
    }
}

/// What there is beside finite summands.
#[derive(Default)]
struct Seen {
    nan: bool,
    plus: bool,
    minus: bool,
}

impl Seen {
    fn note(&mut self, s: Soft, summand: Bits) {
        match s.decode(summand) {
            Value::Nan => self.nan = true,
            Value::Infinity { negative } => {
                self.plus |= !negative;
                self.minus |= negative;
            }
            Value::Finite { .. } => (),
        }
    }

    fn flags(&self) -> u32 {
        u32::from(self.nan) | u32::from(self.plus) << 1 | u32::from(self.minus) << 2
    }
}

fn is_finite(s: Soft, bits: Bits) -> bool {
    matches!(s.decode(bits), Value::Finite { .. })
}

/// A finite number as integer · 2^exponent, and whether it has a minus.
fn integer(s: Soft, bits: Bits) -> (BigInt, i64, bool) {
    match s.decode(bits) {
        Value::Finite { negative, integer, exponent } => (integer, exponent, negative),
        _ => panic!("not finite"),
    }
}

/// Two's complement, the lowest byte first.
fn signed(number: &BigInt, size: usize) -> Vec<u8> {
    let mut bytes = number.to_signed_bytes_le();
    assert!(bytes.len() <= size);
    bytes.resize(size, if number.is_negative() { 0xff } else { 0 });
    bytes
}
