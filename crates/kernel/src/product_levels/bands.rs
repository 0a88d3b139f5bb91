//! Products sorted by their exponents, in bands that levels cover.
//!
//! Cost, n products: a pass that takes their bands, one that counts these, and one that copies the
//! factors; some 2 ns a product.

use crate::simd::on_best_unit;

/// The exponents of a band, as bits of their number; how many bands there are.
pub const BAND: i32 = 6;
pub const BANDS: usize = 2048 >> BAND;

/// Parts of a row that are counted and copied in turn, so that a product does not wait for the one
/// before, which mostly has its band.
const PARTS: usize = 4;

/// What bands do not tell of products.
#[derive(Clone, Copy)]
pub struct Signs {
    /// All are below a limit, and none is a NaN.
    pub ordinary: bool,
    /// All are negative, also those that are zero.
    pub minus: bool,
}

on_best_unit! {
    /// The band of each product by its rounded magnitude; of those of a factor that is zero, [`BANDS`].
    ///
    /// # Safety
    /// The environment is the default one.
    pub unsafe fn bands_of(
        x: &[f64],
        y: &[f64],
        limit: f64,
        bands: &mut [u8],
    ) -> Signs {
        let (mut ordinary, mut signs) = (1, u64::MAX);
        for ((x, y), band) in x.iter().zip(y).zip(bands) {
            let product = (x * y).abs();
            // (False of a NaN.)
            ordinary &= u64::from(product < limit);
            signs &= x.to_bits() ^ y.to_bits();
            let zero = (*x == 0.0) | (*y == 0.0);
            *band = if zero { BANDS as u8 } else { (product.to_bits() >> 52 >> BAND) as u8 };
        }
        Signs { ordinary: ordinary == 1, minus: signs >> 63 == 1 }
    }
}

/// Factors, none of which is zero, in the order of their products' bands.
pub struct Sorted {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// Where each band ends.
    pub ends: [usize; BANDS],
    /// All products were negative, also those that are zero.
    pub minus: bool,
}

impl Sorted {
    /// None where a product is not below a limit. (The products of two rows that are as long, in the
    /// default environment.)
    pub fn of(x: &[f64], y: &[f64], limit: f64) -> Option<Sorted> {
        let mut bands = vec![0; x.len()];
        // SAFETY: no memory is at stake.
        let signs = unsafe { bands_of(x, y, limit, &mut bands) };
        if !signs.ordinary {
            return None;
        }
        let mut next = [[0; BANDS + 1]; PARTS];
        in_turn(bands.len(), |part, i| next[part][usize::from(bands[i])] += 1);
        let (mut ends, mut end) = ([0; BANDS], 0);
        for (band, to) in ends.iter_mut().enumerate() {
            for part in &mut next {
                (part[band], end) = (end, end + part[band]);
            }
            *to = end;
        }
        // (Those of a factor that is zero are left out.)
        let mut sorted = Sorted { x: vec![0.0; end], y: vec![0.0; end], ends, minus: signs.minus };
        in_turn(bands.len(), |part, i| {
            if let Some(next) = next[part][..BANDS].get_mut(usize::from(bands[i])) {
                (sorted.x[*next], sorted.y[*next]) = (x[i], y[i]);
                *next += 1;
            }
        });
        Some(sorted)
    }
}

/// Calls `work` with each of n numbers and its part.
#[inline(always)]
fn in_turn(n: usize, mut work: impl FnMut(usize, usize)) {
    let each = n / PARTS;
    for i in 0..each {
        for part in 0..PARTS {
            work(part, part * each + i);
        }
    }
    (PARTS * each..n).for_each(|i| work(0, i));
}
