//! Sparse matrices in compressed rows times vectors against big integers: hostile numbers, rows of
//! any length, indices of both widths, any alignment and floating-point environment; and each unit.

use crate::support::accumulators::{expected, numbers, row, Portion};
use crate::support::hostile::{number, Random};
use crate::support::modes::{in_environment, ENVIRONMENTS};
use crate::support::oracle::{size, Bits};
use proptest::prelude::*;
use samebits::exports::direct::local::csr::*;
use samebits::exports::direct::local::prepared::*;
use samebits_kernel::real::power;
use samebits_kernel::simd::Unit;
use samebits_kernel::{Format, Kind};
use samebits_sparse::csr::{product_by, Csr, Index, Slices};
use samebits_sum::accumulator::AccumulatorSpec;
use samebits_sum::compensated::Compensated;
use samebits_sum::names::Arithmetic;

const KINDS: [Kind; 4] = [
    Kind::Real(Format::Float),
    Kind::Real(Format::Double),
    Kind::Complex(Format::Float),
    Kind::Complex(Format::Double),
];

fn components(kind: Kind) -> usize {
    1 + usize::from(matches!(kind, Kind::Complex(_)))
}

struct Matrix {
    kind: Kind,
    pointers: Vec<i64>,
    columns: Vec<i64>,
    values: Vec<Bits>,
    x: Vec<Bits>,
}

impl Matrix {
    /// Rows of up to so many entries, some of none and one of many; the first pointer is not always
    /// zero.
    fn random(kind: Kind, random: &mut Random, rows: usize, entries: u64, mood: u64) -> Matrix {
        let (format, columns) = (kind.format(), 1 + random.below(30));
        let other = if random.below(2) == 0 { mood } else { random.below(5) };
        let mut vector = |n: usize, mood: u64| -> Vec<Bits> {
            let zeros = random.below(3) == 0;
            let mut next = || match random.below(6) {
                0 if zeros => random.next() as Bits >> 63 << (8 * size(format) - 1),
                _ => number(format, random, mood),
            };
            (0..n * components(kind)).map(|_| next()).collect()
        };
        let x = vector(columns as usize, mood);
        let all_values = vector(rows * (entries as usize + 1) + 300, other);
        let mut pointers = vec![random.below(3) as i64];
        let same = random.below(2) == 0;
        for row in 0..rows {
            let length = match random.below(8) {
                0 if !same => 0,
                1 if !same && row == rows / 2 => 280,
                _ if same => entries,
                _ => random.below(entries + 1),
            };
            pointers.push(pointers[row] + length as i64);
        }
        let all = pointers[rows] as usize;
        let mut values: Vec<Bits> = all_values;
        values.resize(all * components(kind), values[0]);
        let columns = (0..all).map(|_| random.below(columns) as i64).collect();
        Matrix { kind, pointers, columns, values, x }
    }

    /// As a grid has them: each row has entries on some diagonals, at most, in any order. x has a few more
    /// elements.
    fn banded(random: &mut Random, rows: usize, mood: u64) -> Matrix {
        let kind = Kind::Real(Format::Double);
        let mut matrix = Matrix::random(kind, random, 0, 0, mood);
        let distance = 1 + random.below(20) as i64;
        let diagonals = [-distance, -1, 0, 1, distance, distance + 1];
        let (rarely, sorted) = (3 + random.below(60), random.below(4) > 0);
        let columns = (rows as u64 + random.below(3)) as i64;
        matrix.x = (0..columns).map(|_| number(Format::Double, random, mood)).collect();
        for row in 0..rows as i64 {
            let mut here = diagonals.map(|d| row + d).to_vec();
            here.retain(|column| (0..columns).contains(column) && random.below(rarely) > 0);
            if !sorted && !here.is_empty() {
                let by = random.below(here.len() as u64) as usize;
                here.rotate_left(by);
            }
            matrix.columns.extend(here);
            matrix.pointers.push(matrix.columns.len() as i64);
        }
        let n = matrix.columns.len();
        matrix.values = (0..n).map(|_| number(Format::Double, random, mood)).collect();
        matrix
    }

    fn rows(&self) -> usize {
        self.pointers.len() - 1
    }

