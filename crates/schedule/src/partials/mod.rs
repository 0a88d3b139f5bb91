//! Distributed arrays: each rank lifts its shares to partials, and these are merged in one
//! collective of the MPI library, whatever the number of arrays: by every rank for itself
//! ([`gather`]), or on the way ([`native`]).
//!
//! Cost, n elements a rank: n γ, and that of the collective; where shares are surveyed first,
//! another allreduce of 8 bytes an array. Many arrays go in groups whose records fit the scratch.
//! The unsafe functions here have the conditions of [`reduce`].

mod array;
mod gather;
mod merge_method;
mod native;

use crate::reduction::SCRATCH;
use crate::transport::Transport;
pub use array::{store, Array, ArrayReduction};
pub use merge_method::MergeMethod;
use samebits_base::fault::Fault;
use samebits_fold::bundle;
pub use samebits_fold::share::record::Failed;
use samebits_fold::share::shape::PartialShape;

/// The first arrays, as many as go at once: the same on all ranks.
fn group<'a, 'b>(method: MergeMethod, arrays: &'a [Array<'b>], ranks: usize) -> &'a [Array<'b>] {
    let mut bytes = 0usize;
    let fitting = arrays.iter().take_while(|array| {
        bytes = bytes.saturating_add(array.record.saturating_mul(method.rows(ranks)));
        bytes <= SCRATCH
    });
    &arrays[..fitting.count().max(1)]
}

/// Bytes of scratch for a group: for the records that come or go, and for merged ones.
fn bytes_of(
    method: MergeMethod,
    shape: &PartialShape,
    group: &[Array<'_>],
    ranks: usize,
) -> (usize, usize) {
    let records: usize = group.iter().map(|array| array.record).sum();
    match method {
        MergeMethod::Gather => {
            let merged = group.iter().map(|array| shape.whole(array.share.total)).max();
            (records.saturating_mul(ranks), merged.unwrap_or(0))
        }
        MergeMethod::Native(_) => (bundle::HEAD + records, bundle::HEAD + records),
    }
}

pub fn scratch_needed(
    method: MergeMethod,
    shape: &PartialShape,
    arrays: &[Array<'_>],
    ranks: usize,
) -> usize {
    let (mut rest, mut bytes) = (arrays, 0);
    while !rest.is_empty() {
        let group = group(method, rest, ranks);
        let (records, merged) = bytes_of(method, shape, group, ranks);
        bytes = bytes.max(records.saturating_add(merged));
        rest = &rest[group.len()..];
    }
    bytes
}

/// Reduces the arrays; every rank of the communicator takes part, with as many. The ranks that get
/// the results, and those that have failed, learn who has failed.
///
/// # Safety
/// The elements and the results are as [`Array`] and [`ArrayReduction`] say, and all ranks' shares tile
/// the arrays; the scratch is aligned and [`scratch_needed`] bytes long.
pub unsafe fn reduce(
    transport: &dyn Transport,
    reduction: &ArrayReduction<'_>,
    arrays: &[Array<'_>],
    scratch: *mut u8,
) -> Result<Option<Failed>, Fault> {
    let ranks = transport.size();
    let (mut rest, mut failed) = (arrays, None);
    while !rest.is_empty() {
        let group = group(reduction.method, rest, ranks);
        let (records, merged) = bytes_of(reduction.method, &reduction.shape, group, ranks);
        // SAFETY: the scratch is as long; the rest is upheld by the caller.
        let outcome = unsafe {
            let rows = std::slice::from_raw_parts_mut(scratch, records);
            let merged = std::slice::from_raw_parts_mut(scratch.add(records), merged);
            match reduction.method {
                MergeMethod::Gather => gather::run(transport, reduction, group, rows, merged),
                MergeMethod::Native(code) => {
                    native::run(transport, reduction, code, group, rows, merged)
                }
            }
        };
        failed = failed.or(outcome?);
        rest = &rest[group.len()..];
    }
    Ok(failed)
}
