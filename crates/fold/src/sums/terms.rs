//! What of a rank's vectors is summed: their elements, products, magnitudes, with weights and
//! masks. Products of two factors are exact. Where there are more, the first product of an element
//! is rounded, as a loop rounds it: it depends on nothing but the element.
//!
//! Cost: that of the exact sum of so many numbers or products; a copy where there is a mask, where
//! a product is rounded first, or weights are of another type. Several sums over one vector read it
//! once: a block of it stays in the first-level cache.

use super::vectors::{Term, Vectors, Weights};
use super::{rounded::multiply, short, LocalSums};
use crate::share::pieces::over_pieces;
use crate::share::record::Elements;
use samebits_kernel::products::Factor;
use samebits_sum::accumulator::{product_row::ProductRow, products::ProductShape};
use samebits_sum::number::{for_format, Numbers};
use samebits_sum::{exact_row::Row, share::Share};

/// Elements of a block.
const BLOCK: usize = 2048;

/// The sums of the term over the vectors: one for each y, or one.
///
/// # Safety
/// The vectors are there, at any address.
pub unsafe fn sum(
    term: Term,
    numbers: Numbers,
    vectors: Vectors<'_>,
    threads: usize,
) -> Vec<LocalSums> {
    let results = match term {
        Term::Products { .. } => vectors.ys.len(),
        _ => 1,
    };
    let size = numbers.size();
    let Vectors { x, n, .. } = vectors;
    let start = x.addr();
    let share = Share { start: 0, end: n as u64, total: n as u64 };
    let elements = Elements { share, address: x, buffers: None, threads };
    let work = |sums: &mut Vec<LocalSums>, address: *const u8, n: usize| {
        sums.resize_with(results, LocalSums::default);
        let from = (address.addr() - start) / size;
        // SAFETY: upheld by the caller; elements of the vectors from one on.
        unsafe { for_format!(numbers.format, add(term, numbers, vectors, (from, n), sums)) }
    };
    let join = |sums: &mut Vec<LocalSums>, more: Vec<LocalSums>| {
        sums.resize_with(results, LocalSums::default);
        sums.iter_mut().zip(more).for_each(|(sum, more)| sum.merge(&more));
    };
    // SAFETY: upheld by the caller.
    let sums = unsafe { over_pieces(elements, size, work, join) };
    let mut sums = sums.unwrap_or_else(|_| unreachable!("nothing is loaded"));
    sums.resize_with(results, LocalSums::default);
    sums
}

/// Adds `n` elements from one on.
unsafe fn add<T: Factor>(
    term: Term,
    numbers: Numbers,
    vectors: Vectors<'_>,
    (from, n): (usize, usize),
    sums: &mut [LocalSums],
) {
    let mut stage = Stage::<T>::default();
    let (range, products) = ((from, n), &mut stage.products);
    // SAFETY: upheld by the caller.
    let done = unsafe { short::add::<T>(term, numbers.components, vectors, range, sums, products) };
    if done == sums.len() {
        return;
    }
    let (sums, ys) = (&mut sums[done..], vectors.ys.get(done..).unwrap_or_default());
    let vectors = Vectors { ys, ..vectors };
    let staged = !vectors.mask.is_null()
        || vectors.ys.len() > 1
        || !matches!(
            term,
            Term::Numbers | Term::Squares | Term::Products { .. } | Term::Weighted(Weights::Same)
        );
    let step = if staged { BLOCK } else { n.max(1) };
    let of_squares = matches!(term, Term::Moments | Term::Squares | Term::WeightedSquares);
    let components = if of_squares { 1 } else { numbers.components };
    // The levels of a block serve the next one.
    let mut rows = vec![ProductRow::new(components); vectors.ys.len().max(1)];
    for at in (from..from + n).step_by(step) {
        let length = step.min(from + n - at);
        // SAFETY: upheld by the caller.
        unsafe {
            let block = stage.selected(term, numbers, vectors, at, length);
            let scratch = (&mut stage.products, &mut rows[..]);
            add_block::<T>(term, numbers.components, &block, scratch, sums);
        }
    }
}

/// Rows of a block's elements that count.
struct Block<T> {
    n: usize,
    x: *const T,
    ys: Vec<*const T>,
    w: *const T,
    /// Of weights of another type than the elements', which are doubles then, and in two parts.
    widened: Option<[Vec<f64>; 3]>,
}

struct Stage<T> {
    x: Vec<T>,
    ys: Vec<Vec<T>>,
    w: Vec<T>,
    products: Vec<T>,
}

impl<T> Default for Stage<T> {
    fn default() -> Stage<T> {
        Stage { x: Vec::new(), ys: Vec::new(), w: Vec::new(), products: Vec::new() }
    }
}

