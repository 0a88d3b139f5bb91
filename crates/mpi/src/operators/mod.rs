//! Operators: what the MPI library does by its own and the program's ([`acceptance`], [`identity`],
//! [`reduce_local`]), and those of ours by which it reduces what is no number.

mod acceptance;
pub mod accumulators;
pub mod common;
pub mod fixed_width;
pub mod identity;
mod own;
pub mod reduce_local;
