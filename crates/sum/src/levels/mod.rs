//! Order-free sums by levels, pre-rounded and binned, of numbers one by one or in rows ([`add_row`]). (By
//! [`samebits_fold::levelled`] they are those of vectors and of arrays.) Every summand is cut into multiples of the
//! units of a few levels ([`samebits_kernel::levels`]); the totals of the levels are integers, so
//! adding and merging are exactly associative and commutative, and one rounded result is made of
//! them at the end ([`finish`]).
//!
//! A [`Scheme`] defines the levels. They form one ladder that no data can shift; a sum holds a few
//! consecutive ones of it, of which the first is the lowest that can take the largest summand so
//! far. Where a larger one comes, higher levels, in which all summands so far have left nothing,
//! are put in front, and the lowest ones are dropped.
//!
//! Sources: Arteaga, Fuhrer, Hoefler 2014 (Algorithms 1 to 3, corrected as
//! `docs/specification.md`, section 12, says: the zeroth level is one more level in front, whose
//! total goes back into the first one at the end); Ahrens, Demmel, Nguyen 2020.
//!
//! Cost: 3 or 4 additions a summand and level, 8 + 16 bytes a level; a merge adds the totals.

pub mod bound;
pub mod finish;
mod rows;
pub mod scheme;
mod sum;

pub use rows::{add_row, largest};
pub use scheme::Scheme;
pub use sum::LevelAccumulator;
