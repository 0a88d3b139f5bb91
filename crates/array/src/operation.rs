//! How the elements of distributed arrays are reduced.

use samebits_fold::share::record::{Merge, HEAD};
use samebits_fold::share::shape::PartialShape;
use samebits_fold::{bundle::Code, Buffers};
use samebits_kernel::fpenv::Environment;
use samebits_schedule::opening::header::HEADER;
use samebits_sum::names::Arithmetic;

#[derive(Clone, Copy)]
pub struct Operation<'a> {
    /// The arithmetic, on partials.
    pub merge: &'a dyn Merge,
    /// The shape of its partials.
    pub shape: PartialShape,
    pub arithmetic: Arithmetic,
    /// How elements lie in the caller's buffers, if not contiguously.
    pub buffers: Option<&'a dyn Buffers>,
    /// Lets the MPI library merge partials; `None` for user-defined operators.
    pub code: Option<Code>,
    pub environment: Environment,
}

impl Operation<'_> {
    /// Whether data may be lifted to a row that travels: where these are to be short, which has that form
    /// already, or as the values of a tree, whose alignment is no more than a row's. Returns the bytes
    /// that the row needs after its own, for data that turn out to be long.
    pub(super) fn in_row(&self, short: Option<usize>) -> Option<usize> {
        match short {
            Some(_) => Some(self.shape.data(1)),
            None => (self.shape.depends_on_place() && self.shape.element <= HEADER).then_some(0),
        }
    }

    /// Bytes of the data of a whole array.
    pub(super) fn merged_bytes(&self, total: u64) -> usize {
        self.shape.whole(total) - HEAD
    }
}
