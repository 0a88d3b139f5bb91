//! Measures the product of a sparse matrix in compressed rows with a vector
//! (samebits_csr_multiply_double and its kin) against a plain loop, without MPI: the stencils
//! of 5 and of 27 points on a grid, and rows of 10 to 30 entries in random columns, each in the
//! second-level cache and from memory.
//!
//! All take turns in each repetition. Some rows' bits are compared with samebits_dot_double's. The
//! table shows the median of the nanoseconds of an entry, of each instruction set that the processor
//! has, and the median of the ratio of the fastest one to the plain loop; of doubles also of a prepared
//! matrix (samebits_matrix_multiply_double), and how many plain products it takes to prepare it, and to
//! give it other values. What may be set, as variables of the environment or of make
//! (`make bench-csr DATATYPE=float`):
//!
//!     DATATYPE     double     double, float, double_complex or float_complex
//!     REPETITIONS  301        in the cache; from memory a thirtieth
//!
//! Timings mean something on idle machines only.

use samebits_kernel::simd::Unit;
use samebits_kernel::Format;
use samebits_sparse::csr::{product_by, Csr, Slices};
use samebits_sum::compensated::{complex_dot, dot, Compensated};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let set = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let repetitions = set("REPETITIONS", "301").parse().ok().filter(|n| *n > 0);
    let repetitions = repetitions.unwrap_or_else(|| stop("REPETITIONS is no number from 1 on"));
    match set("DATATYPE", "double").as_str() {
        "double" => measure::<f64, 1>(repetitions),
        "float" => measure::<f32, 1>(repetitions),
        "double_complex" => measure::<f64, 2>(repetitions),
        "float_complex" => measure::<f32, 2>(repetitions),
        other => stop(&format!(
            "DATATYPE={other} is not accepted; it takes double, float, double_complex or \
             float_complex"
        )),
    }
}

fn stop(message: &str) -> ! {
    eprintln!("csr: {message}");
    std::process::exit(2)
}

trait Number: Compensated + std::ops::Add<Output = Self> {}
impl Number for f64 {}
impl Number for f32 {}

struct Matrix<T, const PARTS: usize> {
    pointers: Vec<i32>,
    columns: Vec<i32>,
    values: Vec<[T; PARTS]>,
}

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// In (-1, 1).
    fn number(&mut self) -> f64 {
        (self.next() as i64 >> 10) as f64 / (1u64 << 53) as f64
    }
}

impl<T: Number, const PARTS: usize> Matrix<T, PARTS> {
    /// n rows, each with the entries that are given for it; those outside are left out.
    fn of(n: usize, mut row: impl FnMut(i64) -> Vec<(i64, f64)>) -> Self {
        let mut matrix = Matrix { pointers: vec![0], columns: Vec::new(), values: Vec::new() };
        for i in 0..n {
            for (column, value) in row(i as i64) {
                if (0..n as i64).contains(&column) {
                    matrix.columns.push(column as i32);
                    matrix.values.push([T::narrowed(value); PARTS]);
                }
            }
            matrix.pointers.push(matrix.columns.len() as i32);
        }
        matrix
    }

    fn five_points(side: i64) -> Self {
        Matrix::of((side * side) as usize, |i| {
            [-side, -1, 0, 1, side].map(|d| (i + d, if d == 0 { 4.0 } else { -1.0 })).to_vec()
        })
    }

    fn twenty_seven_points(side: i64) -> Self {
        Matrix::of((side * side * side) as usize, |i| {
            let offsets = (0..27).map(|p| [p / 9 - 1, p / 3 % 3 - 1, p % 3 - 1]);
            let entry = |[a, b, c]: [i64; 3]| {
                let value = if [a, b, c] == [0; 3] { 26.0 } else { -1.0 };
                (i + (a * side + b) * side + c, value)
            };
            offsets.map(entry).collect()
        })
    }

    fn random(n: usize) -> Self {
        let mut random = Random(7);
        Matrix::of(n, |_| {
            let entries = 10 + random.next() % 21;
            (0..entries).map(|_| ((random.next() % n as u64) as i64, random.number())).collect()
        })
    }
}

/// sum + value·x, as a C compiler compiles it with -fcx-limited-range.
#[inline(always)]
fn plus_product<T: Number, const PARTS: usize>(
    sum: [T; PARTS],
    value: [T; PARTS],
    x: [T; PARTS],
) -> [T; PARTS] {
    let mut next = sum;
    if PARTS == 1 {
        next[0] = sum[0] + value[0] * x[0];
    } else {
        next[0] = sum[0] + (value[0] * x[0] + -(value[1] * x[1]));
        next[1] = sum[1] + (value[0] * x[1] + value[1] * x[0]);
    }
    next
}

#[inline(never)]
fn plain<T: Number, const PARTS: usize>(
    matrix: &Matrix<T, PARTS>,
    x: &[[T; PARTS]],
    y: &mut [[T; PARTS]],
) {
    for (y, row) in y.iter_mut().zip(matrix.pointers.windows(2)) {
        let entries = row[0] as usize..row[1] as usize;
        let (columns, values) = (&matrix.columns[entries.clone()], &matrix.values[entries]);
        let mut sum = [T::default(); PARTS];
        for (column, value) in columns.iter().zip(values) {
            // SAFETY: of as many columns as x has elements.
            sum = plus_product(sum, *value, unsafe { *x.get_unchecked(*column as usize) });
        }
        *y = sum;
    }
}

fn csr<T: Number, const PARTS: usize>(matrix: &Matrix<T, PARTS>) -> Csr<T, i32, PARTS> {
    let Matrix { pointers, columns, values } = matrix;
    let (pointers, columns) = (pointers.as_ptr(), columns.as_ptr());
    Csr { pointers, columns, values: values.as_ptr().cast() }
}

