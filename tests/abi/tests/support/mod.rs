//! An MPI library's mpi.h, read by its own compiler and by bindgen.

pub mod header;
pub mod prototypes;
