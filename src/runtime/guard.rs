//! The panic boundary. A panic of ours must not unwind into C, and a rank that
//! carried on alone would hang the others or return other bits: so it is named
//! with its call and rank, in one message, and the job ends in PMPI_Abort, before
//! anything unwinds.
//!
//! Nothing is caught here, because what unwinds through us is not ours: a C++
//! exception that the user's operator or error handler has thrown goes on to the
//! caller, and on its way the floating-point environment and all memory are given
//! back. (Rust lets such an exception pass, but cannot catch it.)

use super::process;
use crate::arithmetic::FatalError;
use crate::report;
use std::cell::Cell;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// The exported function that this thread is in, for the one message.
    static FUNCTION: Cell<&'static str> = const { Cell::new("a thread") };
}

static HOOK: Once = Once::new();

/// Runs the body of an exported function.
#[inline]
pub fn guarded<R>(function: &'static str, body: impl FnOnce() -> R) -> R {
    // The hook is that of our own copy of the standard library: nobody else's
    // panics pass through it.
    HOOK.call_once(|| panic::set_hook(Box::new(stop)));
    /// Comes back also where an exception of the caller's passes.
    struct Outer(&'static str);
    impl Drop for Outer {
        fn drop(&mut self) {
            FUNCTION.set(self.0);
        }
    }
    let _outer = Outer(FUNCTION.replace(function));
    body()
}

/// Called where a panic begins.
fn stop(info: &PanicHookInfo<'_>) {
    let function = FUNCTION.get();
    let rank = process::known()
        .and_then(|process| process.known_world_rank())
        .map_or(String::new(), |rank| format!(" on rank {rank}"));
    let payload = info.payload();
    let message = match payload.downcast_ref::<FatalError>() {
        Some(FatalError(why)) => format!("{function}{rank}: {why}"),
        None => {
            let place = info.location().map_or(String::new(), |l| format!(" at {l}"));
            let what = payload
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
                .unwrap_or_default();
            format!("internal error in {function}{rank}{place}: {what}")
        }
    };
    report::say(&format!("{message}; the job is stopped"));
    process::abort(70)
}
