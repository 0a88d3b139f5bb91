//! Products of doubles that lie too far apart for levels ([`super::product_row`]), band by band: they
//! are sorted by their exponents, and each band has levels of its own. What lies below the range of
//! levels is multiplied by a power of two first.
//!
//! Cost: that of sorting ([`Sorted`]), and of the levels.

use crate::superaccumulator::{Superaccumulator, WideSum};
use samebits_kernel::product_levels::{
    deposit, narrowest, Deposit, ProductLevels, Sorted, BAND, BITS, BLOCK, WIDTH,
};
use samebits_kernel::products::Factor;
use samebits_kernel::real::power;
use samebits_kernel::simd::Unit;
use samebits_kernel::Format;
use std::borrow::Cow;

/// Fewer products are not worth sorting.
const MIN: usize = 32;

/// Products of this magnitude are left to others.
const TOO_LARGE: f64 = power(960);

/// Levels of a band.
const MORE: usize = 1;

/// The lowest exponent of a unit.
const LOWEST: i32 = -1074;

/// By 2^this both factors of products below the range of levels are multiplied. These are below 2^-895,
/// so a factor is at most 2^179; their products are at least 2^-2148.
const SCALE: i32 = 700;

/// Sums of products that are pairs of doubles, and of others, for each component.
type BandSums<'a> = (&'a mut [Superaccumulator; 2], &'a mut [WideSum; 2]);

/// Adds n products, at most [`BLOCK`], in which those of the components alternate; returns false, with
/// nothing added, where they are not doubles, not finite, very large or few.
///
/// # Safety
/// Both rows hold n numbers, at any address; the environment is the default one.
pub unsafe fn add_in_bands<T: Factor>(
    two: [*const T; 2],
    n: usize,
    components: usize,
    sums: BandSums<'_>,
) -> bool {
    let any = ProductLevels { first: [0; 2], more: MORE };
    let Some(deposit) = deposit::<f64>(Unit::best(), &any) else {
        return false;
    };
    if T::FORMAT != Format::Double || n < MIN {
        return false;
    }
    debug_assert!(n <= BLOCK);
    let mut sorted = [const { None }; 2];
    for (component, sorted) in sorted.iter_mut().enumerate().take(components) {
        let each = (n - component).div_ceil(components);
        let first = two.map(|row| row.cast::<f64>().wrapping_add(component));
        // SAFETY: upheld by the caller.
        let [x, y] = first.map(|first| unsafe { row(first, each, components) });
        *sorted = Sorted::of(&x, &y, TOO_LARGE);
        if sorted.is_none() {
            return false;
        }
    }
    for (component, sorted) in sorted.into_iter().flatten().enumerate() {
        let (numbers, products) = (&mut sums.0[component], &mut sums.1[component]);
        add_sorted(&sorted, deposit, 0, numbers, products);
    }
    true
}

/// The first exponent of a band, and the levels for its products, if these are in range.
fn levels_of(band: usize) -> Option<ProductLevels> {
    // (Products that are not normal are in the lowest band.)
    let lowest = ((band as i32) << BAND) - 1023;
    let levels = ProductLevels { first: [lowest + (1 << BAND) - BITS; 2], more: MORE };
    let last = levels.unit(levels.count(Format::Double) - 1, 0);
    const { assert!(BITS + (2 + MORE as i32) * WIDTH - 106 >= 1 << BAND) };
    debug_assert!(narrowest(Format::Double, last) <= lowest);
    (last >= LOWEST).then_some(levels)
}

/// What lies at any address, in a row.
///
/// # Safety
/// n numbers lie there, each so many places behind the one before.
unsafe fn row<'a>(from: *const f64, n: usize, step: usize) -> Cow<'a, [f64]> {
    // SAFETY: upheld by the caller.
    unsafe {
        match step {
            1 if from.is_aligned() => std::slice::from_raw_parts(from, n).into(),
            _ => (0..n).map(|i| from.add(i * step).read_unaligned()).collect(),
        }
    }
}

/// Adds products whose factors were multiplied by 2^`scale`.
fn add_sorted(
    sorted: &Sorted,
    deposit: Deposit<f64>,
    scale: i32,
    numbers: &mut Superaccumulator,
    products: &mut WideSum,
) {
    if sorted.x.is_empty() {
        return numbers.add(if sorted.minus { -0.0 } else { 0.0 });
    }
    let mut from = 0;
    for (band, end) in sorted.ends.into_iter().enumerate() {
        let (x, y) = (&sorted.x[from..end], &sorted.y[from..end]);
        from = end;
        if x.is_empty() {
            continue;
        }
        let Some(levels) = levels_of(band) else {
            debug_assert_eq!(scale, 0, "all products are in range now");
            let [x, y] = [x, y].map(|row| row.iter().map(|x| x * power(SCALE)).collect::<Vec<_>>());
            let sorted = Sorted::of(&x, &y, TOO_LARGE).expect("far from infinity");
            add_sorted(&sorted, deposit, SCALE, numbers, products);
            continue;
        };
        // SAFETY: as many numbers in both; as many levels, in range, and no product is too large or
        // too small; who calls has the unit and the environment.
        let totals = unsafe { deposit(x.as_ptr(), y.as_ptr(), x.len(), &levels) };
        for level in 0..levels.count(Format::Double) {
            let total = totals.totals[level].into_iter().map(i128::from).sum();
            let unit = levels.unit(level, 0);
            match scale {
                0 => numbers.add_integer(total, unit),
                _ => products.get_or_insert_default().add_integer(total, unit - 2 * scale),
            }
        }
    }
}
