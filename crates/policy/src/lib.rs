//! The policy: what the user requests by environment variables, and how messages about it read.
//!
//! [`Policy`] is what all variables say. The table in `variables.rs` has a row for each: its values, its
//! default, and the message for a wrong one. [`profile`] is the file that describes a measured machine,
//! [`module_systems`] the names that are not variables of samebits, [`wording`] what errors have in
//! common. Whether all ranks have the same policy is found out by `samebits_reduction`.

mod environment;
pub mod module_systems;
mod nonblocking_memory;
pub mod profile;
pub mod threads;
mod values;
mod variables;
pub mod wording;

pub use values::{Nonblocking, Policy, Progress, Report, Unsupported, VERSION};
pub use variables::{variable, Variable, VARIABLES};
