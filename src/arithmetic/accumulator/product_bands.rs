//! Products of doubles that lie too far apart for levels ([`super::product_row`]), band by band: they
//! are sorted by their exponents, and each band has levels of its own. What lies below the range of
//! levels is multiplied by a power of two first.
//!
//! Cost: some 4 ns a product for sorting, and that of the levels.

use crate::arithmetic::superaccumulator::{Superaccumulator, WideSum};
use crate::kernel::product_levels::{
    deposit, narrowest, Deposit, ProductLevels, BITS, BLOCK, WIDTH,
};
use crate::kernel::products::Factor;
use crate::kernel::simd::Unit;
use crate::kernel::Format;

/// Fewer products are not worth sorting.
const MIN: usize = 32;

/// Products of this magnitude are left to others.
const TOO_LARGE: f64 = power(960);

/// The exponents of a band, as bits of their number; how many bands there are.
const BAND: i32 = 6;
const BANDS: usize = 2048 >> BAND;

/// Levels of a band.
const MORE: usize = 1;

/// The lowest exponent of a unit.
const LOWEST: i32 = -1074;

/// By 2^this both factors of products below the range of levels are multiplied. These are below 2^-895,
/// so a factor is at most 2^179; their products are at least 2^-2148.
const SCALE: i32 = 700;

/// Sums of products that are pairs of doubles, and of others, for each component.
type Sums<'a> = (&'a mut [Superaccumulator; 2], &'a mut [WideSum; 2]);

const fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Adds n products, at most [`BLOCK`], in which those of the components alternate; returns false, with
/// nothing added, where they are not doubles, not finite, very large or few.
///
/// # Safety
/// Both rows hold n numbers, at any address; the environment is the default one.
pub unsafe fn add_in_bands<T: Factor>(
    two: [*const T; 2],
    n: usize,
    components: usize,
    sums: Sums<'_>,
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
        let [x, y] = two.map(|row| row.cast::<f64>().wrapping_add(component));
        // SAFETY: upheld by the caller.
        let pair = |i: usize| unsafe { [x.add(i).read_unaligned(), y.add(i).read_unaligned()] };
        *sorted = Sorted::of((component..n).step_by(components).map(|i| pair(i - component)));
        if sorted.is_none() {
            return false;
        }
    }
    for (component, sorted) in sorted.into_iter().flatten().enumerate() {
        sorted.add_to(deposit, 0, &mut sums.0[component], &mut sums.1[component]);
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

/// Factors, none of which is zero, in the order of their products' bands.
struct Sorted {
    x: Vec<f64>,
    y: Vec<f64>,
    /// Where each band ends.
    ends: [usize; BANDS],
    /// All products were negative, also those that are zero.
    minus: bool,
}

impl Sorted {
    /// None where a product is not finite, or very large.
    fn of(pairs: impl ExactSizeIterator<Item = [f64; 2]> + Clone) -> Option<Sorted> {
        let n = pairs.len();
        // Those of a factor that is zero come last.
        let (mut bands, mut counts) = (vec![0u8; n], [0usize; BANDS + 1]);
        let (mut ordinary, mut minus) = (true, true);
        for ([x, y], to) in pairs.clone().zip(&mut bands) {
            let product = (x * y).abs();
            // (False of a NaN.)
            ordinary &= product < TOO_LARGE;
            minus &= x.is_sign_negative() != y.is_sign_negative();
            let band = (product.to_bits() >> 52) as usize >> BAND;
            let band = if (x == 0.0) | (y == 0.0) { BANDS } else { band };
            *to = band as u8;
            counts[band] += 1;
        }
        if !ordinary {
            return None;
        }
        let mut begin = [0; BANDS + 1];
        for band in 0..BANDS {
            begin[band + 1] = begin[band] + counts[band];
        }
        // (None where all are zero.)
        let room = if begin[BANDS] == 0 { 0 } else { n };
        let (mut x, mut y) = (vec![0.0; room], vec![0.0; room]);
        for ([from_x, from_y], band) in pairs.zip(bands).take(room) {
            let next = &mut begin[usize::from(band)];
            (x[*next], y[*next]) = (from_x, from_y);
            *next += 1;
        }
        let mut ends = [0; BANDS];
        ends.copy_from_slice(&begin[..BANDS]);
        Some(Sorted { x, y, ends, minus })
    }

    /// Factors were multiplied by 2^`scale`.
    fn add_to(
        &self,
        deposit: Deposit<f64>,
        scale: i32,
        numbers: &mut Superaccumulator,
        products: &mut WideSum,
    ) {
        if self.ends[BANDS - 1] == 0 {
            return numbers.add(if self.minus { -0.0 } else { 0.0 });
        }
        let mut from = 0;
        for (band, end) in self.ends.into_iter().enumerate() {
            let (x, y) = (&self.x[from..end], &self.y[from..end]);
            from = end;
            if x.is_empty() {
                continue;
            }
            let Some(levels) = levels_of(band) else {
                debug_assert_eq!(scale, 0, "all products are in range now");
                let larger = |(x, y): (&f64, &f64)| [x * power(SCALE), y * power(SCALE)];
                let sorted = Sorted::of(x.iter().zip(y).map(larger)).expect("far from infinity");
                sorted.add_to(deposit, SCALE, numbers, products);
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
}
