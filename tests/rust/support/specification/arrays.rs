//! Distributed arrays.

use super::reductions::{by_tree, words, written, SUMMED};
use super::text::{operator_name, type_name};
use crate::support::elements::{expected, random_column, Element};
use crate::support::hostile::Random;
use crate::support::level_oracle;
use crate::support::oracle;
use samebits_kernel::{Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

/// Boundaries of the shares of some ranks.
fn cut(n: u64, ranks: u64, random: &mut Random) -> String {
    let mut ends: Vec<u64> = (1..ranks).map(|_| random.below(n + 1)).collect();
    ends.extend([0, n]);
    ends.sort_unstable();
    ends.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn array(
    (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
    n: u64,
    random: &mut Random,
) -> String {
    let column = random_column(kind, n as usize, random);
    let cuts: Vec<String> = [1, 2, 5].map(|ranks| cut(n, ranks, random)).into();
    let result = match n {
        0 => identity(kind, operator),
        _ => expected(kind, operator, arithmetic, &column),
    };
    format!(
        "array {} {} {} | {} | {} | {}",
        arithmetic.name(),
        operator_name(operator),
        type_name(kind),
        cuts.join(" "),
        words(kind, &column),
        written(kind, &result)
    )
}

/// The element that changes nothing.
fn identity(kind: Kind, operator: Operator) -> Element {
    let s = oracle::soft(kind.format());
    let value = match operator {
        Operator::Sum => 0,
        Operator::Prod => s.round(&1.into(), 0, false),
        Operator::Min | Operator::Minloc => s.infinity(),
        _ => s.infinity() | s.sign_bit(true),
    };
    match kind {
        Kind::Real(_) => Element { numbers: vec![value], index: None },
        Kind::Complex(_) => Element { numbers: vec![value, 0], index: None },
        Kind::ValueInt(_) => Element { numbers: vec![value], index: Some(i32::MAX) },
        Kind::ValueReal(_) => Element { numbers: vec![value, s.infinity()], index: None },
    }
}

pub fn arrays() -> Vec<String> {
    let mut random = Random::new(0xa);
    let mut lines = vec!["# Distributed arrays.".to_string()];
    for (kind, operator) in by_tree() {
        let operation = (kind, operator, Arithmetic::Tree);
        let long = if kind == Kind::Real(Format::Double) { 67 } else { 11 };
        for n in [0, 1 + random.below(6), long] {
            lines.push(array(operation, n, &mut random));
        }
    }
    for arithmetic in [Arithmetic::Exact].into_iter().chain(level_oracle::arithmetics()) {
        for kind in SUMMED {
            let long = if let Kind::Real(_) = kind { 40 } else { 9 };
            for n in [0, 1 + random.below(4), long] {
                lines.push(array((kind, Operator::Sum, arithmetic), n, &mut random));
            }
        }
    }
    // As many as there are bits in a word, and one more; and numbers that are not hostile.
    for arithmetic in [Arithmetic::Tree, Arithmetic::Exact, Arithmetic::Prerounded(2)] {
        for n in [64, 65, 129] {
            let operation = (Kind::Real(Format::Float), Operator::Sum, arithmetic);
            lines.push(array(operation, n, &mut random));
        }
    }
    lines
}
