//! A sparse matrix times a vector, as compensated sums.
//!
//! Each place of a vector register has a row of its own, so nothing is added up across places, and
//! rows are rounded side by side. Where a row has ended before others its place multiplies 0.0 by
//! -0.0, which changes no sum.
//!
//! Doubles are added up by [`Dot2`] first. Rows that this does not prove are by [`Products`], together
//! with those beside them; so are floats. What proves a row unless a product has underflowed is believed
//! until the block's end, where the processor's flag says whether any has. So zeros cost nothing. Where
//! products are too small, x is multiplied by [`SCALE`] on its way, and the sum divided by it; from the
//! next block on that comes first.
//!
//! Cost: a step of [`Dot2`] for each entry of the longest of as many rows as a vector has places, 4
//! steps of complex ones, and what it takes to load it; twice that in a block in which products are too
//! small.

use super::dot2::{Dot2, Proven};
use super::entries::{Matrix, Rows, Terms};
use samebits_kernel::compensated::lanes::all;
use samebits_kernel::compensated::products::Products;
use samebits_kernel::doubles::{doubles, width};
use samebits_kernel::fpenv::underflow;
use samebits_kernel::kind::Format;
use samebits_kernel::products::{NORMAL, SAFE, SCALE};
use samebits_kernel::simd::{for_each_unit, Simd, WIDEST};
use samebits_kernel::summand::Summand;

/// The maximum number of rows of a call.
pub const BLOCK: usize = 256;

/// Steps that are not proven quickly before there is no point in trying, or in beginning with a larger x.
const FEW: usize = 2;

/// The rows of a block whose sums are not proven, each once.
#[derive(Debug)]
pub struct Open {
    pub count: usize,
    pub rows: [u16; BLOCK],
    /// The next block is tried with larger elements of x at once.
    scaled: bool,
}

impl Default for Open {
    fn default() -> Open {
        Open { count: 0, rows: [0; BLOCK], scaled: false }
    }
}

for_each_unit! {
    /// Writes the products of n rows, 1 to [`BLOCK`], from `first` on, with the vector x to y, and those
    /// that are not proven to `open`.
    ///
    /// # Safety
    /// The matrix has the rows, x as many elements as its columns demand, and y space for n; at any
    /// address. y lies apart from all of them. The environment is the default one.
    pub multiply[T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize][T, M, COMPONENTS](
        matrix: &M, first: usize, n: usize,
        x: *const T, y: *mut T, open: &mut Open
    ) -> () = multiply_in
}

#[inline(always)]
unsafe fn multiply_in<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    first: usize,
    n: usize,
    x: *const T,
    y: *mut T,
    open: &mut Open,
) {
    open.count = 0;
    let block = (first, n);
    // As bits.
    let mut left = u128::MAX >> (128 - n.div_ceil(width::<S>()));
    // SAFETY: upheld by the caller.
    unsafe {
        if !open.scaled {
            let all = (left, true);
            (left, _) = in_steps::<S, T, M, COMPONENTS, false>(matrix, block, (x, y), all, open);
        }
        if left == 0 {
            return;
        }
        let small = (left, true);
        let (left, failed) =
            in_steps::<S, T, M, COMPONENTS, true>(matrix, block, (x, y), small, open);
        in_steps::<S, T, M, COMPONENTS, false>(matrix, block, (x, y), (left, false), open);
        open.scaled = failed <= FEW;
    }
}

/// The rows of some steps, each of which has a bit, by [`Dot2`] first or not. Returns those that have no
/// result yet, because some of their rows are too small to be proven; and how many others that has failed
/// for.
#[inline(always)]
unsafe fn in_steps<
    S: Simd,
    T: Summand,
    M: Matrix<T, COMPONENTS>,
    const COMPONENTS: usize,
    const SCALED: bool,
