//! The rows of MPI's functions: a prototype, and what samebits does in a call. Where a row names a Rust
//! function, that is its path below `src/exports/`, which the generated symbol calls.

use crate::form::{Coverage, Form};
use crate::prototype::Prototype;

/// A reduction.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    pub prototype: Prototype,
    pub form: Form,
    pub coverage: Coverage,
}

/// A function that completes requests, asks for them, starts or frees them.
#[derive(Clone, Copy, Debug)]
pub struct Completing {
    pub prototype: Prototype,
    pub requests: Requests,
    /// What serves a call that has a request of ours, below `completion`.
    pub by: &'static str,
    /// What serves a call in C where the MPI library lacks the function, below `completion`.
    pub instead: Option<&'static str>,
}

/// The requests by which a function is served, the first argument, or the second one behind their
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requests {
    One,
    /// One; whether it is ours is seen when it is served.
    Any,
    /// Likewise, and those of reductions count too that were passed on, or that the MPI library drives.
    AnyOrPassed,
    /// One, in C the handle itself.
    Value,
    Many,
    /// Likewise, and those of reductions that were passed on count too.
    ManyOrPassed,
}

/// A function that only a trace sees: MPI chooses something in it.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    pub prototype: Prototype,
    /// What does a call that is traced, below `choices`.
    pub by: &'static str,
}

/// A function that makes a communicator.
#[derive(Clone, Copy, Debug)]
pub struct Constructor {
    pub prototype: Prototype,
    /// What serves a call in C where the MPI library lacks the function, below `constructors`.
    pub instead: Option<&'static str>,
}

/// Any other function.
#[derive(Clone, Copy, Debug)]
pub struct Served {
    pub prototype: Prototype,
    /// What does a call, which it may pass on.
    pub by: &'static str,
}
