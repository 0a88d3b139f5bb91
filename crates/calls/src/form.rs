//! What kind of a reduction a call requests, whatever it reduces.

use crate::destination::Destination;

/// Where the result of a kind of reduction goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// To ranks of the communicator: the root, and how long blocks are, its calls say.
    Ranks(Destination<(), ()>),
    /// It is combined with the contents of another rank's memory.
    Window,
    /// The caller alone reduces two contributions of its own.
    Local,
}

impl Delivery {
    pub const ALL: Delivery = Delivery::Ranks(Destination::All);
    pub const ROOT: Delivery = Delivery::Ranks(Destination::Root(()));
    pub const BLOCKS: Delivery = Delivery::Ranks(Destination::Blocks(()));
    pub const INCLUSIVE_PREFIX: Delivery = Delivery::Ranks(Destination::InclusivePrefix);
    pub const EXCLUSIVE_PREFIX: Delivery = Delivery::Ranks(Destination::ExclusivePrefix);
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
