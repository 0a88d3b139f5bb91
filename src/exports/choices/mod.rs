//! MPI's open choices, for the trace: the source that a receive from any source has matched
//! ([`receives`]), and which of several requests were found complete ([`completions`]). A program
//! may differ by them without any rounding.
//!
//! Cost without a trace: one load a call.

mod completions;
mod open;
mod receives;
mod watched;

pub use completions::observe;
pub use watched::{in_fortran, Watch};
