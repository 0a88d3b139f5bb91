//! What every direct call consists of: the process and the communicator, what the arguments mean, how
//! the elements are reduced, how it fails, and what the trace says of it.

pub(super) mod arguments;
pub(super) mod context;
pub mod evaluated;
pub(super) mod failure;
pub(super) mod function;
pub(super) mod traced;
