//! The arithmetic, the resources and the schedule of a reduction, on which all ranks agree; cached
//! for equal calls ([`cache`]).

pub mod agree;
pub(super) mod agree_later;
pub mod blocks;
pub(super) mod cache;
mod late_ranks;
pub mod resources;

use super::call::classify::{classify, contribution, Accepted, Declined};
use super::{
    call::{evaluation::Reducer, notices::refuse_schedule, Call},
    context::Context,
};
use crate::communicator::Communicator;
use resources::{resources, set_up_driven, Resources};
use samebits_base::fault::Fault;
use samebits_base::threads::MIN_PARALLEL_BYTES;
use samebits_fold::Fold;
use samebits_mpi::Library;
use samebits_policy::Unsupported;
use samebits_schedule::packed::Compression;
use samebits_schedule::{node::pair, Case, Chosen, Destination, Needs, Settings};
use {agree::agree, blocks::Blocks};

/// How a reduction is done. `chosen.settings.threads` and `stores`, `true_lb` and `scratch` may differ
/// between ranks; everything that decides who sends what is the same.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    pub communicator: &'static Communicator,
    /// Who gets the result, or a block of it.
    pub to: Destination,
    /// How blocks get to their ranks, where each rank gets one of several.
    pub blocks: Option<Blocks>,
    pub reducer: Reducer,
    pub resources: Resources<'static>,
    pub compression: Compression,
    pub chosen: Chosen,
    /// The requested schedule, if it does not take the reduction, and why.
    pub instead_of: Option<(&'static str, &'static str)>,
    /// Bytes of an element.
    pub element: usize,
    /// True lower bound of an element, in bytes.
    pub true_lb: isize,
    /// Whether it is done by [`pair`], if this rank's buffers are in host memory.
    pub is_pair: bool,
    /// The schedule's scratch in bytes, with host buffers and a contiguous result.
    pub scratch: usize,
}

impl Decision {
    /// Classifies a call, compares the policies and chooses; also returns the contribution.
    pub fn find(
        context: &'static Context,
        call: &Call<'_>,
    ) -> Result<(Decision, *const u8), Declined> {
        let library = &context.library;
        let accepted = classify(library, context.policy(), call)?;
        agree(context, call.name, call.comm, accepted.communicator)?;
        if accepted.communicator.no_more_lacks_private() {
            set_up_driven(context, call.comm, accepted.communicator)?;
        }
        let decision = accepted.reducer.with_fold(library, call.comm, |fold| {
            Decision::choose(context, call, &accepted, fold)
        })?;
        Ok((decision, accepted.send))
    }

    fn choose(
        context: &'static Context,
        call: &Call<'_>,
        accepted: &Accepted,
        fold: &dyn Fold,
    ) -> Result<Decision, Fault> {
        let Accepted { communicator, to, reducer, .. } = *accepted;
        let (ranks, count) = (communicator.size, call.operation.count as usize);
        let element = fold.size();
        let bytes = count.saturating_mul(element);
        let policy = context.policy();
        let choices = communicator.choices(policy);
        let resources = resources(context, choices, call.comm, communicator, bytes)?;
        let whole = case(fold, ranks, count, to, &resources);
        let measured = context.measured(communicator);
        let (blocks, mut chosen) = match matches!(call.to, Destination::Blocks(_)) && ranks > 1 {
            false => (None, samebits_schedule::choose(choices, measured, &whole)),
            true => {
                let (blocks, chosen) = Blocks::choose(choices, measured, &whole);
                (Some(blocks), chosen)
            }
        };
        let case = blocks.map_or(whole, |blocks| blocks.case(whole));
        let instead_of = match (choices.schedule, chosen.passed_over) {
            (Some(requested), Some(why)) if ranks > 1 => Some((requested.schedule.name, why)),
            _ => None,
        };
        if let Some((name, why)) = instead_of {
            // Most schedules give no prefixes, and nobody asks for one to refuse them.
            if policy.unsupported == Unsupported::Error && !to.is_prefix() {
                return Err(Fault(refuse_schedule(context, &call.into(), name, why)));
            }
        }
        let threads = match ranks.saturating_mul(case.bytes()) {
            0..MIN_PARALLEL_BYTES => 1,
            _ => context.threads(choices),
        };
        chosen.settings = Settings { threads, stores: choices.stores, ..chosen.settings };
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
            is_pair: blocks.is_none() && chosen.schedule.needs == Needs::Node && pair::takes(&case),
            true_lb: fold.buffers().map_or(0, |buffers| buffers.span().start),
            scratch: (chosen.schedule.scratch)(&case, &chosen.settings, communicator.rank),
        })
    }

    /// This rank's contribution to a call with this cached decision; none if a new one is needed.
    #[inline]
    pub fn contribution(&self, library: &Library, call: &Call<'_>) -> Option<*const u8> {
        let (rank, absolute) = (self.communicator.rank, self.reducer.absolute());
        let send = contribution(library, call, rank, self.to, absolute)?;
        self.resources.are_final(self.communicator).then_some(send)
    }

    /// The reduction of the whole vector, with the fold for this rank's buffers.
    pub fn case<'a>(&self, fold: &'a dyn Fold, count: usize) -> Case<'a> {
        case(fold, self.communicator.size, count, self.to, &self.resources)
    }
}

/// What the choice of a schedule depends on.
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
