//! The sums over vectors as `samebits.h` declares them. `build.rs` writes them, and the table of what
//! each is, from the rows of [`samebits_calls`].

use super::common::{VectorSum, VectorSums};
use crate::exports::direct::call::arguments::list;
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_uchar, c_void};
use samebits_fold::sums::vectors::{Term, Weights};
use samebits_fold::sums::Statistic;
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Request};

include!(concat!(env!("OUT_DIR"), "/vector_sums.rs"));

/// Runs a call with so many vectors y.
///
/// # Safety
/// They are listed.
unsafe fn with_list(
    mut call: VectorSums<'_>,
    k: c_int,
    ys: *const *const c_void,
    request: Option<*mut MPI_Request>,
) -> c_int {
    // SAFETY: upheld by the caller.
    let listed = unsafe { list("ys", k, ys) };
    let ys: Vec<*const u8> = match listed {
        Ok(ys) => ys.iter().map(|y| y.cast()).collect(),
        Err(failure) => {
            call.wrong = Some(failure);
            Vec::new()
        }
    };
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).run(request) }
}