/// The matrix as real doubles, if it is.
fn doubles<T: Number, const PARTS: usize>(matrix: &Matrix<T, PARTS>) -> Option<Csr<f64, i32, 1>> {
    let Csr { pointers, columns, values } = csr(matrix);
    let doubles = PARTS == 1 && T::FORMAT == Format::Double;
    doubles.then_some(Csr { pointers, columns, values: values.cast() })
}

fn check<T: Number, const PARTS: usize>(
    matrix: &Matrix<T, PARTS>,
    x: &[[T; PARTS]],
    y: &[[T; PARTS]],
) {
    for row in (0..y.len()).step_by(y.len() / 500 + 1) {
        let entries = matrix.pointers[row] as usize..matrix.pointers[row + 1] as usize;
        let elements: Vec<[T; PARTS]> =
            matrix.columns[entries.clone()].iter().map(|column| x[*column as usize]).collect();
        let values = &matrix.values[entries];
        let (n, two) = (values.len(), [values.as_ptr().cast(), elements.as_ptr().cast()]);
        // SAFETY: two rows of one length.
        let want: [T; 2] = unsafe {
            match PARTS {
                1 => [dot(two[0], two[1], n); 2],
                _ => complex_dot(two, n, false),
            }
        };
        for (got, want) in y[row].iter().zip(want) {
            assert_eq!(got.widen().to_bits(), want.widen().to_bits(), "row {row} has other bits");
        }
    }
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn measure<T: Number, const PARTS: usize>(repetitions: usize) {
    type Make<T, const PARTS: usize> = fn() -> Matrix<T, PARTS>;
    let matrices: [(&str, Make<T, PARTS>, usize); 6] = [
        ("5 points, cache", || Matrix::five_points(64), repetitions),
        ("5 points, memory", || Matrix::five_points(1500), repetitions / 30 + 1),
        ("27 points, cache", || Matrix::twenty_seven_points(12), repetitions),
        ("27 points, memory", || Matrix::twenty_seven_points(100), repetitions / 30 + 1),
        ("random, cache", || Matrix::random(2000), repetitions),
        ("random, memory", || Matrix::random(1_000_000), repetitions / 30 + 1),
    ];
    let units: Vec<Unit> = Unit::available().collect();
    print!("{:>18} {:>10} {:>7}", "ns an entry", "entries", "plain");
    let header = || {
        units.iter().for_each(|unit| print!(" {:>7}", unit.name()));
        print!("   ratio");
    };
    header();
    if doubles(&matrices[0].1()).is_some() {
        print!("  | prepared:");
        header();
        print!("    made     set");
    }
    println!();
    for (name, matrix, repetitions) in matrices {
        let (matrix, mut random) = (matrix(), Random(1));
        let (n, entries) = (matrix.pointers.len() - 1, matrix.columns.len());
        let mut element = || std::array::from_fn(|_| T::narrowed(random.number()));
        let x: Vec<[T; PARTS]> = (0..n).map(|_| element()).collect();
        let mut y = vec![[T::default(); PARTS]; n];
        let csr_of_doubles = doubles(&matrix);
        // SAFETY: such a matrix.
        let make = || csr_of_doubles.and_then(|csr| unsafe { Slices::of(&csr, n) });
        let mut slices = make();
        let turns = match slices {
            Some(_) => 3 + 2 * units.len(),
            None => 1 + units.len(),
        };
        let mut times = vec![Vec::new(); turns];
        for repetition in 0..repetitions {
            for turn in 0..turns {
                let which = (turn + repetition) % turns;
                let begun = Instant::now();
                let (xs, ys) = (x.as_ptr().cast(), y.as_mut_ptr().cast());
                match (which.checked_sub(1), &mut slices) {
                    (None, _) => plain(black_box(&matrix), &x, &mut y),
                    // SAFETY: such a matrix, and vectors; the processor has the unit.
                    (Some(i), _) if i < units.len() => unsafe {
                        product_by(
                            units[i],
                            &csr(black_box(&matrix)),
                            n,
                            x.as_ptr().cast(),
                            y.as_mut_ptr().cast(),
                        )
                    },
                    // SAFETY: as above, of doubles.
                    (Some(i), Some(slices)) if i < 2 * units.len() => unsafe {
                        product_by::<f64, _, 1>(
                            units[i - units.len()],
                            black_box(slices),
                            n,
                            xs,
                            ys,
                        )
                    },
                    (Some(i), _) if i == 2 * units.len() => drop(black_box(make())),
                    // SAFETY: of the same entries.
                    (_, slices) => slices
                        .iter_mut()
                        .zip(csr_of_doubles)
                        .for_each(|(slices, csr)| unsafe { slices.set_values(csr.values) }),
                }
                times[which].push(begun.elapsed().as_nanos() as f64 / entries as f64);
                if (1..=2 * units.len()).contains(&which) && repetition < 2 {
                    check(&matrix, &x, &y);
                }
            }
        }
        let ratio = |which: usize| {
            let ratios = times[which].iter().zip(&times[0]).map(|(a, b)| a / b);
            median(&mut ratios.collect::<Vec<_>>())
        };
        let ratios: Vec<f64> = (0..turns).map(ratio).collect();
        print!("{name:>18} {entries:>10}");
        let (products, preparations) = (times.len().min(2 * units.len() + 1), 2 * units.len() + 1);
        for (which, times) in times[..products].iter_mut().enumerate() {
            if which == units.len() + 1 {
                print!(" {:>7.2}             ", ratios[1]);
            }
            print!(" {:>7.3}", median(times));
        }
        print!(" {:>7.2}", ratios[products - units.len()]);
        ratios.iter().skip(preparations).for_each(|ratio| print!(" {ratio:>7.2}"));
        println!();
    }
}
