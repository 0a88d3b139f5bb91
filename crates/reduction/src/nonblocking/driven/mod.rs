//! Reductions that the MPI library drives: the schedules of blocking ones, step by step, by messages on
//! a communicator of samebits' own ([`samebits_mpi::progress`]). What the other ranks need of this one
//! goes on in every call of MPI that it sits in, so a reduction may have several phases; and its
//! result is there when its request is complete, whoever completes that.
//!
//! Which reductions these are follows from what all ranks know alike: predefined operators, the
//! launcher, the groups, and memory that blocking reductions have found to be shared.
//!
//! Cost: as the schedule. What is [kept](kept::Kept) meanwhile takes the schedule's scratch and less than 3 KiB.

pub mod driving;
mod in_callers;
mod kept;
mod start;
