//! MPI_Comm_free and MPI_Comm_disconnect: what samebits has started for itself on the communicator
//! is complete before. Cost: two loads, where nothing of that kind is under way.

use super::function::Function;
use super::handles::communicator_at;
use crate::runtime::{own_exchanges, process::process};
use libc::c_int;

pub unsafe fn end(function: &Function, words: &[usize], pass_on: &dyn Fn() -> c_int) -> c_int {
    // (Longer INTEGERs go on to where they are understood.)
    if own_exchanges::any() && words[0] != 0 && !function.is_wide() {
        if let Some(process) = process() {
            // SAFETY: the caller's handle.
            let comm = unsafe { communicator_at(&process.library, words[0], function.fortran) };
            own_exchanges::finish_on(process, comm, function.name);
        }
    }
    pass_on()
}
