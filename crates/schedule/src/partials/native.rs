//! `native` of partials: the MPI library's own reduction merges them, with a user-defined operator.
//! Merging is associative but not commutative, so however the library brackets its ranks, in their
//! order, the bits are the same.
//!
//! Cost, p ranks, records of B bytes, long enough for any range (8 (2 log2 N + 6) for
//! doubles): about 2 ceil(log2 p) (α + B β + B/8 γ), depending on the library. For many
//! ranks.

use super::array::{deliver, lift, Array, ArrayReduction};
use crate::transport::Transport;
use samebits_base::fault::Fault;
use samebits_fold::bundle::{self, Code};
use samebits_fold::share::record::Failed;

/// Reduces a group of arrays, whose records `own` and `merged` hold after a bundle's
/// head.
pub(super) unsafe fn run(
    transport: &dyn Transport,
    reduction: &ArrayReduction<'_>,
    code: Code,
    group: &[Array<'_>],
    own: &mut [u8],
    merged: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    code.write(own);
    // SAFETY: upheld by the caller.
    let failed = unsafe { lift(transport, reduction, group, &mut own[bundle::HEAD..])? };
    // SAFETY: two bundles of one length.
    unsafe { transport.merge_bundles(reduction.to, own, merged)? };
    if !reduction.to.reaches(transport.rank()) {
        return Ok(failed);
    }
    let mut rest = &mut merged[bundle::HEAD..];
    for array in group {
        let (record, behind) = rest.split_at_mut(array.record);
        rest = behind;
        // SAFETY: upheld by the caller.
        if let Some(failed) = unsafe { deliver(reduction, array, record)? } {
            return Ok(Some(failed));
        }
    }
    Ok(None)
}
