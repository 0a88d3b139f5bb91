//! How a direct call fails: with an MPI error code, and a message that is kept for the program.

use crate::arithmetic::Fault;
pub use crate::array::failure::{Class, Failure};
use crate::mpi::family::Constants;
use crate::report;
use crate::runtime::process;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, CString};

/// The class of an error code that another rank has told.
pub fn class_of(status: c_int) -> Class {
    Class::ALL.into_iter().find(|class| code(*class) == status).unwrap_or(Class::Other)
}

/// What the MPI library in use calls a class; where there is none that we know, what the standard
/// ABI does.
fn code(class: Class) -> c_int {
    let (of, standard): (fn(&Constants) -> c_int, _) = match class {
        Class::Buffer => (|c| c.err_buffer, 1),
        Class::Count => (|c| c.err_count, 2),
        Class::Type => (|c| c.err_type, 3),
        Class::Comm => (|c| c.err_comm, 5),
        Class::Root => (|c| c.err_root, 8),
        Class::Op => (|c| c.err_op, 10),
        Class::Arg => (|c| c.err_arg, 13),
        Class::Other => (|c| c.err_other, 16),
        Class::Unsupported => (|c| c.err_unsupported_operation, 55),
    };
    process::constants().as_ref().map_or(standard, of)
}

/// Keeps the message for [`samebits_error_message`] and, if this process `speaks` for those that
/// fail alike, says it on the standard error stream. Returns the error code.
pub fn tell(failure: &Failure, function: &str, speaks: bool) -> Fault {
    let message = format!("{function}: {}", failure.message);
    if speaks {
        report::say(&message);
    }
    let kept = CString::new(message.replace('\0', "?")).unwrap_or_default();
    // (When the program exits there may be no place for it any more.)
    let _ = LAST.try_with(|last| last.replace(kept));
    Fault(code(failure.class))
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Why the last samebits function that failed in this thread did so, as a sentence; empty if
/// none has failed. The string is valid until the next one fails in this thread.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub extern "C" fn samebits_error_message() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
