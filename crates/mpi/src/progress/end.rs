//! Who is told that a driven reduction is complete.

use super::request::Request;
use once_cell::sync::OnceCell;
use samebits_base::fault::Outcome;
use std::sync::Arc;

pub(super) enum End {
    /// The MPI library.
    Request(Request),
    /// The call that goes on with it, on a simulated rank.
    Simulated(Arc<Told>),
}

impl End {
    pub fn complete(self, outcome: Outcome) {
        match self {
            End::Request(request) => request.complete(outcome),
            End::Simulated(told) => told.0.set(outcome).expect("it is completed once"),
        }
    }
}

/// What has come of a reduction, once it is complete.
#[derive(Debug, Default)]
pub(super) struct Told(OnceCell<Outcome>);

impl Told {
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.get().copied()
    }
}
