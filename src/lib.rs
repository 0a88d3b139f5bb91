//! samebits: MPI reductions that give the same bits on every run.
//!
//! A shared library with a C ABI that stands in front of the MPI library through the PMPI profiling
//! interface. [`arithmetic`] decides the bits, [`schedule`] the speed, [`mpi`] is the only layer
//! that knows MPI libraries, and [`exports`] has the exported symbols. CONTRIBUTING.md describes
//! all layers and the order in which they may use each other.

#![deny(unsafe_op_in_unsafe_fn)]

pub mod arithmetic;
pub mod array;
pub mod cache;
pub mod cache_line;
mod delegation;
pub mod distribution;
pub mod exports;
pub mod files;
pub mod futex;
pub mod hash;
pub mod kernel;
pub mod lock;
pub mod mpi;
pub mod policy;
pub mod reduction;
pub mod report;
pub mod runtime;
pub mod schedule;
pub mod serial;
pub mod stack;
pub mod threads;
pub mod trace;
