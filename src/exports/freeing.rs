//! MPI_Op_free and MPI_Type_free: what a reduction under way uses is freed when that is done, as
//! MPI demands. The MPI library would free it at once, because it does not know that we use it, and
//! give its handle to the next one.

use super::function::Function;
use super::handles::{Handles, Of};
use crate::runtime::process::process;
use libc::c_int;
use samebits_reduction::nonblocking::held::{self, Kind};

pub unsafe fn operator(function: &Function, words: &[usize], pass_on: &dyn Fn() -> c_int) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { free((Kind::Operator, Of::Operator), function, words[0], pass_on) }
}

pub unsafe fn datatype(function: &Function, words: &[usize], pass_on: &dyn Fn() -> c_int) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { free((Kind::Datatype, Of::Datatype), function, words[0], pass_on) }
}

/// Makes the handle null, which is freed later, or passes the call on.
unsafe fn free(
    (kind, of): (Kind, Of),
    function: &Function,
    address: usize,
    pass_on: &dyn Fn() -> c_int,
) -> c_int {
    if function.is_wide() || !held::any() || address == 0 {
        return pass_on();
    }
    let Some(process) = process() else { return pass_on() };
    let handles = Handles { library: &process.library, of, fortran: function.fortran, address };
    // SAFETY: the caller's place for a handle.
    unsafe {
        if !held::freed_later(&process.library, kind, handles.read(0)) {
            return pass_on();
        }
        handles.write_null(0);
    }
    0
}
