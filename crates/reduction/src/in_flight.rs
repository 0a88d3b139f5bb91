//! A reduction in flight: `start` makes it of what was decided and of this rank's contribution,
//! `finish` consumes it. Schedules send and wait in one go, so all communication is in `finish`.

use super::{
    call::{notices, Call},
    context::Context,
    decision::Decision,
    failed,
};
use crate::{communicator::Communicator, report::Outcome};
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_fold::{Buffers, Fold, WithBuffers};
use samebits_kernel::fpenv::{within, Caller};
use samebits_mpi::memory::{shared::SharedMemory, waiting::NodeView};
use samebits_mpi::transport::Collectives;
use samebits_mpi::{calls::private::PointToPoint, elements::device::staged::Staged};
use samebits_schedule::breakdown::{self, Part, Watch};
use samebits_schedule::node::pair;
use samebits_schedule::packed::{Compression, Packed};
use samebits_schedule::{Messages, Needs, Reduction, Schedule, Transport};

/// A reduction that has been started.
#[must_use]
pub struct InFlight<'a> {
    context: &'a Context,
    call: &'a Call<'a>,
    decision: &'a Decision,
    send: *const u8,
}

impl Decision {
    /// Starts a call that this decision covers, with this rank's contribution.
    #[inline]
    pub fn start<'a>(
        &'a self,
        context: &'a Context,
        call: &'a Call<'a>,
        send: *const u8,
    ) -> InFlight<'a> {
        InFlight { context, call, decision: self, send }
    }

    /// For the report and the trace.
    fn outcome(&self) -> Outcome {
        let arithmetic = self.reducer.arithmetic().name();
        let (schedule, instead_of) = (self.chosen.schedule.name, self.instead_of);
        Outcome::Reproduced { arithmetic, schedule, instead_of }
    }
}

