//! The tree over a row, without MPI: every kind and operator against the oracle, and
//! every vector unit that this processor has against the kernel's scalar way, on
//! hostile values, at any alignment.

use crate::support::elements::{expected, random_column, significant, to_bytes};
use crate::support::hostile::{column, Random};
use crate::support::oracle::{self, soft, Bits};
use samebits_kernel::fpenv::within;
use samebits_kernel::row::{self, Tree};
use samebits_kernel::simd::Unit;
use samebits_kernel::{lookup, Format, Kernel, Kind, Operator};
use samebits_sum::names::Arithmetic;

const FORMATS: [Format; 5] =
    [Format::Half, Format::Float, Format::Double, Format::LongDouble, Format::Quad];
const OPERATORS: [Operator; 6] = [
    Operator::Sum,
    Operator::Prod,
    Operator::Min,
    Operator::Max,
    Operator::Minloc,
    Operator::Maxloc,
];

/// Everything that has a kernel here.
fn operations() -> Vec<(Kind, Operator, Kernel)> {
    let kinds = FORMATS
        .into_iter()
        .flat_map(|f| [Kind::Real(f), Kind::Complex(f), Kind::ValueInt(f), Kind::ValueReal(f)]);
    kinds
        .flat_map(|kind| OPERATORS.map(|operator| (kind, operator)))
        .filter_map(|(kind, operator)| Some((kind, operator, lookup(kind, operator)?)))
        .collect()
}

/// The trees in vectors that this processor has, by name.
fn vectorised(kind: Kind, operator: Operator) -> impl Iterator<Item = (&'static str, Tree)> {
    Unit::available()
        .filter_map(move |unit| Some((unit.name(), row::vectorised(unit, kind, operator)?)))
}

/// A tree's result, with canonical NaNs, over a row that lies so many bytes from where
/// it would be aligned; the result lies as far from there.
fn evaluate(kernel: &Kernel, tree: Tree, row: &[u8], offset: usize) -> Vec<u8> {
    let n = row.len() / kernel.size;
    let mut memory = vec![0u128; row.len() / 16 + 8];
    let mut into = [0x5555_5555_5555_5555_5555_5555_5555_5555u128; 8];
    let mut result = [0u128; 2];
    // SAFETY: both places have room for an element, or the row, behind the offset; the
    // result is aligned for any.
    unsafe {
        let elements = memory.as_mut_ptr().cast::<u8>().add(offset);
        std::ptr::copy_nonoverlapping(row.as_ptr(), elements, row.len());
        let root = into.as_mut_ptr().cast::<u8>().add(offset);
        within(kernel.environment, || {
            tree(elements, n, root);
            std::ptr::copy_nonoverlapping(root, result.as_mut_ptr().cast(), kernel.size);
            kernel.finish(result.as_mut_ptr().cast(), 1);
        });
        let around = std::slice::from_raw_parts(into.as_ptr().cast::<u8>(), 128);
        let written = offset..offset + kernel.data;
        for (at, byte) in around.iter().enumerate() {
            assert!(written.contains(&at) || *byte == 0x55, "byte {at} is not the result's");
        }
        std::slice::from_raw_parts(result.as_ptr().cast(), kernel.size).to_vec()
    }
}

/// Lengths around the powers of two from `from` to `to`.
fn around_powers(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let powers = (0..usize::BITS).map(|k| 1usize << k).filter(move |p| (from..=to).contains(p));
    powers.flat_map(|power| [power - 1, power, power + 1, power + power / 2 + 3])
}

#[test]
fn every_kernel_gives_the_oracles_tree() {
    let mut random = Random::new(11);
    let all = operations();
    // As in tests/rust/same_bits.rs, without the exact sums.
    let with_x87 = usize::from(cfg!(target_arch = "x86_64"));
    assert_eq!(all.len(), 4 * (4 + 2) + 3 * (2 + 2) + with_x87 * (4 + 2 + 2));
    for (kind, operator, kernel) in all {
        // The oracle's numbers of 128 bits are slow.
        let slow = matches!(kind.format(), Format::LongDouble | Format::Quad);
        let every = if cfg!(miri) {
            9
        } else if slow {
            70
        } else {
            300
        };
        let longer = around_powers(
            128,
            if cfg!(miri) {
                0
            } else if slow {
                256
            } else {
                2048
            },
        );
        for n in (1..=every).chain(longer) {
            let column = random_column(kind, n, &mut random);
            let row: Vec<u8> = column.iter().flat_map(|e| to_bytes(kind, e, kernel.size)).collect();
            let want =
                to_bytes(kind, &expected(kind, operator, Arithmetic::Tree, &column), kernel.size);
            let tree: Tree = kernel.scalar_tree();
            let data = significant(kind);
            let scalar = evaluate(&kernel, tree, &row, n % 33);
            assert_eq!(scalar[..data], want[..data], "{kind:?} {operator:?} n={n} {column:x?}");
            for (name, tree) in vectorised(kind, operator) {
                let got = evaluate(&kernel, tree, &row, n % 33);
                assert_eq!(got, want, "{kind:?} {operator:?} n={n} {name} {column:x?}");
            }
        }
    }
}

/// The kinds and operators that have trees in vectors.
fn with_vectors() -> Vec<(Kind, Operator, Kernel)> {
    let mut all = operations();
    all.retain(|&(kind, operator, _)| vectorised(kind, operator).next().is_some());
    all
}

