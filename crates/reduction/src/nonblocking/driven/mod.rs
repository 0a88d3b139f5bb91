//! Reductions that the MPI library drives: the schedules of blocking ones, step by step, by messages on
//! a communicator of samebits' own ([`samebits_mpi::progress`]). What the other ranks need of this one
//! goes on in every call of MPI that it sits in, so a reduction may have several phases; and its
//! result is there when its request is complete, whoever completes that.
//!
//! Which reductions these are follows from what all ranks know alike: predefined operators, the
//! launcher, the groups, and memory that blocking reductions have found to be shared.
//!
//! Cost: as the schedule. What is [kept] meanwhile takes the schedule's scratch and less than 3 KiB.

mod kept;
mod transport;

use super::intercomm::Decided;
use super::prepared::Prepared;
use super::rows::Shape;
use super::started::Started;
use crate::call::evaluation::Reducer;
use crate::communicator::Communicator;
use crate::context::Context;
use kept::Kept;
use samebits_base::fault::Fault;
use samebits_fold::Builtin;
use samebits_kernel::fpenv::preserving_vector_environment;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::progress::{self, Hook, Tag};
use samebits_policy::Progress;
use samebits_schedule::{choose_stepwise, Case, Chosen, Later, Settings};

/// How a reduction is driven: decided with the call.
pub struct Driving {
    hook: Hook,
    builtin: Builtin,
    chosen: Chosen,
    later: Later,
    /// Bytes of scratch.
    scratch: usize,
    /// That of all starts of a persistent one, by whose making it is matched.
    tag: Option<Tag>,
}

impl Driving {
    /// None where the reduction is not driven, on all ranks.
    pub fn of(context: &'static Context, comm: Handle, decided: &Decided) -> Option<Box<Driving>> {
        let hook = context.hook()?;
        let Decided { communicator, reducer, shape, .. } = decided;
        let &Reducer::Builtin(builtin) = reducer else { return None };
        if !is_of_messages(shape) || !is_across_nodes(context, comm, communicator) {
            return None;
        }
        let &Shape { rank, ranks, to, count, .. } = shape;
        let fold = builtin.fold();
        let case = Case { fold, ranks, count, to, messages: true, node: None };
        let choices = communicator.choices(context.policy());
        let (mut chosen, later) = choose_stepwise(choices, context.measured(communicator), &case)?;
        // A progress engine is not the place for threads.
        chosen.settings = Settings { threads: 1, ..chosen.settings };
        let scratch = (chosen.schedule.scratch)(&case, &chosen.settings, rank);
        Some(Box::new(Driving { hook, builtin, chosen, later, scratch, tag: None }))
    }

    fn is_simulated(&self) -> bool {
        matches!(self.hook, Hook::Simulated)
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
    let shared = communicator.shared.get().and_then(|shared| shared.as_ref().ok());
    let on_one_node = shared.is_some_and(|memory| !memory.nodes.several());
    let wanted = !on_one_node || context.policy().progress == Progress::Always;
    wanted
        && communicator
            .is_in_world(|| context.library.world_ranks(comm, communicator.size).is_some())
}

impl Prepared {
    /// Has each start of a persistent reduction matched with those of the other ranks.
    pub(super) fn repeat_driven(&mut self) -> Result<(), Fault> {
        let tag = self.next_tag()?;
        let driving = self.driven.as_mut().expect("it is driven");
        driving.tag = Some(tag);
        Ok(())
    }

    fn next_tag(&self) -> Result<Tag, Fault> {
        let comm = self.communicator.driven_comm(&self.context.library, self.comm);
        preserving_vector_environment(|| comm.next_tag())
    }

    /// Whether its request is the MPI library's, which completes without samebits.
    pub fn completes_by_itself(&self) -> bool {
        self.driven.as_ref().is_some_and(|driving| !driving.is_simulated())
    }

    /// Starts it, if it completes by itself; returns the request that is complete when the result is
    /// there, and the schedule.
    pub fn drive(&self) -> Option<Result<(Handle, &'static str), Fault>> {
        let driving = self.driven.as_ref().filter(|driving| !driving.is_simulated())?;
        let started = self.kept(driving).and_then(|kept| self.start_kept(kept));
        Some(started.map(|request| (request, driving.schedule())))
    }

    /// Starts it where its completion is seen.
    pub(super) fn start_driven(&self, driving: &Driving) -> Result<Box<Started>, Fault> {
        let (kept, of) = (self.kept(driving)?, (self.context, self.name));
        if driving.is_simulated() {
            let start = || progress::simulated::start(&self.context.library, kept);
            let simulated = preserving_vector_environment(start)?;
            return Ok(Started::simulated(of, simulated, driving.schedule()));
        }
        Ok(Started::native(of, self.start_kept(kept)?, None))
    }

    fn start_kept(&self, kept: Box<Kept>) -> Result<Handle, Fault> {
        preserving_vector_environment(|| progress::start(&self.context.library, kept))
    }

    fn kept(&self, driving: &Driving) -> Result<Box<Kept>, Fault> {
        // The order of these two on the communicator is the same on all ranks.
        let comparison = self.start_comparison()?;
        let tag = match &driving.tag {
            Some(tag) => tag.clone(),
            None => self.next_tag()?,
        };
        let context = self.context;
        let kept = Box::new(Kept::new(self, driving, tag, comparison)?);
        if let Some(tallies) = &context.tallies {
            if context.counts_for(self.communicator) {
                tallies.driven(driving.hook.name());
            }
        }
        Ok(kept)
    }
}
