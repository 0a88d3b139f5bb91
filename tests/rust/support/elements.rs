//! Elements of every kind as the oracle sees them, and as they lie in memory.

use super::hostile::{column, Random};
use super::level_oracle;
use super::oracle::{self, soft, Bits};
use samebits_fold::exact::ExactSum;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::share::record::Lift;
use samebits_fold::tree::Tree;
use samebits_fold::{Builtin, Fold};
use samebits_kernel::{lookup, Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

/// One element as the oracle sees it: numbers, and an index where there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub numbers: Vec<Bits>,
    pub index: Option<i32>,
}

/// The oracle's binary operation.
fn combine(kind: Kind, operator: Operator, a: &Element, b: &Element) -> Element {
    let s = soft(kind.format());
    let (x, y) = (&a.numbers, &b.numbers);
    let numbers = match (kind, operator) {
        (Kind::Real(_), Operator::Sum) => vec![s.add(x[0], y[0])],
        (Kind::Real(_), Operator::Prod) => vec![s.mul(x[0], y[0])],
        (Kind::Real(_), Operator::Min) => vec![s.minimum(x[0], y[0])],
        (Kind::Real(_), Operator::Max) => vec![s.maximum(x[0], y[0])],
        (Kind::Complex(_), Operator::Sum) => vec![s.add(x[0], y[0]), s.add(x[1], y[1])],
        (Kind::Complex(_), Operator::Prod) => vec![
            s.sub(s.mul(x[0], y[0]), s.mul(x[1], y[1])),
            s.add(s.mul(x[0], y[1]), s.mul(x[1], y[0])),
        ],
        (_, Operator::Minloc | Operator::Maxloc) => return location(kind, operator, a, b),
        other => panic!("no such operation: {other:?}"),
    };
    Element { numbers, index: None }
}

fn location(kind: Kind, operator: Operator, a: &Element, b: &Element) -> Element {
    let s = soft(kind.format());
    let (x, y) = (a.numbers[0], b.numbers[0]);
    let (x_wins, y_wins) = match (s.is_nan(x), s.is_nan(y)) {
        (true, true) => (false, false),
        (x_nan, y_nan) if x_nan || y_nan => (x_nan, y_nan),
        _ if operator == Operator::Minloc => (s.precedes(x, y), s.precedes(y, x)),
        _ => (s.precedes(y, x), s.precedes(x, y)),
    };
    match (x_wins, y_wins) {
        (true, _) => a.clone(),
        (_, true) => b.clone(),
        _ => {
            let mut tie = a.clone();
            tie.index = a.index.min(b.index);
            if a.numbers.len() > 1 {
                tie.numbers[1] = s.minimum(a.numbers[1], b.numbers[1]);
            }
            tie
        }
    }
}

/// What the reduction of one element's contributions has to be.
pub fn expected(
    kind: Kind,
    operator: Operator,
    arithmetic: Arithmetic,
    column: &[Element],
) -> Element {
    let s = soft(kind.format());
    let by_component = |sum: &dyn Fn(&[Bits]) -> Bits| {
        let component = |i: usize| -> Vec<Bits> { column.iter().map(|e| e.numbers[i]).collect() };
        let numbers = (0..column[0].numbers.len()).map(|i| sum(&component(i))).collect();
        Element { numbers, index: None }
    };
    let mut result = match arithmetic {
        Arithmetic::Tree => oracle::tree(column, &|a, b| combine(kind, operator, a, b)),
        Arithmetic::Exact => by_component(&|numbers| s.sum(numbers)),
        levels => by_component(&|numbers| {
            level_oracle::sum(levels, kind.format(), numbers.len() as u64, numbers)
        }),
    };
    for number in &mut result.numbers {
        *number = s.canonical(*number);
    }
    result
}

pub fn to_bytes(kind: Kind, element: &Element, extent: usize) -> Vec<u8> {
    let f = kind.format();
    let mut bytes: Vec<u8> =
        element.numbers.iter().flat_map(|&number| oracle::to_memory(f, number)).collect();
    if let Some(index) = element.index {
        bytes.extend(index.to_le_bytes());
    }
    bytes.resize(extent, 0);
    bytes
}

/// The bytes that mean something (not the padding behind an index).
pub fn significant(kind: Kind) -> usize {
    let size = oracle::size(kind.format());
    match kind {
        Kind::Real(_) => size,
        Kind::Complex(_) | Kind::ValueReal(_) => 2 * size,
        Kind::ValueInt(_) => size + 4,
    }
}

pub fn random_column(kind: Kind, ranks: usize, random: &mut Random) -> Vec<Element> {
    let f = kind.format();
    let first = column(f, ranks, random);
    let second = column(f, ranks, random);
    (0..ranks)
        .map(|rank| match kind {
            Kind::Real(_) => Element { numbers: vec![first[rank]], index: None },
            Kind::Complex(_) | Kind::ValueReal(_) => {
                Element { numbers: vec![first[rank], second[rank]], index: None }
            }
            Kind::ValueInt(_) => {
                Element { numbers: vec![first[rank]], index: Some(random.below(7) as i32 - 3) }
            }
        })
        .collect()
}

/// All operations that have a kernel here, with each arithmetic they have.
pub fn operations() -> Vec<(Kind, Operator, Arithmetic)> {
    use Format::*;
    use Operator::{Max, Maxloc, Min, Minloc, Prod, Sum};
    let mut all = Vec::new();
    for f in [Half, Float, Double, LongDouble, Quad] {
        for kind in [Kind::Real(f), Kind::Complex(f), Kind::ValueInt(f), Kind::ValueReal(f)] {
            for operator in [Sum, Prod, Min, Max, Minloc, Maxloc] {
                for arithmetic in Arithmetic::each() {
                    let builtin = Builtin::of(kind, operator, arithmetic);
                    if builtin.is_some_and(|builtin| builtin.arithmetic() == arithmetic) {
                        all.push((kind, operator, arithmetic));
                    }
                }
            }
        }
    }
    all
}

/// Those of which there are partials, of vectors and of shares of arrays.
pub fn merged_operations() -> Vec<(Kind, Operator, Arithmetic)> {
    let mut all = operations();
    all.retain(|&(kind, operator, by)| fold_of(kind, operator, by).partials().is_some());
    all
}

/// The arithmetic of a vector.
pub fn fold_of(kind: Kind, operator: Operator, arithmetic: Arithmetic) -> Box<dyn Fold + Sync> {
    match arithmetic {
        Arithmetic::Tree => Box::new(Tree(lookup(kind, operator).unwrap())),
        Arithmetic::Exact => Box::new(ExactSum::of(kind).unwrap()),
        levels => Box::new(LevelledSum::of(kind, levels).unwrap()),
    }
}

/// The arithmetic of a distributed array.
pub fn merge_of(kind: Kind, operator: Operator, arithmetic: Arithmetic) -> Box<dyn Lift + Sync> {
    match arithmetic {
        Arithmetic::Tree => Box::new(Tree(lookup(kind, operator).unwrap())),
        Arithmetic::Exact => Box::new(ExactSum::of(kind).unwrap()),
        levels => Box::new(LevelledSum::of(kind, levels).unwrap()),
    }
}
