//! The exchange of exact sums over the ranks of a communicator, blocking or nonblocking, and its
//! results.

use super::traced::TracedSums;
use crate::exports::direct::accumulators::buffers::store;
use crate::exports::direct::call::context::Context;
use crate::exports::direct::call::failure::ensure;
use libc::c_void;
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{Call, Signature};
use samebits_array::sums;
use samebits_base::fault::Outcome;
use samebits_base::threads::Address;
use samebits_fold::sums::{LocalSums, SumSpec};
use samebits_kernel::fpenv::Environment;
use samebits_mpi::abi::family::{Handle, MPI_Request};
use samebits_reduction::call::classify::{Declined, PassOn};
use samebits_reduction::nonblocking::prepared::Prepared;
use samebits_reduction::report::Counted;
use samebits_reduction::requests::{self, by_request};
use samebits_schedule::breakdown::Watch;
use samebits_sum::names::Arithmetic;
use std::mem::ManuallyDrop;

/// What a nonblocking call finds when it completes.
const UNLIKE: &str = "ranks made different calls: the other ranks' nonblocking calls that match \
                      this one are different ones, or for other elements";

pub struct SumExchange<'a> {
    pub signature: Signature,
    pub describe: &'a dyn Fn() -> String,
    pub spec: &'a SumSpec,
    /// How many results there are, and where they go.
    pub count: usize,
    pub results: *mut c_void,
    /// The datatype of the elements, for the report, and what the trace knows of the call.
    pub datatype: Handle,
    pub traced: Option<TracedSums>,
}

impl SumExchange<'_> {
    /// Merges what the ranks have summed, and stores the results; collective. `locals` is what this
    /// rank has summed for each result, or why it cannot take part.
    ///
    /// # Safety
    /// There is room for the results.
    pub unsafe fn reduce(
        &self,
        context: &Context,
        locals: Result<&[LocalSums], &Failure>,
        watch: Option<Watch>,
    ) -> Outcome {
        let process = context.process;
        let schedule = context.choices().schedule;
        let mut results = vec![0; self.count * self.spec.result.size()];
        let SumExchange { spec, signature, count, describe, .. } = *self;
        let call = Call { signature: &signature, word: signature.word(), describe };
        let way = context.on_ranks(Environment::Vector, |group| {
            let (plan, known) = sums::plan(group, spec, &signature, count, schedule);
            process.scratch.with(plan.scratch, |scratch| {
                let (planned, watch) = ((spec, &plan, known), watch.as_ref());
                // SAFETY: so much scratch memory, and room for the results.
                unsafe { sums::reduce(group, call, planned, locals, &mut results, scratch, watch) }
            })?;
            Ok(plan.method.name())
        })?;
        // SAFETY: upheld by the caller.
        unsafe { deliver(context, &results, self.results)? };
        if let Some(traced) = self.traced {
            traced.end(context, &results, self.spec.result.size(), Some(way));
        }
        self.counted(context, way, watch);
        Ok(())
    }

    /// Starts the exchange: when the request completes, the ranks' sums are merged and the results
    /// stored.
    ///
    /// # Safety
    /// There is room for the results until then, and for the request.
    pub unsafe fn start(
        &self,
        context: &Context,
        locals: &[LocalSums],
        request: *mut MPI_Request,
        watch: Option<Watch>,
    ) -> Outcome {
        let Context { process, communicator, comm, function } = *context;
        let fail = |failure: Failure| context.fail(&failure, true);
        requests::bypassed::check_direct(process, function, communicator)
            .map_err(|why| fail(Failure::new(Class::Unsupported, why)))?;
        let (rank, ranks) = (communicator.rank, communicator.size);
        let (spec, word) = (*self.spec, self.signature.word());
        let own = sums::bundle(&spec, locals, word, (rank, ranks));
        // MPI may still use them where the request is never completed.
        let mut buffers = ManuallyDrop::new((own.clone(), own));
        let bytes = (buffers.0.as_ptr(), buffers.1.as_mut_ptr(), buffers.0.len());
        let prepared = Prepared::bundles(process, function, (comm, communicator), bytes);
        let prepared = prepared.map_err(|declined| match declined {
            Declined::Fault(fault) => fault,
            Declined::PassOn(PassOn::Unsupported(what)) => {
                fail(Failure::new(Class::Unsupported, what))
            }
            Declined::PassOn(_) => fail(Failure::new(Class::Other, "it cannot be started")),
        })?;
        let (later, to) = (*context, Address(self.results.cast()));
        let mut traced = self.traced;
        traced.iter_mut().for_each(|traced| traced.started(context, "nonblocking"));
        let deliver = move || {
            let mut buffers = ManuallyDrop::into_inner(buffers);
            let Some(results) = sums::results(&spec, &mut buffers.1, ranks, word) else {
                return Err(later.fail(&Failure::new(Class::Arg, UNLIKE), rank == 0));
            };
            // SAFETY: upheld by the caller.
            unsafe { deliver(&later, &results, to.at(0).cast())? };
            if let Some(traced) = traced {
                traced.end(&later, &results, spec.result.size(), None);
            }
            Ok(())
        };
        let (handle, way) = by_request::start_bundles(&prepared, Box::new(deliver))?;
        // SAFETY: the caller's place, as wide as handles are.
        unsafe { process.library.family.write_handle(request.cast(), handle) };
        if let Some(counted) = self.counted(context, way, watch) {
            requests::is_counted(handle, counted);
        }
        Ok(())
    }

    fn counted(
        &self,
        context: &Context,
        way: &'static str,
        watch: Option<Watch>,
    ) -> Option<Counted> {
        let op = context.process.library.constants.sum;
        context.count(self.count as u128, (self.datatype, op), (Arithmetic::Exact, way), &watch?)
    }
}

/// Whether there is a place for a request.
pub fn check_request(request: *mut MPI_Request) -> Result<(), Failure> {
    ensure(!request.is_null(), Class::Arg, || "the address for the request is null")
}

/// Stores the results where the caller wants them. Safety: there is room, on the host or on a GPU.
unsafe fn deliver(context: &Context, results: &[u8], to: *mut c_void) -> Outcome {
    if results.is_empty() {
        return Ok(());
    }
    // SAFETY: upheld by the caller.
    let stored = unsafe { store(results, to.cast()) };
    stored.map_err(|failure| context.fail(&failure, true))
}
