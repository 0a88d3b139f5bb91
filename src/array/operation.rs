//! How the elements of distributed arrays are reduced.

use crate::arithmetic::share::record::{Merge, HEAD};
use crate::arithmetic::{bundle::Code, Arithmetic, Buffers};
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

impl Operation<'_> {
    /// Bytes of the data of a whole array.
    pub fn merged_bytes(&self, total: u64) -> usize {
        self.merge.whole(total) - HEAD
    }
}
