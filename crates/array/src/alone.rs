//! Arrays all of whose elements one rank holds, on a communicator of its own.
//!
//! Cost: that of the arithmetic on the elements as they lie; no partials, and no exchange.

use super::failure::Error;
use super::reduction::PlannedReduction;
use samebits_base::fault::Fault;
use samebits_fold::share::record::Failed;
use samebits_schedule::partials;

impl PlannedReduction<'_> {
    /// Reduces arrays all of whose elements this rank holds.
    ///
    /// # Safety
    /// As for [`PlannedReduction::run`].
    pub(super) unsafe fn alone(&self, scratch: *mut u8) -> Result<(), Error> {
        let PlannedReduction { plan, operation, contribution, ref results, .. } = *self;
        let size = operation.shape.element;
        let stored = results.staged.or(operation.buffers);
        // SAFETY: as much scratch memory as the plan says.
        let whole = unsafe { std::slice::from_raw_parts_mut(scratch, plan.scratch) };
        for (number, array) in plan.arrays.iter().enumerate() {
            if array.layout.share.total > 0 {
                // SAFETY: upheld by the caller.
                unsafe {
                    let failed = |Fault(status)| Error::Failed(Failed { rank: 0, status });
                    contribution.reduce(number, &array.layout.runs[0], whole).map_err(failed)?;
                    partials::store(stored, &whole[..size], self.result(number))?;
                }
            }
        }
        // SAFETY: upheld by the caller.
        unsafe { self.store_identities(0) }
    }
}
