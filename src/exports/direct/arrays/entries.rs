//! Reductions of distributed arrays as `samebits.h` declares them. `build.rs` writes them from their rows
//! in `samebits_calls`.

use super::array::{reduce_listed, reduce_one};
use super::pieces::reduce_pieces;
use crate::exports::direct::call::arguments::DirectCall;
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_void};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Op};

include!(concat!(env!("OUT_DIR"), "/array_reductions.rs"));
