//! MPI_Op_free and MPI_Type_free: what a reduction under way uses is freed when that is done, as
//! MPI demands. The MPI library would free it at once, because it does not know that we use it, and
//! give its handle to the next one.

use super::function::Function;
use super::handles::{Handles, Of};
use crate::runtime::process::process;
use libc::c_int;
use samebits_reduction::nonblocking::held::{self, Freeable};

pub unsafe fn operator(function: &Function, words: &[usize], pass_on: &dyn Fn() -> c_int) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { free(Freeable::Operator, function, words[0], pass_on) }
}

pub unsafe fn datatype(function: &Function, words: &[usize], pass_on: &dyn Fn() -> c_int) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { free(Freeable::Datatype, function, words[0], pass_on) }
}

unsafe fn free(
    kind: Freeable,
    function: &Function,
    address: usize,
    pass_on: &dyn Fn() -> c_int,
) -> c_int {
    // SAFETY: upheld by the caller.
    let ours = !function.is_wide() && unsafe { freed_later(kind, address, function.fortran) };
    match ours {
        true => 0,
        false => pass_on(),
    }
}

/// Whether the handle there is freed later; it is null then.
unsafe fn freed_later(kind: Freeable, address: usize, fortran: bool) -> bool {
    if !held::any() || address == 0 {
        return false;
    }
    let Some(process) = process() else { return false };
    let library = &process.library;
    let of = match kind {
        Freeable::Datatype => Of::Datatype,
        Freeable::Operator => Of::Operator,
    };
    let handles = Handles { library, of, fortran, address };
    // SAFETY: the caller's place for a handle.
    unsafe {
        let later = held::freed_later(library, kind, handles.read(0));
        if later {
            handles.write_null(0);
        }
        later
    }
}
