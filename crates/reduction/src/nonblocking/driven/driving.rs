//! Which reductions the MPI library drives, and how.

use super::super::intercomm::Decided;
use super::super::rows::Shape;
use crate::call::evaluation::Reducer;
use crate::call::{Call, Completion};
use crate::communicator::Communicator;
use crate::context::Context;
use samebits_fold::Builtin;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::calls::handles;
use samebits_mpi::progress::{Hook, Tag};
use samebits_policy::Progress;
use samebits_schedule::{choose_stepwise, Case, Chosen, Later, Settings};

/// How a reduction is driven: decided with the call.
pub struct Driving {
    pub hook: Hook,
    pub builtin: Builtin,
    pub chosen: Chosen,
    pub later: Later,
    /// Bytes of scratch.
    pub scratch: usize,
    /// That of all starts of a persistent one, by whose making it is matched.
    pub tag: Option<Tag>,
}

impl Driving {
    /// None where the reduction is not driven, on all ranks.
    pub fn of(
        context: &'static Context,
        call: &Call<'_>,
        decided: &Decided,
    ) -> Option<Box<Driving>> {
        let hook = context.hook()?;
        let Decided { communicator, reducer, shape, .. } = decided;
        let &Reducer::Builtin(builtin) = reducer else { return None };
        if !is_of_messages(shape) || !is_across_nodes(context, call.comm, communicator) {
            return None;
        }
        // (That of a persistent one is made with it.)
        if call.completion == Completion::Nonblocking
            && communicator.driven_comm(&context.library, call.comm, hook).is_none()
        {
            if communicator.lack_private() {
                handles::invalidate(); // the next one may have been decided on
            }
            return None;
        }
        let &Shape { rank, ranks, to, count, .. } = shape;
        let fold = builtin.fold();
        let shared = communicator.shared.get().and_then(|shared| shared.as_ref().ok());
        let node = shared.map(|memory| &*memory.nodes);
        let case = Case { fold, ranks, count, to, messages: true, node };
        let choices = communicator.choices(context.policy());
        let (mut chosen, later) = choose_stepwise(choices, context.measured(communicator), &case)?;
        // A progress engine is not the place for threads.
        chosen.settings = Settings { threads: 1, ..chosen.settings };
        let case = Case { node: None, ..case };
        let scratch = (chosen.schedule.scratch)(&case, &chosen.settings, rank);
        Some(Box::new(Driving { hook, builtin, chosen, later, scratch, tag: None }))
    }

    pub fn schedule(&self) -> &'static str {
        self.chosen.schedule.name
    }
}

/// Whether schedules of messages take it: results in blocks move fewer bytes by one exchange.
fn is_of_messages(shape: &Shape) -> bool {
    shape.ranks > 1 && shape.count > 0 && shape.blocks.is_none() && shape.groups.is_none()
}

/// Whether a communicator's reductions are worth being driven, and may be: not where it is known that
/// its ranks share memory, and only if what the launcher has said holds for all of its ranks.
fn is_across_nodes(context: &Context, comm: Handle, communicator: &Communicator) -> bool {
    (!communicator.is_on_one_node() || context.policy().progress == Progress::Always)
        && communicator
            .is_in_world(|| context.library.world_ranks(comm, communicator.size).is_some())
}
