//! The exact sum of a few numbers, or of a few products of two numbers, rounded once: what an
//! accumulator of `exact` gives, without an accumulator.
//!
//! A compensated sum ([`samebits_kernel::compensated`]) comes with a bound on its error. Where that
//! proves to which number the exact sum rounds, this number is the result. It does so for nearly
//! all data: the pair of doubles is the exact sum where all bits lie within 2^100, and else it
//! would have to lie next to the middle of two neighbouring numbers. The rest, and long rows, go to
//! a superaccumulator.
//!
//! Cost: about 10 ns, and 0.3 ns a number or 0.6 ns a product; 200 ns more where nothing is proven.

use super::accumulator::products::{in_blocks, ProductShape};
use super::accumulator::ExactSums;
use super::number::Number;
use samebits_base::stack::with_room;
use samebits_kernel::compensated::{self, small_ones_are_zeros, Sums};
use samebits_kernel::products::{Factor, BLOCK, NORMAL, SAFE, SCALE};
use samebits_kernel::simd::Unit;

/// Longer rows are faster by levels.
pub const MAX_NUMBERS: usize = 1024;

/// Rows of numbers, and of products, from which on the widest vectors are faster than those of half
/// the width, which take a step less to add up.
const MIN_FOR_WIDEST: usize = 64;

/// A format of summands, factors and results.
pub trait Compensated: Number + Factor {
    fn exactly(sums: &ExactSums, component: usize) -> Self;
}

impl Compensated for f64 {
    fn exactly(sums: &ExactSums, component: usize) -> f64 {
        sums.to_f64(component)
    }
}

impl Compensated for f32 {
    fn exactly(sums: &ExactSums, component: usize) -> f32 {
        sums.numbers[component].clone().to_f32()
    }
}

/// The unit for a row of so many numbers.
#[inline(always)]
fn unit(n: usize) -> Unit {
    let best = Unit::best();
    if n < MIN_FOR_WIDEST {
        best.narrower()
    } else {
        best
    }
}

/// The components' results, if all are proven.
#[inline(always)]
fn proven<T: Compensated>(sums: &Sums) -> Option<[T; 2]> {
    sums.proven.then(|| sums.parts.map(T::narrowed))
}

/// The sum of n numbers in which those of the components, 1 or 2, alternate; of each component.
///
/// # Safety
/// `row` points to n numbers, at any address; the environment is the default one.
#[inline(never)]
pub unsafe fn sum<T: Compensated>(row: *const T, n: usize, components: usize) -> [T; 2] {
    if (1..=MAX_NUMBERS).contains(&n) {
        // SAFETY: upheld by the caller; the processor has the unit.
        let sums = unsafe { compensated::sum::<T>(unit(n))(row, n, components) };
        if let Some(result) = proven(&sums) {
            return result;
        }
    }
    // SAFETY: upheld by the caller.
    with_room(|| unsafe { sum_exactly(row, n, components) })
}

#[cold]
unsafe fn sum_exactly<T: Compensated>(row: *const T, n: usize, components: usize) -> [T; 2] {
    let mut sums = ExactSums::default();
    // SAFETY: upheld by the caller.
    unsafe { sums.add_numbers(row, n, components) };
    [0, 1].map(|component| T::exactly(&sums, component))
}

/// The sum of the products of n pairs of real numbers.
///
/// # Safety
/// `x` and `y` point to n numbers each, at any address; the environment is the default one.
#[inline(never)]
pub unsafe fn dot<T: Compensated>(x: *const T, y: *const T, n: usize) -> T {
    // SAFETY: upheld by the caller.
    unsafe {
        if (1..=MAX_NUMBERS).contains(&n) {
            if let Some([dot, _]) = few_products(x, y, n, 1) {
                return dot;
            }
        }
        let shape = ProductShape { components: 1, conjugated: false };
        with_room(|| dot_exactly([x, y], n, shape))[0]
    }
}

/// The sum of the products of n pairs of complex numbers: of the real and of the imaginary parts.
///
/// # Safety
/// Both vectors have n elements, at any address; the environment is the default one.
#[inline(never)]
pub unsafe fn complex_dot<T: Compensated>(
    two: [*const T; 2],
    n: usize,
    conjugated: bool,
) -> [T; 2] {
    let shape = ProductShape { components: 2, conjugated };
    let mut result = None;
    // SAFETY: upheld by the caller; as many products are one block of real ones.
    unsafe {
        if (1..=BLOCK / 4).contains(&n) {
            with_room(|| {
                in_blocks(two, n, shape, |x, y, n| result = few_products(x, y, n, 2));
            });
        }
        result.unwrap_or_else(|| with_room(|| dot_exactly(two, n, shape)))
    }
}

/// The sums of n products in which those of the components alternate, if they are proven. Safety: as
/// above.
#[inline(always)]
unsafe fn few_products<T: Compensated>(
    x: *const T,
    y: *const T,
    n: usize,
    components: usize,
) -> Option<[T; 2]> {
    // SAFETY: upheld by the caller; the processor has the unit.
    let sums = unsafe { compensated::dot::<T>(unit(n))(x, y, n, components) };
    // SAFETY: as above. (Products of floats are not small.)
    if sums.smallest < SAFE && !unsafe { small_ones_are_zeros(x.cast(), y.cast(), n) } {
        // SAFETY: as above; of floats they are not.
        let sums = with_room(|| unsafe { few_small_products(x.cast(), y.cast(), n, components) });
        return sums.map(|sums| sums.map(T::narrowed));
    }
    proven(&sums)
}

/// The same of doubles of which some products are small, by factors that are multiplied by [`SCALE`].
#[cold]
unsafe fn few_small_products(
    x: *const f64,
    y: *const f64,
    n: usize,
    components: usize,
) -> Option<[f64; 2]> {
    let mut scaled = [0.0; MAX_NUMBERS];
    let row = scaled.get_mut(..n)?;
    for (i, to) in row.iter_mut().enumerate() {
        // SAFETY: upheld by the caller.
        *to = unsafe { x.add(i).read_unaligned() } * SCALE;
    }
    // SAFETY: n numbers in both; the processor has the unit.
    let sums = unsafe { compensated::dot::<f64>(unit(n))(row.as_ptr(), y, n, components) };
    // SAFETY: as above.
    if sums.smallest < SAFE && !unsafe { small_ones_are_zeros(row.as_ptr(), y, n) } {
        return None;
    }
    let normal = sums.parts[..components].iter().all(|part| part.abs() >= NORMAL);
    proven::<f64>(&sums).filter(|_| normal).map(|parts| parts.map(|part| part / SCALE))
}

#[cold]
unsafe fn dot_exactly<T: Compensated>(two: [*const T; 2], n: usize, shape: ProductShape) -> [T; 2] {
    let mut sums = ExactSums::default();
    // SAFETY: upheld by the caller.
    unsafe { sums.add_products(two, n, shape) };
    [0, 1].map(|component| T::exactly(&sums, component))
}
