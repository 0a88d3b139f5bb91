//! From arguments to the layer [`crate::array`] and back: reductions of distributed arrays are
//! settled and run on the MPI library's ranks.

use super::arguments::{code, destination, evaluation, operation, Buffers, DirectCall};
use super::context::Context;
use super::failure::Failure;
use crate::arithmetic::{self, Fault};
use crate::array::failure::Error;
use crate::array::operation::Operation;
use crate::array::plan::{Eager, Plan, Request};
use crate::array::reduction::{Data, First, Reduction};
use crate::array::signature::Call;
use crate::kernel::fpenv::{within, Caller, Environment};
use crate::mpi::device::staged::Staged;
use crate::mpi::device::Drivers;
use crate::mpi::family::Handle;
use crate::reduction::evaluation::Evaluation;
use crate::schedule::Destination;

/// A reduction that is settled between the ranks.
pub struct Prepared {
    /// Where it was.
    pub context: Context<'static>,
    /// The datatype of the elements.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
    /// How elements are reduced.
    pub evaluation: Evaluation<'static>,
    /// How many threads lift shares.
    threads: usize,
    /// The arrays.
    pub plan: Plan,
    /// Who gets the results.
    pub to: Destination,
    /// Whether the ranks' records have come with the first message.
    pub gathered: bool,
}

/// Settles between the ranks what they need to know; collective. `own` is what this rank itself
/// finds wrong with its arguments, if it receives the results or does not. `eager` is none where
/// no reduction follows at once.
///
/// # Safety
/// The elements of `eager` are there, if nothing is found wrong.
pub unsafe fn prepare(
    asked: &DirectCall<'_>,
    own: impl FnOnce(bool) -> Result<(), Failure>,
    eager: Option<Eager<'_>>,
) -> Result<Prepared, Fault> {
    let DirectCall { datatype, op, .. } = *asked;
    let context = Context::new(asked.function.name(), asked.comm)?;
    let Context { process, communicator, .. } = context;
    let choices = context.choices();
    let to = destination(asked.root, communicator.size);
    let receives = to.as_ref().is_ok_and(|to| to.reaches(communicator.rank));
    let found = match own(receives).and(to) {
        Ok(to) => evaluation(&context, datatype, op).map(|evaluation| (to, evaluation)),
        Err(failure) => Err(Error::Failure { failure, speaks: true }),
    };
    let (by, signature) = match &found {
        Ok((_, evaluation)) => {
            let code = code(process, (datatype, op), evaluation);
            (Ok(operation(evaluation, code)), asked.signature(process, evaluation, code))
        }
        Err(Error::Failure { failure, .. }) => (Err(failure), asked.function.signature()),
        Err(error) => return Err(context.raise(error.clone())),
    };
    let by: Result<Operation<'_>, &Failure> = by;
    let size = by.as_ref().map_or(0, |by| by.merge.size());
    let request = Request {
        call: Call {
            signature: &signature,
            word: signature.word(),
            describe: &|| asked.in_words(process),
        },
        shares: asked.shares,
        operation: by.as_ref().map_err(|failure| *failure),
        schedule: choices.schedule,
        identity: &|| process.library.identity(datatype, op, size),
    };
    let caller = Caller::before(Environment::Vector);
    let ranks = context.ranks(&caller, context.begin()?);
    let group = context.group(&ranks);
    // (MPI may raise floating-point flags.)
    let settled = within(Environment::Vector, || {
        // SAFETY: upheld by the caller.
        unsafe { Plan::settle(&group, &request, eager) }
    });
    let (plan, gathered) = settled.map_err(|error| context.raise(error))?;
    let (to, evaluation) = found.expect("nobody has something wrong");
    let threads = process.threads(choices);
    Ok(Prepared { context, datatype, op, evaluation, threads, plan, to, gathered })
}

impl Prepared {
    /// Reduces the arrays; collective.
    ///
    /// # Safety
    /// The buffers hold what was settled, where nothing is wrong.
    pub unsafe fn reduce(
        &self,
        context: &Context<'_>,
        to: Destination,
        buffers: Buffers<'_>,
        first: First<'_>,
    ) -> Result<(), Fault> {
        let Prepared { plan, evaluation, threads, .. } = self;
        let process = context.process;
        let watch = process.watch();
        let environment = evaluation.environment();
        let caller = Caller::before(environment);
        let ranks = context.ranks(&caller, context.begin()?);
        let group = context.group(&ranks);
        let fold = evaluation.fold();
        // (A record that came with the first message says that there is no GPU.)
        let looks = matches!(first, First::Sent(None) | First::Records(_, None));
        let done = within(environment, || {
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let on_device =
                |send: *const u8, recv: *mut u8| Staged::needed(fold, true_lb, send, Some(recv));
            let mut staged: Vec<Option<Staged<'_>>> = Vec::new();
            let mut staged_results = None;
            if looks && Drivers::loaded().any() {
                let locals = buffers.locals.iter();
                staged =
                    locals.map(|local| on_device(local.cast(), local.cast_mut().cast())).collect();
                if to.reaches(context.communicator.rank) {
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
            // SAFETY: as much scratch memory as the plan needs; the rest is handed on to the
            // caller.
            process
                .scratch
                .with(plan.scratch, |scratch| unsafe { reduction.run(&group, first, scratch) })
        });
        done.map_err(|error| context.raise(error))?;
        if let Some(watch) = watch {
            let by = (evaluation.arithmetic(), plan.way.name());
            context.count(plan.elements(), (self.datatype, self.op), by, &watch);
        }
        Ok(())
    }
}
