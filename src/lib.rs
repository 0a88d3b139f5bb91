//! samebits: MPI reductions that give the same bits on every run.
//!
//! A shared library with a C ABI that stands in front of the MPI library
//! through the PMPI profiling interface. The layers, lowest first; a module
//! uses only layers below its own (`tests/layers.rs` holds this):
//!
//! | layer | what it knows |
//! |---|---|
//! | [`futex`] | sleeping until a number in memory that processes share is written |
//! | [`lock`] | locks |
//! | [`threads`] | work cut among threads |
//! | [`distribution`] | which indices of an array each rank should own; integers alone |
//! | [`kernel`] | loops over elements; the floating-point environment |
//! | [`arithmetic`] | what decides the bits: the arithmetics and their partials; no ranks, no MPI |
//! | [`schedule`] | who sends what to whom, behind the `Transport` trait; what decides the speed |
//! | [`mpi`] | the only place that knows MPI libraries: ABI families, handles, function table |
//! | [`policy`] | the environment variables; what the ranks of a communicator agree on |
//! | [`report`] | counters and the report at MPI_Finalize |
//! | [`reduction`] | one reduction as data: what is asked, what is decided, its start and end |
//! | [`mod@array`] | distributed arrays and accumulators over the ranks that a `Transport` shows |
//! | [`runtime`] | the process: start and end of MPI, errors, output |
//! | [`exports`] | the exported symbols, in C and Fortran: MPI's, and those of `samebits.h` |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod arithmetic;
pub mod array;
pub mod distribution;
pub mod exports;
pub mod futex;
pub mod kernel;
pub mod lock;
pub mod mpi;
pub mod policy;
pub mod reduction;
pub mod report;
pub mod runtime;
pub mod schedule;
pub mod threads;
