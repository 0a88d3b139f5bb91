//! The functions that start and end MPI, and those that end what samebits may still use.

use crate::prototype::Prototype;
use crate::role::Role::{self, *};
use crate::rows::Served;

const fn row(by: &'static str, name: &'static str, arguments: &'static [Role]) -> Served {
    Served { prototype: Prototype::new(name, arguments), by }
}

/// What starts and ends MPI.
pub const LIFECYCLE: &[Served] = &[
    row("lifecycle::init", "MPI_Init", &[Argc, Argv]),
    row("lifecycle::init", "MPI_Init_thread", &[Argc, Argv, Number, NumberPlace]),
    row("lifecycle::finalize", "MPI_Finalize", &[]),
    row("lifecycle::abort", "MPI_Abort", &[Comm, Number]),
    row("lifecycle::session_init", "MPI_Session_init", &[Info, Handle, HandlePlace]),
    row("lifecycle::session_finalize", "MPI_Session_finalize", &[Ended]),
];

/// What ends an operator, a datatype or a communicator.
pub const ENDINGS: &[Served] = &[
    row("freeing::operator", "MPI_Op_free", &[Ended]),
    row("freeing::datatype", "MPI_Type_free", &[Ended]),
    row("communicator_ends::end", "MPI_Comm_free", &[Ended]),
    row("communicator_ends::end", "MPI_Comm_disconnect", &[Ended]),
];
