//! Reductions of distributed arrays ([`samebits_array`]) on the MPI library's ranks.

use crate::exports::direct::call::arguments::{destination, Buffers, DirectCall};
use crate::exports::direct::call::context::Context;
use crate::exports::direct::call::evaluated::{evaluated, Evaluated};
use crate::exports::direct::call::traced::{self, Arrays};
use samebits_array::failure::Failure;
use samebits_array::negotiation::{negotiate, negotiate_again, negotiate_for_later, Eager};
use samebits_array::plan::{Plan, Request};
use samebits_array::reduction::{FirstMessage, PlannedReduction, Results};
use samebits_array::remembered::Held;
use samebits_array::signature::Call;
use samebits_array::{failure::Error, form::OnStack, group::Group, slots::Slots};
use samebits_array::{operation::Operation, shares::Shares};
use samebits_base::fault::{Fault, Outcome};
use samebits_fold::Fold;
use samebits_kernel::fpenv::Environment;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::elements::device::{host, staged::Staged, Drivers};
use samebits_schedule::Destination;
use std::ffi::c_void;
use std::sync::Arc;

/// A reduction that the ranks have agreed on.
pub struct Prepared {
    pub context: Context,
    pub datatype: Handle,
    pub op: Handle,
    pub evaluated: Evaluated,
    threads: usize,
    pub plan: Arc<Plan>,
}

/// This rank's elements, and memory for the first message.
pub struct Elements<'a, 'm> {
    pub locals: &'a [*const c_void],
    pub slots: &'a mut Slots<'m>,
}

/// A call whose arguments this rank has looked at.
struct CheckedCall<'a> {
    context: Context,
    call: &'a DirectCall<'a>,
    /// What it means, or what is wrong on this rank.
    found: Result<(Destination, Evaluated), Failure>,
}

impl<'a> CheckedCall<'a> {
    /// `own` checks this rank's arguments, given whether it receives the results.
    #[inline]
    fn new(
        call: &'a DirectCall<'a>,
        own: impl FnOnce(&Context, bool) -> Result<(), Failure>,
    ) -> Result<CheckedCall<'a>, Fault> {
        let context = Context::new(call.name, call.comm)?;
        let communicator = context.communicator;
        let to = destination(call.root, communicator.size);
        let receives = to.as_ref().is_ok_and(|to| to.reaches(communicator.rank));
        let found = match own(&context, receives).and(to) {
            Ok(to) => match evaluated(&context, call.datatype, call.op) {
                Ok(found) => Ok((to, found)),
                Err(Error::Failure { failure, .. }) => Err(failure),
                Err(error) => return Err(context.raise(error)),
            },
            Err(failure) => Err(failure),
        };
        Ok(CheckedCall { context, call, found })
    }

    /// Runs `work` on the ranks, with what they have to agree on.
    fn on_ranks<R>(
        &self,
        work: impl FnOnce(&Group<'_>, &Request<'_>) -> Result<R, Error>,
    ) -> Result<R, Fault> {
        let CheckedCall { context, call, found } = self;
        let process = context.process;
        let by = found.as_ref().map(|(_, evaluated)| evaluated.operation());
        let signature = match &by {
            Ok(by) => call.signature(process, by),
            Err(_) => call.function.signature(),
        };
        let environment = by.as_ref().map_or(Environment::Vector, |by| by.environment);
        let size = by.as_ref().map_or(0, |by| by.shape.element);
        let request = Request {
            call: Call {
                signature: &signature,
                word: signature.word(),
                describe: &|| call.in_words(process),
            },
            shares: call.shares,
            operation: by.as_ref().map_err(|failure| *failure),
            schedule: context.choices().schedule,
            identity: &|| process.library.identity(call.datatype, call.op, size),
        };
        context.on_ranks(environment, |group| work(group, &request))
    }

    fn threads(&self) -> usize {
        self.context.process.threads(self.context.choices())
    }
}

