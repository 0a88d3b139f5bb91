//! Distributed arrays: each rank lifts its shares to partials, and these are merged in
//! one collective of the MPI library, whatever the number of arrays: by every rank for
//! itself ([`gather`]), or on their way ([`native`]).
//!
//! Cost, n elements a rank: n γ, and what the schedule says; where shares are surveyed first,
//! an allreduce of 8 bytes an array more. Many arrays go in groups whose records fit the
//! scratch.

mod gather;
mod native;

use super::{receives, Destination, Transport, Wanted, GATHER_LIMIT, SCRATCH};
use crate::arithmetic::bundle::{self, Code};
pub use crate::arithmetic::record::Failed;
use crate::arithmetic::record::{Elements, Head, Merge, HEAD, NOTHING_FOUND};
use crate::arithmetic::share::Share;
use crate::arithmetic::{Buffers, Fault};

/// Ranks up to which gathering takes no more messages than merging on the way.
const FEW: usize = 4;

/// How partials are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By every rank for itself.
    Gather,
    /// By the MPI library's own reduction, with an operator for that arithmetic.
    Native(Code),
}

impl Way {
    /// The name of the schedule.
    pub fn name(self) -> &'static str {
        match self {
            Way::Gather => "gather",
            Way::Native(_) => "native",
        }
    }

    /// The way for arrays, of each of which are given the most roots of a rank's share
    /// and the length; `code` is none where the MPI library cannot merge partials, because its
    /// operators are the user's or shares are not in rank order. Depends only on what
    /// all ranks know alike.
    pub fn choose(
        wanted: Option<Wanted>,
        code: Option<Code>,
        merge: &dyn Merge,
        ranks: usize,
        arrays: impl Iterator<Item = (usize, u64)>,
    ) -> Way {
        let Some(code) = code else { return Way::Gather };
        match wanted.map(|wanted| wanted.schedule.name) {
            Some("gather") => return Way::Gather,
            Some("native") => return Way::Native(code),
            _ => {}
        }
        let records = |roots| merge.record(roots).saturating_mul(ranks);
        let bytes = arrays.fold(0, |sum: usize, (roots, _)| sum.saturating_add(records(roots)));
        if ranks <= FEW || bytes <= GATHER_LIMIT {
            Way::Gather
        } else {
            Way::Native(code)
        }
    }

    /// Bytes of every rank's record of an array of `total` elements, of which no share
    /// has more than that many roots.
    pub fn record(self, merge: &dyn Merge, roots: usize, total: u64) -> usize {
        match self {
            Way::Gather => merge.record(roots),
            Way::Native(_) => merge.whole(total),
        }
    }

    /// Rows of records that lie in the scratch at one time.
    fn rows(self, ranks: usize) -> usize {
        match self {
            Way::Gather => ranks,
            Way::Native(_) => 1,
        }
    }
}

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

/// The first of the arrays, as many as go at once: the same on all ranks.
fn group<'a, 'b>(way: Way, arrays: &'a [Array<'b>], ranks: usize) -> &'a [Array<'b>] {
    let mut bytes = 0usize;
    let fitting = arrays.iter().take_while(|array| {
        bytes = bytes.saturating_add(array.record.saturating_mul(way.rows(ranks)));
        bytes <= SCRATCH
    });
    &arrays[..fitting.count().max(1)]
}

/// Bytes of scratch for a group: for the records that come or go, and for merged ones.
fn bytes_of(way: Way, merge: &dyn Merge, group: &[Array<'_>], ranks: usize) -> (usize, usize) {
    let records: usize = group.iter().map(|array| array.record).sum();
    match way {
        Way::Gather => {
            let merged = group.iter().map(|array| merge.whole(array.share.total)).max();
            (records.saturating_mul(ranks), merged.unwrap_or(0))
        }
        Way::Native(_) => (bundle::HEAD + records, bundle::HEAD + records),
    }
}

/// Bytes of scratch that [`reduce`] needs.
pub fn scratch_needed(way: Way, merge: &dyn Merge, arrays: &[Array<'_>], ranks: usize) -> usize {
    let (mut rest, mut most) = (arrays, 0);
    while !rest.is_empty() {
        let group = group(way, rest, ranks);
        let (records, merged) = bytes_of(way, merge, group, ranks);
        most = most.max(records.saturating_add(merged));
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
        let group = group(reduction.way, rest, ranks);
        let (records, merged) = bytes_of(reduction.way, reduction.merge, group, ranks);
        // SAFETY: the scratch is as long; the rest is handed on to the caller.
        let outcome = unsafe {
            let rows = std::slice::from_raw_parts_mut(scratch, records);
            let merged = std::slice::from_raw_parts_mut(scratch.add(records), merged);
            match reduction.way {
                Way::Gather => gather::run(transport, reduction, group, rows, merged),
                Way::Native(code) => native::run(transport, reduction, code, group, rows, merged),
            }
        };
        // (What is the rule is looked for before anything is copied.)
        match outcome {
            Ok(None) => {}
            Ok(one) => failed = failed.or(one),
            Err(fault) => return Err(fault),
        }
        rest = &rest[group.len()..];
    }
    Ok(failed)
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

/// As [`reduce`] of arrays whose records are in one place already, on all ranks, as
/// [`Way::Gather`] would bring them there; none of the ranks has failed.
///
/// # Safety
/// As of [`reduce`].
pub unsafe fn merge(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    arrays: &[Array<'_>],
    rows: Rows<'_>,
    scratch: *mut u8,
) -> Result<Option<Failed>, Fault> {
    if !receives(transport, reduction.to) {
        return Ok(None);
    }
    let merged = arrays.iter().map(|array| reduction.merge.whole(array.share.total)).max();
    // SAFETY: the scratch is longer; the rest is handed on to the caller.
    unsafe {
        let merged = std::slice::from_raw_parts_mut(scratch, merged.unwrap_or(0));
        gather::merge_rows(reduction, transport.size(), arrays, rows, merged)
    }
}

/// What the surveys of all ranks have found, for each array; and this rank's status after
/// its own.
///
/// # Safety
/// As of [`reduce`].
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
            // SAFETY: handed on to the caller.
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
/// As of [`reduce`].
unsafe fn lift(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    group: &[Array<'_>],
    records: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    let (mut surveyed, mut status) = (Vec::new(), reduction.status);
    if reduction.merge.surveys() {
        // SAFETY: handed on to the caller.
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
            // SAFETY: handed on to the caller.
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
/// As of [`reduce`].
unsafe fn deliver(
    reduction: &Reduction<'_>,
    total: u64,
    data: &mut [u8],
    result: *mut u8,
) -> Result<(), Fault> {
    reduction.merge.finish(total, data)?;
    // SAFETY: handed on to the caller.
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
    // SAFETY: handed on to the caller.
    unsafe {
        match buffers {
            Some(buffers) => buffers.store(result.as_ptr(), to, 1)?,
            None => std::ptr::copy_nonoverlapping(result.as_ptr(), to, result.len()),
        }
    }
    Ok(())
}