    fn product(&self) -> Vec<Bits> {
        let spec = AccumulatorSpec::new(Arithmetic::Exact, self.kind, 0).unwrap();
        let parts = components(self.kind);
        let element = |of: &[Bits], at: usize| of[at * parts..][..parts].to_vec();
        let row = |row: usize| {
            let entries = self.pointers[row] as usize..self.pointers[row + 1] as usize;
            let x = entries.clone().flat_map(|at| element(&self.x, self.columns[at] as usize));
            let values = entries.flat_map(|at| element(&self.values, at));
            expected(&spec, &[Portion::Products(values.collect(), x.collect(), false)])
        };
        (0..self.rows()).flat_map(row).collect()
    }

    /// What `multiply` writes, given the addresses of the values, of x and of y.
    fn by(&self, shift: usize, multiply: impl FnOnce(*const u8, *const u8, *mut u8)) -> Vec<Bits> {
        let format = self.kind.format();
        let at = |numbers: &[Bits]| [vec![0; shift], row(format, numbers)].concat();
        let (values, x) = (at(&self.values), at(&self.x));
        let mut y = vec![0xee; shift + self.rows() * components(self.kind) * size(format) + 1];
        multiply(values[shift..].as_ptr(), x[shift..].as_ptr(), y[shift..].as_mut_ptr());
        assert_eq!(y.pop(), Some(0xee), "behind the result");
        numbers(format, &y[shift..])
    }

    fn exported(&self, environment: u32, wide: bool, shift: usize) -> Vec<Bits> {
        let narrow = |wide: &[i64]| -> Vec<i32> { wide.iter().map(|i| *i as i32).collect() };
        let (pointers, columns) = (narrow(&self.pointers), narrow(&self.columns));
        macro_rules! call {
            ($narrow:ident, $wide:ident, $v:expr, $x:expr, $y:expr) => {{
                let (pointers_64, columns_64) = (self.pointers.as_ptr(), self.columns.as_ptr());
                let (pointers, columns, n) = (pointers.as_ptr(), columns.as_ptr(), self.rows());
                // SAFETY: a matrix, a vector, and space for the result.
                in_environment(environment, || unsafe {
                    match wide {
                        false => $narrow(n, pointers, columns, $v.cast(), $x.cast(), $y.cast()),
                        true => $wide(n, pointers_64, columns_64, $v.cast(), $x.cast(), $y.cast()),
                    }
                })
            }};
        }
        self.by(shift, |v, x, y| match self.kind {
            Kind::Real(Format::Float) => {
                call!(samebits_csr_multiply_float, samebits_csr64_multiply_float, v, x, y)
            }
            Kind::Real(_) => {
                call!(samebits_csr_multiply_double, samebits_csr64_multiply_double, v, x, y)
            }
            Kind::Complex(Format::Float) => call!(
                samebits_csr_multiply_float_complex,
                samebits_csr64_multiply_float_complex,
                v,
                x,
                y
            ),
            _ => call!(
                samebits_csr_multiply_double_complex,
                samebits_csr64_multiply_double_complex,
                v,
                x,
                y
            ),
        })
    }

    /// By a prepared matrix, if it is worth that: with its values, or with others at first.
    fn prepared(&self, unit: Unit, shift: usize, others_first: bool) -> Option<Vec<Bits>> {
        let (n, pointers, columns) = (self.rows(), self.pointers.as_ptr(), self.columns.as_ptr());
        let mut worth = true;
        let product = self.by(shift, |values, x, y| {
            let matrix = Csr::<f64, i64, 1> { pointers, columns, values: values.cast() };
            let nans = vec![f64::NAN; self.columns.len()];
            let first = if others_first { nans.as_ptr() } else { matrix.values };
            // SAFETY: a matrix, a vector, and space for the result; the processor has the unit.
            unsafe {
                match Slices::of(&Csr { values: first, ..matrix }, n) {
                    Some(mut slices) => {
                        if others_first {
                            slices.set_values(matrix.values);
                        }
                        product_by(unit, &slices, n, x.cast(), y.cast());
                    }
                    None => worth = false,
                }
            }
        });
        worth.then_some(product)
    }

