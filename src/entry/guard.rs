//! The panic boundary. A panic of ours must not unwind into C, and a rank that
//! carried on alone would hang the others or return other bits: so it is named
//! with its call and rank, in one message, and the job ends in PMPI_Abort.

use super::process;
use crate::report;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Where the panic of this thread happened, for the one message.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

static HOOK: Once = Once::new();

/// Runs the body of an exported function.
pub fn guarded<R>(function: &str, body: impl FnOnce() -> R) -> R {
    // The hook is that of our own copy of the standard library: nobody else's
    // panics pass through it.
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map_or(String::new(), |l| format!(" at {l}"));
            PLACE.with(|cell| *cell.borrow_mut() = place);
        }));
    });
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let what = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_string())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let place = PLACE.with(|cell| cell.borrow().clone());
        let rank =
            process::known_world_rank().map_or(String::new(), |rank| format!(" on rank {rank}"));
        report::say(&format!(
            "internal error in {function}{rank}{place}: {what}; the job is stopped"
        ));
        process::abort(70)
    })
}
