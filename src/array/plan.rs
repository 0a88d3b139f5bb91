//! What the ranks agree on before they reduce distributed arrays: who holds which elements, and
//! which schedule merges the partials. One allgather of a header word and the shares' lengths. If
//! anything is wrong on one rank, all return an error, so that none waits for another.

use super::failure::{Class, Error, Failure};
use super::group::Group;
use super::operation::Operation;
use super::piggyback::{self, Prediction, Slots};
use super::shares::{layouts, ArrayLayout, Shares};
use super::signature::{hash, Call, Signature};
use crate::arithmetic::{record::Merge, share::Share, Buffers};
use crate::schedule::partials::{self, Array, Way};
use crate::schedule::RequestedSchedule;
use std::ptr::{null, null_mut};

pub struct Request<'a> {
    pub call: Call<'a>,
    pub shares: Shares<'a>,
    /// How the arrays are reduced, or why this rank cannot take part.
    pub operation: Result<&'a Operation<'a>, &'a Failure>,
    pub schedule: Option<RequestedSchedule>,
    /// The result of an array without elements, if there is one.
    pub identity: &'a dyn Fn() -> Option<Vec<u8>>,
}

/// A first message that may carry the partials, too ([`piggyback`]).
pub struct Eager<'a> {
    /// The first share's elements, if they are contiguous.
    pub elements: Option<*const u8>,
    pub slots: &'a mut Slots,
}

#[derive(Debug)]
pub struct PlannedArray {
    pub share: Share,
    pub record_bytes: usize,
    /// The ranks in the order of their shares; `None` if that is rank order.
    pub order: Option<Vec<usize>>,
}

#[derive(Debug)]
pub struct Plan {
    /// What all ranks have in common; in a plan for later reductions, also what they hold.
    pub signature: Signature,
    pub arrays: Vec<PlannedArray>,
    pub way: Way,
    pub identity: Option<Vec<u8>>,
    /// Bytes of scratch memory that a reduction needs.
    pub scratch: usize,
}

impl Plan {
    /// Agrees on a plan with all other ranks, and returns whether the slots hold all ranks' records
    /// already. Without `eager` the plan is for later reductions, and its signature depends on the
    /// shares and the schedule.
    ///
    /// # Safety
    /// The elements are there, if `eager` has any and nothing is wrong with the operation.
    pub unsafe fn negotiate(
        group: &Group<'_>,
        request: &Request<'_>,
        eager: Option<Eager<'_>>,
    ) -> Result<(Plan, bool), Error> {
        let Request { call, shares, .. } = request;
        let (rank, ranks) = (group.transport.rank(), group.transport.size());
        let for_later = eager.is_none();
        let eager = eager.filter(|_| piggyback::applies(ranks, shares));
        let in_slots = eager.is_some();
        let width = match in_slots {
            true => piggyback::slot_words(group.arithmetic),
            false => 1 + shares.word_count(),
        };
        let mut allocated = Vec::new();
        let (words, elements) = match eager {
            Some(Eager { elements, slots }) => (slots.zeros(width * ranks), elements),
            None => {
                allocated.resize(width * ranks, 0);
                (&mut allocated[..], None)
            }
        };
        let own = &mut words[rank * width..][..width];
        shares.write(&mut own[1..]);
        let prediction = match (elements, request.operation) {
            (Some(elements), Ok(operation)) if !Way::is_native(request.schedule) => {
                let cache = group.cached_lengths;
                let cached = Prediction::cached(cache, call.word, (rank, shares.lengths[0]));
                // SAFETY: upheld by the caller.
                cached.filter(|it| unsafe { it.lift((rank, ranks), operation, elements, own) })
            }
            _ => None,
        };
        let wrong = request.operation.err();
        let all_predicted = group.exchange(call, wrong, prediction.is_some(), words)?;
        let on_all = |failure: Failure| failure.on_all(rank);
        let layouts = layouts(words, width, shares, rank).map_err(on_all)?;
        let gathered = all_predicted && prediction.is_some_and(|it| it.is_right(words, width));
        if in_slots && !gathered {
            Prediction::cache(group.cached_lengths, call.word, words, width);
        }
        let mut plan = Plan::decide(request, ranks, layouts).map_err(on_all)?;
        if for_later {
            let native = u64::from(matches!(plan.way, Way::Native(_)));
            let shares = words.chunks_exact(width).flat_map(|row| &row[1..]).copied();
            plan.signature.rest = hash([plan.signature.rest, native].into_iter().chain(shares));
        }
        Ok((plan, gathered))
    }

    /// Decides how to reduce, from nothing but what is the same on all ranks.
    fn decide(
        request: &Request<'_>,
        ranks: usize,
        layouts: Vec<ArrayLayout>,
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
        let code = operation.code.filter(|_| layouts.iter().all(|layout| layout.order.is_none()));
        let sizes = layouts.iter().map(|layout| (layout.roots, layout.share.total));
        let way = Way::choose(request.schedule, code, merge, ranks, sizes);
        let planned = |ArrayLayout { share, roots, order }| {
            let record_bytes = way.record(merge, roots, share.total);
            PlannedArray { share, record_bytes, order }
        };
        let arrays: Vec<PlannedArray> = layouts.into_iter().map(planned).collect();
        if arrays.iter().any(|array| array.record_bytes > i32::MAX as usize) {
            let size = merge.size();
            let what =
                format!("elements of {size} bytes, of which several would travel in one message");
            return Err(Failure::new(Class::Unsupported, what));
        }
        let mut identity = None;
        if arrays.iter().any(|array| array.share.total == 0) {
            identity = (request.identity)();
            if identity.is_none() {
                let what = "no rank holds an element, and a user-defined operator has no identity";
                return Err(Failure::new(Class::Count, what));
            }
        }
        let plan = Plan::of(*request.call.signature, arrays, way, merge, ranks);
        Ok(Plan { identity, ..plan })
    }

    /// A plan for these arrays, none of which is empty.
    pub fn of(
        signature: Signature,
        arrays: Vec<PlannedArray>,
        way: Way,
        merge: &dyn Merge,
        ranks: usize,
    ) -> Plan {
        let mut plan = Plan { signature, arrays, way, identity: None, scratch: 0 };
        let array = |number: usize| plan.array(number, null(), None, null_mut());
        plan.scratch =
            plan.filled(array, |arrays| partials::scratch_needed(way, merge, arrays, ranks));
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
        let PlannedArray { share, record_bytes: record, ref order } = self.arrays[number];
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
