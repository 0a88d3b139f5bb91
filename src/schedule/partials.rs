//! Distributed arrays: each rank lifts its shares to partials, all partials go to
//! every rank (or to the root), which merges them in the order of their ranges: one
//! collective of the MPI library, whatever the number of arrays.
//!
//! Cost, n elements a rank, p ranks, partials of b bytes, at most 8 (2 log2 n + 5) for
//! doubles in the tree: n γ + ceil(log2 p) α + (p - 1) b β + (p - 1) b/8 γ. Many arrays
//! go in groups whose records fit the scratch.

use super::{receives, Destination, Transport, SCRATCH};
use crate::arithmetic::record::{merge, Elements, Head, Merge, HEAD};
use crate::arithmetic::share::Share;
use crate::arithmetic::{Buffers, Fault};

/// What the schedule is called in the report.
pub const NAME: &str = "gather";

/// One distributed array, seen from a rank.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    /// This rank's share of it.
    pub share: Share,
    /// The address of the share's elements.
    pub elements: *const u8,
    /// Bytes of every rank's record.
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
    /// How results lie in the caller's buffer, where they are no row.
    pub buffers: Option<&'a dyn Buffers>,
    /// The threads that lift shares.
    pub threads: usize,
    /// Who gets the results.
    pub to: Destination,
    /// 0, or the error code with which this rank takes part without its elements.
    pub status: i32,
}

/// A rank that could not do its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The rank.
    pub rank: usize,
    /// Its error code.
    pub status: i32,
}

/// The first of the arrays, as many as go at once: the same on all ranks.
fn group<'a, 'b>(arrays: &'a [Array<'b>], ranks: usize) -> &'a [Array<'b>] {
    let mut bytes = 0usize;
    let fitting = arrays.iter().take_while(|array| {
        bytes = bytes.saturating_add(array.record.saturating_mul(ranks));
        bytes <= SCRATCH
    });
    &arrays[..fitting.count().max(1)]
}

/// Bytes of the records of a group, and of the longest that merging makes.
fn bytes_of(merge: &dyn Merge, group: &[Array<'_>]) -> (usize, usize) {
    let merged = group.iter().map(|array| merge.record(array.share.total)).max();
    (group.iter().map(|array| array.record).sum(), merged.unwrap_or(0))
}

/// Bytes of scratch that [`reduce`] needs.
pub fn scratch_needed(merge: &dyn Merge, arrays: &[Array<'_>], ranks: usize) -> usize {
    let (mut rest, mut most) = (arrays, 0);
    while !rest.is_empty() {
        let group = group(rest, ranks);
        let (records, merged) = bytes_of(merge, group);
        most = most.max(records.saturating_mul(ranks).saturating_add(merged));
        rest = &rest[group.len()..];
    }
    most
}

/// Reduces the arrays; every rank of the communicator takes part, with as many. The
/// ranks that get the results, and those that have failed, learn who has failed.
///
/// # Safety
/// The elements and the results are as [`Array`] and [`Reduction`] say, and all
/// ranks' shares tile the arrays; the scratch is aligned and [`scratch_needed`] bytes
/// long.
pub unsafe fn reduce(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    arrays: &[Array<'_>],
    scratch: *mut u8,
) -> Result<Option<Failed>, Fault> {
    let ranks = transport.size();
    let (mut rest, mut failed) = (arrays, None);
    while !rest.is_empty() {
        let group = group(rest, ranks);
        let (records, merged) = bytes_of(reduction.merge, group);
        // SAFETY: the scratch is as long; the rest is handed on to the caller.
        let outcome = unsafe {
            let rows = std::slice::from_raw_parts_mut(scratch, ranks * records);
            let merged = std::slice::from_raw_parts_mut(scratch.add(ranks * records), merged);
            exchange(transport, reduction, group, rows, merged)?
        };
        failed = failed.or(outcome);
        rest = &rest[group.len()..];
    }
    Ok(failed)
}

/// Reduces a group of arrays: a row holds a rank's records.
///
/// # Safety
/// As of [`reduce`].
unsafe fn exchange(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    group: &[Array<'_>],
    rows: &mut [u8],
    merged: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let bytes = rows.len() / ranks;
    // The records lie where the gather would put them.
    let own = &mut rows[rank * bytes..][..bytes];
    // SAFETY: handed on to the caller.
    let status = unsafe { lift(reduction, group, own) };
    if ranks > 1 {
        let own = own.as_ptr();
        // SAFETY: a row of so many bytes from each rank, this one's in its place.
        unsafe { transport.gather_rows(reduction.to, own, rows.as_mut_ptr(), bytes)? };
    }
    if !receives(transport, reduction.to) {
        return Ok((status != 0).then_some(Failed { rank, status }));
    }
    let mut offset = 0;
    for array in group {
        let record = |rank: usize| rank * bytes + offset..rank * bytes + offset + array.record;
        Head::default().write(merged);
        for i in 0..ranks {
            let rank = array.order.map_or(i, |order| order[i]);
            merge(reduction.merge, merged, &rows[record(rank)])?;
            let status = Head::read(merged).status;
            if status != 0 {
                return Ok(Some(Failed { rank, status }));
            }
        }
        assert_eq!(Head::read(merged).share.length(), array.share.total, "shares tile the array");
        reduction.merge.finish(&mut merged[HEAD..])?;
        // SAFETY: handed on to the caller.
        unsafe {
            let result = &merged[HEAD..][..reduction.merge.size()];
            deliver(reduction.buffers, result, array.result)?;
        }
        offset += array.record;
    }
    Ok(None)
}

/// Writes this rank's records. Returns its status: that of the reduction, or the code
/// of what has failed here.
///
/// # Safety
/// As of [`reduce`].
unsafe fn lift(reduction: &Reduction<'_>, group: &[Array<'_>], records: &mut [u8]) -> i32 {
    let (mut status, mut rest) = (reduction.status, records);
    for array in group {
        let (record, behind) = rest.split_at_mut(array.record);
        rest = behind;
        if status == 0 && array.share.length() > 0 {
            let elements = Elements { address: array.elements, buffers: array.buffers };
            let (data, threads) = (&mut record[HEAD..], reduction.threads);
            // SAFETY: handed on to the caller.
            let lifted = unsafe { reduction.merge.lift(array.share, elements, data, threads) };
            status = lifted.err().map_or(0, |Fault(code)| code);
        }
        Head { share: array.share, status }.write(record);
    }
    status
}

/// Brings a result, an element of a row, to its place.
///
/// # Safety
/// There is room for it.
pub unsafe fn deliver(
    buffers: Option<&dyn Buffers>,
    result: &[u8],
    to: *mut u8,
) -> Result<(), Fault> {
    // SAFETY: handed on to the caller.
    unsafe {
        match buffers {
            Some(buffers) => buffers.store(result.as_ptr(), to, 1)?,
            None => std::ptr::copy_nonoverlapping(result.as_ptr(), to, result.len()),
        }
    }
    Ok(())
}
