//! How the elements of distributed arrays are reduced.

use crate::arithmetic::{bundle::Code, record::Merge, Arithmetic, Buffers};
use crate::kernel::fpenv::Environment;

#[derive(Clone, Copy)]
pub struct Operation<'a> {
    /// The arithmetic, on partials.
    pub merge: &'a dyn Merge,
    pub arithmetic: Arithmetic,
    /// How elements lie in the caller's buffers, if not contiguously.
    pub buffers: Option<&'a dyn Buffers>,
    /// Lets the MPI library merge partials; `None` for user-defined operators.
    pub code: Option<Code>,
    pub environment: Environment,
}
