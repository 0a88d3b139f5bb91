//! Numbers that were thought of, one by one: what a rule of the specification is about.

use crate::support::level_oracle::Levels;
use crate::support::oracle::{soft, Bits};
use num_bigint::BigInt;
use samebits_kernel::Format;
use samebits_sum::names::Arithmetic;

/// The bits of a format's precision, and the exponent of its largest power of two.
fn limits(format: Format) -> (i64, i64) {
    match format {
        Format::Half => (11, 15),
        Format::Float => (24, 127),
        Format::Double => (53, 1023),
        Format::LongDouble => (64, 16383),
        Format::Quad => (113, 16383),
    }
}

/// integer · 2^exponent.
pub fn scaled(format: Format, integer: i64, exponent: i64) -> Bits {
    soft(format).round(&BigInt::from(integer), exponent, false)
}

/// A normal number, by so many powers of two smaller, which is a normal number too.
pub fn lowered(format: Format, number: Bits, by: i64) -> Bits {
    number - ((by as Bits) << (limits(format).0 - 1))
}

/// Columns of contributions for any operator.
pub fn columns(format: Format) -> Vec<Vec<Bits>> {
    let s = soft(format);
    let (prec, emax) = limits(format);
    let power = |exponent| scaled(format, 1, exponent);
    let (one, infinity, sign, quiet) = (power(0), s.infinity(), s.sign_bit(true), s.nan());
    let signalling = infinity | 0x15;
    let (largest, least) = (infinity - 1, 1);
    // Half a unit in the last place of the largest number, and of 1.
    let (half, tie) = (power(emax - prec), power(-prec));
    let big = power(emax - 2);
    vec![
        // NaNs.
        vec![sign | quiet | 5],
        vec![signalling],
        vec![one, sign | signalling, one],
        vec![infinity, sign | quiet | 7, sign | infinity],
        // Infinities.
        vec![sign | infinity],
        vec![infinity, sign | one, infinity],
        vec![infinity, one, sign | infinity],
        vec![sign | infinity, 0],
        // Zeros.
        vec![0],
        vec![sign],
        vec![sign, sign, sign],
        vec![sign, 0, sign],
        vec![0, sign],
        vec![one, sign | one, sign],
        // Subnormal numbers.
        vec![least],
        vec![least, least, sign | 3],
        vec![sign | least, power(1 - emax), sign],
        vec![power(1 - emax), power(-1)],
        // Overflow, for good and on the way.
        vec![largest, largest],
        vec![largest, largest, sign | largest],
        vec![sign | largest, sign | largest, largest, least],
        vec![largest, half],
        vec![largest, half - 1],
        vec![largest, half, sign | least],
        vec![sign | largest, sign | half, 0],
        // Ties, and what breaks them.
        vec![one, tie],
        vec![one + 1, tie],
        vec![one, tie, least],
        vec![one, tie, sign | least],
        vec![sign | one, sign | tie, sign | least],
        // Cancellation, and extreme exponents.
        vec![big, one, sign | big],
        vec![big, sign | big, sign | least],
        vec![largest, least, sign | largest],
        vec![one, big, one, sign | big, power(-3), sign | one],
    ]
}

/// Doubles that show in which order the carries and primaries of binned sums are added.
pub const ORDERED: [&[Bits]; 6] = [
    &[0x3f01_0efd_1d86_2d2b, 0xc072_0ea9_d2b6_adc8],
    &[0xbcad_3557_9bb1_6d10, 0xbdf6_9f29_4cbb_5be9],
    &[0xc07a_8c8a_5ca0_6a4c, 0x3f79_dbca_c5c3_65dc],
    &[0x39e3_071a_5f24_b312, 0x3b7c_eb58_1f73_f47b, 0xbb51_86e2_75a4_fb4d],
    &[0xbb7c_c906_349f_04d2, 0xbb19_082f_82cd_9b2a, 0xba1d_04b1_9ca6_dbc1],
    &[0xc2bc_2110_4559_a34c, 0x414b_41ba_6d45_8638, 0xc2f2_c1a1_d6db_77a0],
];

/// Exponents of the largest numbers that levels are tried with: at the ends, and around the
/// first bins of other kinds.
fn tops(format: Format) -> Vec<i64> {
    match format {
        Format::Float => vec![127, 115, 114, 1, 0, -119, -132, -133, -148],
        _ => vec![1023, 984, 983, 865, 864, 863, 824, 823, 1, -100, -976, -1016, -1017, -1060],
    }
}

/// Columns whose numbers lie between two multiples of a unit of the arithmetic's levels.
pub fn ties(arithmetic: Arithmetic, format: Format) -> Vec<Vec<Bits>> {
    let s = soft(format);
    let (prec, emax) = limits(format);
    let mut columns = Vec::new();
    for (turn, top) in tops(format).into_iter().enumerate() {
        // A power of two, what follows it, and what comes before the next one.
        let largest = match turn % 3 {
            0 => scaled(format, 1, top),
            1 => scaled(format, 1, top) + 1,
            _ => scaled(format, 1, top + 1) - 1,
        };
        let as_double = match format {
            Format::Float => Bits::from(f64::from(f32::from_bits(largest as u32)).to_bits()),
            _ => largest,
        };
        let levels = match arithmetic {
            Arithmetic::Prerounded(k) | Arithmetic::Prerounded2(k) | Arithmetic::Binned(k) => k,
            other => panic!("no levels: {other:?}"),
        };
        let summands = 2 * u64::from(levels) + 2;
        let units = Levels::of_number(arithmetic, format, summands, as_double).units;
        let smallest = 2 - emax - prec;
        let mut column = vec![largest];
        for (i, unit) in units.into_iter().enumerate() {
            let half = (unit - 1).min(top - 3).max(smallest);
            let sign = s.sign_bit((i + turn) % 2 == 0);
            column.push(sign | scaled(format, [1, 3, 5, 7][(i + turn) % 4], half));
            column.push(s.sign_bit(turn % 2 == 0) | scaled(format, 1, half));
        }
        column.push(if turn % 2 == 0 { s.sign_bit(true) | largest } else { 0 });
        columns.push(column);
    }
    columns
}
