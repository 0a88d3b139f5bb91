//! Distributed arrays, seen from a rank: lifting its shares to records of partials, and
//! bringing results to their places.

use super::way::Way;
use crate::arithmetic::record::{Elements, Failed, Head, Merge, HEAD, NOTHING_FOUND};
use crate::arithmetic::share::Share;
use crate::arithmetic::{Buffers, Fault};
use crate::schedule::case::Destination;
use crate::schedule::transport::Transport;

/// One distributed array, seen from a rank.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    /// This rank's share of it.
    pub share: Share,
    /// The address of the share's elements.
    pub elements: *const u8,
    /// Bytes of every rank's record: see [`Way::record`].
    pub record: usize,
    /// The ranks in the order of their shares; none where that is their own.
    pub order: Option<&'a [usize]>,
    /// How the share's elements lie, where they are no row.
    pub buffers: Option<&'a dyn Buffers>,
    /// Where the result, an element, goes; not looked at on ranks that get none.
    pub result: *mut u8,
}

/// What is asked of a rank.
#[derive(Clone, Copy)]
pub struct Reduction<'a> {
    /// The arithmetic.
    pub merge: &'a dyn Merge,
    /// How partials are merged.
    pub way: Way,
    /// How results lie in the caller's buffer, where they are no row.
    pub buffers: Option<&'a dyn Buffers>,
    /// The threads that lift shares.
    pub threads: usize,
    /// Who gets the results.
    pub to: Destination,
    /// 0, or the error code with which this rank takes part without its elements.
    pub status: i32,
}

/// Records of all ranks, one row each.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Where they are.
    pub bytes: &'a [u8],
    /// Where the first row's first record begins.
    pub first: usize,
    /// Bytes from one row to the next.
    pub pitch: usize,
}

/// What the surveys of all ranks have found, for each array; and this rank's status after
/// its own.
///
/// # Safety
/// As for [`super::reduce`].
unsafe fn survey(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    group: &[Array<'_>],
) -> Result<(Vec<[i32; 2]>, i32), Fault> {
    let mut status = reduction.status;
    let mut surveyed = vec![NOTHING_FOUND; group.len()];
    for (array, found) in group.iter().zip(&mut surveyed) {
        if status == 0 && array.share.length() > 0 {
            let elements = Elements { address: array.elements, buffers: array.buffers };
            // SAFETY: upheld by the caller.
            match unsafe { reduction.merge.survey(array.share, elements, reduction.threads) } {
                Ok(exponents) => *found = exponents,
                Err(Fault(code)) => status = code,
            }
        }
    }
    if transport.size() > 1 {
        // SAFETY: as many on all ranks.
        unsafe { transport.largest(surveyed.as_flattened_mut())? };
    }
    Ok((surveyed, status))
}

/// Writes this rank's records, one behind the other. Returns its failure: that of the
/// reduction, or of what has failed here.
///
/// # Safety
/// As for [`super::reduce`].
pub(super) unsafe fn lift(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    group: &[Array<'_>],
    records: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    let (mut surveyed, mut status) = (Vec::new(), reduction.status);
    if reduction.merge.surveys() {
        // SAFETY: upheld by the caller.
        (surveyed, status) = unsafe { survey(transport, reduction, group)? };
    }
    let mut surveyed = surveyed.into_iter();
    let mut rest = records;
    let failed = |status| (status != 0).then_some(Failed { rank: transport.rank(), status });
    for array in group {
        let found = surveyed.next().unwrap_or(NOTHING_FOUND);
        let (record, behind) = rest.split_at_mut(array.record);
        rest = behind;
        if status == 0 && array.share.length() > 0 {
            let elements = Elements { address: array.elements, buffers: array.buffers };
            let (data, threads) = (&mut record[HEAD..], reduction.threads);
            // SAFETY: upheld by the caller.
            let lifted =
                unsafe { reduction.merge.lift(array.share, elements, found, data, threads) };
            status = lifted.err().map_or(0, |Fault(code)| code);
        }
        Head { share: array.share, failed: failed(status) }.write(record);
    }
    Ok(failed(status))
}

/// Brings the result of an array of `total` elements, whose data these are, to its place.
///
/// # Safety
/// As for [`super::reduce`].
pub(super) unsafe fn deliver(
    reduction: &Reduction<'_>,
    total: u64,
    data: &mut [u8],
    result: *mut u8,
) -> Result<(), Fault> {
    reduction.merge.finish(total, data)?;
    // SAFETY: upheld by the caller.
    unsafe { store(reduction.buffers, &data[..reduction.merge.size()], result) }
}

/// Brings a result, an element of a row, to its place.
///
/// # Safety
/// There is room for it.
pub unsafe fn store(
    buffers: Option<&dyn Buffers>,
    result: &[u8],
    to: *mut u8,
) -> Result<(), Fault> {
    // SAFETY: upheld by the caller.
    unsafe {
        match buffers {
            Some(buffers) => buffers.store(result.as_ptr(), to, 1)?,
            None => std::ptr::copy_nonoverlapping(result.as_ptr(), to, result.len()),
        }
    }
    Ok(())
}
