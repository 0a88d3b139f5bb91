//! The exported symbols, in C and Fortran: what a symbol's arguments mean, and nothing else. MPI's
//! [`reductions`] are a table, and so are the functions that start and end MPI ([`lifecycle`]);
//! [`direct`] has the functions of `samebits.h`.
//!
//! The unsafe functions require words that are arguments for the MPI function and the language at
//! hand, and pointers that are null or as `samebits.h` says: what the MPI standard and that header
//! demand of the program.

#![allow(clippy::missing_safety_doc)]

mod arguments;
mod choices;
mod communicator_ends;
mod completion;
mod constructors;
mod covered;
pub mod direct;
mod forward;
mod freeing;
mod from_fortran;
pub mod function;
mod handles;
mod ignored;
mod int_form;
mod integer;
pub mod lifecycle;
pub mod reductions;
mod row;
mod uncovered;
