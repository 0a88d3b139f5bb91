//! What samebits calls the MPI library for, besides the caller's own calls: collectives between the
//! ranks, communicators and attributes of its own, and errors.

mod collectives;
pub(super) mod error_handlers;
pub mod exchange;
pub mod failures;
pub mod handles;
pub(super) mod inside;
pub mod intercomm;
pub(super) mod keyval;
pub mod nonblocking;
pub mod own_exchange;
pub mod poll;
pub mod private;
pub mod released;
