//! Reading the traces of a run: which files there are ([`directory`], [`job`]), one rank's records
//! ([`rank`]), what their numbers stand for ([`tables`], [`view`]).

pub mod directory;
pub mod job;
pub mod rank;
pub mod tables;
pub mod view;
