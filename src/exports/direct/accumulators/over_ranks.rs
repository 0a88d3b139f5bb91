//! Accumulators of several ranks: merged by samebits ([`samebits_array::accumulator`]), or by
//! collectives that the program calls itself, with a datatype and an operator of samebits.

use super::accumulator::{null, samebits_accumulator};
use crate::exports::direct::call::arguments::{destination, root_word};
use crate::exports::direct::call::context::{exported, usable, Context, Process};
use crate::exports::direct::call::failure::report_failure;
use crate::exports::direct::call::function::Function;
use libc::c_int;
use samebits_array::accumulator;
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{Call, Signature};
use samebits_base::fault::Outcome;
use samebits_kernel::fpenv::Environment;
use samebits_mpi::abi::family::{Handle, MPI_Comm, MPI_Datatype, MPI_Op};

/// Merges the accumulators of all ranks of a communicator; each rank's accumulator becomes the
/// total. All must have been created alike.
///
/// Collective. May differ between ranks: the contents of the accumulators. Errors: those of all
/// functions over a communicator; MPI_ERR_ARG if the accumulators were not created alike or one is
/// NULL, MPI_ERR_COUNT if together they have more summands than the bound. After an error, all
/// accumulators are unchanged.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_allreduce(
    a: *mut samebits_accumulator,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AccumulatorAllreduce;
    // SAFETY: upheld by the caller.
    exported(function.name(), || unsafe { reduce(function, a, None, comm) })
}

/// Like samebits_accumulator_allreduce, but only the accumulator of rank root becomes the total;
/// the others are left unchanged.
///
/// Collective. May differ between ranks: the contents of the accumulators. Errors: those of
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

/// Stores handles of a datatype, one element of which is the bytes that samebits_accumulator_write
/// writes, and of an operator that merges them, for use in MPI_Allreduce, MPI_Reduce, MPI_Scan,
/// MPI_Iallreduce and so on. The operator is commutative, and the result has the same bits whatever
/// algorithm the MPI library uses. An operator cannot return an error: samebits_accumulator_read
/// returns one if the merged accumulators were not created alike, or if together they have more
/// summands than the bound.
///
/// Both handles belong to samebits, serve all accumulators that are created alike, and are valid
/// until MPI_Finalize. The program must not free them.
///
/// Not collective. Errors: MPI_ERR_ARG if an argument is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_handles(
    a: *const samebits_accumulator,
    r#type: *mut MPI_Datatype,
    op: *mut MPI_Op,
) -> c_int {
    let variables = match (r#type.is_null(), op.is_null()) {
        (_, true) => Err("the address for the operator is null"),
        (true, _) => Err("the address for the datatype is null"),
        _ => Ok(()),
    };
    // SAFETY: upheld by the caller, whose handles have the width that the MPI library's have.
    unsafe {
        handles(a, variables, |process, datatype, operator| {
            process.library.family.write_handle(r#type.cast(), datatype);
            process.library.family.write_handle(op.cast(), operator);
            Ok(())
        })
    }
}

/// Passes the handles to `store`, unless something is wrong with the `variables` for them.
pub(crate) unsafe fn handles(
    a: *const samebits_accumulator,
    variables: Result<(), &str>,
    store: impl FnOnce(&Process, Handle, Handle) -> Result<(), Failure>,
) -> c_int {
    let function = "samebits_accumulator_handles";
    let wrong = |failure: Failure| report_failure(&failure, function, true);
    exported(function, || {
        variables.map_err(|what| wrong(Failure::new(Class::Arg, what)))?;
        let process = usable(function)?;
        // SAFETY: upheld by the caller.
        let a = unsafe { a.as_ref() }.ok_or_else(|| wrong(null()))?;
        let (datatype, operator) = process.library.accumulator_handles(a.sum.spec().bytes())?;
        store(process, datatype, operator).map_err(wrong)
    })
}

pub(crate) unsafe fn reduce(
    function: Function,
    a: *mut samebits_accumulator,
    root: Option<c_int>,
    comm: MPI_Comm,
) -> Outcome {
    let context = Context::new(function.name(), comm)?;
    let watch = context.process.watch();
    // SAFETY: upheld by the caller.
    let mut a = unsafe { a.as_mut() };
    let purpose = a.as_ref().map(|a| *a.sum.spec());
    let datatype = a.as_ref().map_or(0, |a| a.datatype);
    let own = destination(root, context.communicator.size)
        .and_then(|to| Ok((&mut a.as_mut().ok_or_else(null)?.sum, to)));
    let signature = Signature { root: root_word(root), ..function.signature() };
    let signature = purpose.map_or(signature, |of| accumulator::signature(signature, &of));
    let describe = || {
        let sum = purpose.map(|purpose| ("sum", purpose.in_words()));
        let root = root.map(|root| ("root", root.to_string()));
        function.in_words(&sum.into_iter().chain(root).collect::<Vec<_>>())
    };
    let call = Call { signature: &signature, word: signature.word(), describe: &describe };
    let summands = context.on_ranks(Environment::VectorAndX87, |group| {
        accumulator::reduce(group, &call, own, watch.as_ref())
    })?;
    if let (Some(watch), Some(purpose)) = (watch, purpose) {
        let op = context.process.library.constants.sum;
        let by = (purpose.arithmetic(), "native");
        context.count(summands.into(), (datatype, op), by, &watch);
    }
    Ok(())
}
