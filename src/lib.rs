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
//! | [`arithmetic`] | what decides the bits: `exact`, `tree`; no ranks, no MPI |
//! | [`schedule`] | who sends what to whom, behind the `Transport` trait; what decides the speed |
//! | [`mpi`] | the only place that knows MPI libraries: ABI families, handles, function table |
//! | [`policy`] | the environment variables; what the ranks of a communicator agree on |
//! | [`report`] | counters and the report at MPI_Finalize |
//! | [`evaluation`] | an arithmetic with everything it needs, whichever it is |
//! | [`classify`] | from a call's arguments to what is asked, or why it is passed on |
//! | [`entry`] | where a call comes in: C, Fortran, `samebits.h` |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod arithmetic;
pub mod classify;
pub mod distribution;
pub mod entry;
pub mod evaluation;
pub mod futex;
pub mod kernel;
pub mod lock;
pub mod mpi;
pub mod policy;
pub mod report;
pub mod schedule;
pub mod threads;