/// Exchanges what the ranks need to know for later reductions; collective. `own` checks this rank's
/// arguments.
pub fn prepare(
    call: &DirectCall<'_>,
    own: impl FnOnce() -> Result<(), Failure>,
) -> Result<Prepared, Fault> {
    let checked = CheckedCall::new(call, |_context, _receives| own())?;
    let plan = checked.on_ranks(negotiate_for_later)?;
    let (threads, context) = (checked.threads(), checked.context);
    let (_, evaluated) = checked.found.expect("all checks have passed");
    let DirectCall { datatype, op, .. } = *call;
    Ok(Prepared { context, datatype, op, evaluated, threads, plan })
}

/// Reduces arrays whose shares the ranks exchange in this call; collective. `own` checks this rank's
/// arguments, given whether it receives the results.
///
/// # Safety
/// The buffers hold the shares, unless the check fails.
pub unsafe fn reduce_now(
    call: &DirectCall<'_>,
    own: impl FnOnce(&Context, bool) -> Result<(), Failure>,
    buffers: Buffers<'_>,
) -> Outcome {
    let checked = CheckedCall::new(call, own)?;
    let threads = checked.threads();
    checked.on_ranks(|group, request| {
        let mut stack = OnStack::uninit();
        let slots = &mut Slots::new(&mut stack);
        let elements = Elements { locals: buffers.locals, slots };
        let evaluated = checked.found.as_ref().ok().map(|(_, evaluated)| evaluated);
        let eager = elements.eager(evaluated.zip(request.operation.ok()), threads);
        let mut held = Held::new(group.remembered);
        // SAFETY: upheld by the caller.
        let plan = unsafe { negotiate(group, request, eager, held.plans())? };
        let (to, evaluated) = checked.found.as_ref().expect("all checks have passed");
        let operation = request.operation.expect("all checks have passed");
        let DirectCall { datatype, op, .. } = *call;
        let arrays = Arrays { datatype, op, plan, evaluated, operation, to: *to, buffers };
        // SAFETY: upheld by the caller.
        unsafe { reduce(&checked.context, &arrays, threads, (group, &FirstMessage::Sent(slots))) }
    })
}

impl<'a, 'm> Elements<'a, 'm> {
    /// What may be sent at once. On a device elements are not looked at before all ranks have agreed.
    fn eager(self, by: Option<(&'a Evaluated, &Operation<'a>)>, threads: usize) -> Eager<'a, 'm> {
        let Elements { locals, slots } = self;
        let elements = by.map(|(evaluated, by)| evaluated.elements(by, locals, &[], threads));
        let elements = elements.filter(|elements| {
            are_certainly_on_host(locals, elements.buffers) || !Drivers::loaded().any()
        });
        Eager { elements, slots }
    }
}

/// The first byte of elements, from their address on.
fn first_byte(buffers: Option<&dyn samebits_fold::Buffers>) -> isize {
    buffers.map_or(0, |buffers| buffers.span().start)
}

/// Whether it is certain at once that these lie in host memory.
#[inline]
fn are_certainly_on_host(
    addresses: &[*const c_void],
    buffers: Option<&dyn samebits_fold::Buffers>,
) -> bool {
    let first = first_byte(buffers);
    addresses.iter().all(|address| host::is_certain(address.cast::<u8>().wrapping_offset(first)))
}

