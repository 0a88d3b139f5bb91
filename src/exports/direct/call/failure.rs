//! How a direct call fails: with an MPI error code, and a message that is stored for the program.

use crate::runtime::process;
pub use samebits_array::failure::{Class, Failure};
use samebits_base::fault::Fault;
use samebits_mpi::abi::family::Constants;
use samebits_reduction::report;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, CString};

/// The class of an error code that another rank has sent.
pub fn class_of(status: c_int) -> Class {
    Class::ALL.iter().copied().find(|class| code(*class) == status).unwrap_or(Class::Other)
}

/// The error code of a class in the MPI library or, without one, in the standard ABI.
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

/// Fails with a message unless a condition `holds`.
pub fn ensure<M: Into<String>>(
    holds: bool,
    class: Class,
    message: impl FnOnce() -> M,
) -> Result<(), Failure> {
    match holds {
        true => Ok(()),
        false => Err(Failure::new(class, message())),
    }
}

/// Stores the message for the program, prints it if this rank `speaks`, and returns the error code.
pub fn report_failure(failure: &Failure, function: &str, speaks: bool) -> Fault {
    let message = format!("{function}: {}", failure.message);
    if speaks {
        report::print_lines(&message);
    }
    let message = CString::new(message.replace('\0', "?")).unwrap_or_default();
    // The thread's storage may be gone when the program exits.
    let _ = LAST.try_with(|last| last.replace(message));
    Fault(code(failure.class))
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Returns why the last samebits function that failed in this thread did so, as a sentence, or an
/// empty string if none has failed. The string is valid until the next failure in this thread.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub extern "C" fn samebits_error_message() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
