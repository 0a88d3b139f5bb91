//! What accumulators are held to: portions of numbers and of products, and by their
//! definition what all of them have as a sum.

use super::hostile::{number, Random};
use super::oracle::{from_memory, size, soft, to_memory, Bits};
use samebits_kernel::{Format, Kind};
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec, Refusal};
use samebits_sum::levels::{LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic;

pub const KINDS: [Kind; 4] = [
    Kind::Real(Format::Float),
    Kind::Real(Format::Double),
    Kind::Complex(Format::Float),
    Kind::Complex(Format::Double),
];

pub fn components(kind: Kind) -> usize {
    1 + usize::from(matches!(kind, Kind::Complex(_)))
}

pub fn accumulator(arithmetic: Arithmetic, kind: Kind, summands: u64) -> Accumulator {
    Accumulator::new(AccumulatorSpec::new(arithmetic, kind, summands).unwrap())
}

/// The numbers of an accumulator's value.
pub fn value(sum: &Accumulator) -> Vec<Bits> {
    let mut element = vec![0; sum.spec().size()];
    sum.value(&mut element);
    numbers(sum.spec().kind().format(), &element)
}

pub fn numbers(format: Format, bytes: &[u8]) -> Vec<Bits> {
    bytes.chunks_exact(size(format)).map(|bytes| from_memory(format, bytes)).collect()
}

pub fn row(format: Format, numbers: &[Bits]) -> Vec<u8> {
    numbers.iter().flat_map(|bits| to_memory(format, *bits)).collect()
}

pub fn written(sum: &Accumulator) -> Vec<u8> {
    let mut bytes = vec![0xaa; sum.spec().bytes()];
    sum.write(&mut bytes);
    bytes
}

/// What is added at one time: elements, or products of elements of two rows.
#[derive(Clone, Debug)]
pub enum Portion {
    Elements(Vec<Bits>),
    Products(Vec<Bits>, Vec<Bits>, bool),
}

impl Portion {
    pub fn random(kind: Kind, random: &mut Random, most: u64, mood: u64) -> Portion {
        let n = random.below(most + 1) as usize * components(kind);
        // The other factor of another mood: products of the largest and the smallest.
        let moods = [mood, if random.below(2) == 0 { mood } else { random.below(5) }];
        let mut vector =
            |mood| -> Vec<Bits> { (0..n).map(|_| number(kind.format(), random, mood)).collect() };
        let (x, y) = (vector(moods[0]), vector(moods[1]));
        match random.below(3) {
            0 => Portion::Elements(x),
            which => Portion::Products(x, y, which == 1),
        }
    }

    /// With the opposite sum.
    pub fn opposite(&self, format: Format) -> Portion {
        let minus = |x: &Vec<Bits>| x.iter().map(|x| x ^ sign(format)).collect();
        match self {
            Portion::Elements(x) => Portion::Elements(minus(x)),
            Portion::Products(x, y, conjugated) => {
                Portion::Products(minus(x), y.clone(), *conjugated)
            }
        }
    }

    pub fn add_to(&self, sum: &mut Accumulator, shift: usize) -> Result<(), Refusal> {
        let kind = sum.spec().kind();
        let at = |numbers: &[Bits]| {
            let mut bytes = vec![0; shift];
            bytes.extend(row(kind.format(), numbers));
            bytes
        };
        match self {
            Portion::Elements(x) => {
                let bytes = at(x);
                // SAFETY: as many elements, behind the shift.
                unsafe { sum.add(bytes[shift..].as_ptr(), x.len() / components(kind)) }
            }
            Portion::Products(x, y, conjugated) => {
                let (two, n) = ([at(x), at(y)], x.len() / components(kind));
                let two = two.each_ref().map(|row| row[shift..].as_ptr());
                // SAFETY: as many elements in both.
                unsafe { sum.add_products(two, n, *conjugated) }
            }
        }
    }

    /// The summands of each component, as pairs of real factors.
    pub fn summands(&self, kind: Kind) -> [Vec<(Bits, Bits)>; 2] {
        let format = kind.format();
        let one = to_bits(format, 1.0);
        let minus = |x: Bits| x ^ sign(format);
        let mut all = [Vec::new(), Vec::new()];
        match (self, components(kind)) {
            (Portion::Elements(x), components) => {
                for (i, x) in x.iter().enumerate() {
                    all[i % components].push((*x, one));
                }
            }
            (Portion::Products(x, y, _), 1) => {
                all[0].extend(x.iter().copied().zip(y.iter().copied()));
            }
            (Portion::Products(x, y, conjugated), _) => {
                for (x, y) in x.chunks_exact(2).zip(y.chunks_exact(2)) {
                    let (a, b) = (x[0], if *conjugated { minus(x[1]) } else { x[1] });
                    all[0].extend([(a, y[0]), (minus(b), y[1])]);
                    all[1].extend([(a, y[1]), (b, y[0])]);
                }
            }
        }
        all
    }
}

pub fn sign(format: Format) -> Bits {
    1 << (8 * size(format) - 1)
}

pub fn to_bits(format: Format, number: f64) -> Bits {
    match format {
        Format::Float => Bits::from((number as f32).to_bits()),
        _ => Bits::from(number.to_bits()),
    }
}

/// The sum as it is defined.
pub fn expected(purpose: &AccumulatorSpec, portions: &[Portion]) -> Vec<Bits> {
    let (kind, arithmetic) = (purpose.kind(), purpose.arithmetic());
    let format = kind.format();
    let summands = |component: usize| -> Vec<(Bits, Bits)> {
        portions.iter().flat_map(|portion| portion.summands(kind)[component].clone()).collect()
    };
    let by_levels = |scheme: Scheme, pairs: &[(Bits, Bits)]| {
        let mut sum = LevelAccumulator::default();
        for (x, y) in pairs {
            let product = soft(format).mul(*x, *y);
            sum.add(
                &scheme,
                match format {
                    Format::Float => f64::from(f32::from_bits(product as u32)),
                    _ => f64::from_bits(product as u64),
                },
            );
        }
        match format {
            Format::Float => Bits::from(sum.to_f32(&scheme).to_bits()),
            _ => Bits::from(sum.to_f64(&scheme).to_bits()),
        }
    };
    let sum = |pairs: Vec<(Bits, Bits)>| match arithmetic {
        Arithmetic::Binned(fold) => by_levels(Scheme::binned(format, fold), &pairs),
        Arithmetic::Prerounded(levels) => by_levels(Scheme::prerounded(levels, BOUND), &pairs),
        _ => soft(format).sum_of_products(&pairs),
    };
    (0..components(kind)).map(|component| sum(summands(component))).collect()
}

/// The bound of the pre-rounded sums here.
pub const BOUND: u64 = 100_000;

pub const ARITHMETICS: [Arithmetic; 5] = [
    Arithmetic::Exact,
    Arithmetic::Binned(3),
    Arithmetic::Binned(2),
    Arithmetic::Prerounded(3),
    Arithmetic::Prerounded(1),
];

pub fn portions(kind: Kind, seed: u64, many: usize, most: u64) -> Vec<Portion> {
    let mut random = Random::new(seed);
    let mood = random.below(6);
    let mut portions = Vec::new();
    for _ in 0..many {
        let mood = if random.below(3) == 0 { random.below(5) } else { mood };
        portions.push(Portion::random(kind, &mut random, most, mood));
        if random.below(3) == 0 {
            let last = portions.last().unwrap().opposite(kind.format());
            portions.push(last);
        }
    }
    portions
}

pub fn filled(purpose: AccumulatorSpec, portions: &[Portion]) -> Accumulator {
    let mut sum = Accumulator::new(purpose);
    for (i, portion) in portions.iter().enumerate() {
        portion.add_to(&mut sum, i % 3).unwrap();
    }
    sum
}
