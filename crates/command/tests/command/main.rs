//! The command as a user sees it, on traces that are made here; no MPI is needed.

mod choices;
mod damage;
mod diff;
mod doctor;
mod explain;
mod launchers;
mod other_ranks;
mod property;
mod report;
mod run;
mod schema;
mod show;
#[path = "../../../../tests/rust/support/skipped.rs"]
mod skipped;
mod support;
