//! The panic boundary. A panic of samebits must not unwind into C, and a rank that carried on alone
//! would hang the others or return other bits: so one message names it with its call and its rank,
//! and the job ends in PMPI_Abort before anything unwinds.
//!
//! Nothing is caught here. Whatever unwinds through samebits is a C++ exception that the program's
//! operator or error handler has thrown, which Rust cannot catch: it goes on to the caller, and on
//! its way the floating-point environment is restored and all memory is released.

use super::process;
use samebits_base::fault::FatalError;
use samebits_reduction::report;
use std::panic::{self, PanicHookInfo};
use std::{cell::Cell, sync::Once};

thread_local! {
    /// The exported function that this thread is in.
    static FUNCTION: Cell<&'static str> = const { Cell::new("a thread") };
}

static HOOK: Once = Once::new();

#[inline]
pub fn guarded<R>(function: &'static str, body: impl FnOnce() -> R) -> R {
    // The hook belongs to this library's copy of the standard library, so it sees no other panics.
    HOOK.call_once(|| panic::set_hook(Box::new(stop)));
    /// Restored also when an exception of the caller's passes.
    struct Outer(&'static str);
    impl Drop for Outer {
        fn drop(&mut self) {
            FUNCTION.set(self.0);
        }
    }
    let _outer = Outer(FUNCTION.replace(function));
    body()
}

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
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let what = payload.downcast_ref::<&str>().copied().or(text).unwrap_or_default();
            format!("internal error in {function}{rank}{place}: {what}")
        }
    };
    report::print_lines(&format!("{message}; the job is stopped"));
    process::abort(70)
}
