//! What goes wrong: faults of others, and what this rank cannot go on from.

use std::alloc::{alloc_zeroed, Layout};

/// The error code of whoever provided an operation (an MPI error code, where
/// that was an MPI function), handed up untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub i32);

/// What a panic carries where this rank cannot go on: the job is stopped with that
/// message, because a rank that left the reduction alone, with an error of its own,
/// would keep the others waiting.
#[derive(Clone, Debug)]
pub struct FatalError(pub String);

impl FatalError {
    /// Panics with the message.
    #[cold]
    pub fn panic(message: String) -> ! {
        std::panic::panic_any(FatalError(message))
    }
}

/// So many bytes, all zero; panics with [`FatalError`]. What is large comes from the
/// operating system and takes up room only where it is written to.
pub fn memory(bytes: usize) -> Vec<u8> {
    let layout = match Layout::array::<u8>(bytes) {
        Ok(_) if bytes == 0 => return Vec::new(),
        Ok(layout) => layout,
        Err(_) => FatalError::panic(format!("no memory for {bytes} bytes")),
    };
    // SAFETY: the layout is not empty; it is that of a vector with this capacity,
    // and zero is a byte.
    unsafe {
        let start = alloc_zeroed(layout);
        if start.is_null() {
            FatalError::panic(format!("no memory for {bytes} bytes"));
        }
        Vec::from_raw_parts(start, bytes, bytes)
    }
}
