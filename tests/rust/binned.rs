//! Binned sums have the bits of ReproBLAS 2.1: sums that it computed itself, of doubles and of
//! floats, with 2 to 4 bins (tests/data/).

use crate::support::level_oracle;
use crate::support::oracle::{soft, Bits};
use samebits_kernel::summand::Summand;
use samebits_kernel::Format;
use samebits_sum::levels::{add_row, LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic;

/// With 3 bins, of doubles: the sum and its summands.
const FOLD3: &str = include_str!("../data/reproblas/fold3.csv");
/// The type, the number of bins, the sum and its summands.
const FOLDS: &str = include_str!("../data/reproblas/folds.csv");

/// The numbers of a field.
fn numbers(field: &str) -> Vec<Bits> {
    field.split_whitespace().map(|bits| Bits::from_str_radix(bits, 16).unwrap()).collect()
}

fn sum<T: Summand>(scheme: &Scheme, row: &[T]) -> LevelAccumulator {
    let mut sums = [LevelAccumulator::default(); 2];
    // SAFETY: the row.
    unsafe { add_row([scheme; 2], row.as_ptr(), row.len(), 1, &mut sums) };
    sums[0]
}

/// One of ReproBLAS's sums: ours, and that of the oracle. A NaN of ReproBLAS's is any NaN; ours
/// is always the same one.
fn check(format: Format, fold: u8, want: &str, row: &str) {
    let row = numbers(row);
    let want = match want {
        "nan" => soft(format).nan(),
        bits => soft(format).canonical(Bits::from_str_radix(bits, 16).unwrap()),
    };
    let scheme = Scheme::binned(format, fold);
    let got = match format {
        Format::Float => {
            let row: Vec<f32> = row.iter().map(|&x| f32::from_bits(x as u32)).collect();
            Bits::from(sum(&scheme, &row).to_f32(&scheme).to_bits())
        }
        _ => {
            let row: Vec<f64> = row.iter().map(|&x| f64::from_bits(x as u64)).collect();
            Bits::from(sum(&scheme, &row).to_f64(&scheme).to_bits())
        }
    };
    assert_eq!(got, want, "{format:?}, fold {fold}, {row:x?}");
    let defined = level_oracle::sum(Arithmetic::Binned(fold), format, row.len() as u64, &row);
    assert_eq!(defined, want, "the oracle: {format:?}, fold {fold}, {row:x?}");
}

#[test]
fn the_bits_of_reproblas() {
    let mut sums = 0;
    for line in FOLD3.lines().skip(1) {
        let (want, row) = line.split_once(',').unwrap();
        check(Format::Double, 3, want, row);
        sums += 1;
    }
    for line in FOLDS.lines().skip(1) {
        let [kind, fold, want, row] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let format = if kind == "double" { Format::Double } else { Format::Float };
        check(format, fold.parse().unwrap(), want, row);
        sums += 1;
    }
    assert_eq!(sums, 911);
}
