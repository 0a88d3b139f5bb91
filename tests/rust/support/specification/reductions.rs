//! Reductions of contributions.

use super::directed::{columns, lowered, ties, ORDERED};
use super::text::{element, operator_name, type_name};
use super::user::mix;
use crate::support::elements::{expected, random_column, to_bytes, Element};
use crate::support::hostile::{number, Random};
use crate::support::level_oracle;
use crate::support::oracle;
use samebits_kernel::{Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

const FORMATS: [Format; 5] =
    [Format::Half, Format::Float, Format::Double, Format::LongDouble, Format::Quad];

/// The kinds of which sums are taken by the chosen arithmetic.
pub const SUMMED: [Kind; 4] = [
    Kind::Real(Format::Double),
    Kind::Real(Format::Float),
    Kind::Complex(Format::Double),
    Kind::Complex(Format::Float),
];

/// All that is evaluated by the tree.
pub fn by_tree() -> Vec<(Kind, Operator)> {
    use Operator::{Max, Maxloc, Min, Minloc, Prod, Sum};
    let mut all = Vec::new();
    for format in FORMATS {
        all.extend([Sum, Prod, Min, Max].map(|operator| (Kind::Real(format), operator)));
        all.extend([Sum, Prod].map(|operator| (Kind::Complex(format), operator)));
        if format != Format::Half {
            all.extend([Minloc, Maxloc].map(|operator| (Kind::ValueInt(format), operator)));
        }
        if !matches!(format, Format::Half | Format::LongDouble) {
            all.extend([Minloc, Maxloc].map(|operator| (Kind::ValueReal(format), operator)));
        }
    }
    all
}

/// An element as it is written.
pub fn written(kind: Kind, of: &Element) -> String {
    element(kind, &to_bytes(kind, of, 0x40))
}

pub fn words(kind: Kind, column: &[Element]) -> String {
    column.iter().map(|element| written(kind, element)).collect::<Vec<_>>().join(" ")
}

fn reduce(kind: Kind, operator: Operator, arithmetic: Arithmetic, column: &[Element]) -> String {
    format!(
        "reduce {} {} {} | {} | {}",
        arithmetic.name(),
        operator_name(operator),
        type_name(kind),
        words(kind, column),
        written(kind, &expected(kind, operator, arithmetic, column))
    )
}

/// The numbers as elements of a kind: the second part is of the same numbers.
fn elements(kind: Kind, numbers: &[oracle::Bits]) -> Vec<Element> {
    let n = numbers.len();
    let element = |i: usize| match kind {
        Kind::Real(_) => Element { numbers: vec![numbers[i]], index: None },
        Kind::Complex(_) | Kind::ValueReal(_) => {
            Element { numbers: vec![numbers[i], numbers[n - 1 - i]], index: None }
        }
        Kind::ValueInt(_) => {
            Element { numbers: vec![numbers[i]], index: Some([3, -1, i32::MIN, i32::MAX][i % 4]) }
        }
    };
    (0..n).map(element).collect()
}

pub fn operators() -> Vec<String> {
    let mut random = Random::new(0x0b);
    let mut lines = vec!["# Every operator on every kind of element, in the tree.".to_string()];
    for (turn, (kind, operator)) in by_tree().into_iter().enumerate() {
        let mut line = |column: &[Element]| {
            lines.push(reduce(kind, operator, Arithmetic::Tree, column));
        };
        // Of long elements some, others for each operator.
        let (step, ranks) = match kind {
            Kind::Real(_) => (1, &[2, 3, 4, 5, 7, 13][..]),
            _ => (4, &[2, 3, 6][..]),
        };
        for numbers in columns(kind.format()).iter().skip(turn % step).step_by(step) {
            line(&elements(kind, numbers));
        }
        for &p in ranks {
            line(&random_column(kind, p, &mut random));
        }
    }
    lines.push("# Encodings that only extended has (F3, F6).".into());
    lines.extend(ENCODINGS.map(String::from));
    lines.push("# A user-defined operator.".into());
    for p in [1, 2, 3, 5, 6, 7, 8, 9, 16, 31] {
        let column: Vec<u32> = (0..p).map(|_| random.next() as u32).collect();
        let words: Vec<String> = column.iter().map(|word| format!("{word:08x}")).collect();
        let result = oracle::tree(&column, &|a, b| mix(*a, *b));
        lines.push(format!("reduce tree mix word | {} | {result:08x}", words.join(" ")));
    }
    lines
}

/// A pseudo-denormal has the value 2^-16382; an unnormal, a pseudo-infinity and a pseudo-NaN have
/// none. The oracle does not know them.
const ENCODINGS: [&str; 13] = [
    "reduce tree sum extended | 00008000000000000000 | 00008000000000000000",
    "reduce tree sum extended | 00008000000000000000 00000000000000000001 | 00018000000000000001",
    "reduce tree sum extended | 80008000000000000000 00018000000000000000 | 00000000000000000000",
    "reduce tree prod extended | 00008000000000000000 40008000000000000000 | 00028000000000000000",
    "reduce tree min extended | 00018000000000000000 00008000000000000001 | 00008000000000000001",
    "reduce tree max extended | 80018000000000000000 80008000000000000001 | 80008000000000000001",
    "reduce tree sum extended | 3fff4000000000000000 | 7fffc000000000000000",
    "reduce tree sum extended | 3fff8000000000000000 3fff4000000000000000 | 7fffc000000000000000",
    "reduce tree prod extended | 7fff0000000000000000 3fff8000000000000000 | 7fffc000000000000000",
    "reduce tree min extended | 3fff8000000000000000 7fff4000000000000000 | 7fffc000000000000000",
    "reduce tree max extended | ffff0000000000000000 | 7fffc000000000000000",
    "reduce tree minloc extended:int | 3fff8000000000000000,00000001 3fff0000000000000001,00000002 \
     | 7fffc000000000000000,00000002",
    "reduce tree sum complex:extended | 00010000000000000000,00008000000000000000 | \
     7fffc000000000000000,00008000000000000000",
];

/// Sums by one arithmetic: numbers that were thought of, `more`, and any.
fn sums(arithmetic: Arithmetic, seed: u64, more: &[(Format, Vec<oracle::Bits>)]) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut lines = Vec::new();
    for kind in SUMMED {
        let mut line = |column: &[Element]| {
            lines.push(reduce(kind, Operator::Sum, arithmetic, column));
        };
        let complex = matches!(kind, Kind::Complex(_));
        let directed = columns(kind.format());
        // Of complex sums some, since each part is a sum by itself.
        for numbers in directed.iter().step_by(if complex { 3 } else { 1 }) {
            line(&elements(kind, numbers));
        }
        let fitting = more.iter().filter(|(format, _)| !complex && *format == kind.format());
        for (_, numbers) in fitting {
            line(&elements(kind, numbers));
        }
        let ranks: &[usize] = if complex { &[2, 5] } else { &[2, 3, 4, 7, 16, 33] };
        for &p in ranks {
            line(&random_column(kind, p, &mut random));
        }
        // Of all bits, so that every addition at the end rounds, and wherever levels begin.
        for p in if complex { 0..0 } else { 3..15 } {
            let mut tame = || {
                let number = number(kind.format(), &mut random, 1);
                lowered(kind.format(), number, 3 * p)
            };
            let numbers: Vec<_> = (0..p).map(|_| tame()).collect();
            line(&elements(kind, &numbers));
        }
    }
    lines
}

