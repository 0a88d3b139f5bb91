//! The policy: what the user requests.

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
