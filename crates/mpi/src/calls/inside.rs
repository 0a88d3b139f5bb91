//! Whether this thread is called by the MPI library's progress engine, or works as if it were.

use crate::{abi::family::Handle, Library};
use std::cell::Cell;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// While this lives the thread is inside.
pub(crate) struct Inside(());

impl Inside {
    pub fn enter() -> Inside {
        INSIDE.set(true);
        Inside(())
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(false);
    }
}

pub(crate) fn is_inside() -> bool {
    INSIDE.get()
}

impl Library {
    /// Whether a request may be tested. Inside, that must not make the library's progress again: there
    /// it may where it is complete.
    pub(super) fn may_test(&self, request: Handle) -> bool {
        !is_inside() || self.hook.is_none_or(|hook| hook.may_complete(request))
    }
}
