//! A decided reduction, from start to completion. Schedules still send and wait in one go, so
//! starting only records the buffers; all communication is in `finish`.

use super::call::Call;
use super::context::Context;
use super::decision::Decision;
use super::notices::count;
use crate::arithmetic::{Buffers, Fault, Fold, WithBuffers};
use crate::kernel::fpenv::{within, Caller};
use crate::mpi::communicator::Communicator;
use crate::mpi::device::staged::Staged;
use crate::mpi::private::PointToPoint;
use crate::mpi::transport::Collectives;
use crate::mpi::waiting::NodeView;
use crate::report::breakdown::{self, Part, Watch};
use crate::report::Outcome;
use crate::schedule::packed::{Compression, Packed};
use crate::schedule::{Messages, Needs, Reduction, Schedule, Transport};

/// A reduction that was started, and has to be finished.
#[must_use]
pub struct Started<'a> {
    context: &'a Context,
    call: &'a Call,
    decision: &'a Decision,
    send: *const u8,
}

impl Decision {
    /// Starts a call for which that was decided, with this rank's contribution.
    #[inline]
    pub fn start<'a>(
        &'a self,
        context: &'a Context,
        call: &'a Call,
        send: *const u8,
    ) -> Started<'a> {
        Started { context, call, decision: self, send }
    }
}

impl Started<'_> {
    /// Finishes it: the result is where the caller wants it. Under a watch the report counts it.
    #[inline]
    pub fn finish(self, watch: Option<&Watch>) -> Result<(), Fault> {
        let (reducer, library) = (&self.decision.reducer, &self.context.library);
        reducer.with_fold(library, self.call.comm, |fold| self.run(fold, watch))
    }

    fn run(&self, fold: &dyn Fold, watch: Option<&Watch>) -> Result<(), Fault> {
        let Started { context, call, decision, send } = *self;
        let Decision { to, ref resources, ref chosen, element, .. } = *decision;
        let Communicator { rank, size, .. } = *decision.communicator;
        let (library, comm) = (&context.library, call.comm);
        let count = call.operation.count as usize;
        let environment = decision.reducer.environment();
        let caller = &Caller::before(environment);
        let together = NodeView::new(library, caller, resources.shared);
        let post =
            resources.private.map(|private| PointToPoint::new(library, private, comm, caller));
        let packing = post.as_ref().filter(|_| decision.compression != Compression::Off);
        let packed =
            packing.map(|post| Packed::new(post, decision.compression, element, &context.packed));
        let plain = post.as_ref().map(|post| post as &dyn Messages);
        let messages = packed.as_ref().map(|packed| packed as &dyn Messages).or(plain);
        let transport =
            Collectives { library, comm, rank, size, element, caller, together, messages };
        let recv = to.reaches(rank).then_some(call.recv);
        let staged = Staged::needed(fold, decision.true_lb, send, recv);
        let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers);
        let copied = WithBuffers { fold, buffers };
        let fold = if buffers.is_some() { &copied } else { fold };
        let run = |transport: &dyn Transport, fold: &dyn Fold| {
            let settings = chosen.settings;
            let reduction = Reduction { send, recv: call.recv, count, to, fold, settings };
            if let Some(blocks) = decision.blocks {
                let (case, pool) = (decision.case(fold, count), &context.scratch);
                // SAFETY: the caller's buffers are as the MPI standard demands.
                let run = || unsafe { blocks.run(chosen, transport, &case, &reduction, pool) };
                return within(environment, run);
            }
            let bytes = match buffers {
                None => decision.scratch,
                Some(_) => decision.scratch_for(fold, count),
            };
            context.scratch.with(bytes, |scratch| {
                // SAFETY: the caller's buffers are as the MPI standard demands; the
                // scratch is aligned and as long as any schedule needs.
                within(environment, || unsafe { (chosen.run)(transport, &reduction, scratch) })
            })
        };
        match watch {
            None => run(&transport, fold),
            Some(watch) => {
                watched(watch, chosen.schedule, &transport, fold, run)?;
                self.count(watch);
                Ok(())
            }
        }
    }

    /// Counts it for the report.
    #[cold]
    fn count(&self, watch: &Watch) {
        let Decision { reducer, chosen, instead_of, .. } = *self.decision;
        let (arithmetic, schedule) = (reducer.arithmetic().name(), chosen.schedule.name);
        let outcome = Outcome::Reproduced { arithmetic, schedule, instead_of };
        count(self.context, &self.call.into(), outcome, watch);
    }
}

/// Runs a schedule under a watch.
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
        // What is done with shared memory, but for folding, is to write to others and to read
        // what they have written.
        Needs::Node => watch.time_rest(Part::Communication, || run(&transport, &fold)),
        Needs::Nothing | Needs::Messages => run(&transport, &fold),
    }
}