impl InFlight<'_> {
    /// Puts the result into the caller's buffer. Under a watch, the report counts it.
    #[inline]
    pub fn finish(self, watch: Option<&Watch>) -> Result<(), Fault> {
        let (reducer, library) = (&self.decision.reducer, &self.context.library);
        reducer.with_fold(library, self.call.comm, |fold| self.run(fold, watch))
    }

    fn run(&self, fold: &dyn Fold, watch: Option<&Watch>) -> Result<(), Fault> {
        let InFlight { call, decision, send, .. } = *self;
        let Decision { ref resources, .. } = *decision;
        if let (true, None, Some(memory)) = (decision.is_pair, watch, resources.shared) {
            if Staged::none_needed(0, send, Some(call.recv)) {
                self.run_pair(fold, memory)?;
                call.note(|| decision.outcome());
                return Ok(());
            }
        }
        with_room(|| self.run_on_ranks(fold, watch))
    }

    /// By the schedule that was chosen.
    fn run_on_ranks(&self, fold: &dyn Fold, watch: Option<&Watch>) -> Result<(), Fault> {
        let InFlight { context, call, decision, send } = *self;
        let Decision { to, ref resources, ref chosen, element, compression, .. } = *decision;
        let Communicator { rank, size, .. } = *decision.communicator;
        let (library, comm) = (&context.library, call.comm);
        let count = call.operation.count as usize;
        let environment = decision.reducer.environment();
        let caller = &Caller::before(environment);
        let view = |memory| NodeView::of(library, caller, comm, memory);
        let node_view = resources.shared.map(view);
        let failed = |failure| decision.communicator.fail(library, failure);
        let post = resources
            .private
            .map(|private| PointToPoint::new(library, private, comm, caller, &failed));
        let packing = post.as_ref().filter(|_| compression != Compression::Off);
        let packed = packing.map(|post| Packed::new(post, compression, element, &context.packed));
        let plain = post.as_ref().map(|post| post as &dyn Messages);
        let messages = packed.as_ref().map(|packed| packed as &dyn Messages).or(plain);
        let transport =
            Collectives { library, comm, rank, size, element, caller, node_view, messages };
        let receives = to.reaches(rank) && call.has_elements_for(rank);
        let recv = receives.then_some(call.recv);
        let staged = Staged::needed(fold, decision.true_lb, send, recv, count);
        let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers);
        let copied = WithBuffers { fold, buffers };
        let fold = if buffers.is_some() { &copied } else { fold };
        let run = |transport: &dyn Transport, fold: &dyn Fold| {
            let settings = chosen.settings;
            let reduction = Reduction { send, recv: call.recv, count, to, fold, settings };
            if let Some(blocks) = decision.blocks {
                let (case, pool) = (decision.case(fold, count), &context.scratch);
                let lengths = |rank| call.block(rank, size);
                // SAFETY: the caller's buffers are as the MPI standard demands.
                let run =
                    || unsafe { blocks.run(chosen, transport, &case, &reduction, &lengths, pool) };
                return within(environment, run);
            }
            let bytes = match buffers {
                None => decision.scratch,
                Some(_) => {
                    (chosen.schedule.scratch)(&decision.case(fold, count), &chosen.settings, rank)
                }
            };
            context.scratch.with(bytes, |scratch| {
                // SAFETY: the caller's buffers are as the MPI standard demands; the scratch is
                // aligned and as long as the schedule needs.
                within(environment, || unsafe { (chosen.run)(transport, &reduction, scratch) })
            })
        };
        let done = match watch {
            None => run(&transport, fold),
            Some(watch) => watched(watch, chosen.schedule, &transport, fold, run),
        };
        drop(staged); // what was stored has arrived, and its time counts
        if let Err(fault) = done {
            return Err(self.fault(fault, transport.node_view.as_ref()));
        }
        call.note(|| decision.outcome());
        if let Some(watch) = watch {
            notices::count(context, &call.into(), decision.outcome(), watch);
        }
        Ok(())
    }

    /// Short vectors of two ranks: nothing is made that only other reductions need.
    #[inline]
    fn run_pair(&self, fold: &dyn Fold, memory: &SharedMemory) -> Result<(), Fault> {
        let InFlight { context, call, decision, send } = *self;
        let environment = decision.reducer.environment();
        let caller = &Caller::before(environment);
        let node = NodeView::of(&context.library, caller, call.comm, memory);
        let two = fold.two().expect("it was decided so");
        let n = call.operation.count as usize;
        // SAFETY: the caller's buffers are as the MPI standard demands.
        let done = within(environment, || unsafe {
            pair::run(&node, two, (send, call.recv), (n, n * decision.element))
        });
        done.map_err(|fault| self.fault(fault, Some(&node)))
    }

    /// The error of a reduction, which is still to be raised if this rank has waited in vain.
    #[cold]
    fn fault(&self, fault: Fault, node: Option<&NodeView<'_>>) -> Fault {
        let InFlight { context, call, decision, .. } = *self;
        match node.and_then(|node| Some((node.lost()?, node.memory))) {
            None => fault,
            Some((lost, memory)) => {
                let on = (call.comm, Some(decision.communicator));
                let ranks = decision.communicator.size;
                failed::raise(context, on, ranks, lost, |rank| memory.first_time(rank))
            }
        }
    }
}

#[cold]
fn watched(
    watch: &Watch,
    schedule: &Schedule,
    transport: &dyn Transport,
    fold: &dyn Fold,
    run: impl FnOnce(&dyn Transport, &dyn Fold) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let transport = breakdown::transport::Timed::new(transport, watch);
    let fold = breakdown::fold::Timed::new(fold, watch);
    match schedule.needs {
        // Apart from folding, all work in shared memory is writing to and reading from other ranks.
        Needs::Node => watch.time_rest(Part::Communication, || run(&transport, &fold)),
        Needs::Nothing | Needs::Messages => run(&transport, &fold),
    }
}
