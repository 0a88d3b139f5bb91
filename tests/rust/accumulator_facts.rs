//! Accumulators on sums that are known: products far out of the format, signs of zero,
//! every order of a few, the bytes of version 1, and what is refused.

use crate::support::accumulators::{
    accumulator, expected, filled, to_bits, value, written, Portion, ARITHMETICS, BOUND, KINDS,
};
use crate::support::hostile::{number, Random};
use samebits_kernel::{Format, Kind};
use samebits_sum::accumulator::{bytes, Accumulator, AccumulatorSpec, Refusal};
use samebits_sum::names::Arithmetic;

fn product(x: f64, y: f64) -> Portion {
    Portion::Products(vec![x.to_bits().into()], vec![y.to_bits().into()], false)
}

fn two_to(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn exact(products: &[(f64, f64)]) -> f64 {
    let mut sum = accumulator(Arithmetic::Exact, Kind::Real(Format::Double), 0);
    for (x, y) in products {
        product(*x, *y).add_to(&mut sum, 0).unwrap();
    }
    f64::from_bits(value(&sum)[0] as u64)
}

#[test]
fn products_far_out_of_the_format_are_summed_all_the_same() {
    let (tiny, odd) = (f64::from_bits(1), 1.0 + f64::EPSILON);
    // Each overflows, or underflows; the sum does not.
    assert_eq!(exact(&[(two_to(1000), two_to(1000)), (-two_to(1000), two_to(1000))]), 0.0);
    let large = [(two_to(1000), two_to(1000)), (1.5, 2.0), (two_to(1000), -two_to(1000))];
    assert_eq!(exact(&large), 3.0);
    assert_eq!(exact(&[(f64::MAX, f64::MAX)]), f64::INFINITY);
    assert_eq!(exact(&[(-f64::MAX, f64::MAX)]), f64::NEG_INFINITY);
    assert_eq!(exact(&[(f64::MAX, f64::MAX), (f64::MAX, -f64::MAX), (tiny, 1.0)]), tiny);
    assert_eq!(exact(&[(tiny, tiny)]).to_bits(), 0);
    assert_eq!(exact(&[(-tiny, tiny)]).to_bits(), 0, "-0.0 is the sum of -0.0 only");
    // Half of the smallest number is a tie; the smallest product breaks it.
    assert_eq!(exact(&[(tiny, 0.5)]).to_bits(), 0);
    assert_eq!(exact(&[(tiny, 0.5), (tiny, tiny)]), tiny);
    assert_eq!(exact(&[(1.0, 1.0), (two_to(-53), 1.0), (tiny, tiny)]), odd);
    assert_eq!(exact(&[(1.0, 1.0), (two_to(-53), 1.0), (tiny, -tiny)]), 1.0);
    assert_eq!(exact(&[(odd, odd), (-1.0, 1.0)]), 2.0 * f64::EPSILON + two_to(-104));
}

#[test]
fn signs_of_zero_nan_and_infinities() {
    let zero = |products: &[(f64, f64)]| exact(products).to_bits();
    assert_eq!(zero(&[]), 0);
    assert_eq!(zero(&[(-0.0, 5.0)]), 1 << 63);
    assert_eq!(zero(&[(0.0, -5.0), (-0.0, 0.0)]), 1 << 63);
    assert_eq!(zero(&[(-0.0, -5.0)]), 0);
    assert_eq!(zero(&[(-0.0, 5.0), (0.0, 5.0)]), 0);
    assert_eq!(zero(&[(-0.0, f64::MAX), (-0.0, f64::from_bits(1))]), 1 << 63);
    let nan = 0x7ff8 << 48;
    let infinity = f64::INFINITY;
    assert_eq!(zero(&[(0.0, infinity)]), nan);
    assert_eq!(zero(&[(infinity, 1.0), (1.0, -infinity)]), nan);
    assert_eq!(zero(&[(1.0, f64::NAN), (1.0, 1.0)]), nan);
    assert_eq!(exact(&[(-infinity, f64::from_bits(1)), (f64::MAX, f64::MAX)]), -infinity);
}

#[test]
fn every_permutation_of_a_small_set() {
    let tiny = f64::from_bits(1);
    let set = [
        product(two_to(1000), two_to(1000)),
        product(-two_to(1000), two_to(1000)),
        product(tiny, -0.75),
        product(two_to(-500), 3.0 * two_to(-500)),
        Portion::Elements(vec![(1.0 + f64::EPSILON).to_bits().into(), (-1.0f64).to_bits().into()]),
    ];
    for arithmetic in ARITHMETICS {
        let purpose = AccumulatorSpec::new(arithmetic, Kind::Real(Format::Double), BOUND).unwrap();
        let want = expected(&purpose, &set);
        let mut order = [0, 1, 2, 3, 4];
        let mut permutations = 0;
        permute(&mut order, 0, &mut |order| {
            let permuted: Vec<Portion> = order.iter().map(|i| set[*i].clone()).collect();
            let sum = filled(purpose, &permuted);
            assert_eq!(value(&sum), want, "{} {order:?}", purpose.in_words());
            permutations += 1;
        });
        assert_eq!(permutations, 120);
    }
}

fn permute(order: &mut [usize; 5], fixed: usize, see: &mut impl FnMut(&[usize; 5])) {
    if fixed == order.len() {
        return see(order);
    }
    for i in fixed..order.len() {
        order.swap(fixed, i);
        permute(order, fixed + 1, see);
        order.swap(fixed, i);
    }
}

/// The bytes that are not zero, by their places.
fn image(sum: &Accumulator) -> Vec<(usize, u8)> {
    written(sum).into_iter().enumerate().filter(|(_, byte)| *byte != 0).collect()
}

/// What is in files must stay readable.
#[test]
fn the_bytes_are_those_of_version_1() {
    let head = |rest: &[(usize, u8)]| {
        let magic = b"sbac\x01".iter().copied().enumerate();
        magic.chain(rest.iter().copied()).collect::<Vec<_>>()
    };
    let add = |mut sum: Accumulator, numbers: &[f64]| {
        let format = sum.spec().kind().format();
        let numbers = numbers.iter().map(|number| to_bits(format, *number)).collect();
        Portion::Elements(numbers).add_to(&mut sum, 0).unwrap();
        sum
    };
    // The unit is at bit 1074 = 32 * 33 + 18 of a float's sum, whose flags are its last word.
    let float = add(accumulator(Arithmetic::Exact, KINDS[0], 0), &[5.0, -0.0]);
    let unit = 32 + 4 * 33 + 2;
    assert_eq!(image(&float), head(&[(5, 1), (7, 1), (8, 1), (23, 0x80), (24, 2), (unit, 5 << 2)]));
    assert_eq!(float.spec().bytes(), 32 + 4 * 69);
    // That of a double's, at bit 2162 = 32 * 67 + 18. The second component has nothing but
    // -0.0: flag 3.
    let double = add(accumulator(Arithmetic::Exact, KINDS[3], 0), &[1.0, -0.0]);
    let unit = 32 + 4 * 67 + 2;
    let flags = 32 + 2 * 540 - 4;
    let rest = [(5, 1), (7, 2), (8, 2), (23, 0x80), (24, 1), (unit, 1 << 2), (flags, 8)];
    assert_eq!(image(&double), head(&rest));
    assert_eq!(double.spec().bytes(), 32 + 2 * 540);
    let empty = accumulator(Arithmetic::Exact, KINDS[1], 0);
    assert_eq!(image(&empty), head(&[(5, 1), (7, 2), (8, 1), (23, 0x80), (32 + 536, 0b11000)]));
    // Bin 25, whose unit is 2^-15, is the first for 1.0.
    let binned = add(accumulator(Arithmetic::Binned(2), KINDS[1], 7), &[1.0, f64::INFINITY]);
    let rest = [(5, 2), (6, 2), (7, 2), (8, 1), (23, 0x80), (24, 2), (32, 25), (36, 2), (41, 0x80)];
    assert_eq!(image(&binned), head(&rest));
    assert_eq!(binned.spec().bytes(), 32 + 8 + 16 * 2);
    // With N = 1000 levels are 42 bits apart; level 23, the zeroth, is the first for 1.0, and
    // the unit of the next one 2^-37.
    let prerounded = add(accumulator(Arithmetic::Prerounded(1), KINDS[1], 1000), &[-1.0]);
    let total = 32 + 8 + 16;
    let rest = [(5, 3), (6, 1), (7, 2), (8, 1), (16, 0xe8), (17, 3), (24, 1), (32, 23)];
    let minus = [(total + 4, 0xe0)].into_iter().chain((total + 5..total + 16).map(|i| (i, 0xff)));
    assert_eq!(image(&prerounded), head(&rest).into_iter().chain(minus).collect::<Vec<_>>());
    assert_eq!(prerounded.spec().bytes(), total + 16);
}

fn words(refusal: Result<(), Refusal>) -> String {
    match refusal.unwrap_err() {
        Refusal::Count(what) => format!("count: {what}"),
        Refusal::Type(what) => format!("type: {what}"),
        Refusal::Argument(what) => format!("argument: {what}"),
    }
}

#[test]
fn a_bound_is_kept() {
    let purpose = AccumulatorSpec::new(Arithmetic::Prerounded(3), KINDS[3], 10).unwrap();
    let mut random = Random::new(7);
    let mut elements =
        |n: usize| (0..2 * n).map(|_| number(Format::Double, &mut random, 1)).collect::<Vec<_>>();
    let mut sum = Accumulator::new(purpose);
    Portion::Elements(elements(4)).add_to(&mut sum, 0).unwrap();
    let before = written(&sum);
    // Each product has two summands in a component.
    let too_many = Portion::Products(elements(4), elements(4), true).add_to(&mut sum, 0);
    let want = "count: that would make 12 summands; the bound given at its creation is 10";
    assert_eq!(words(too_many), want);
    assert_eq!(written(&sum), before);
    Portion::Products(elements(3), elements(3), true).add_to(&mut sum, 0).unwrap();
    assert_eq!(sum.count(), 10);
    let other = Accumulator::new(purpose);
    sum.merge(&other).unwrap();
    let mut other = other;
    Portion::Elements(elements(1)).add_to(&mut other, 0).unwrap();
    assert!(words(sum.merge(&other)).contains("11 summands"));
    // What an operator has merged is refused where it is read.
    let mut merged = written(&sum);
    bytes::merge(&written(&other), &mut merged);
    assert!(words(other.read(&merged)).starts_with("count: that would make 11 summands"));
    assert_eq!(other.count(), 1);
    let mut endless = accumulator(Arithmetic::Exact, KINDS[1], 0);
    // SAFETY: refused before anything is looked at.
    let endless = unsafe { endless.add(std::ptr::null(), usize::MAX) };
    assert!(words(endless).contains("an accumulator takes at most 2^63"));
}

#[test]
fn what_an_accumulator_is_not_made_for() {
    let new = |arithmetic, kind, summands| {
        words(AccumulatorSpec::new(arithmetic, kind, summands).map(drop))
    };
    let refused = new(Arithmetic::Prerounded2(2), KINDS[1], 10);
    assert!(refused.starts_with("argument: arithmetic=prerounded2:2 is not accepted: it has to"));
    assert!(new(Arithmetic::Tree, KINDS[1], 0).contains("order of the summands"));
    assert!(new(Arithmetic::Native, KINDS[1], 0).contains("native is not accepted"));
    for summands in [0, (1 << 48) + 1] {
        let refused = new(Arithmetic::Prerounded(3), KINDS[1], summands);
        assert!(refused.starts_with(&format!("count: summands={summands} is not accepted")));
    }
    assert!(new(Arithmetic::Exact, Kind::Real(Format::Half), 0).starts_with("type: "));
    AccumulatorSpec::new(Arithmetic::Prerounded(3), KINDS[1], 1 << 48).unwrap();
}

#[test]
fn only_the_same_is_merged_and_read() {
    let all: Vec<Accumulator> = KINDS
        .into_iter()
        .flat_map(|kind| {
            let bounds = [BOUND, BOUND + 1].map(|bound| (Arithmetic::Prerounded(3), bound));
            let rest = [Arithmetic::Exact, Arithmetic::Binned(3), Arithmetic::Binned(4)];
            let rest = rest.map(|arithmetic| (arithmetic, 0));
            bounds.into_iter().chain(rest).map(move |(a, bound)| accumulator(a, kind, bound))
        })
        .collect();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate() {
            let mut sum = one.clone();
            let (merged, read) = (sum.merge(other), sum.read(&written(other)));
            assert_eq!((merged.is_ok(), read.is_ok()), (i == j, i == j));
            let words_alike = one.spec().words() == other.spec().words();
            assert_eq!(words_alike, i == j);
            if i != j && one.spec().bytes() == other.spec().bytes() {
                let mut bytes = written(other);
                bytes::merge(&written(one), &mut bytes);
                let unlike = words(sum.read(&bytes));
                assert!(unlike.contains("differ"), "{unlike}");
            }
        }
    }
    let mut sum = accumulator(Arithmetic::Exact, KINDS[1], 0);
    assert_eq!(words(sum.read(&[])), "argument: the bytes are not those of an accumulator");
    assert_eq!(words(sum.read(&[0; 572])), "argument: the bytes are not those of an accumulator");
    let bytes = written(&sum);
    assert!(
        words(sum.read(&bytes[..571])).contains("571 bytes were passed; the accumulator takes 572")
    );
    let mut digit = bytes.clone();
    digit[100] = 1;
    assert!(words(sum.read(&digit)).contains("corrupt"));
    let mut count = bytes;
    count[24] = 1;
    assert!(words(sum.read(&count)).contains("corrupt"));
}

#[test]
fn they_are_described_in_messages() {
    let words =
        |arithmetic, kind, most| AccumulatorSpec::new(arithmetic, kind, most).unwrap().in_words();
    let (real, complex) = (Kind::Real(Format::Double), Kind::Complex(Format::Float));
    assert_eq!(words(Arithmetic::Exact, real, 0), "exact of double");
    assert_eq!(words(Arithmetic::Binned(3), complex, 0), "binned:3 of complex float");
    let bounded = "prerounded:2 of double with at most 7 summands";
    assert_eq!(words(Arithmetic::Prerounded(2), real, 7), bounded);
}
