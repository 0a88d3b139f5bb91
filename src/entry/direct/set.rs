//! What a program chooses for a communicator otherwise than the environment does.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{communicator, fail, usable};
use super::failure::{Class, Failure};
use crate::entry::guard::guarded;
use crate::entry::process::Process;
use crate::mpi::family::MPI_Comm;
use crate::policy::Policy;
use libc::{c_char, c_int};
use std::ffi::CStr;

/// Chooses how reductions on a communicator are evaluated, those that are intercepted and
/// direct ones alike, in place of what the environment says: name is "arithmetic",
/// "schedule", "threads", "block" or "compress", value what SAMEBITS_ARITHMETIC,
/// SAMEBITS_SCHEDULE, SAMEBITS_THREADS, SAMEBITS_BLOCK or SAMEBITS_COMPRESS take ("auto", "tree", ...). Plans that were made
/// before keep to what was chosen then; duplicates of the communicator follow the
/// environment again.
///
/// To be called alike by all ranks, between their reductions: at the next one they
/// compare what they have chosen, and stop the job if they differ. What is not accepted
/// is the error MPI_ERR_ARG, and changes nothing.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_set(
    comm: MPI_Comm,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    let function = "samebits_set";
    guarded(function, || match usable(function) {
        // SAFETY: handed on to the caller.
        Ok(process) => unsafe { choose(process, function, comm, (name, value)) },
        Err(code) => code,
    })
}

/// Chooses for a communicator.
///
/// # Safety
/// Strings that end in a null character, or null.
pub(super) unsafe fn choose(
    process: &'static Process,
    function: &'static str,
    comm: MPI_Comm,
    (name, value): (*const c_char, *const c_char),
) -> c_int {
    let communicator = match communicator(process, function, comm) {
        Ok(communicator) => communicator,
        Err(code) => return code,
    };
    let text = |text: *const c_char, what: &str| {
        if text.is_null() {
            return Err(format!("the {what} is null"));
        }
        // SAFETY: the caller gives strings.
        Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
    };
    let chosen = text(name, "name").and_then(|name| {
        let value = text(value, "value")?;
        let policy = process.policy();
        let choices = *communicator.choices().unwrap_or(&policy.choices);
        Policy { choices, ..policy.clone() }.with(&name, &value)
    });
    match chosen {
        Ok(policy) => {
            communicator.choose(policy.choices);
            0
        }
        Err(what) => {
            let failure = Failure::new(Class::Arg, what);
            fail(process, (function, comm), &failure, communicator.rank == 0)
        }
    }
}
