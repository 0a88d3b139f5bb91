//! Reductions of arrays of which a rank holds several runs of indices, as `samebits.h` declares them.

use super::array::reduce;
use super::plan::{create, samebits_plan};
use crate::exports::direct::call::arguments::{Buffers, DirectCall};
use crate::exports::direct::call::context::exported;
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::{pieces::Runs, shares::Shares};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Op};

/// Creates a plan for reductions of one array in pieces, as samebits_allreduce_pieces takes it, whose
/// pieces do not change. It is used as one of samebits_plan_arrays is, with one address in locals.
///
/// Collective. May differ between ranks: pieces, starts, lengths, plan. Errors: those of
/// samebits_allreduce_pieces and samebits_plan_arrays.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_pieces(
    pieces: c_int,
    starts: *const u64,
    lengths: *const usize,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    plan: *mut *mut samebits_plan,
) -> c_int {
    let call = DirectCall::new(Function::PlanPieces, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        let runs = runs(pieces, starts, lengths);
        let checked = runs.as_ref().map(|_| ()).map_err(Failure::clone);
        in_pieces(&call, &runs.unwrap_or(NONE), 0, |call| create(call, plan, checked))
    })
}

pub(super) const NONE: Runs<'static> = Runs { starts: &[], lengths: &[] };

/// The caller's lists.
unsafe fn runs<'a>(
    pieces: c_int,
    starts: *const u64,
    lengths: *const usize,
) -> Result<Runs<'a>, Failure> {
    match usize::try_from(pieces) {
        Ok(0) => Ok(NONE),
        Ok(_) if starts.is_null() || lengths.is_null() => {
            let name = if starts.is_null() { "starts" } else { "lengths" };
            let what = format!("the list {name} of {pieces} pieces is null");
            Err(Failure::new(Class::Arg, what))
        }
        // SAFETY: upheld by the caller.
        Ok(pieces) => unsafe {
            Ok(Runs {
                starts: std::slice::from_raw_parts(starts, pieces),
                lengths: std::slice::from_raw_parts(lengths, pieces),
            })
        },
        Err(_) => Err(Failure::new(Class::Count, format!("the number of pieces is {pieces}"))),
    }
}

/// Makes the call with these runs as the shares of its array; in messages the lowest index is
/// `first`.
pub(crate) fn in_pieces<R>(
    call: &DirectCall<'_>,
    runs: &Runs<'_>,
    first: u64,
    make: impl FnOnce(&DirectCall<'_>) -> R,
) -> R {
    let shares = Shares { lengths: &[runs.total()], starts: None, runs: Some(*runs), first };
    make(&DirectCall { shares, ..*call })
}

pub(super) unsafe fn reduce_pieces(
    call: &DirectCall<'_>,
    local: *const c_void,
    (pieces, starts, lengths): (c_int, *const u64, *const usize),
    result: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        let runs = runs(pieces, starts, lengths);
        let checked = runs.as_ref().map(|_| ()).map_err(Failure::clone);
        let buffers = Buffers { locals: &[local], results: result };
        in_pieces(call, &runs.unwrap_or(NONE), 0, |call| reduce(call, buffers, |_| checked))
    })
}
