//! How a direct call fails: with an MPI error code of the right class, and a message
//! that names the thing, the value and what is accepted.

use crate::entry::process;
use crate::report;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, CString};

/// The classes of errors that direct calls return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// MPI_ERR_BUFFER.
    Buffer,
    /// MPI_ERR_COUNT.
    Count,
    /// MPI_ERR_TYPE.
    Type,
    /// MPI_ERR_COMM.
    Comm,
    /// MPI_ERR_ROOT.
    Root,
    /// MPI_ERR_OP.
    Op,
    /// MPI_ERR_ARG.
    Arg,
    /// MPI_ERR_OTHER.
    Other,
    /// MPI_ERR_UNSUPPORTED_OPERATION.
    Unsupported,
}

impl Class {
    const ALL: [Class; 9] = [
        Class::Buffer,
        Class::Count,
        Class::Type,
        Class::Comm,
        Class::Root,
        Class::Op,
        Class::Arg,
        Class::Unsupported,
        Class::Other,
    ];

    /// The class of a code that another rank has told.
    pub fn of_code(code: c_int) -> Class {
        Class::ALL.into_iter().find(|class| class.code() == code).unwrap_or(Class::Other)
    }

    /// What the MPI library in use calls it; where there is none that we know, what
    /// the standard ABI does.
    pub fn code(self) -> c_int {
        let constants = process::constants();
        let of = |field: fn(&crate::mpi::family::Constants) -> i32, standard| {
            constants.as_ref().map_or(standard, field)
        };
        match self {
            Class::Buffer => of(|c| c.err_buffer, 1),
            Class::Count => of(|c| c.err_count, 2),
            Class::Type => of(|c| c.err_type, 3),
            Class::Comm => of(|c| c.err_comm, 5),
            Class::Root => of(|c| c.err_root, 8),
            Class::Op => of(|c| c.err_op, 10),
            Class::Arg => of(|c| c.err_arg, 13),
            Class::Other => of(|c| c.err_other, 16),
            Class::Unsupported => of(|c| c.err_unsupported_operation, 55),
        }
    }
}

/// Why a direct call fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error's class.
    pub class: Class,
    /// What is wrong, in words, without the function's name.
    pub message: String,
}

impl Failure {
    /// A failure of that class.
    pub fn new(class: Class, message: impl Into<String>) -> Self {
        Failure { class, message: message.into() }
    }

    /// Keeps the message for [`samebits_error_message`] and, if this process `speaks`
    /// for those that fail alike, says it on the standard error stream. Returns the
    /// error code.
    pub fn tell(&self, function: &str, speaks: bool) -> c_int {
        let message = format!("{function}: {}", self.message);
        if speaks {
            report::say(&message);
        }
        let kept = CString::new(message.replace('\0', "?")).unwrap_or_default();
        // (When the program exits there may be no place for it any more.)
        let _ = LAST.try_with(|last| last.replace(kept));
        self.class.code()
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Why the last samebits function that failed in this thread did so, as a sentence;
/// empty if none has. The string is valid until the next one fails in this thread.
#[no_mangle]
pub extern "C" fn samebits_error_message() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
