//! The policy: what the user asked for in the environment, and that the ranks
//! of a communicator agree on it.

pub mod agreement;
mod environment;
pub mod profile;
pub mod threads;
mod values;
mod variables;
mod wording;

pub use values::{Policy, Report, Unsupported, VERSION};
pub use variables::{variable, Variable, VARIABLES};