#[test]
fn real_and_complex_sums_and_real_products_go_in_vectors() {
    let found: Vec<(Kind, Operator)> = with_vectors().iter().map(|&(k, o, _)| (k, o)).collect();
    for format in [Format::Float, Format::Double] {
        assert!(found.contains(&(Kind::Real(format), Operator::Sum)));
        assert!(found.contains(&(Kind::Real(format), Operator::Prod)));
    }
    assert!(found.contains(&(Kind::Complex(Format::Float), Operator::Sum)));
}

/// Numbers of which no sum or product leaves the format: around zero, or around one.
fn tame(format: Format, operator: Operator, random: &mut Random) -> Bits {
    let (fraction_bits, bias) = match format {
        Format::Float => (23, 127),
        Format::Double => (52, 1023),
        other => panic!("{other:?} has no vectors"),
    };
    let one = bias << fraction_bits;
    let any = Bits::from(random.next());
    if operator == Operator::Prod {
        // 1 + x, |x| < 2^-14: the product of 70,000 stays near one.
        return match any & 1 {
            0 => one + (any >> 1) % (1 << (fraction_bits - 14)),
            _ => one - (any >> 1) % (1 << (fraction_bits - 14)),
        };
    }
    let sign = (any & 1) << (fraction_bits + if format == Format::Float { 8 } else { 11 });
    sign | ((bias - 8 + (any >> 1 & 7)) << fraction_bits) | (any >> 4 & ((1 << fraction_bits) - 1))
}

fn components(kind: Kind) -> usize {
    if matches!(kind, Kind::Complex(_)) {
        2
    } else {
        1
    }
}

/// A row of n elements: hostile, or such that each of them matters.
fn row(kind: Kind, operator: Operator, n: usize, hostile: bool, random: &mut Random) -> Vec<u8> {
    let format = kind.format();
    let count = n * components(kind);
    let numbers: Vec<Bits> = if hostile {
        column(format, count, random)
    } else {
        (0..count).map(|_| tame(format, operator, random)).collect()
    };
    numbers.iter().flat_map(|&number| oracle::to_memory(format, number)).collect()
}

fn agree(kind: Kind, operator: Operator, kernel: &Kernel, row: &[u8], offset: usize) -> Vec<u8> {
    let scalar = evaluate(kernel, kernel.scalar_tree(), row, 0);
    for (name, tree) in vectorised(kind, operator) {
        let got = evaluate(kernel, tree, row, offset);
        let n = row.len() / kernel.size;
        assert_eq!(got, scalar, "{kind:?} {operator:?} {name} n={n} offset={offset}");
    }
    scalar
}

#[test]
fn vectors_agree_with_scalars_at_every_length() {
    let mut random = Random::new(12);
    let (every, to) = if cfg!(miri) { (40, 0) } else { (1100, 1 << 16) };
    for (kind, operator, kernel) in with_vectors() {
        let (mut finite, mut results) = (0, 0);
        let some = (0..8).map(|i| 1 + Random::new(i).below(70_000) as usize);
        let some = some.take(if cfg!(miri) { 0 } else { 8 });
        for n in (1..=every).chain(around_powers(2048, to)).chain(some) {
            for hostile in [false, true] {
                let row = row(kind, operator, n, hostile, &mut random);
                let result = agree(kind, operator, &kernel, &row, n % 64);
                let format = kind.format();
                let number = oracle::from_memory(format, &result);
                let infinity = soft(format).nan() & soft(format).nan() << 1;
                finite += usize::from(number & infinity != infinity);
                results += 1;
            }
        }
        assert!(finite * 2 > results, "{finite} of {results} are numbers");
    }
}

#[test]
fn vectors_agree_with_scalars_at_every_alignment() {
    let mut random = Random::new(13);
    for (kind, operator, kernel) in with_vectors() {
        for n in if cfg!(miri) { [1, 7, 17] } else { [1, 63, 4097] } {
            let row = row(kind, operator, n, false, &mut random);
            for offset in 0..=64 {
                agree(kind, operator, &kernel, &row, offset);
            }
        }
    }
}

/// A page that may not be touched begins where the row ends.
#[test]
#[cfg_attr(miri, ignore = "sees for itself what is read")]
fn nothing_is_read_behind_the_row() {
    let mut random = Random::new(14);
    // SAFETY: two new stretches of memory, the second of which is closed; the rows end
    // where the first one does.
    let end = unsafe {
        let (open, page) = (1 << 17, 1 << 16);
        let start = libc::mmap(
            std::ptr::null_mut(),
            open + page,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        assert_ne!(start, libc::MAP_FAILED);
        let end = start.cast::<u8>().add(open);
        assert_eq!(libc::mprotect(end.cast(), page, libc::PROT_NONE), 0);
        end
    };
    for (kind, operator, kernel) in with_vectors() {
        for n in (1..=300).chain([4095, 4096, 4097, 8000]) {
            let row = row(kind, operator, n, false, &mut random);
            let want = evaluate(&kernel, kernel.scalar_tree(), &row, 0);
            for (name, tree) in vectorised(kind, operator) {
                let mut got = [0u128; 1];
                // SAFETY: the row fits in front of the end, the result is aligned.
                unsafe {
                    let elements = end.sub(row.len());
                    std::ptr::copy_nonoverlapping(row.as_ptr(), elements, row.len());
                    tree(elements, n, got.as_mut_ptr().cast());
                    kernel.finish(got.as_mut_ptr().cast(), 1);
                }
                let got = got[0].to_ne_bytes();
                assert_eq!(got[..want.len()], want[..], "{kind:?} {operator:?} {name} n={n}");
            }
        }
    }
}
