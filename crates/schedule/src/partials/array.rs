//! Distributed arrays on one rank: lifting its shares to records of partials, and delivering
//! results.

use super::merge_method::MergeMethod;
use crate::case::Destination;
use crate::transport::Transport;
use samebits_base::fault::{Fault, Outcome};
use samebits_fold::share::contribution::{Contribution, Run};
use samebits_fold::share::record::{Failed, Head, Merge, HEAD, NOTHING_FOUND};
use samebits_fold::share::shape::PartialShape;
use samebits_fold::Buffers;
use samebits_sum::share::Share;

/// One distributed array, as a rank sees it.
#[derive(Clone, Copy)]
pub struct Array<'a> {
    /// Its number among the arrays of the reduction.
    pub number: usize,
    /// This rank's share.
    pub share: Share,
    /// Bytes of every rank's record: see [`MergeMethod::record`].
    pub record: usize,
    /// The ranks in the order of their shares, if that is not rank order.
    pub order: Option<&'a [usize]>,
    /// Where the result, an element, goes; not looked at on ranks that get none.
    pub result: *mut u8,
}

#[derive(Clone, Copy)]
pub struct ArrayReduction<'a> {
    pub merge: &'a dyn Merge,
    /// The shape of its partials.
    pub shape: PartialShape,
    pub method: MergeMethod,
    /// How results lie in the caller's buffer, if they are not contiguous.
    pub buffers: Option<&'a dyn Buffers>,
    pub contribution: &'a dyn Contribution,
    pub to: Destination,
    /// 0, or the error code with which this rank takes part without its elements.
    pub status: i32,
}

/// Surveys the arrays on all ranks; returns the maxima, and this rank's status.
unsafe fn survey(
    transport: &dyn Transport,
    reduction: &ArrayReduction<'_>,
    group: &[Array<'_>],
) -> Result<(Vec<[i32; 2]>, i32), Fault> {
    let mut status = reduction.status;
    let mut surveyed = vec![NOTHING_FOUND; group.len()];
    for (array, found) in group.iter().zip(&mut surveyed) {
        if status == 0 && array.share.length() > 0 {
            // SAFETY: upheld by the caller.
            match unsafe { reduction.contribution.survey(array.number, &Run::whole(array.share)) } {
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

/// Writes this rank's records, contiguously. Returns its failure: that of
/// [`ArrayReduction::status`], or the first one here.
pub(super) unsafe fn lift(
    transport: &dyn Transport,
    reduction: &ArrayReduction<'_>,
    group: &[Array<'_>],
    records: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    let (mut surveyed, mut status) = (Vec::new(), reduction.status);
    if reduction.shape.surveys {
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
            let (run, data) = (Run::whole(array.share), &mut record[HEAD..]);
            // SAFETY: upheld by the caller.
            let lifted = unsafe { reduction.contribution.lift(array.number, &run, found, data) };
            status = lifted.err().map_or(0, |Fault(code)| code);
        }
        Head { share: array.share, failed: failed(status) }.write(record);
    }
    Ok(failed(status))
}

/// Delivers the result of an array from its merged record, or says who has failed.
pub(super) unsafe fn deliver(
    reduction: &ArrayReduction<'_>,
    array: &Array<'_>,
    record: &mut [u8],
) -> Result<Option<Failed>, Fault> {
    let Head { share, failed } = Head::read(record);
    if failed.is_none() {
        assert_eq!(share.length(), array.share.total, "shares tile the array");
        let data = &mut record[HEAD..];
        reduction.merge.finish(share.length(), data)?;
        // SAFETY: upheld by the caller.
        unsafe { store(reduction.buffers, &data[..reduction.shape.element], array.result)? };
    }
    Ok(failed)
}

/// Copies a result, a contiguous element, to the caller's buffer.
///
/// # Safety
/// It fits there.
pub unsafe fn store(buffers: Option<&dyn Buffers>, result: &[u8], to: *mut u8) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe {
        match buffers {
            Some(buffers) => buffers.store(result.as_ptr(), to, 1)?,
            None => match result.first_chunk::<8>() {
                // The usual size, which needs no call.
                Some(double) if result.len() == 8 => to.cast::<[u8; 8]>().write(*double),
                _ => std::ptr::copy_nonoverlapping(result.as_ptr(), to, result.len()),
            },
        }
    }
    Ok(())
}
