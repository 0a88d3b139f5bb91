//! `native`: the MPI library's own reduction, for operations that are associative by themselves.
//! These never come to a schedule, so it takes nothing that does.

use crate::row::{Merging, Schedule};

pub const ROW: Schedule = Schedule {
    name: "native",
    description: "the MPI library's own, for operations that are associative as they are",
    arrays: Some(Merging::ByLibrary),
    takes: |_| Err("the operation is not associative as it is"),
    ..Schedule::USUAL
};
