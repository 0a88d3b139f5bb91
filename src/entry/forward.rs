//! Passing a call on: to the next MPI_ symbol behind this library, so that
//! tools behind us see it.

use crate::mpi::locate::{next, Object};
use crate::report;
use once_cell::sync::OnceCell;

/// The place of one forwarded function, looked up at its first use.
#[derive(Debug)]
pub struct Forward {
    name: &'static str,
    address: OnceCell<usize>,
}

impl Forward {
    /// The function of that name behind us.
    pub const fn new(name: &'static str) -> Self {
        Forward { name, address: OnceCell::new() }
    }

    /// Its address. Where there is none the program would not have run without
    /// us either; it is stopped with a line that says so.
    pub fn address(&self) -> usize {
        *self.address.get_or_init(|| {
            find(self.name).unwrap_or_else(|| {
                report::say(&format!(
                    "{} was called, but no library behind samebits defines it; is the program \
                     linked with its MPI library?",
                    self.name
                ));
                std::process::exit(70)
            })
        })
    }
}

fn find(name: &str) -> Option<usize> {
    next(name).or_else(|| {
        // A library that was opened late and locally is not in the search
        // order; it is recognised by its profiling entry point.
        let prefix = if name.starts_with('m') { "p" } else { "P" };
        Object::defining(&format!("{prefix}{name}"))?.symbol(name)
    })
}

/// Calls the function of that name behind us, with the signature of the
/// arguments that are given.
macro_rules! pass_on {
    ($name:expr, ($($argument:expr => $type:ty),*) $(-> $result:ty)?) => {{
        static FORWARD: $crate::entry::forward::Forward =
            $crate::entry::forward::Forward::new($name);
        // SAFETY: the function has this signature by the MPI standard; the
        // arguments are the caller's own.
        unsafe {
            std::mem::transmute::<usize, unsafe extern "C-unwind" fn($($type),*) $(-> $result)?>(
                FORWARD.address(),
            )($($argument),*)
        }
    }};
}
pub(crate) use pass_on;
