//! MPI's open choices, for the trace: the source that a receive from any source has matched
//! ([`receives`]), what fetching one-sided calls have returned ([`fetches`]), and which of several
//! requests were found complete ([`completions`]). A program may differ by them without any rounding.
//!
//! Cost without a trace: one load a call.

mod completions;
mod fetches;
mod open;
mod receives;
mod table;
mod watched;

pub use completions::observe;
pub use fetches::fetching;
pub use open::{Duplicate, DUPLICATES};
pub use watched::{in_fortran, watch, Watch};
