//! What the ranks have to know before they reduce distributed arrays: whether all of them can,
//! who holds which elements, and by which schedule partials are merged. One allgather of a word
//! and the shares' lengths; a plan keeps what comes out of it.
//!
//! What one rank alone has wrong is known to all after it, so that all return the error and none
//! waits.

use super::failure::{Class, Error, Failure};
use super::group::Group;
use super::operation::Operation;
use super::piggyback::{self, Lengths, Slots};
use super::shares::{cuts, ArrayLayout, Shares};
use super::signature::{hash, Call, Signature};
use crate::arithmetic::share::Share;
use crate::arithmetic::Buffers;
use crate::schedule::partials::{self, Array, Way};
use crate::schedule::RequestedSchedule;

/// What a rank asks for.
pub struct Request<'a> {
    /// The call.
    pub call: Call<'a>,
    /// This rank's shares.
    pub shares: Shares<'a>,
    /// How they are reduced, or why this rank cannot take part.
    pub operation: Result<&'a Operation<'a>, &'a Failure>,
    /// The schedule that the user has named.
    pub schedule: Option<RequestedSchedule>,
    /// The result of an array without elements, if there is one.
    pub identity: &'a dyn Fn() -> Option<Vec<u8>>,
}

/// A first message that may bring the partials, too ([`piggyback`]).
pub struct Eager<'a> {
    /// Where the first share's elements lie, if they do so in a row.
    pub elements: Option<*const u8>,
    /// Memory for the message.
    pub slots: &'a mut Slots,
}

/// An array of a plan.
#[derive(Debug)]
pub struct Planned {
    /// This rank's share.
    pub share: Share,
    /// Bytes of every rank's record.
    pub record: usize,
    /// The ranks in the order of their shares; none where that is their own.
    pub order: Option<Vec<usize>>,
}

/// What was settled between the ranks.
#[derive(Debug)]
pub struct Plan {
    /// What all ranks have called alike, and in a plan for later reductions, what they hold.
    pub signature: Signature,
    /// The arrays.
    pub arrays: Vec<Planned>,
    /// How partials are merged.
    pub way: Way,
    /// The result of an array without elements, where there is such an array.
    pub identity: Option<Vec<u8>>,
    /// Bytes of scratch memory that a reduction needs.
    pub scratch: usize,
}

impl Plan {
    /// Settles with all other ranks what they need to know. Returns whether their records lie in
    /// the slots already, too. Where no reduction follows at once, and `eager` is none, ranks
    /// that reduce by plans for other shares, or by other schedules, call something else later.
    ///
    /// # Safety
    /// The elements are there, if there are any and nothing is wrong with the operation.
    pub unsafe fn settle(
        group: &Group<'_>,
        request: &Request<'_>,
        eager: Option<Eager<'_>>,
    ) -> Result<(Plan, bool), Error> {
        let Request { call, shares, .. } = request;
        let (rank, ranks) = (group.transport.rank(), group.transport.size());
        let in_rank_order = shares.starts.is_none();
        let later = eager.is_none();
        let eager = eager.filter(|_| piggyback::serves(ranks, shares.lengths.len(), in_rank_order));
        let in_slots = eager.is_some();
        let width = if in_slots { piggyback::slot(group.arithmetic) } else { 1 + shares.words() };
        let mut long = Vec::new();
        let (words, elements) = match eager {
            Some(Eager { elements, slots }) => (slots.zeros(width * ranks), elements),
            None => {
                long.resize(width * ranks, 0);
                (&mut long[..], None)
            }
        };
        let own = &mut words[rank * width..][..width];
        shares.write(&mut own[1..]);
        let mut assumed = None;
        if let (Some(elements), Ok(operation)) = (elements, request.operation) {
            let plain = operation.code.is_some() && operation.buffers.is_none();
            if plain && !Way::is_native(request.schedule) {
                // SAFETY: upheld by the caller.
                let lifts = |last: &Lengths| unsafe {
                    last.lift((rank, ranks), operation, elements, &mut own[..])
                };
                let last = Lengths::last(group.last_cut, call.word, rank, shares.lengths[0]);
                assumed = last.filter(lifts);
            }
        }
        let wrong = request.operation.err();
        let all_assumed = group.exchange(call, wrong, assumed.is_some(), words)?;
        let cuts = cuts(words, width, shares, rank)
            .map_err(|failure| Error::Failure { failure, speaks: rank == 0 })?;
        let gathered = all_assumed && assumed.is_some_and(|last| last.are_those_of(words, width));
        if in_slots && !gathered {
            Lengths::keep(group.last_cut, call.word, words, width);
        }
        let mut plan = Plan::decide(request, ranks, cuts)
            .map_err(|failure| Error::Failure { failure, speaks: rank == 0 })?;
        if later {
            let native = u64::from(matches!(plan.way, Way::Native(_)));
            let shares = words.chunks_exact(width).flat_map(|row| &row[1..]).copied();
            plan.signature.rest = hash([plan.signature.rest, native].into_iter().chain(shares));
        }
        Ok((plan, gathered))
    }

