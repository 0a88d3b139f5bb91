//! samebits: MPI reductions that give the same bits on every run.
//!
//! A shared library with a C ABI that stands in front of the MPI library through the PMPI profiling
//! interface. [`arithmetic`] decides the bits, [`schedule`] the speed, [`mpi`] is the only layer
//! that knows MPI libraries, and [`exports`] has the exported symbols. CONTRIBUTING.md describes
//! all layers and the order in which they may use each other.

#![deny(unsafe_op_in_unsafe_fn)]

pub mod exports;
pub mod runtime;