>(
    matrix: &M,
    (first, n): (usize, usize),
    (x, y): (*const T, *mut T),
    (steps, quick): (u128, bool),
    open: &mut Open,
) -> (u128, usize) {
    let width = width::<S>();
    // Steps with rows that are proven unless a product underflowed, and with small ones.
    let (mut unless_underflow, mut small, mut failed) = (0u128, 0u128, 0);
    let mut some = M::Some::default();
    underflow::lower();
    for step in 0..n.div_ceil(width) {
        if steps >> step & 1 == 0 {
            continue;
        }
        let from = step * width;
        // SAFETY: some of the rows.
        unsafe {
            let rows = matrix.read::<S>(&mut some, first + from, width.min(n - from));
            let to = y.add(from * COMPONENTS);
            // Of floats [`Products`] are as fast; and where much is not proven there is no point.
            if quick && T::FORMAT == Format::Double && failed <= FEW + step / 2 {
                let all = (1 << rows.count) - 1;
                let proven = quickly::<S, T, M, COMPONENTS, SCALED>(matrix, (&rows, &some), x, to);
                if proven.surely & all == all {
                    continue;
                }
                if proven.unless_underflow & all == all {
                    unless_underflow |= 1 << step;
                    continue;
                }
                // (Products of these rows, or of others in the block.)
                if !SCALED && underflow::raised() {
                    small |= 1 << step;
                    continue;
                }
                failed += 1;
            }
            carefully::<S, T, M, COMPONENTS>(matrix, (&rows, &some), x, to, from, open);
        }
    }
    if unless_underflow != 0 && underflow::raised() {
        small |= unless_underflow;
    }
    (small, failed)
}

/// The products of as many rows as a vector has places, or fewer, by [`Dot2`].
#[inline(always)]
unsafe fn quickly<
    S: Simd,
    T: Summand,
    M: Matrix<T, COMPONENTS>,
    const COMPONENTS: usize,
    const SCALED: bool,
>(
    matrix: &M,
    (rows, some): (&Rows, &M::Some),
    x: *const T,
    y: *mut T,
) -> Proven {
    // SAFETY: upheld by the caller.
    unsafe {
        let mut sums = [Dot2::<S>::none(); COMPONENTS];
        if rows.shortest > 0 {
            let factors = matrix.all::<S>(some, 0, x);
            for (sum, [first, second]) in sums.iter_mut().zip(factors) {
                *sum = Dot2::of(first[0], scaled::<S, SCALED>(first[1]));
                if COMPONENTS == 2 {
                    sum.add(second[0], scaled::<S, SCALED>(second[1]));
                }
            }
        }
        for k in 1..rows.shortest {
            add_quickly::<S, COMPONENTS, SCALED>(&mut sums, &matrix.all::<S>(some, k, x));
        }
        for k in rows.shortest..rows.longest {
            add_quickly::<S, COMPONENTS, SCALED>(&mut sums, &matrix.some::<S>(some, k, x));
        }
        let mut proven = Proven { surely: rows.usual, unless_underflow: rows.usual };
        for (component, sum) in sums.into_iter().enumerate() {
            let (mut rounded, now) = sum.round(COMPONENTS * rows.longest);
            let mut normal = u32::MAX;
            if SCALED {
                let large = rounded.magnitude_f64().smaller_f64(all(NORMAL));
                normal = large.equal_f64(all(NORMAL)) | rounded.equal_f64(all(0.0));
                rounded = rounded.mul_f64(all(1.0 / SCALE));
            }
            proven.surely &= now.surely & normal;
            proven.unless_underflow &= now.unless_underflow & normal;
            put::<S, T, M, COMPONENTS>(matrix, rounded, (rows, some), y, component);
        }
        proven
    }
}

/// Elements of x as they are, or multiplied by [`SCALE`].
#[inline(always)]
unsafe fn scaled<S: Simd, const SCALED: bool>(x: S) -> S {
    match SCALED {
        // SAFETY: upheld by the caller.
        true => unsafe { x.mul_f64(all(SCALE)) },
        false => x,
    }
}

