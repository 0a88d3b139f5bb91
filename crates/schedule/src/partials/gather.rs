//! `gather` of partials: the records of all ranks go to every rank (or to the root),
//! which merges them in the order of their ranges, whatever the order of the ranks.
//!
//! Cost, p ranks, records of b bytes: ceil(log2 p) α + (p - 1) b β + (p - 1) b/8 γ for
//! doubles: one latency. For few ranks.

use super::array::{deliver, lift, Array, ArrayReduction};
use crate::transport::Transport;
use samebits_base::fault::Fault;
use samebits_fold::share::record::{merge, Failed, Head};

/// Reduces a group of arrays: a row holds a rank's records, and `merged` any of them.
pub(super) unsafe fn run(
    transport: &dyn Transport,
    reduction: &ArrayReduction<'_>,
    group: &[Array<'_>],
    rows: &mut [u8],
    merged: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let bytes = rows.len() / ranks;
    // This rank's records lie where the gather would put them.
    let own = &mut rows[rank * bytes..][..bytes];
    // SAFETY: upheld by the caller.
    let failed = unsafe { lift(transport, reduction, group, own)? };
    if ranks > 1 {
        let own = own.as_ptr();
        // SAFETY: a row of `bytes` bytes of each rank, with this one's in its place.
        unsafe { transport.gather_rows(reduction.to, own, rows.as_mut_ptr(), bytes)? };
    }
    if !reduction.to.reaches(rank) {
        return Ok(failed);
    }
    let mut offset = 0;
    for array in group {
        Head::default().write(merged);
        for i in 0..ranks {
            let rank = array.order.map_or(i, |order| order[i]);
            let record = &rows[rank * bytes + offset..][..array.record];
            merge(reduction.merge, merged, record)?;
        }
        // SAFETY: upheld by the caller.
        if let Some(failed) = unsafe { deliver(reduction, array, merged)? } {
            return Ok(Some(failed));
        }
        offset += array.record;
    }
    Ok(None)
}
