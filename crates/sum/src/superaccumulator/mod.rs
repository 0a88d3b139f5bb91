//! A superaccumulator: the exact sum of any doubles, or of any products of two of them, as one
//! long fixed-point number (Kulisch; the carry-save form of Neal 2015).
//!
//! 32-bit digits in 64-bit words, the lowest worth 2^-1074 (2^-2162 for products). A double is
//! added to (or subtracted from) three neighbouring words, a product to five; carries are settled
//! only every 2^30 additions and at the end. Cost: about 5 ns a
//! summand, 70 words of memory (136 for products).

mod fixed_point;
mod natural;
mod round;
mod short;
mod short_round;
mod statistics;
mod written;

pub use fixed_point::{FixedPoint, ProductSuperaccumulator, Superaccumulator, WideSum, BYTES};
pub use round::Rounded;
pub use short::{Short, SHORT_BYTES};
pub use statistics::variance;
