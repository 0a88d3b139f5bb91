//! What goes wrong: errors of others, and what this rank cannot go on from.

use std::alloc::{alloc_zeroed, Layout};

/// The error code of what provided an operation (an MPI error code, where that was an MPI function),
/// passed on unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub i32);

/// The end of what calls MPI or an operator: fine, or with an error code.
pub type Outcome = Result<(), Fault>;

/// What a panic carries where this rank cannot go on: the job is stopped with that message,
/// because the others would wait for a rank that aborts the reduction with an error of its own.
#[derive(Clone, Debug)]
pub struct FatalError(pub String);

impl FatalError {
    #[cold]
    pub fn panic(message: String) -> ! {
        std::panic::panic_any(FatalError(message))
    }
}

/// Bytes that are all zero; panics with [`FatalError`] if there is no memory. Large blocks come from
/// the operating system and take up memory only where they are written to.
pub fn memory(bytes: usize) -> Vec<u8> {
    let layout = match Layout::array::<u8>(bytes) {
        Ok(_) if bytes == 0 => return Vec::new(),
        Ok(layout) => layout,
        Err(_) => FatalError::panic(format!("cannot allocate {bytes} bytes")),
    };
    // SAFETY: the layout is not empty; it is that of a vector with this capacity, and zero is a
    // byte.
    unsafe {
        let start = alloc_zeroed(layout);
        if start.is_null() {
            FatalError::panic(format!("cannot allocate {bytes} bytes"));
        }
        Vec::from_raw_parts(start, bytes, bytes)
    }
}