/// Reduces the arrays of a plan; collective.
///
/// # Safety
/// The buffers hold the shares of the plan, unless `first` says that something is wrong.
unsafe fn reduce(
    context: &Context,
    arrays: &Arrays<'_>,
    threads: usize,
    (group, first): (&Group<'_>, &FirstMessage<'_>),
) -> Result<(), Error> {
    let Context { process, communicator, .. } = *context;
    let Arrays { plan, to, buffers, operation, evaluated, .. } = *arrays;
    let watch = process.watch();
    // SAFETY: upheld by the caller.
    let traced = unsafe { traced::begin(context, arrays) };
    let run = |staged: &[_], staged_results| {
        let Buffers { locals, results } = buffers;
        let contribution = &evaluated.elements(operation, locals, staged, threads);
        let (results, watch) = (Results { first: results, staged: staged_results }, watch.as_ref());
        let reduction = PlannedReduction { plan, operation, to, contribution, results, watch };
        // SAFETY: as much scratch memory as the plan needs; the rest is upheld by the caller.
        process
            .scratch
            .with(plan.scratch, |scratch| unsafe { reduction.run(group, first, scratch) })
    };
    let may_be_on_device = match first {
        FirstMessage::Sent(_) => true,
        FirstMessage::Partials(_, wrong) => wrong.is_none(),
    };
    let receives = to.reaches(communicator.rank);
    match may_be_on_device.then(|| OnDevice::of(arrays, receives)).flatten() {
        None => run(&[], None)?,
        Some(OnDevice { locals, results }) => {
            let locals: Vec<_> =
                locals.iter().map(|local| local.as_ref().map(as_buffers)).collect();
            run(&locals, results.as_ref().map(as_buffers))?;
        }
    }
    if let Some(traced) = traced {
        traced.end(context, arrays);
    }
    if let Some(watch) = watch {
        let by = (operation.arithmetic, plan.method.name());
        context.count(plan.elements(), (arrays.datatype, arrays.op), by, &watch);
    }
    Ok(())
}

/// Access to shares and results that lie on a device.
struct OnDevice<'a> {
    locals: Vec<Option<Staged<'a>>>,
    results: Option<Staged<'a>>,
}

fn as_buffers<'a>(staged: &'a Staged<'_>) -> &'a dyn samebits_fold::Buffers {
    staged
}

impl<'a> OnDevice<'a> {
    /// None where all are the host's.
    #[inline]
    fn of(arrays: &Arrays<'a>, receives: bool) -> Option<OnDevice<'a>> {
        let Arrays { buffers, evaluated, operation, .. } = arrays;
        let results = if receives { &[buffers.results.cast_const()][..] } else { &[] };
        let certain = |buffers: &[*const c_void]| are_certainly_on_host(buffers, operation.buffers);
        let on_host = certain(results) && certain(buffers.locals) || !Drivers::loaded().any();
        (!on_host).then(|| OnDevice::staged(evaluated.fold(), *buffers, receives))
    }

    #[cold]
    fn staged(fold: &'a dyn Fold, buffers: Buffers<'_>, receives: bool) -> OnDevice<'a> {
        let true_lb = first_byte(fold.buffers());
        let staged = |address: *const c_void| {
            Staged::needed(fold, true_lb, address.cast(), Some(address.cast_mut().cast()), 0)
        };
        OnDevice {
            locals: buffers.locals.iter().map(|local| staged(*local)).collect(),
            results: receives.then(|| staged(buffers.results)).flatten(),
        }
    }
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
        elements: Elements<'_, '_>,
    ) -> Result<Arc<Plan>, Fault> {
        let Prepared { plan, evaluated, datatype, op, threads, .. } = self;
        let library = &context.process.library;
        let size = evaluated.operation().shape.element;
        let request = Request {
            call: *call,
            shares,
            operation,
            schedule: plan.requested,
            identity: &|| library.identity(*datatype, *op, size),
        };
        let eager = elements.eager(operation.ok().map(|by| (evaluated, by)), *threads);
        let environment = evaluated.operation().environment;
        context.on_ranks(environment, |group| {
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
        let Prepared { plan, evaluated, threads, datatype, op, .. } = self;
        let (datatype, op, operation) = (*datatype, *op, &evaluated.operation());
        let arrays = Arrays { datatype, op, plan, evaluated, operation, to, buffers };
        context.on_ranks(operation.environment, |group| {
            // SAFETY: upheld by the caller.
            unsafe { reduce(context, &arrays, *threads, (group, &first)) }
        })
    }
}
