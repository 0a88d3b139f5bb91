//! What kind of a reduction a call requests, whatever it reduces.

/// Who gets what of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Every rank gets all of it.
    All,
    /// One rank gets all of it.
    Root,
    /// Each rank gets a block of it.
    Blocks,
    /// Each rank gets the result of the ranks up to itself.
    InclusivePrefix,
    /// Each rank but the first gets the result of the ranks before it.
    ExclusivePrefix,
    /// It is combined with the contents of another rank's memory.
    Window,
    /// The caller alone reduces two contributions of its own.
    Local,
}

/// How a call completes: when it returns, with its request, or with its request after each start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    Blocking,
    Nonblocking,
    Persistent,
}

/// The kind of a reduction, whatever it reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    pub delivery: Delivery,
    pub completion: Completion,
}

/// Whether a reduction is made reproducible, or only counted and warned of or refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    Covered,
    Uncovered,
}
