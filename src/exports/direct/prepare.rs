//! Reductions of distributed arrays ([`crate::array`]) on the MPI library's ranks.

use super::arguments::{code, destination, evaluation, operation, Buffers, DirectCall};
use super::traced::{self, Arrays};
use super::{context::Context, failure::Failure};
use crate::arithmetic::{self, Fault, Outcome};
use crate::array::negotiation::{negotiate, negotiate_again, Eager};
use crate::array::plan::{Plan, Request};
use crate::array::reduction::{Data, FirstMessage, Reduction};
use crate::array::rows::Source;
use crate::array::slots::Slots;
use crate::array::{failure::Error, operation::Operation, shares::Shares, signature::Call};
use crate::mpi::device::{staged::Staged, Drivers};
use crate::schedule::Destination;
use crate::{kernel::fpenv::Environment, mpi::family::Handle, reduction::evaluation::Evaluation};
use std::ffi::c_void;
use std::sync::Arc;

/// A reduction that the ranks have agreed on.
pub struct Prepared {
    pub context: Context,
    pub datatype: Handle,
    pub op: Handle,
    pub evaluation: Evaluation,
    threads: usize,
    pub plan: Arc<Plan>,
    pub to: Destination,
}

/// This rank's elements, and memory for the first message.
pub struct Elements<'a> {
    pub locals: &'a [*const c_void],
    pub slots: &'a mut Slots,
}

/// Exchanges what the ranks need to know; collective. `own` checks this rank's arguments, given
/// whether it receives the results. `eager` is none if no reduction follows at once.
///
/// # Safety
/// The elements of `eager` exist, unless the check fails.
pub unsafe fn prepare(
    call: &DirectCall<'_>,
    own: impl FnOnce(bool) -> Result<(), Failure>,
    eager: Option<Elements<'_>>,
) -> Result<Prepared, Fault> {
    let DirectCall { datatype, op, .. } = *call;
    let context = Context::new(call.name, call.comm)?;
    let Context { process, communicator, .. } = context;
    let choices = context.choices();
    let to = destination(call.root, communicator.size);
    let receives = to.as_ref().is_ok_and(|to| to.reaches(communicator.rank));
    let found = match own(receives).and(to) {
        Ok(to) => evaluation(&context, datatype, op).map(|evaluation| (to, evaluation)),
        Err(failure) => Err(Error::Failure { failure, speaks: true }),
    };
    let (by, signature) = match &found {
        Ok((_, evaluation)) => {
            let code = code(process, (datatype, op), evaluation);
            (Ok(operation(evaluation, code)), call.signature(process, evaluation, code))
        }
        Err(Error::Failure { failure, .. }) => (Err(failure), call.function.signature()),
        Err(error) => return Err(context.raise(error.clone())),
    };
    let by: Result<Operation<'_>, &Failure> = by;
    let size = by.as_ref().map_or(0, |by| by.merge.size());
    let describe = || call.in_words(process);
    let request = Request {
        call: Call { signature: &signature, word: signature.word(), describe: &describe },
        shares: call.shares,
        operation: by.as_ref().map_err(|failure| *failure),
        schedule: choices.schedule,
        identity: &|| process.library.identity(datatype, op, size),
    };
    let threads = process.threads(choices);
    let eager = eager.map(|Elements { locals, slots }| {
        let buffers = by.as_ref().ok().and_then(|by| by.buffers);
        let source = |locals| Source { locals, buffers, staged: &[], threads };
        // On a device they are not looked at before all ranks have agreed.
        Eager { source: (!Drivers::loaded().any()).then(|| source(locals)), slots }
    });
    let plan = context.on_ranks(Environment::Vector, |group| {
        // SAFETY: upheld by the caller.
        unsafe { negotiate(group, &request, eager) }
    })?;
    let (to, evaluation) = found.expect("all checks have passed");
    Ok(Prepared { context, datatype, op, evaluation, threads, plan, to })
}

