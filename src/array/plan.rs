//! What the ranks agree on before they reduce distributed arrays: who holds which elements, and
//! which schedule merges the partials.

use super::failure::{Class, Failure};
use super::form::{Form, Sizes};
use super::layout::{ArrayLayout, Part, Run};
use super::operation::Operation;
use super::shares::Shares;
use super::signature::{Call, Signature};
use crate::arithmetic::{record::Merge, share::Share, Buffers};
use crate::schedule::partials::{self, Array, Way};
use crate::schedule::RequestedSchedule;
use std::ptr::{null, null_mut};
use std::sync::atomic::AtomicBool;

pub struct Request<'a> {
    pub call: Call<'a>,
    pub shares: Shares<'a>,
    /// How the arrays are reduced, or why this rank cannot take part.
    pub operation: Result<&'a Operation<'a>, &'a Failure>,
    pub schedule: Option<RequestedSchedule>,
    /// The result of an array without elements, if there is one.
    pub identity: &'a dyn Fn() -> Option<Vec<u8>>,
}

#[derive(Debug)]
pub struct PlannedArray {
    /// This rank's; where it holds several runs, a range of as many elements.
    pub share: Share,
    pub record_bytes: usize,
    /// The ranks in the order of their shares; `None` if that is rank order.
    pub order: Option<Vec<usize>>,
    /// What all ranks hold, in the order of the elements.
    pub parts: Vec<Part>,
    /// What this rank holds, in that order.
    pub runs: Vec<Run>,
    /// How the data of the parts are merged, where they travel as rows.
    pub joins: Vec<u8>,
}

/// Partials that travel without heads ([`super::form`]).
#[derive(Debug)]
pub struct DataRows {
    /// Bytes of each array's data.
    pub sizes: Vec<usize>,
    /// Whether short forms are worth a trial no more: some data had none, or would take long to
    /// lift again. The same on all ranks.
    pub wide: AtomicBool,
}

#[derive(Debug)]
pub struct Plan {
    /// What all ranks have in common; in a plan for later reductions, also what they hold.
    pub signature: Signature,
    /// [`Signature::rest`] without what it is for.
    pub(super) base: u64,
    /// What the ranks have sent of their shares.
    pub words: Vec<u64>,
    pub arrays: Vec<PlannedArray>,
    pub way: Way,
    /// The schedule that was asked for.
    pub requested: Option<RequestedSchedule>,
    pub identity: Option<Vec<u8>>,
    /// Whether the data of a rank are those of several runs.
    pub in_pieces: bool,
    /// Bytes of scratch memory that a reduction needs.
    pub scratch: usize,
    /// Whether some arrays have no elements, and whether none has.
    pub(super) some_empty: bool,
    pub(super) all_empty: bool,
    /// None where the MPI library merges partials, shares are surveyed first, or rows are long.
    pub rows: Option<DataRows>,
}

/// Rows of all ranks that are no longer than this are in memory at once.
const MAX_ROWS: usize = 16 << 20;

/// The longest share for which a short form is tried: lifting it again takes microseconds.
const MAX_TRIED: u64 = 1 << 15;