    /// By the functions of `samebits.h`, with NaNs as its values at first.
    fn prepared_exported(&self, environment: u32, wide: bool, shift: usize) -> Option<Vec<Bits>> {
        let narrow = |wide: &[i64]| -> Vec<i32> { wide.iter().map(|i| *i as i32).collect() };
        let (pointers, columns) = (narrow(&self.pointers), narrow(&self.columns));
        let (n, nans) = (self.rows(), vec![f64::NAN; self.columns.len()]);
        let mut worth = true;
        let product = self.by(shift, |values, x, y| {
            let (wide_pointers, wide_columns) = (self.pointers.as_ptr(), self.columns.as_ptr());
            let (pointers, columns, nans) = (pointers.as_ptr(), columns.as_ptr(), nans.as_ptr());
            // SAFETY: a matrix, a vector, and space for the result.
            in_environment(environment, || unsafe {
                let mut matrix = match wide {
                    false => samebits_csr_prepare_double(n, pointers, columns, nans),
                    true => samebits_csr64_prepare_double(n, wide_pointers, wide_columns, nans),
                };
                worth = !matrix.is_null();
                if worth {
                    samebits_matrix_set_values_double(matrix, values.cast());
                    samebits_matrix_multiply_double(matrix, x.cast(), y.cast());
                }
                samebits_matrix_free(&raw mut matrix);
                assert!(matrix.is_null(), "is not there any more");
                samebits_matrix_free(&raw mut matrix);
            })
        });
        worth.then_some(product)
    }

