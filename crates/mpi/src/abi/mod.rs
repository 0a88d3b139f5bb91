//! The MPI library in use as it is found: where it is ([`locate`]), its ABI family ([`family`]), its
//! functions, how its progress engine is made to call us ([`hook`]), and the handles of the datatypes and
//! operators that it predefines.

mod by_handle;
pub mod completing;
pub mod datatypes;
pub mod dynamic;
pub mod family;
mod from_fortran;
pub mod functions;
pub mod hidden;
pub mod hook;
pub mod in_program;
pub mod locate;
pub mod names;
pub mod reducing;
pub mod status;
pub mod translation;
pub mod words;
