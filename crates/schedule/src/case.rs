//! A reduction as far as it decides which schedule takes it, and what a schedule is run with.

use super::node::nodes::Nodes;
pub use samebits_base::fault::Outcome;
use samebits_base::threads::{Team, MIN_BYTES_PER_THREAD};
pub use samebits_calls::Destination;
use samebits_fold::vectors::Partials;
use samebits_fold::Fold;
use samebits_kernel::stores::Stores;

/// A reduction, as far as it decides which schedule takes it: the same on all ranks.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub fold: &'a dyn Fold,
    pub ranks: usize,
    pub count: usize,
    pub to: Destination,
    /// Whether the transport has [`super::Messages`].
    pub messages: bool,
    /// Which ranks are on which node, if the transport has a [`super::node::Node`].
    pub node: Option<&'a Nodes>,
}

impl Case<'_> {
    pub fn bytes(&self) -> usize {
        self.count.saturating_mul(self.fold.size())
    }

    pub(super) fn partials(&self) -> &dyn Partials {
        self.fold.partials().expect("`takes` has checked that")
    }

    pub fn is_on_one_node(&self) -> bool {
        self.node.is_some_and(|nodes| !nodes.several())
    }
}

/// What a schedule is run with. It never changes a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub degree: usize,
    /// Bytes of the vector in a block of a pipeline.
    pub block: usize,
    /// The threads of this rank's [`Team`]; ranks may differ.
    pub threads: usize,
    /// [`Team::worth`]; ranks may differ.
    pub worth: usize,
    /// How contributions are written to shared memory, where that is not to be found by trying;
    /// ranks may differ.
    pub stores: Option<Stores>,
}

impl Settings {
    pub fn team(&self) -> Team {
        Team { threads: self.threads, worth: self.worth }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            degree: 4,
            block: 64 << 10,
            threads: 1,
            worth: MIN_BYTES_PER_THREAD,
            stores: None,
        }
    }
}
