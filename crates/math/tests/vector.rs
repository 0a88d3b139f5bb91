//! The vector forms against the scalar functions, bit by bit, in the library as programs load it.
#![cfg(target_arch = "x86_64")]

#[path = "vector/all_floats.rs"]
mod all_floats;
#[path = "vector/arguments.rs"]
mod arguments;
#[path = "vector/bounds.rs"]
mod bounds;
#[path = "vector/call.rs"]
mod call;
#[path = "vector/environment.rs"]
mod environment;
#[path = "vector/flags.rs"]
mod flags;
#[path = "vector/library.rs"]
mod library;
#[path = "vector/names.rs"]
mod names;
#[path = "vector/program.rs"]
mod program;
#[path = "support/random.rs"]
mod random;
#[path = "vector/same_bits.rs"]
mod same_bits;
#[path = "../../../tests/rust/support/skipped.rs"]
mod skipped;
#[path = "vector/tables.rs"]
mod tables;
#[path = "vector/undecided.rs"]
mod undecided;