impl Plan {
    /// Decides how to reduce, from nothing but what is the same on all ranks.
    pub(super) fn decide(
        request: &Request<'_>,
        ranks: usize,
        layouts: Vec<ArrayLayout>,
        words: Vec<u64>,
    ) -> Result<Plan, Failure> {
        let operation = request.operation.expect("no rank has reported a failure");
        let merge = operation.merge;
        let (name, max) = (operation.arithmetic.name(), operation.arithmetic.most_summands());
        let longest = layouts.iter().map(|layout| layout.share.total).max();
        if let Some(n) = longest.filter(|n| *n > max) {
            let what =
                format!("an array of {n} elements; the arithmetic {name} takes at most {max}");
            return Err(Failure::new(Class::Count, what));
        }
        let in_pieces = request.shares.runs.is_some() && merge.depends_on_place();
        let in_order = !in_pieces && layouts.iter().all(|layout| layout.order.is_none());
        let code = operation.code.filter(|_| in_order);
        let sizes = layouts.iter().map(|layout| (layout.roots, layout.share.total));
        let way = Way::choose(request.schedule, code, merge, ranks, sizes);
        let sizes: Vec<usize> = layouts.iter().map(|layout| merge.data(layout.roots)).collect();
        let row = Form::lifted(Sizes::Each(&sizes)).bytes();
        let fits = in_pieces || row.saturating_mul(ranks) <= MAX_ROWS;
        let by_rows = way == Way::Gather && !merge.surveys() && fits;
        // (In rank order, a part of each rank that holds elements.)
        let long =
            |array: &PlannedArray| array.parts.iter().any(|part| part.end - part.start > MAX_TRIED);
        let planned = |ArrayLayout { share, roots, order, parts, runs }| {
            let record_bytes = way.record(merge, roots, share.total);
            let mut shares = parts.iter().map(|part| part.share(share.total));
            let joins = if by_rows { merge.joins(share.total, &mut shares) } else { Vec::new() };
            PlannedArray { share, record_bytes, order, parts, runs, joins }
        };
        let arrays: Vec<PlannedArray> = layouts.into_iter().map(planned).collect();
        let message = |array: &PlannedArray| if by_rows { row } else { array.record_bytes };
        if arrays.iter().any(|array| message(array) > i32::MAX as usize) {
            let size = merge.size();
            let what =
                format!("elements of {size} bytes, of which several would travel in one message");
            return Err(Failure::new(Class::Unsupported, what));
        }
        let mut empty = arrays.iter().map(|array| array.share.total == 0);
        let (some_empty, all_empty) = (empty.clone().any(|empty| empty), empty.all(|empty| empty));
        let mut identity = None;
        if some_empty {
            identity = (request.identity)();
            if identity.is_none() {
                let what = "no rank holds an element, and a user-defined operator has no identity";
                return Err(Failure::new(Class::Count, what));
            }
        }
        let signature = *request.call.signature;
        let wide = AtomicBool::new(arrays.iter().any(long));
        let rows = by_rows.then_some(DataRows { sizes, wide });
        let requested = request.schedule;
        let mut plan = Plan {
            signature,
            base: signature.rest,
            words,
            arrays,
            way,
            requested,
            identity,
            in_pieces,
            scratch: 0,
            some_empty,
            all_empty,
            rows,
        };
        plan.scratch = match plan.rows {
            Some(_) => {
                let totals = plan.arrays.iter().map(|array| array.share.total);
                totals.map(|total| operation.merged_bytes(total)).max().unwrap_or(0)
            }
            None => {
                let array = |number: usize| plan.array(number, null(), None, null_mut());
                plan.filled(array, |arrays| partials::scratch_needed(way, merge, arrays, ranks))
            }
        };
        Ok(plan)
    }

    /// A plan for arrays that all ranks know.
    pub(super) fn of_records(
        signature: Signature,
        arrays: Vec<PlannedArray>,
        (way, requested): (Way, Option<RequestedSchedule>),
        merge: &dyn Merge,
        ranks: usize,
    ) -> Plan {
        let sizes = vec![merge.data(1); arrays.len()];
        let row = Form::lifted(Sizes::Each(&sizes)).bytes();
        let by_rows = way == Way::Gather && row.saturating_mul(ranks) <= MAX_ROWS;
        let mut plan = Plan {
            signature,
            base: signature.rest,
            words: Vec::new(),
            arrays,
            way,
            requested,
            identity: None,
            in_pieces: false,
            scratch: merge.whole(ranks as u64),
            some_empty: false,
            all_empty: false,
            rows: by_rows.then_some(DataRows { sizes, wide: AtomicBool::new(false) }),
        };
        if !by_rows {
            let array = |number: usize| plan.array(number, null(), None, null_mut());
            plan.scratch =
                plan.filled(array, |arrays| partials::scratch_needed(way, merge, arrays, ranks));
        }
        plan
    }

    pub fn elements(&self) -> u128 {
        self.arrays.iter().map(|array| u128::from(array.share.total)).sum()
    }

    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.arrays.iter().map(|array| array.share.length())
    }

    pub(super) fn array<'a>(
        &'a self,
        number: usize,
        elements: *const u8,
        buffers: Option<&'a dyn Buffers>,
        result: *mut u8,
    ) -> Array<'a> {
        let PlannedArray { share, record_bytes: record, ref order, .. } = self.arrays[number];
        Array { share, elements, record, order: order.as_deref(), buffers, result }
    }

    /// Calls `work` with the arrays that have elements.
    #[inline]
    pub(super) fn filled<'a, R>(
        &self,
        array: impl Fn(usize) -> Array<'a>,
        work: impl FnOnce(&[Array<'a>]) -> R,
    ) -> R {
        match &self.arrays[..] {
            // The usual case, which needs no allocation.
            [one] if one.share.total > 0 => work(&[array(0)]),
            all => {
                let filled = (0..all.len()).filter(|number| all[*number].share.total > 0);
                work(&filled.map(array).collect::<Vec<_>>())
            }
        }
    }
}
