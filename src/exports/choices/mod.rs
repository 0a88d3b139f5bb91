//! MPI's open choices, for the trace: the source that a receive from any source has matched
//! ([`receives`]), what fetching one-sided calls have returned ([`fetches`]), and which of several
//! requests were found complete ([`completions`]). A program may differ by them without any rounding.
//!
//! Cost without a trace: one load a call.

mod completions;
mod entry;
pub mod fetches;
mod open;
pub mod receives;
mod watched;

pub use completions::observe;
pub use entry::{in_c, in_fortran};
pub use fetches::fetching;
pub use open::{Duplicate, DUPLICATES};
pub use watched::{watch, watch_in_fortran};