    /// Decides how to reduce what the ranks hold, from what all of them know alike.
    fn decide(
        request: &Request<'_>,
        ranks: usize,
        cuts: Vec<ArrayLayout>,
    ) -> Result<Plan, Failure> {
        let operation = request.operation.expect("nobody has something wrong");
        let (merge, arithmetic) = (operation.merge, operation.arithmetic);
        let longest = cuts.iter().map(|cut| cut.share.total).max();
        if let Some(n) = longest.filter(|n| *n > arithmetic.most_summands()) {
            let (name, most) = (arithmetic.name(), arithmetic.most_summands());
            let what =
                format!("an array of {n} elements; the arithmetic {name} takes at most {most}");
            return Err(Failure::new(Class::Count, what));
        }
        let code = operation.code.filter(|_| cuts.iter().all(|cut| cut.order.is_none()));
        let sizes = cuts.iter().map(|cut| (cut.roots, cut.share.total));
        let way = Way::choose(request.schedule, code, merge, ranks, sizes);
        let planned = |ArrayLayout { share, roots, order }| {
            let record = way.record(merge, roots, share.total);
            Planned { share, record, order }
        };
        let arrays: Vec<Planned> = cuts.into_iter().map(planned).collect();
        if arrays.iter().any(|array| array.record > i32::MAX as usize) {
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
        let signature = *request.call.signature;
        let mut plan = Plan { signature, arrays, way, identity, scratch: 0 };
        let unplaced =
            |number: usize| plan.array(number, std::ptr::null(), None, std::ptr::null_mut());
        plan.scratch =
            plan.filled(unplaced, |arrays| partials::scratch_needed(way, merge, arrays, ranks));
        Ok(plan)
    }

    /// The elements of all arrays together.
    pub fn elements(&self) -> u128 {
        self.arrays.iter().map(|array| u128::from(array.share.total)).sum()
    }

    /// The lengths of this rank's shares.
    pub fn lengths(&self) -> impl Iterator<Item = u64> + '_ {
        self.arrays.iter().map(|array| array.share.length())
    }

    /// An array with its elements, and the place of its result.
    pub(super) fn array<'a>(
        &'a self,
        number: usize,
        elements: *const u8,
        buffers: Option<&'a dyn Buffers>,
        result: *mut u8,
    ) -> Array<'a> {
        let Planned { share, record, ref order } = self.arrays[number];
        Array { share, elements, record, order: order.as_deref(), buffers, result }
    }

    /// Does something with those arrays that have elements.
    #[inline]
    pub(super) fn filled<'a, R>(
        &self,
        array: impl Fn(usize) -> Array<'a>,
        work: impl FnOnce(&[Array<'a>]) -> R,
    ) -> R {
        match &self.arrays[..] {
            // One array is the rule, and needs no memory.
            [one] if one.share.total > 0 => work(&[array(0)]),
            all => {
                let filled = (0..all.len()).filter(|number| all[*number].share.total > 0);
                work(&filled.map(array).collect::<Vec<_>>())
            }
        }
    }
}
