//! How an MPI library has its progress engine call a function of ours.

use crate::Library;

/// The hook of an MPI library.
#[derive(Clone, Copy, Debug)]
pub enum Hook {
    /// Open MPI's opal_progress_register.
    Opal,
    /// MPICH's MPIX_Async_start, from 4.3 on.
    Async,
}

impl Hook {
    /// The function by which it is set, for reports.
    pub fn name(&self) -> &'static str {
        match self {
            Hook::Opal => "opal_progress_register",
            Hook::Async => "MPIX_Async_start",
        }
    }
}

impl Library {
    /// The library's hook; none if it has none, or where there is no MPI_COMM_WORLD, as in programs with
    /// sessions alone. Looked up once; costs two short calls of MPI.
    pub fn hook(&self) -> Option<Hook> {
        todo!()
    }
}
