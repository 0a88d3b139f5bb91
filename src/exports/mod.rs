//! The exported symbols, in C and Fortran: what a symbol's arguments mean, and nothing else. Those of
//! MPI are written from the tables of [`samebits_calls`] (`symbols`), and each hands its arguments
//! to the module that serves its kind: `covered` and `uncovered` reductions, `completion` of
//! requests, `choices` that only a trace sees, `constructors` of communicators, and what one
//! function serves (`served`). [`direct`] has the functions of `samebits.h`.
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
mod function;
mod handles;
mod ignored;
mod int_form;
mod integer;
mod lifecycle;
mod served;
mod symbols;
mod uncovered;