impl Prepared {
    /// The plan for the shares as they are now; collective. The slots say whether the data of all
    /// ranks have come with the first message.
    ///
    /// # Safety
    /// The elements exist, unless something is wrong with the operation.
    pub unsafe fn again(
        &self,
        context: &Context,
        (call, shares): (&Call<'_>, Shares<'_>),
        operation: Result<&Operation<'_>, &Failure>,
        Elements { locals, slots }: Elements<'_>,
    ) -> Result<Arc<Plan>, Fault> {
        let Prepared { plan, evaluation, datatype, op, threads, .. } = self;
        let library = &context.process.library;
        let size = evaluation.merge().size();
        let request = Request {
            call: *call,
            shares,
            operation,
            schedule: plan.requested,
            identity: &|| library.identity(*datatype, *op, size),
        };
        let buffers = operation.ok().and_then(|by| by.buffers);
        let source = Source { locals, buffers, staged: &[], threads: *threads };
        let eager = Eager { source: (!Drivers::loaded().any()).then_some(source), slots };
        context.on_ranks(Environment::Vector, |group| {
            // SAFETY: upheld by the caller.
            unsafe { negotiate_again(group, &request, eager, plan) }
        })
    }

    /// Reduces the arrays; collective.
    ///
    /// # Safety
    /// The buffers hold the shares of the plan, unless `first` says that something is wrong.
    pub unsafe fn reduce(
        &self,
        context: &Context,
        to: Destination,
        buffers: Buffers<'_>,
        first: FirstMessage<'_>,
    ) -> Outcome {
        let Prepared { plan, evaluation, threads, .. } = self;
        let Context { process, communicator, .. } = *context;
        let watch = process.watch();
        let Prepared { datatype, op, .. } = *self;
        let arrays = Arrays { datatype, op, plan, evaluation, to, buffers };
        // SAFETY: upheld by the caller.
        let traced = unsafe { traced::begin(context, &arrays) };
        let fold = evaluation.fold();
        // Data are sent with the first message of a call only where there is no GPU.
        let may_be_on_device = match first {
            FirstMessage::Sent(slots) => !slots.arrived,
            FirstMessage::Partials(_, wrong) => wrong.is_none(),
        };
        context.on_ranks(evaluation.environment(), |group| {
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let on_device =
                |send: *const u8, recv: *mut u8| Staged::needed(fold, true_lb, send, Some(recv));
            let mut staged: Vec<Option<Staged<'_>>> = Vec::new();
            let mut staged_results = None;
            if may_be_on_device && Drivers::loaded().any() {
                let locals = buffers.locals.iter();
                staged =
                    locals.map(|local| on_device(local.cast(), local.cast_mut().cast())).collect();
                if to.reaches(communicator.rank) {
                    staged_results = on_device(buffers.results.cast(), buffers.results.cast());
                }
            }
            let staged: Vec<Option<&dyn arithmetic::Buffers>> =
                staged.iter().map(|staged| staged.as_ref().map(|staged| staged as _)).collect();
            let data = Data {
                locals: buffers.locals,
                results: buffers.results,
                staged: &staged,
                staged_results: staged_results.as_ref().map(|staged| staged as _),
            };
            let (operation, threads) = (operation(evaluation, None), *threads);
            let reduction = Reduction { plan, operation, to, data, threads, watch: watch.as_ref() };
            // SAFETY: as much scratch memory as the plan needs; the rest is upheld by the caller.
            process
                .scratch
                .with(plan.scratch, |scratch| unsafe { reduction.run(group, first, scratch) })
        })?;
        if let Some(traced) = traced {
            traced.end(context, &arrays);
        }
        if let Some(watch) = watch {
            let by = (evaluation.arithmetic(), plan.way.name());
            context.count(plan.elements(), (self.datatype, self.op), by, &watch);
        }
        Ok(())
    }
}
