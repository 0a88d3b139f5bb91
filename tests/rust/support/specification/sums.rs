//! Sums over vectors: products, norms, weights, masks, statistics.

use super::accumulators::products;
use super::directed::{columns, scaled};
use super::reductions::SUMMED;
use super::text::{bytes, element, kind, type_name};
use crate::support::accumulators::{components, numbers, row, Portion};
use crate::support::hostile::{number, Random};
use crate::support::oracle::{soft, Bits};
use crate::support::sum_oracle::{weight_bytes, weights_for, Call, Vectors};
use samebits_fold::sums::vectors::Weights;
use samebits_kernel::{Format, Kind};

const WEIGHTS: [(Weights, &str); 6] = [
    (Weights::Same, "same"),
    (Weights::Real, "real"),
    (Weights::I32, "int32"),
    (Weights::U32, "uint32"),
    (Weights::I64, "int64"),
    (Weights::U64, "uint64"),
];

/// The calls whose names say everything.
const PLAIN: [(Call, &str); 8] = [
    (Call::Dot { conjugated: false }, "dot"),
    (Call::Dot { conjugated: true }, "conjugated_dot"),
    (Call::Norm2, "norm2"),
    (Call::SumAbs, "sum_abs"),
    (Call::WeightedSquares, "weighted_squares"),
    (Call::WeightedDot { conjugated: false }, "weighted_dot"),
    (Call::WeightedDot { conjugated: true }, "weighted_conjugated_dot"),
    (Call::Mean, "mean"),
];

fn name(call: Call) -> String {
    match call {
        Call::WeightedSum(weights) => {
            let name = WEIGHTS.iter().find(|(known, _)| *known == weights).unwrap().1;
            format!("weighted_sum:{name}")
        }
        Call::Variance { ddof } => format!("variance:{ddof}"),
        _ => PLAIN.iter().find(|(known, _)| *known == call).unwrap().1.into(),
    }
}

fn call(name: &str) -> Call {
    match name.split_once(':') {
        Some(("weighted_sum", weights)) => {
            Call::WeightedSum(WEIGHTS.iter().find(|(_, known)| *known == weights).unwrap().0)
        }
        Some(("variance", ddof)) => Call::Variance { ddof: ddof.parse().unwrap() },
        _ => PLAIN.iter().find(|(_, known)| *known == name).unwrap().0,
    }
}

/// The kind of the weights as elements, and none of integers.
fn weight_kind(call: Call, of: Kind) -> Option<Kind> {
    match call {
        Call::WeightedSum(Weights::Real) => Some(Kind::Real(of.format())),
        Call::WeightedSum(weights) if are_integers(weights) => None,
        _ => Some(of),
    }
}

/// What the vectors are written as.
fn line(call: Call, of: Kind, vectors: &Vectors) -> String {
    let elements = |kind: Kind, vector: &[Bits]| -> String {
        let one = |numbers: &[Bits]| element(kind, &row(kind.format(), numbers));
        vector.chunks_exact(components(kind)).map(one).collect::<Vec<_>>().join(" ")
    };
    let mask = match &vectors.mask {
        None => "-".into(),
        Some(mask) => mask.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
    };
    let mut fields = vec![format!("sums {} {}", name(call), type_name(of)), mask];
    fields.push(elements(of, &vectors.x));
    if call.has_y() {
        fields.push(elements(of, &vectors.y));
    }
    match (call.has_w(), weight_kind(call, of), call) {
        (true, Some(kind), _) => fields.push(elements(kind, &vectors.w)),
        (true, None, Call::WeightedSum(weights)) => {
            let digits = 2 * weight_bytes(weights, of.format());
            let words = vectors.w.iter().map(|bits| format!("{bits:0digits$x}"));
            fields.push(words.collect::<Vec<_>>().join(" "));
        }
        _ => (),
    }
    let result = match call.results(of) {
        1 => Kind::Real(of.format()),
        _ => of,
    };
    fields.push(elements(result, &call.result(of, vectors)));
    fields.join(" | ")
}

/// What a line says: the call, its vectors and the result.
pub fn read(fields: &[Vec<String>]) -> (Call, Kind, Vectors, Vec<Bits>) {
    let (call, of) = (call(&fields[0][1]), kind(&fields[0][2]));
    let elements = |kind: Kind, words: &[String]| -> Vec<Bits> {
        words.iter().flat_map(|word| numbers(kind.format(), &bytes(kind, word))).collect()
    };
    let byte = |word: &String| u8::from_str_radix(word, 16).unwrap();
    let mask = (fields[1] != ["-"]).then(|| fields[1].iter().map(byte).collect());
    let mut vectors = Vectors { n: fields[2].len(), mask, ..Vectors::default() };
    let mut rest = fields[2..].iter();
    vectors.x = elements(of, rest.next().unwrap());
    if call.has_y() {
        vectors.y = elements(of, rest.next().unwrap());
    }
    if call.has_w() {
        let words = rest.next().unwrap();
        vectors.w = match weight_kind(call, of) {
            Some(kind) => elements(kind, words),
            None => words.iter().map(|word| Bits::from_str_radix(word, 16).unwrap()).collect(),
        };
    }
    let result = match call.results(of) {
        1 => Kind::Real(of.format()),
        _ => of,
    };
    let said = elements(result, rest.next().unwrap());
    assert!(rest.next().is_none(), "{fields:?}");
    (call, of, vectors, said)
}

