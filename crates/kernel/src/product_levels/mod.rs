//! Products of two rows of numbers, deposited in levels as they are formed.
//!
//! A product of doubles is p - e, by TwoProduct with a fused multiply-add: p is the rounded product
//! (Ogita, Rump, Oishi 2005). Each level has a total in every place of a vector, which begins at
//! 1.5·2^52 units; adding a number to it rounds the number to a multiple of the unit, and what is
//! left goes on to the next level ([`super::levels`]). Here the last level takes what is left
//! without being asked whether it is a multiple of the unit: the caller knows from the smallest
//! product that it is ([`narrowest`]). So there are three levels, of which p goes through the first
//! two and e through the last two; or, for products that lie further apart, four or five, of which p
//! goes through all but the last and e through all but the first. Products of floats are doubles,
//! which go through all but the last level and have no e, so that they need no last one.
//!
//! Cost, for a vector of products of doubles: two loads and 13 operations, or 19 and 25 with four and
//! five levels; both rows are read once.

mod bands;
mod smallest;
mod units;
mod vector;

pub use bands::{Sorted, BAND};
pub use smallest::smallest_but_zeros;
pub use units::{narrowest, ProductLevels, ProductTotals, BITS, BLOCK, LEVELS, MORE, WIDTH};
pub use vector::{deposit, Deposit};
