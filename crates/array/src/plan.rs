//! What the ranks agree on before they reduce distributed arrays: who holds which elements, and
//! which schedule merges the partials.

use super::failure::{Class, Failure};
use super::form::{RowLayout, Sizes};
use super::layout::{ArrayLayout, HeldRange};
use super::operation::Operation;
use super::shares::Shares;
use super::signature::{Call, Signature};
use samebits_fold::share::shape::PartialShape;
use samebits_schedule::partials::{self, Array, MergeMethod};
use samebits_schedule::RequestedSchedule;
use std::ptr::null_mut;
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

#[derive(Debug, Default)]
pub struct PlannedArray {
    /// (This rank's share, where it holds several runs, is a range of as many elements.)
    pub layout: ArrayLayout,
    pub record_bytes: usize,
    /// How the data of the parts are merged, where they travel as rows.
    pub joins: Vec<u8>,
}

/// Partials that travel without heads ([`super::form`]).
#[derive(Debug, Default)]
pub struct DataRows {
    /// Bytes of each array's data.
    pub sizes: Vec<usize>,
    /// Bytes of a row as it is lifted, and as it is sent without words.
    pub(super) lifted: usize,
    pub(super) sent: usize,
    /// Whether short forms are worth a trial no more: some data had none, or would take long to
    /// lift again. The same on all ranks.
    pub wide: AtomicBool,
}

impl DataRows {
    /// Rows of data of other sizes.
    fn set(&mut self, sizes: impl Iterator<Item = usize>) {
        self.sizes.clear();
        self.sizes.extend(sizes);
        self.lifted = RowLayout::lifted(Sizes::Each(&self.sizes)).bytes();
        self.sent = RowLayout::sent(0, Sizes::Each(&self.sizes)).bytes();
    }
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
    pub method: MergeMethod,
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
    /// A plan of no arrays.
    pub(super) fn empty(signature: Signature) -> Plan {
        Plan {
            signature,
            base: signature.rest,
            words: Vec::new(),
            arrays: Vec::new(),
            method: MergeMethod::Gather,
            requested: None,
            identity: None,
            in_pieces: false,
            scratch: 0,
            some_empty: false,
            all_empty: false,
            rows: None,
        }
    }

    /// Decides how to reduce, from nothing but what is the same on all ranks: the words and the
    /// layouts, which are there already. (Everything is set anew, in the memory of what was there:
    /// programs whose shares change decide in each call.)
    pub(super) fn decide(&mut self, request: &Request<'_>, ranks: usize) -> Result<(), Failure> {
        let operation = request.operation.expect("no rank has reported a failure");
        let shape = &operation.shape;
        let (name, max) = (operation.arithmetic.name(), operation.arithmetic.most_summands());
        let longest = self.arrays.iter().map(|array| array.layout.share.total).max();
        if let Some(n) = longest.filter(|n| *n > max) {
            let what = format!("an array has {n} elements; arithmetic={name} takes at most {max}");
            return Err(Failure::new(Class::Count, what));
        }
        let in_pieces = request.shares.runs.is_some() && shape.depends_on_place();
        let in_order = !in_pieces && self.arrays.iter().all(|array| array.layout.order.is_none());
        let code = operation.code.filter(|_| in_order);
        let sizes = self.arrays.iter().map(|array| (array.layout.roots, array.layout.share.total));
        let method = MergeMethod::choose(request.schedule, code, shape, ranks, sizes);
        let mut rows = self.rows.take().unwrap_or_default();
        rows.set(self.arrays.iter().map(|array| shape.data(array.layout.roots)));
        let fits = in_pieces || rows.lifted.saturating_mul(ranks) <= MAX_ROWS;
        let by_rows = method == MergeMethod::Gather && !shape.surveys && fits;
        for array in &mut self.arrays {
            let ArrayLayout { share, roots, ref parts, .. } = array.layout;
            array.record_bytes = method.record(shape, roots, share.total);
            array.joins.clear();
            if by_rows {
                let mut shares = parts.iter().map(|part| part.share(share.total));
                shape.joins(share.total, &mut shares, &mut array.joins);
            }
        }
        let message = |array: &PlannedArray| if by_rows { rows.lifted } else { array.record_bytes };
        if self.arrays.iter().any(|array| message(array) > i32::MAX as usize) {
            let size = shape.element;
            let what = format!(
                "one message would have to hold several elements of {size} bytes each; messages \
                 hold less than 2 GiB"
            );
            return Err(Failure::new(Class::Unsupported, what));
        }
        let mut empty = self.arrays.iter().map(|array| array.layout.share.total == 0);
        (self.some_empty, self.all_empty) =
            (empty.clone().any(|empty| empty), empty.all(|empty| empty));
        self.identity = None;
        if self.some_empty {
            self.identity = (request.identity)();
            if self.identity.is_none() {
                let what = "no rank holds an element, and a user-defined operator has no identity";
                return Err(Failure::new(Class::Count, what));
            }
        }
        // (In rank order, a part of each rank that holds elements.)
        let long = |part: &HeldRange| part.end - part.start > MAX_TRIED;
        *rows.wide.get_mut() = self.arrays.iter().any(|array| array.layout.parts.iter().any(long));
        self.signature = *request.call.signature;
        self.base = self.signature.rest;
        (self.method, self.requested, self.in_pieces) = (method, request.schedule, in_pieces);
        self.rows = by_rows.then_some(rows);
        self.scratch = match self.rows {
            Some(_) => {
                let totals = self.arrays.iter().map(|array| array.layout.share.total);
                totals.map(|total| operation.merged_bytes(total)).max().unwrap_or(0)
            }
            None => self.scratch_for_records(shape, ranks),
        };
        Ok(())
    }

    fn scratch_for_records(&self, shape: &PartialShape, ranks: usize) -> usize {
        let array = |number: usize| self.array(number, null_mut());
        self.filled(array, |arrays| partials::scratch_needed(self.method, shape, arrays, ranks))
    }

    /// A plan for arrays that all ranks know.
    pub(super) fn of_records(
        signature: Signature,
        arrays: Vec<PlannedArray>,
        (method, requested): (MergeMethod, Option<RequestedSchedule>),
        shape: &PartialShape,
        ranks: usize,
    ) -> Plan {
        let mut rows = DataRows::default();
        rows.set(arrays.iter().map(|_| shape.data(1)));
        let by_rows =
            method == MergeMethod::Gather && rows.lifted.saturating_mul(ranks) <= MAX_ROWS;
        let mut plan = Plan { arrays, method, requested, ..Plan::empty(signature) };
        plan.scratch = shape.whole(ranks as u64);
        plan.rows = by_rows.then_some(rows);
        if !by_rows {
            plan.scratch = plan.scratch_for_records(shape, ranks);
        }
        plan
    }

    pub fn elements(&self) -> u128 {
        self.arrays.iter().map(|array| u128::from(array.layout.share.total)).sum()
    }

    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.arrays.iter().map(|array| array.layout.share.length())
    }

    pub(super) fn array<'a>(&'a self, number: usize, result: *mut u8) -> Array<'a> {
        let PlannedArray { ref layout, record_bytes: record, .. } = self.arrays[number];
        let (share, order) = (layout.share, layout.order.as_deref());
        Array { number, share, record, order, result }
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
            [one] if one.layout.share.total > 0 => work(&[array(0)]),
            all => {
                let filled = (0..all.len()).filter(|number| all[*number].layout.share.total > 0);
                work(&filled.map(array).collect::<Vec<_>>())
            }
        }
    }
}
