//! The smallest products that are not zero.
//!
//! Cost, for a vector of products: two loads and 8 operations.

use crate::simd::on_best_unit;
use crate::summand::Summand;

/// Products that are compared at a time, each with the smallest in its place.
const LANES: usize = 16;

on_best_unit! {
    /// The smallest magnitudes of the products at even and at odd places that are not zero, if all
    /// others have a factor that is zero.
    ///
    /// # Safety
    /// x and y point to n numbers, at any address; the environment is the default one.
    pub unsafe fn smallest_but_zeros<T: Summand>(
        x: *const T,
        y: *const T,
        n: usize
    ) -> Option<[f64; 2]> {
        let (mut smallest, mut lost) = ([f64::INFINITY; LANES], [0; LANES]);
        for from in (0..n - n % LANES).step_by(LANES) {
            for lane in 0..LANES {
                // SAFETY: upheld by the caller.
                unsafe { compare(x, y, from + lane, &mut smallest[lane], &mut lost[lane]) };
            }
        }
        for i in n - n % LANES..n {
            // SAFETY: upheld by the caller.
            unsafe { compare(x, y, i, &mut smallest[i % LANES], &mut lost[i % LANES]) };
        }
        let of_places = |first: usize| {
            let places = smallest.iter().skip(first).step_by(2);
            places.copied().fold(f64::INFINITY, f64::min)
        };
        lost.iter().all(|lost| *lost == 0).then(|| [of_places(0), of_places(1)])
    }
}

/// # Safety
/// There is a number i in both rows.
#[inline(always)]
unsafe fn compare<T: Summand>(
    x: *const T,
    y: *const T,
    i: usize,
    smallest: &mut f64,
    lost: &mut u64,
) {
    // SAFETY: upheld by the caller.
    let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
    let (x, y) = (x.widen(), y.widen());
    let magnitude = (x * y).abs();
    // (As wide as the numbers, so that it takes no packing.)
    *lost |= u64::from((magnitude == 0.0) & (x != 0.0) & (y != 0.0));
    let other = if magnitude == 0.0 { f64::INFINITY } else { magnitude };
    *smallest = if other < *smallest { other } else { *smallest };
}
