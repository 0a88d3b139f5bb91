//! The end of a process of which nothing has come to us, or no MPI_Finalize: what there is to
//! say is said then.

use super::guard::guarded;
use super::process;
use super::{lifecycle, output, precedence};
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::launcher;
use crate::mpi::Library;
use crate::policy::{Policy, Report};
use crate::report;
use std::sync::atomic::{AtomicU32, Ordering};

/// The process into which this library was loaded; a child that was forked is another one.
static LOADED_INTO: AtomicU32 = AtomicU32::new(0);

extern "C" fn loaded() {
    LOADED_INTO.store(std::process::id(), Ordering::Relaxed);
}

/// Called behind everything that the program has asked to be done at its end.
extern "C" fn ended() {
    if LOADED_INTO.load(Ordering::Relaxed) != std::process::id() {
        return;
    }
    guarded("the end of the process", || within(Environment::VectorAndX87, conclude));
}

fn conclude() {
    if !precedence::nothing_arrived() || lifecycle::has_started() {
        if let Some(process) = process::known() {
            process.held_back.say_all();
            if process.is_first() {
                precedence::conclude();
            }
        }
        return;
    }
    // (SMPI's ranks have ended before, and it cannot be asked any more.)
    let asks = |library: &Library| !library.family.ranks_share_a_process();
    let used_mpi =
        || Library::find().is_ok_and(|library| asks(&library) && library.is_initialized());
    if !launcher::is_first() || !used_mpi() {
        return;
    }
    let why = precedence::conclude_without_calls();
    match Policy::from_environment() {
        Err(wrong) => report::say(&wrong),
        Ok(policy) if policy.report == Report::Off => {}
        Ok(policy) => output::put(&policy.report, &format!("samebits: no report: {why}\n")),
    }
}

#[used]
#[link_section = ".init_array"]
static AT_LOAD: extern "C" fn() = loaded;

#[used]
#[link_section = ".fini_array"]
static AT_END: extern "C" fn() = ended;