impl<T: Factor> Stage<T> {
    /// The elements that count of `length` from `at` on: where they lie, or copied.
    unsafe fn selected(
        &mut self,
        term: Term,
        numbers: Numbers,
        vectors: Vectors<'_>,
        at: usize,
        length: usize,
    ) -> Block<T> {
        let Vectors { x, ys, w, mask, .. } = vectors;
        let components = numbers.components;
        let counts = |i: usize| {
            // SAFETY: one of the mask's bytes.
            mask.is_null() || unsafe { *mask.add(at + i) } != 0
        };
        let indices: Vec<usize> = match mask.is_null() {
            true => Vec::new(),
            false => (0..length).filter(|i| counts(*i)).collect(),
        };
        let n = if mask.is_null() { length } else { indices.len() };
        let select = |from: *const u8, into: &mut Vec<T>| -> *const T {
            if from.is_null() {
                return std::ptr::null();
            }
            let row = from.cast::<T>().wrapping_add(at * components);
            if mask.is_null() {
                return row;
            }
            into.clear();
            for i in &indices {
                for component in 0..components {
                    // SAFETY: a number of one of the elements.
                    into.push(unsafe { row.add(i * components + component).read_unaligned() });
                }
            }
            into.as_ptr()
        };
        self.ys.resize_with(ys.len(), Vec::new);
        let (x, ys) =
            (select(x, &mut self.x), ys.iter().zip(&mut self.ys).map(|(y, into)| select(*y, into)));
        let mut block = Block { n, x, ys: ys.collect(), w: std::ptr::null(), widened: None };
        match term {
            Term::Weighted(weights) if weights != Weights::Same => {
                let mut rows = [const { Vec::new() }; 3];
                for i in (0..length).filter(|i| counts(*i)) {
                    // SAFETY: one of the weights.
                    let parts = unsafe { parts::<T>(weights, w, at + i) };
                    rows[1].extend(std::iter::repeat_n(parts[0], components));
                    rows[2].extend(std::iter::repeat_n(parts[1], components));
                }
                // SAFETY: the numbers of the selected elements.
                let number = |i: usize| unsafe { x.add(i).read_unaligned() }.widen();
                rows[0].extend((0..n * components).map(number));
                block.widened = Some(rows);
            }
            _ => block.w = select(w, &mut self.w),
        }
        block
    }
}

/// A weight as the sum of two doubles.
unsafe fn parts<T: Factor>(weights: Weights, w: *const u8, i: usize) -> [f64; 2] {
    /// The low part is positive.
    const LOW: i128 = (1 << 32) - 1;
    // SAFETY: upheld by the caller.
    let integer: i128 = unsafe {
        match weights {
            Weights::Same | Weights::Real => {
                return [w.cast::<T>().add(i).read_unaligned().widen(), 0.0]
            }
            Weights::I32 => w.cast::<i32>().add(i).read_unaligned().into(),
            Weights::U32 => w.cast::<u32>().add(i).read_unaligned().into(),
            Weights::I64 => w.cast::<i64>().add(i).read_unaligned().into(),
            Weights::U64 => w.cast::<u64>().add(i).read_unaligned().into(),
        }
    };
    match integer.unsigned_abs() >> 53 {
        0 => [integer as f64, 0.0],
        _ => [(integer & !LOW) as f64, (integer & LOW) as f64],
    }
}

unsafe fn add_block<T: Factor>(
    term: Term,
    components: usize,
    block: &Block<T>,
    (products, rows): (&mut Vec<T>, &mut [ProductRow]),
    results: &mut [LocalSums],
) {
    let &Block { n, x, ref ys, w, ref widened } = block;
    let all = n * components;
    results.iter_mut().for_each(|result| result.count += n as u64);
    let y = ys.first().copied().unwrap_or(std::ptr::null());
    // SAFETY: rows of n elements, or of the numbers in them.
    unsafe {
        match term {
            Term::Numbers => Row::new(components, &mut results[0].exact().numbers).add(x, all),
            Term::Moments => {
                Row::new(components, &mut results[0].exact().numbers).add(x, all);
                let squares = results[0].squares.get_or_insert_default();
                squares.add_factors(&mut rows[0], [x, x], all, 1);
            }
            Term::Magnitudes => {
                let number = |i: usize| x.add(i).read_unaligned();
                products.clear();
                products.extend((0..all).map(|i| magnitude(number(i))));
                Row::new(1, &mut results[0].exact().numbers).add(products.as_ptr(), all);
            }
            Term::Squares => results[0].exact().add_factors(&mut rows[0], [x, x], all, 1),
            Term::Products { conjugated } => {
                let shape = ProductShape { components, conjugated };
                for ((y, result), row) in ys.iter().zip(results).zip(rows) {
                    result.exact().add_rows_of_products(row, [x, *y], n, shape);
                }
            }
            Term::Weighted(_) => match widened {
                None => {
                    let shape = ProductShape { components, conjugated: false };
                    results[0].exact().add_rows_of_products(&mut rows[0], [w, x], n, shape);
                }
                Some([x, high, low]) => {
                    let sums = results[0].exact();
                    let two = [high.as_ptr(), x.as_ptr()];
                    sums.add_factors(&mut rows[0], two, all, components);
                    if low.iter().any(|part| *part != 0.0) {
                        // Only those: a product that is zero has the sign of the high part's, one
                        // that is not finite is that.
                        let is_needed =
                            |i: &usize| low[*i] != 0.0 && x[*i] != 0.0 && x[*i].is_finite();
                        for i in (0..all).filter(is_needed) {
                            sums.add_product(low[i], x[i], i % components);
                        }
                    }
                }
            },
            Term::WeightedSquares => {
                multiply(w, x, n, components, products);
                let row = products.as_ptr();
                results[0].exact().add_factors(&mut rows[0], [row, row], all, 1);
            }
            Term::WeightedProducts { conjugated } => {
                multiply(w, x, n, components, products);
                let shape = ProductShape { components, conjugated };
                let two = [products.as_ptr(), y];
                results[0].exact().add_rows_of_products(&mut rows[0], two, n, shape);
            }
        }
    }
}

fn magnitude<T: Factor>(number: T) -> T {
    // (A NaN is one with any sign.)
    if number.widen().is_sign_negative() {
        -number
    } else {
        number
    }
}
