//! The policy: what the user requests, and the check that all ranks request the same.

pub mod agreement;
pub mod agreement_between;
mod agreement_record;
mod environment;
pub mod module_systems;
mod nonblocking_memory;
pub mod profile;
pub mod threads;
mod values;
mod variables;
pub mod wording;

pub use values::{Nonblocking, Policy, Report, Unsupported, VERSION};
pub use variables::{variable, Variable, VARIABLES};
