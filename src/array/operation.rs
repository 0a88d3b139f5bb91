//! How the elements of distributed arrays are reduced.

use crate::arithmetic::bundle::Code;
use crate::arithmetic::record::Merge;
use crate::arithmetic::{Arithmetic, Buffers};
use crate::kernel::fpenv::Environment;

/// The operation.
#[derive(Clone, Copy)]
pub struct Operation<'a> {
    /// The arithmetic, on partials.
    pub merge: &'a dyn Merge,
    /// Its name and its limits.
    pub arithmetic: Arithmetic,
    /// How elements lie in the caller's buffers, where they are not contiguous.
    pub buffers: Option<&'a dyn Buffers>,
    /// By which the MPI library can merge partials, too; none of the user's operators.
    pub code: Option<Code>,
    /// The floating-point environment in which elements are evaluated.
    pub environment: Environment,
}
