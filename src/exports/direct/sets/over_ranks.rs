//! Sets of sums finished over the ranks of a communicator: one exchange for all sums of a set.

use super::set::{null, samebits_sums};
use crate::exports::direct::call::context::{exported, Context};
use crate::exports::direct::call::function::Function;
use crate::exports::direct::vectors::exchange::{check_request, SumExchange};
use crate::exports::direct::vectors::traced;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{hash, Signature};
use samebits_base::fault::Outcome;
use samebits_fold::sums::SumSpec;
use samebits_mpi::abi::family::{MPI_Comm, MPI_Request};

/// Stores the sums of a set over all ranks of a communicator, one after another, at results. The
/// sets of all ranks are of as many sums, of the same type; they are left unchanged.
///
/// Collective. May differ between ranks: what was added to the sets, results. Errors: those of all
/// functions over a communicator; MPI_ERR_ARG if a set is NULL, MPI_ERR_COUNT if the sets are of
/// different numbers of sums.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_allreduce(
    sums: *mut samebits_sums,
    results: *mut c_void,
    comm: MPI_Comm,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { reduce(Function::SumsAllreduce, sums, results, comm, None) }
}

/// Starts what samebits_sums_allreduce does, with the same bits: the set may be filled further or
/// cleared when it returns, and the results are stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_iallreduce(
    sums: *mut samebits_sums,
    results: *mut c_void,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { reduce(Function::SumsIallreduce, sums, results, comm, Some(request)) }
}

unsafe fn reduce(
    function: Function,
    sums: *mut samebits_sums,
    results: *mut c_void,
    comm: MPI_Comm,
    request: Option<*mut MPI_Request>,
) -> c_int {
    exported(function.name(), || {
        let context = Context::new(function.name(), comm)?;
        // SAFETY: upheld by the caller.
        unsafe { exchange(function, &context, sums.as_ref().ok_or_else(null), results, request) }
    })
}

pub(crate) unsafe fn exchange(
    function: Function,
    context: &Context,
    sums: Result<&samebits_sums, Failure>,
    results: *mut c_void,
    request: Option<*mut MPI_Request>,
) -> Outcome {
    let watch = context.process.watch();
    let sums = request.map_or(Ok(()), check_request).and(sums);
    let set = sums.map(|sums| (sums, sums.complete().sums));
    let set = set.and_then(|(sums, set)| match results.is_null() && !set.is_empty() {
        true => Err(Failure::new(Class::Buffer, "the buffer of the results is null")),
        false => Ok((sums, set)),
    });
    let (spec, signature, locals, datatype) = match &set {
        Ok((sums, set)) => {
            let datatype = (sums.numbers.format as u32) << 4 | sums.components as u32;
            let (arrays, spec) = (set.len() as u32, sums.spec());
            let rest = hash([spec.word()]);
            let signature = Signature { arrays, datatype, rest, ..function.signature() };
            (spec, signature, Ok(&set[..]), sums.datatype)
        }
        // The rank only says why.
        Err(failure) => (SumSpec::nothing(), function.signature(), Err(failure), 0),
    };
    let count = locals.map_or(0, <[_]>::len);
    let describe = || {
        let [datatype, _] =
            crate::exports::direct::call::arguments::names(context.process, datatype, 0);
        function.in_words(&[("k", count.to_string()), datatype])
    };
    // SAFETY: no vectors.
    let traced = locals.ok().and_then(|_| unsafe { traced::begin(context, datatype, count, None) });
    let exchange = SumExchange {
        signature,
        describe: &describe,
        spec: &spec,
        count,
        results,
        datatype,
        traced,
    };
    // SAFETY: upheld by the caller.
    unsafe {
        match (request, locals) {
            (None, _) => exchange.reduce(context, locals, watch),
            (Some(request), Ok(locals)) => exchange.start(context, locals, request, watch),
            (Some(_), Err(failure)) => Err(context.fail(failure, true)),
        }
    }
}
