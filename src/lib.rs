//! samebits: MPI reductions that give the same bits on every run.
//!
//! A shared library with a C ABI that stands in front of the MPI library through the PMPI profiling
//! interface. [`exports`] has the exported symbols, [`runtime`] the process. Everything else is in the
//! crates below `crates/`: `samebits_fold` decides the bits, `samebits_schedule` the speed, and
//! `samebits_mpi` is the only one that knows MPI libraries. CONTRIBUTING.md describes all of them.

#![deny(unsafe_op_in_unsafe_fn)]

pub mod exports;
pub mod runtime;
