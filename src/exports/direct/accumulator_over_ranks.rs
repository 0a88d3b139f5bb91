//! Accumulators of several ranks become one ([`crate::array::accumulator`]).

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{null, samebits_accumulator};
use super::arguments::{destination, root_word};
use super::context::{exported, Context};
use super::function::Function;
use crate::arithmetic::Fault;
use crate::array::accumulator;
use crate::array::signature::{Call, Signature};
use crate::kernel::fpenv::{within, Caller, Environment};
use crate::mpi::family::MPI_Comm;
use libc::c_int;

/// Merges the accumulators of all ranks of a communicator; every rank's becomes the whole. All
/// were created alike.
///
/// Collective. May differ between ranks: what the accumulators hold. Errors: those of all
/// functions over a communicator; MPI_ERR_ARG where the accumulators were not created alike or
/// one is NULL, MPI_ERR_COUNT where they have more summands together than the bound. No
/// accumulator has changed then.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_allreduce(
    a: *mut samebits_accumulator,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AccumulatorAllreduce;
    // SAFETY: upheld by the caller.
    exported(function.name(), || unsafe { reduce(function, a, None, comm) })
}

/// As samebits_accumulator_allreduce, but only the accumulator of the rank root becomes the
/// whole; the others stay as they are.
///
/// Collective. May differ between ranks: what the accumulators hold. Errors: those of
/// samebits_accumulator_allreduce, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_reduce(
    a: *mut samebits_accumulator,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AccumulatorReduce;
    // SAFETY: upheld by the caller.
    exported(function.name(), || unsafe { reduce(function, a, Some(root), comm) })
}

/// Reduces accumulators.
///
/// # Safety
/// One of ours, or null, that nobody else uses.
pub(super) unsafe fn reduce(
    function: Function,
    a: *mut samebits_accumulator,
    root: Option<c_int>,
    comm: MPI_Comm,
) -> Result<(), Fault> {
    let context = Context::new(function.name(), comm)?;
    let watch = context.process.watch();
    // SAFETY: upheld by the caller.
    let mut a = unsafe { a.as_mut() };
    let purpose = a.as_ref().map(|a| *a.held.purpose());
    let datatype = a.as_ref().map_or(0, |a| a.datatype);
    let own = destination(root, context.communicator.size)
        .and_then(|to| Ok((&mut a.as_mut().ok_or_else(null)?.held, to)));
    let signature = Signature { root: root_word(root), ..function.signature() };
    let signature = purpose.map_or(signature, |of| accumulator::signature(signature, &of));
    let describe = || {
        let sum = purpose.map(|purpose| ("sum", purpose.in_words()));
        let root = root.map(|root| ("root", root.to_string()));
        function.in_words(&sum.into_iter().chain(root).collect::<Vec<_>>())
    };
    let call = Call { signature: &signature, word: signature.word(), describe: &describe };
    // (MPI may raise floating-point flags.)
    let caller = Caller::before(Environment::VectorAndX87);
    let ranks = context.ranks(&caller, context.begin()?);
    let group = context.group(&ranks);
    let done =
        within(Environment::Vector, || accumulator::reduce(&group, &call, own, watch.as_ref()));
    let summands = done.map_err(|error| context.raise(error))?;
    if let (Some(watch), Some(purpose)) = (watch, purpose) {
        let op = context.process.library.constants.sum;
        let by = (purpose.arithmetic(), "native");
        context.count(summands.into(), (datatype, op), by, &watch);
    }
    Ok(())
}