    fn by_unit(&self, unit: Unit) -> Vec<Bits> {
        fn multiply<T: Compensated, I: Index, const COMPONENTS: usize>(
            unit: Unit,
            (pointers, columns): (&[I], &[I]),
            [values, x]: [*const u8; 2],
            y: *mut u8,
        ) {
            let (rows, pointers, columns) =
                (pointers.len() - 1, pointers.as_ptr(), columns.as_ptr());
            let matrix = Csr::<T, I, COMPONENTS> { pointers, columns, values: values.cast() };
            // SAFETY: a matrix, a vector, and space for the result; the processor has the unit.
            unsafe { product_by(unit, &matrix, rows, x.cast(), y.cast()) }
        }
        let indices = (&self.pointers[..], &self.columns[..]);
        self.by(0, |v, x, y| match self.kind {
            Kind::Real(Format::Float) => multiply::<f32, i64, 1>(unit, indices, [v, x], y),
            Kind::Real(_) => multiply::<f64, i64, 1>(unit, indices, [v, x], y),
            Kind::Complex(Format::Float) => multiply::<f32, i64, 2>(unit, indices, [v, x], y),
            _ => multiply::<f64, i64, 2>(unit, indices, [v, x], y),
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn hostile_matrices(seed: u64, rows in 0usize..40, entries in 0u64..20, mood in 0u64..6) {
        let mut random = Random::new(seed);
        for kind in KINDS {
            let matrix = Matrix::random(kind, &mut random, rows, entries, mood);
            let want = matrix.product();
            let environment = ENVIRONMENTS[random.below(ENVIRONMENTS.len() as u64) as usize];
            let (wide, shift) = (random.below(2) == 0, random.below(9) as usize);
            prop_assert_eq!(&matrix.exported(environment, wide, shift), &want, "{:?}", kind);
            for unit in Unit::available() {
                prop_assert_eq!(&matrix.by_unit(unit), &want, "{:?} {}", kind, unit.name());
                if kind == Kind::Real(Format::Double) {
                    if let Some(product) = matrix.prepared(unit, shift, seed % 2 == 0) {
                        prop_assert_eq!(&product, &want, "prepared, {}", unit.name());
                    }
                }
            }
        }
    }

    #[test]
    fn hostile_bands(seed: u64, rows in 0usize..60, mood in 0u64..6) {
        let mut random = Random::new(seed);
        let matrix = Matrix::banded(&mut random, rows, mood);
        let (want, shift) = (matrix.product(), random.below(9) as usize);
        let environment = ENVIRONMENTS[random.below(ENVIRONMENTS.len() as u64) as usize];
        if let Some(product) = matrix.prepared_exported(environment, seed % 3 == 0, shift) {
            prop_assert_eq!(&product, &want, "exported");
        }
        for unit in Unit::available() {
            prop_assert_eq!(&matrix.by_unit(unit), &want, "{}", unit.name());
            if let Some(product) = matrix.prepared(unit, shift, seed % 2 == 0) {
                prop_assert_eq!(&product, &want, "prepared, {}", unit.name());
            }
        }
    }

    /// More rows than a block has, of few numbers, so that there are ties and zeros.
    #[test]
    fn many_rows(seed: u64, rows in 250usize..540) {
        let mut random = Random::new(seed);
        let kind = KINDS[random.below(4) as usize];
        let matrix = Matrix::random(kind, &mut random, rows, 5, 4);
        let want = matrix.product();
        prop_assert_eq!(&matrix.exported(ENVIRONMENTS[0], false, 0), &want);
        let matrix = Matrix::banded(&mut random, rows, 4);
        let prepared = matrix.prepared(Unit::best(), 0, false);
        prop_assert_eq!(prepared, Some(matrix.product()), "is worth preparing");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Sums that are exact but for products that underflow now and then: to zero, or their errors.
    #[test]
    fn zeros_and_underflow(seed: u64, rows in 1usize..300, others in 0u64..200) {
        let mut random = Random::new(seed);
        for kind in [Kind::Real(Format::Double), Kind::Complex(Format::Double)] {
            let mut matrix = Matrix::random(kind, &mut random, rows, 5, 4);
            let odd = 1.0 + f64::EPSILON;
            for number in matrix.values.iter_mut().chain(&mut matrix.x) {
                let value = match random.below(8 + others) {
                    0 => power(-540),
                    1 => power(-540) * odd,
                    2 => power(-480) * odd,
                    3 => f64::from_bits(1),
                    i if i % 4 == 0 => 0.0,
                    i => (i % 7) as f64 - 3.0,
                };
                let minus = random.below(2) == 0;
                *number = (if minus { -value } else { value }).to_bits().into();
            }
            let want = matrix.product();
            prop_assert_eq!(&matrix.exported(ENVIRONMENTS[0], false, 0), &want, "{:?}", kind);
            for unit in Unit::available() {
                prop_assert_eq!(&matrix.by_unit(unit), &want, "{:?} {}", kind, unit.name());
                if kind == Kind::Real(Format::Double) {
                    if let Some(product) = matrix.prepared(unit, 0, false) {
                        prop_assert_eq!(&product, &want, "prepared, {}", unit.name());
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Elements that fade away from some magnitude, down to subnormal ones and to zero.
    #[test]
    fn fading(seed: u64, rows in 1usize..700, highest in -600i64..1000, ordinary: bool) {
        let mut random = Random::new(seed);
        for (kind, banded) in [
            (Kind::Real(Format::Double), true),
            (Kind::Real(Format::Double), false),
            (Kind::Complex(Format::Double), false),
        ] {
            let mut matrix = match banded {
                true => Matrix::banded(&mut random, rows, 0),
                false => Matrix::random(kind, &mut random, rows, 5, 0),
            };
            let mut double = |exponent: i64| -> Bits {
                let bits = random.next() & !(0x7ff << 52) | 1023 << 52;
                // (In steps: 2^-1074 is not normal.)
                let (exponent, half) = (exponent.max(-1300) as i32, exponent.max(-1300) as i32 / 2);
                (f64::from_bits(bits) * power(half) * power(exponent - half)).to_bits().into()
            };
            let steep = (highest + 1200) / matrix.x.len() as i64 + 1;
            for (i, x) in matrix.x.iter_mut().enumerate() {
                *x = double(highest - i as i64 * steep);
            }
            if ordinary {
                matrix.values.iter_mut().for_each(|value| *value = double(0));
            }
            let want = matrix.product();
            for unit in Unit::available() {
                prop_assert_eq!(&matrix.by_unit(unit), &want, "{:?} {}", kind, unit.name());
                if let Some(product) = matrix.prepared(unit, 0, false).filter(|_| banded) {
                    prop_assert_eq!(&product, &want, "prepared, {}", unit.name());
                }
            }
        }
    }
}

#[test]
fn rows_of_zeros() {
    let (pointers, columns) = ([0i32, 0, 1, 3, 5], [0i32, 0, 1, 0, 1]);
    let (values, x) = ([-3.0f64, -3.0, -2.0, -3.0, 2.0], [0.0f64, 0.0]);
    let mut y = [1.0f64; 4];
    // SAFETY: such a matrix.
    unsafe {
        let (pointers, columns, y) = (pointers.as_ptr(), columns.as_ptr(), y.as_mut_ptr());
        samebits_csr_multiply_double(4, pointers, columns, values.as_ptr(), x.as_ptr(), y);
    }
    let minus_zero = (-0.0f64).to_bits();
    assert_eq!(y.map(f64::to_bits), [0, minus_zero, minus_zero, 0]);
}