pub fn exact() -> Vec<String> {
    let mut lines = vec!["# Exact sums.".to_string()];
    for seed in 1..=3 {
        let mut more = sums(Arithmetic::Exact, seed, &[]);
        if seed > 1 {
            // Of another seed only what is of that seed.
            more.retain(|line| !lines.contains(line));
        }
        lines.append(&mut more);
    }
    lines
}

fn by_levels(title: &str, wanted: impl Fn(Arithmetic) -> bool) -> Vec<String> {
    let mut lines = vec![title.to_string()];
    let all = level_oracle::arithmetics().into_iter().filter(|arithmetic| wanted(*arithmetic));
    for (turn, arithmetic) in all.enumerate() {
        let between: Vec<_> = [Format::Double, Format::Float]
            .into_iter()
            .flat_map(|format| {
                ties(arithmetic, format).into_iter().map(move |column| (format, column))
            })
            .collect();
        lines.extend(sums(arithmetic, 100 + turn as u64, &between));
    }
    lines
}

pub fn prerounded() -> Vec<String> {
    let wanted = |arithmetic| matches!(arithmetic, Arithmetic::Prerounded(_));
    by_levels("# Pre-rounded sums, single sweep.", wanted)
}

pub fn prerounded2() -> Vec<String> {
    let wanted = |arithmetic| matches!(arithmetic, Arithmetic::Prerounded2(_));
    by_levels("# Pre-rounded sums, double sweep.", wanted)
}

pub fn binned() -> Vec<String> {
    let wanted = |arithmetic| matches!(arithmetic, Arithmetic::Binned(_));
    let mut lines = by_levels("# Binned sums.", wanted);
    let kind = Kind::Real(Format::Double);
    for (arithmetic, numbers) in [3, 4]
        .into_iter()
        .flat_map(|fold| ORDERED.iter().map(move |numbers| (Arithmetic::Binned(fold), numbers)))
    {
        lines.push(reduce(kind, Operator::Sum, arithmetic, &elements(kind, numbers)));
    }
    lines
}
