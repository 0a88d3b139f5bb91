//! An MPI library that is linked into the program statically: its functions are not looked up, so
//! nothing can come before them. It shows by texts of its own.

use super::dynamic::find_loaded;
use std::ops::Range;

/// A variable of MPICH's and a message of Open MPI's, with other characters in place of underscores:
/// what knows them does not hold them.
const TEXTS: [&str; 2] = ["MPIR-CVAR-ALLREDUCE", "ompi-mpi-init: ompi-"];

/// Whether these are the bytes of a program, or of a part of it, that has an MPI library in it.
pub fn is_in(bytes: &[u8]) -> bool {
    TEXTS.iter().any(|text| {
        let text = text.replace('-', "_");
        // SAFETY: two ranges of bytes that are there.
        let found = unsafe {
            libc::memmem(bytes.as_ptr().cast(), bytes.len(), text.as_ptr().cast(), text.len())
        };
        !found.is_null()
    })
}

/// Whether this process's program has one in it. Reads what of the program is never written to.
pub fn is_in_this_program() -> bool {
    let constant = |(addresses, flags): (Range<usize>, u32)| {
        let constant = flags & libc::PF_R != 0 && flags & libc::PF_W == 0;
        // SAFETY: a segment of the program, which stays loaded, and which nobody writes to.
        constant.then(|| unsafe {
            std::slice::from_raw_parts(addresses.start as *const u8, addresses.len())
        })
    };
    find_loaded(|program| Some(program.segments().filter_map(constant).any(is_in))).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_mpi_library_shows_by_its_texts() {
        let with = |text: &str| format!("a\0{}\0", text.replace('-', "_")).into_bytes();
        assert!(TEXTS.into_iter().all(|text| is_in(&with(text))));
        assert!(!is_in(&with("MPIR-CVAR-BCAST")));
        assert!(!is_in(b""));
    }

    #[test]
    fn a_program_that_looks_for_the_texts_does_not_hold_them() {
        assert!(!is_in_this_program());
    }
}
