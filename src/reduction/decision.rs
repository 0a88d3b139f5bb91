//! What all ranks know alike of a reduction: the arithmetic, what the communicator has for
//! schedules, and the schedule. Found out once for calls that are alike ([`super::cache`]).

use super::agree::agree;
use super::blocks::Blocks;
use super::call::{Call, Delivery};
use super::classify::{classify, contribution, Accepted, Declined};
use super::context::Context;
use super::evaluation::Reducer;
use super::notices::refuse_schedule;
use super::resources::{resources, Resources};
use crate::arithmetic::{Fault, Fold};
use crate::mpi::communicator::Communicator;
use crate::mpi::Library;
use crate::policy::{Policy, Unsupported};
use crate::schedule::packed::Compression;
use crate::schedule::{self, Case, Chosen, Destination, Settings};
use crate::threads::MIN_PARALLEL_BYTES;

/// How a reduction is done. (`chosen.settings.threads`, `true_lb` and `scratch` may differ between
/// ranks; everything that decides who sends what does not.)
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The communicator.
    pub communicator: &'static Communicator,
    /// Who gets the result, or a block of it.
    pub to: Destination,
    /// How the blocks come to their ranks, where each gets one of several.
    pub blocks: Option<Blocks>,
    /// How the contributions are reduced.
    pub reducer: Reducer,
    /// What the ranks have beside the MPI library's collectives.
    pub resources: Resources<'static>,
    /// How messages between two ranks are packed.
    pub compression: Compression,
    /// The schedule, and what it is run with.
    pub chosen: Chosen,
    /// The schedule that was asked for and does not take it, and why.
    pub instead_of: Option<(&'static str, &'static str)>,
    /// Bytes of an element.
    pub element: usize,
    /// True lower bound of an element, in bytes.
    pub true_lb: isize,
    /// Bytes that the schedule works in, where all buffers are on the host and the result is in
    /// one piece.
    pub scratch: usize,
}

impl Decision {
    /// Finds out what is asked, agrees on it with the other ranks and chooses how it is done; also
    /// where this rank's contribution lies.
    pub fn find(
        context: &'static Context,
        policy: &Policy,
        call: &Call,
    ) -> Result<(Decision, *const u8), Declined> {
        let library = &context.library;
        let Accepted { communicator, send, to, reducer } = classify(library, policy, call)?;
        agree(context, policy, call.name, call.comm, communicator)?;
        let decision = reducer.with_fold(library, call.comm, |fold| {
            Decision::choose(context, policy, call, (communicator, to, reducer), fold)
        })?;
        Ok((decision, send))
    }

    fn choose(
        context: &'static Context,
        policy: &Policy,
        call: &Call,
        (communicator, to, reducer): (&'static Communicator, Destination, Reducer),
        fold: &dyn Fold,
    ) -> Result<Decision, Fault> {
        let (ranks, count) = (communicator.size, call.operation.count as usize);
        let element = fold.size();
        let bytes = count.saturating_mul(element);
        let choices = communicator.choices().unwrap_or(&policy.choices);
        let resources = resources(context, choices, call.comm, communicator, bytes)?;
        let blocks =
            (call.form.delivery == Delivery::Blocks && ranks > 1).then(|| Blocks::of(ranks, bytes));
        let whole = case(fold, ranks, count, to, &resources);
        let case = blocks.map_or(whole, |blocks| blocks.case(whole));
        let mut chosen = schedule::choose(choices, context.measured(communicator), &case);
        let instead_of = match (choices.schedule, chosen.passed_over) {
            (Some(wanted), Some(why)) if ranks > 1 => Some((wanted.schedule.name, why)),
            _ => None,
        };
        if let Some((name, why)) = instead_of {
            if policy.unsupported == Unsupported::Error {
                return Err(Fault(refuse_schedule(context, &call.into(), name, why)));
            }
        }
        let threads = match ranks.saturating_mul(case.bytes()) {
            0..MIN_PARALLEL_BYTES => 1,
            _ => context.threads(choices),
        };
        chosen.settings = Settings { threads, ..chosen.settings };
        Ok(Decision {
            communicator,
            to,
            blocks,
            reducer,
            resources,
            compression: choices.compression,
            chosen,
            instead_of,
            element,
            true_lb: fold.buffers().map_or(0, |buffers| buffers.span().start),
            scratch: (chosen.schedule.scratch)(&case, &chosen.settings, communicator.rank),
        })
    }

    /// This rank's contribution to a call that this decision covers; none if it has to be decided
    /// anew.
    #[inline]
    pub fn contribution(&self, library: &Library, call: &Call) -> Option<*const u8> {
        let receives = self.to.reaches(self.communicator.rank);
        let send = contribution(library, call, receives, self.reducer.absolute())?;
        self.resources.are_final(self.communicator).then_some(send)
    }

    /// The reduction of the whole vector, with the fold for this rank's buffers.
    pub fn case<'a>(&self, fold: &'a dyn Fold, count: usize) -> Case<'a> {
        case(fold, self.communicator.size, count, self.to, &self.resources)
    }

    /// Bytes that the schedule works in with another fold, whose buffers are not contiguous.
    pub fn scratch_for(&self, fold: &dyn Fold, count: usize) -> usize {
        let case = self.case(fold, count);
        (self.chosen.schedule.scratch)(&case, &self.chosen.settings, self.communicator.rank)
    }
}

/// The reduction as far as it decides which schedule takes it.
fn case<'a>(
    fold: &'a dyn Fold,
    ranks: usize,
    count: usize,
    to: Destination,
    resources: &Resources<'a>,
) -> Case<'a> {
    let node = resources.shared.map(|memory| &*memory.nodes);
    Case { fold, ranks, count, to, messages: resources.private.is_some(), node }
}
