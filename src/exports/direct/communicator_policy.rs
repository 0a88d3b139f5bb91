//! What a program chooses for a communicator otherwise than the environment does.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::context::{exported, Context};
use super::failure::{Class, Failure};
use crate::arithmetic::Fault;
use crate::mpi::family::MPI_Comm;
use crate::policy::Policy;
use libc::{c_char, c_int};
use std::ffi::CStr;

/// Chooses how reductions on a communicator are evaluated, intercepted and direct ones, in
/// place of what the environment says: name is "arithmetic", "schedule", "threads", "block" or
/// "compress", and value is what SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE, SAMEBITS_THREADS,
/// SAMEBITS_BLOCK or SAMEBITS_COMPRESS take ("auto", "tree", ...). Plans that were made before
/// keep what was chosen then; duplicates of the communicator follow the environment again.
///
/// Not collective, but all ranks call it alike, between their reductions: the next reduction
/// compares what they have chosen, and stops the job if they differ. (Threads may differ.)
/// Errors: MPI_ERR_ARG where the name or the value is not accepted, MPI_ERR_COMM; nothing has
/// changed then. The communicator's error handler is called before.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_set(
    comm: MPI_Comm,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported(FUNCTION, || unsafe { choose(comm, name, value) })
}

pub(super) const FUNCTION: &str = "samebits_set";

/// Chooses for a communicator.
///
/// # Safety
/// Strings that end in a null character, or null.
pub(super) unsafe fn choose(
    comm: MPI_Comm,
    name: *const c_char,
    value: *const c_char,
) -> Result<(), Fault> {
    let context = Context::new(FUNCTION, comm)?;
    let text = |text: *const c_char, what: &str| {
        if text.is_null() {
            return Err(format!("the {what} is null"));
        }
        // SAFETY: the caller gives strings.
        Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
    };
    let chosen = text(name, "name").and_then(|name| {
        let value = text(value, "value")?;
        let (choices, policy) = (*context.choices(), context.process.policy());
        Policy { choices, ..policy.clone() }.with(&name, &value)
    });
    let communicator = context.communicator;
    let policy = chosen
        .map_err(|what| context.fail(&Failure::new(Class::Arg, what), communicator.rank == 0))?;
    communicator.choose(policy.choices);
    Ok(())
}
