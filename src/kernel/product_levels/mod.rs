//! Products of two rows of numbers, deposited in levels as they are formed.
//!
//! A product of doubles is p - e, by TwoProduct with a fused multiply-add: p is the rounded product
//! (Ogita, Rump, Oishi 2005). Each level has a total in every place of a vector, which begins at
//! 1.5·2^52 units; adding a number to it rounds the number to a multiple of the unit, and what is
//! left goes on to the next level ([`super::levels`]). Here the last level takes what is left
//! without being asked whether it is a multiple of the unit: the caller knows from the smallest
//! product that it is ([`narrowest`]). So there are three levels, of which p goes through the first
//! two and e through the last two; or, for products that lie further apart, four, of which p goes
//! through the first three and e through the last three. Products of floats are doubles, for which
//! the first two or three levels are enough.
//!
//! Cost, for a vector of products of doubles: two loads and 13 operations, or 19 with four levels;
//! both rows are read once.

mod units;
mod vector;

use super::column_sum::Summand;
pub use units::{narrowest, ProductLevels, ProductTotals, BITS, BLOCK, LEVELS, WIDTH};
pub use vector::{deposit, Deposit};

/// The smallest magnitudes of the products at even and at odd places that are not zero, if all
/// others have a factor that is zero.
///
/// # Safety
/// x and y point to n numbers, at any address; the environment is the default one.
pub unsafe fn smallest_but_zeros<T: Summand>(
    x: *const T,
    y: *const T,
    n: usize,
) -> Option<[f64; 2]> {
    let (mut smallest, mut lost) = ([f64::INFINITY; 2], false);
    for i in 0..n {
        // SAFETY: upheld by the caller.
        let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
        let (x, y) = (x.widen(), y.widen());
        let magnitude = (x * y).abs();
        lost |= (magnitude == 0.0) & (x != 0.0) & (y != 0.0);
        let other = if magnitude == 0.0 { f64::INFINITY } else { magnitude };
        smallest[i % 2] = if other < smallest[i % 2] { other } else { smallest[i % 2] };
    }
    (!lost).then_some(smallest)
}
