//! MPI_Reduce_local: one node of the tree, whatever the arithmetic, since a sum of two contributions
//! is correctly rounded in any. A user-defined operator is applied once by the MPI library, as by
//! the tree.
//!
//! Cost, n bytes: n γ where the buffers lie; on a device two copies to the host and one back,
//! through at most 1 MiB.

use super::blocking::conclude;
use super::call::classify::{local, with_null_bottom, Declined};
use super::{
    call::{evaluation::Reducer, notices, Call},
    context::Context,
};
use crate::report::{Outcome, Seen};
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_base::threads::Team;
use samebits_fold::{Buffers, Fold};
use samebits_kernel::fpenv::within;
use samebits_mpi::elements::device::staged::Staged;
use samebits_schedule::SCRATCH;

/// Reduces the send buffer and the receive buffer, in that order, into the latter, and returns an
/// MPI error code. `pass_on` passes the call on to the MPI library.
pub fn reduce(
    context: &'static Context,
    call: &Call<'_>,
    seen: Seen,
    pass_on: impl FnMut() -> c_int,
) -> c_int {
    let mut replaced = None;
    let call = with_null_bottom(&context.library, call, &mut replaced);
    let watch = context.watch();
    let reduced = local(&context.library, context.policy(), call).and_then(|reducer| {
        // SAFETY: the caller's buffers are as the MPI standard demands.
        with_room(|| unsafe { evaluate(context, call, &reducer) }).map_err(Declined::Fault)
    });
    if let (Ok(()), Some(watch)) = (&reduced, &watch) {
        let outcome = Outcome::Reproduced { arithmetic: "tree", schedule: "", instead_of: None };
        notices::count(context, &call.into(), outcome, watch);
    }
    conclude(context, call, reduced, seen, watch.as_ref(), pass_on)
}

/// # Safety
/// Both buffers hold the call's elements.
unsafe fn evaluate(context: &Context, call: &Call<'_>, reducer: &Reducer) -> Result<(), Fault> {
    let (left, right) = (call.send, call.recv);
    let count = call.operation.count as usize;
    reducer.with_fold(&context.library, call.comm, |fold| {
        let on_host = Staged::needed(fold, 0, left, Some(right), 0).is_none();
        let as_they_lie = on_host && !std::ptr::eq(left, right);
        within(reducer.environment(), || match fold.two().filter(|_| as_they_lie) {
            // SAFETY: upheld by the caller.
            Some(two) => unsafe { two.fold_two(Team::ALONE, left, right, right, count) },
            None => {
                let step = (SCRATCH / 2 / fold.size()).clamp(1, count);
                context.scratch.with(2 * step * fold.size(), |rows| {
                    (0..count).step_by(step).try_for_each(|from| {
                        let at = from * fold.size();
                        let n = step.min(count - from);
                        // SAFETY: n elements of both buffers, and of both rows.
                        unsafe { by_rows(fold, left.add(at), right.add(at), rows, n) }
                    })
                })
            }
        })
    })
}

/// Folds elements by way of two rows: some lie on a device, the buffers are the same, or the fold
/// takes rows only.
///
/// # Safety
/// Both buffers hold n elements without gaps, and the rows each as many.
unsafe fn by_rows(
    fold: &dyn Fold,
    left: *const u8,
    right: *mut u8,
    rows: *mut u8,
    n: usize,
) -> Result<(), Fault> {
    let bytes = n * fold.size();
    // SAFETY: upheld by the caller.
    unsafe {
        for (buffer, row) in [(left, rows), (right.cast_const(), rows.add(bytes))] {
            match Staged::needed(fold, 0, buffer, None, n) {
                Some(staged) => staged.load(buffer, row, n)?,
                None => std::ptr::copy_nonoverlapping(buffer, row, bytes),
            }
        }
        let result = rows.add(fold.fold(Team::ALONE, rows, 2, n)? * bytes);
        match Staged::needed(fold, 0, result, Some(right), n) {
            Some(staged) => staged.store(result, right, n)?,
            None => std::ptr::copy_nonoverlapping(result, right, bytes),
        }
    }
    Ok(())
}
