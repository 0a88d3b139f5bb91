//! Partials of one width: in whatever order they are merged, and at whatever addresses, the results
//! have the bits of the oracle. Which operations have them, and how long they are.

use crate::support::elements::*;
use crate::support::hostile::Random;
use samebits_fold::fixed_width::{merge, FixedWidth};
use samebits_fold::Builtin;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

fn partials(
    (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
    ranks: usize,
    prefixes: bool,
) -> Option<FixedWidth> {
    Builtin::of(kind, operator, arithmetic).unwrap().fixed_width(ranks, prefixes)
}

/// Bytes at any address.
struct Anywhere {
    memory: Vec<u8>,
    start: usize,
}

impl Anywhere {
    fn new(bytes: usize, random: &mut Random) -> Anywhere {
        Anywhere { memory: vec![0xee; bytes + 8], start: random.below(8) as usize }
    }

    fn at(&mut self) -> *mut u8 {
        self.memory[self.start..].as_mut_ptr()
    }
}

/// Merges any two of them until one is left, any of both into the other.
fn merged(mut held: Vec<Anywhere>, count: usize, random: &mut Random) -> Anywhere {
    while held.len() > 1 {
        let mut left = held.swap_remove(random.below(held.len() as u64) as usize);
        let right = random.below(held.len() as u64) as usize;
        // SAFETY: so many partials each.
        unsafe { merge(left.at(), held[right].at(), count) };
    }
    held.pop().unwrap()
}

#[test]
fn every_operation_in_any_order() {
    let mut random = Random::new(71);
    for operation @ (kind, operator, arithmetic) in operations() {
        for ranks in (1..=9).chain([13, 33, 64]) {
            let prefixes = ranks % 2 == 0;
            let Some(fixed) = partials(operation, ranks, prefixes) else { continue };
            let n = 1 + random.below(4) as usize;
            let (size, count) =
                (fold_of(kind, operator, arithmetic).size(), n * fixed.components());
            let columns: Vec<_> = (0..n).map(|_| random_column(kind, ranks, &mut random)).collect();
            // Of a prefix, if there are partials of prefixes: of fewer than all ranks.
            let of = if prefixes { 1 + random.below(ranks as u64) as usize } else { ranks };
            let held = (0..of).map(|rank| {
                let mut row = Anywhere::new(n * size, &mut random);
                let bytes: Vec<u8> =
                    columns.iter().flat_map(|c| to_bytes(kind, &c[rank], size)).collect();
                let mut held = Anywhere::new(count * fixed.width(), &mut random);
                // SAFETY: a contribution, and room for its partials.
                unsafe {
                    std::ptr::copy_nonoverlapping(bytes.as_ptr(), row.at(), bytes.len());
                    within(Environment::VectorAndX87, || fixed.lift(row.at(), n, held.at()));
                }
                held
            });
            let held: Vec<_> = held.collect();
            let mut all = merged(held, count, &mut random);
            let mut row = vec![0u128; n * size / 16 + 1];
            // SAFETY: so many partials, and room for the row, which is aligned.
            unsafe {
                let finish = || fixed.finish(all.at(), n, row.as_mut_ptr().cast());
                within(Environment::VectorAndX87, finish);
            }
            let got: Vec<u8> = row.iter().flat_map(|word| word.to_ne_bytes()).collect();
            for (i, got) in got.chunks(size).take(n).enumerate() {
                let column = &columns[i][..of];
                let want = to_bytes(kind, &expected(kind, operator, arithmetic, column), size);
                let bytes = significant(kind);
                assert_eq!(
                    got[..bytes],
                    want[..bytes],
                    "{kind:?} {operator:?} {arithmetic:?} p={of} of {ranks}, from {column:x?}"
                );
            }
        }
    }
}

#[test]
fn only_what_has_no_order_has_partials() {
    let mut seen = 0;
    for operation @ (_, operator, arithmetic) in operations() {
        let has = |prefixes| partials(operation, 5, prefixes).is_some();
        let chosen = !matches!(operator, Operator::Sum | Operator::Prod);
        let (all, prefixes) = match arithmetic {
            Arithmetic::Tree => (chosen, chosen),
            Arithmetic::Exact | Arithmetic::Binned(_) => (true, true),
            Arithmetic::Prerounded(_) => (true, false),
            _ => (false, false),
        };
        assert_eq!((has(false), has(true)), (all, prefixes), "{operation:?}");
        seen += usize::from(all);
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn their_widths() {
    let (double, float) = (Kind::Real(Format::Double), Kind::Complex(Format::Float));
    for (kind, operator, arithmetic, width, components) in [
        (double, Operator::Sum, Arithmetic::Exact, 280, 1),
        (float, Operator::Sum, Arithmetic::Exact, 60, 2),
        (double, Operator::Sum, Arithmetic::Binned(3), 60, 1),
        (double, Operator::Sum, Arithmetic::Prerounded(3), 76, 1),
        (double, Operator::Max, Arithmetic::Tree, 12, 1),
        (Kind::ValueInt(Format::Double), Operator::Minloc, Arithmetic::Tree, 20, 1),
    ] {
        let fixed = partials((kind, operator, arithmetic), 7, false).unwrap();
        assert_eq!((fixed.width(), fixed.components()), (width, components), "{arithmetic:?}");
    }
}
