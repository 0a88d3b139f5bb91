//! MPI's open choices, for the trace: the source that a receive from any source has matched
//! ([`receives`]), what fetching one-sided calls have returned ([`fetches`]), and which of several
//! requests were found complete ([`completions`]). A program may differ by them without any rounding.
//!
//! Cost without a trace: one load a call.

mod completions;
mod entry;
mod fetches;
mod open;
mod receives;
mod watched;

pub use completions::observe;
pub use entry::{in_c, in_fortran};
pub use fetches::{compare_and_swap, fetching, synchronise};
pub use open::{Duplicate, DUPLICATES};
pub use receives::receive;
pub use watched::{watch, watch_in_fortran};
