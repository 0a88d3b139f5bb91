//! The memory that the ranks of a node share, without MPI windows: how it is set up, reused and waited
//! in. In one kind the ranks reduce together ([`shared`]), in the other they post contributions
//! ([`board`]).

pub mod board;
mod board_setup;
pub mod held;
mod mapping;
mod occupancy;
mod posts;
pub mod presence;
pub mod shared;
pub mod shared_setup;
pub mod spare;
pub mod waiting;
