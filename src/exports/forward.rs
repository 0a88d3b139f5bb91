//! Passing calls on to the next MPI_ symbol after this library, so that tools behind it see them.

use crate::runtime::process;
use once_cell::sync::OnceCell;
use samebits_mpi::abi::locate::{next, profiling_name, Object};
use samebits_mpi::abi::translation;
use samebits_mpi::abi::words::call_with_words;
use samebits_reduction::report;

/// The next definition of a function, looked up at its first use.
#[derive(Debug)]
pub struct Forward {
    name: &'static str,
    f08: bool,
    address: OnceCell<Option<usize>>,
}

impl Forward {
    pub const fn new(name: &'static str) -> Self {
        Forward { name, f08: is_f08(name), address: OnceCell::new() }
    }

    /// Whether it is a procedure of mpi_f08.
    pub fn is_f08(&self) -> bool {
        self.f08
    }

    /// Its address. A program that calls a function without one is stopped with a message.
    #[inline]
    pub fn address(&self) -> usize {
        self.find().unwrap_or_else(|| {
            report::print_lines(&format!(
                "{} was called, but no library loaded after samebits defines it; is the program \
                 linked with its MPI library?",
                self.name
            ));
            process::abort(70)
        })
    }

    /// Its address; none if this MPI lacks it: programs may refer to this library's symbol weakly.
    #[inline]
    pub fn find(&self) -> Option<usize> {
        *self.address.get_or_init(|| next(self.name).or_else(|| self.find_elsewhere()))
    }

    /// In a library that was opened late and locally, which is found by its profiling entry point; or in
    /// what stands in place of that.
    fn find_elsewhere(&self) -> Option<usize> {
        let library = Object::defining(&profiling_name(self.name));
        let layer = library.as_ref().and_then(translation::over).and_then(|l| Object::open(&l));
        let other = || Object::defining(self.name).filter(|object| !object.is_samebits());
        layer.or(library).or_else(other)?.symbol(self.name)
    }

    /// Calls it.
    ///
    /// # Safety
    /// As for [`call_with_words`].
    pub unsafe fn call<R>(&self, words: &[usize]) -> R {
        // SAFETY: upheld by the caller.
        unsafe { call_with_words(self.address(), words) }
    }
}

/// Whether a name ends as those of mpi_f08's procedures do.
const fn is_f08(name: &str) -> bool {
    const fn ends_with(name: &[u8], end: &[u8]) -> bool {
        let mut i = 0;
        while i < end.len() {
            if name.len() < end.len() || name[name.len() - end.len() + i] != end[i] {
                return false;
            }
            i += 1;
        }
        true
    }
    ends_with(name.as_bytes(), b"_f08_") || ends_with(name.as_bytes(), b"_f08ts_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn procedures_of_mpi_f08_are_known_by_their_names() {
        for name in ["mpi_wait_f08_", "mpi_allreduce_f08ts_"] {
            assert!(Forward::new(name).is_f08(), "{name}");
        }
        for name in ["mpi_wait_", "MPI_WAIT", "mpi_wait__", "MPI_Wait", "f08_"] {
            assert!(!Forward::new(name).is_f08(), "{name}");
        }
    }
}