/// Weights of an integer type: small ones, and those that are no double.
fn integer(weights: Weights, random: &mut Random) -> Bits {
    let wide: i64 = match random.below(8) {
        0 => 0,
        1 => random.below(9) as i64 - 4,
        2 => i64::MIN,
        3 => -1,
        4 => (1 << 53) + random.below(3) as i64 - 1,
        5 => -(1 << 60) - 1,
        6 => (random.next() >> 40) as i64,
        _ => random.next() as i64,
    };
    match weights {
        Weights::I32 | Weights::U32 => (wide as u32).into(),
        _ => (wide as u64).into(),
    }
}

/// Vectors of n hostile elements of a kind that a call takes.
pub fn random(call: Call, of: Kind, n: usize, mood: u64, random: &mut Random) -> Vectors {
    let format = of.format();
    let moods = [mood, if random.below(2) == 0 { mood } else { random.below(5) }];
    let vector = |numbers: usize, mood: u64, random: &mut Random| -> Vec<Bits> {
        (0..n * numbers).map(|_| number(format, random, mood)).collect()
    };
    let c = components(of);
    let mut vectors = Vectors { n, x: vector(c, moods[0], random), ..Vectors::default() };
    if call.has_y() {
        vectors.y = vector(c, moods[1], random);
    }
    vectors.w = match call {
        Call::WeightedSum(weights) if are_integers(weights) => {
            (0..n).map(|_| integer(weights, random)).collect()
        }
        _ if call.has_w() => vector(call.weight_numbers(of), moods[1], random),
        _ => Vec::new(),
    };
    if call.has_mask() && random.below(3) == 0 {
        vectors.mask = Some((0..n).map(|_| random.below(3) as u8 * 0x7f).collect());
    }
    vectors
}

/// All calls on elements of a kind.
pub fn calls(of: Kind) -> Vec<Call> {
    let weighted = weights_for(of).into_iter().map(Call::WeightedSum);
    let variances = [0, 1, 2, -3].map(|ddof| Call::Variance { ddof });
    PLAIN.map(|(call, _)| call).into_iter().chain(weighted).chain(variances).collect()
}

/// A column as elements; the imaginary parts are the numbers in another order.
fn elements(of: Kind, column: &[Bits]) -> Vec<Bits> {
    match components(of) {
        1 => column.to_vec(),
        _ => column.iter().zip(column.iter().rev()).flat_map(|(x, y)| [*x, *y]).collect(),
    }
}

/// Numbers whose means, roots or variances are ties, or at the ends of the format.
fn ends(format: Format) -> Vec<Vec<Bits>> {
    let s = soft(format);
    let power = |exponent| scaled(format, 1, exponent);
    let (minus, largest, one) = (s.sign_bit(true), s.infinity() - 1, power(0));
    vec![
        vec![1, 0],
        vec![3, 0],
        vec![minus | 1, 0, 0],
        vec![minus | 3, 0],
        vec![1, 1],
        vec![1, 3, 1],
        vec![minus, minus],
        vec![minus, 0],
        vec![one, one + 1],
        vec![one + 1, one + 2],
        vec![one, one, one + 1, one + 1, 1],
        vec![largest; 3],
        vec![largest, minus | largest],
        vec![largest, largest, minus | 1],
        vec![scaled(format, 3, 0), scaled(format, 4, 0)],
        vec![scaled(format, 1, -1), scaled(format, 3, 40), minus | scaled(format, 3, 40)],
    ]
}

/// Vectors of which the x are such a column, and the others made from it as well.
fn directed(call: Call, of: Kind, turn: usize, random: &mut Random) -> Vec<Vectors> {
    let format = of.format();
    let s = soft(format);
    let factors = [scaled(format, 1, 0), s.infinity() - 1, s.sign_bit(true) | 1, s.sign_bit(true)];
    let step = if components(of) == 1 { 3 } else { 7 };
    let some = columns(format).into_iter().skip(turn % step).step_by(step);
    let of_ends = ends(format).into_iter().skip(turn % 2).step_by(2);
    let mut all = Vec::new();
    for (i, column) in some.chain(of_ends).enumerate() {
        let mut vectors = self::random(call, of, column.len(), 1, random);
        vectors.x = elements(of, &column);
        let other = match i % 5 {
            4 => column.iter().rev().copied().collect(),
            i => vec![factors[i]; column.len()],
        };
        if call.has_y() {
            vectors.y = elements(of, &other);
        } else if weight_kind(call, of) == Some(of) && call.has_w() {
            vectors.w = elements(of, &other);
        }
        all.push(vectors);
    }
    let pairs = products(format).into_iter().skip(turn % 2).step_by(2);
    for portion in pairs.filter(|_| components(of) == 1) {
        let Portion::Products(x, y, _) = portion else { continue };
        match call {
            Call::Dot { .. } => all.push(Vectors { n: x.len(), x, y, ..Vectors::default() }),
            Call::WeightedSum(Weights::Same) | Call::WeightedSquares => {
                all.push(Vectors { n: x.len(), x, w: y, ..Vectors::default() });
            }
            _ => (),
        }
    }
    all
}

pub fn sums() -> Vec<String> {
    let mut random = Random::new(0x5015);
    let mut lines = vec!["# Sums over vectors.".to_string()];
    for of in SUMMED {
        for (turn, call) in calls(of).into_iter().enumerate() {
            lines.push(line(call, of, &Vectors::default()));
            for vectors in directed(call, of, turn, &mut random) {
                lines.push(line(call, of, &vectors));
            }
            for mood in 0..6 {
                let n = 1 + random.below(5) as usize;
                lines.push(line(call, of, &self::random(call, of, n, mood, &mut random)));
            }
        }
    }
    lines
}

pub fn are_integers(weights: Weights) -> bool {
    !matches!(weights, Weights::Same | Weights::Real)
}
