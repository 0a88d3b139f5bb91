//! The exported symbols, in C and Fortran: what a symbol's arguments mean, and nothing else. Of
//! MPI's, the [`reductions`] are a table, and the functions that start and end it are in
//! [`lifecycle`] and [`lifecycle_fortran`]; [`direct`] has those of `samebits.h`.

mod arguments;
mod covered;
pub mod direct;
mod forward;
mod from_fortran;
pub mod function;
mod int_form;
pub mod lifecycle;
pub mod lifecycle_fortran;
mod procedures;
pub mod reductions;
mod row;
mod sentinels;
mod uncovered;