#[inline(always)]
unsafe fn add_quickly<S: Simd, const COMPONENTS: usize, const SCALED: bool>(
    sums: &mut [Dot2<S>; COMPONENTS],
    factors: &Terms<S, COMPONENTS>,
) {
    for (sum, factors) in sums.iter_mut().zip(factors) {
        // SAFETY: upheld by the caller.
        unsafe {
            for [a, b] in factors.iter().take(COMPONENTS) {
                sum.add(*a, scaled::<S, SCALED>(*b));
            }
        }
    }
}

/// Writes a component of each row.
#[inline(always)]
unsafe fn put<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    rounded: S,
    (rows, some): (&Rows, &M::Some),
    y: *mut T,
    component: usize,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        if COMPONENTS == 1
            && T::FORMAT == Format::Double
            && rows.none_empty
            && rows.count == width::<S>()
        {
            return rounded.store(y.cast());
        }
        let rounded = doubles(rounded);
        for (i, rounded) in rounded.iter().enumerate().take(rows.count) {
            // A row without entries has no -0.0.
            let number = if matrix.has_entries(some, i) { *rounded } else { 0.0 };
            y.add(i * COMPONENTS + component).write_unaligned(T::round_pair(number, 0.0));
        }
    }
}

/// The same by [`Products`]; those that are not proven, of which the first one is row `from` of the
/// block, are added to `open`.
#[inline(always)]
unsafe fn carefully<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    (rows, some): (&Rows, &M::Some),
    x: *const T,
    y: *mut T,
    from: usize,
    open: &mut Open,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        let mut sums = [Products::<S>::none(); COMPONENTS];
        for k in 0..rows.shortest {
            let factors = matrix.all::<S>(some, k, x);
            add_carefully::<S, T, COMPONENTS>(&mut sums, &factors, k == 0);
        }
        for k in rows.shortest..rows.longest {
            let factors = matrix.some::<S>(some, k, x);
            add_carefully::<S, T, COMPONENTS>(&mut sums, &factors, false);
        }
        let mut proven = rows.usual;
        for (component, sum) in sums.iter().enumerate() {
            let (rounded, decided) = sum.lanes.round::<T>();
            let large = sum.smallest.smaller_f64(all(SAFE)).equal_f64(all(SAFE));
            proven &= decided & large;
            put::<S, T, M, COMPONENTS>(matrix, rounded, (rows, some), y, component);
        }
        if proven & ((1 << rows.count) - 1) != (1 << rows.count) - 1 {
            for i in (0..rows.count).filter(|i| proven >> i & 1 == 0) {
                open.rows[open.count] = (from + i) as u16;
                open.count += 1;
            }
        }
    }
}

#[inline(always)]
unsafe fn add_carefully<S: Simd, T: Summand, const COMPONENTS: usize>(
    sums: &mut [Products<S>; COMPONENTS],
    factors: &Terms<S, COMPONENTS>,
    to_none: bool,
) {
    for (sum, factors) in sums.iter_mut().zip(factors) {
        // SAFETY: upheld by the caller.
        unsafe {
            for (i, [a, b]) in factors.iter().copied().enumerate().take(COMPONENTS) {
                let beside = match T::FORMAT {
                    Format::Float => None,
                    _ => Some(infinite_beside_zeros(a, b)),
                };
                if to_none && i == 0 {
                    *sum = Products::of::<T>(a, b, beside);
                } else {
                    sum.add::<T>(a, b, beside);
                }
            }
        }
    }
}

/// Infinity where one of the numbers is zero, and zero elsewhere.
#[inline(always)]
unsafe fn infinite_beside_zeros<S: Simd>(a: S, b: S) -> S {
    // SAFETY: upheld by the caller; no vector is wider.
    unsafe {
        let (a, b) = (doubles(a), doubles(b));
        let mut beside = [0.0; WIDEST / 8];
        for (i, beside) in beside.iter_mut().enumerate() {
            *beside = if a[i] == 0.0 || b[i] == 0.0 { f64::INFINITY } else { 0.0 };
        }
        S::load(beside.as_ptr().cast())
    }
}
