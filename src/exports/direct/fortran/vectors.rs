//! The functions that the Fortran module `samebits` calls for sums over vectors: with INTEGER
//! handles, sizes of each array that are compared, and columns of one array.

use super::arguments::{comm_of, datatype, module_functions, size_of_element, with_request};
use super::shares::check_results;
use crate::exports::direct::call::context::{usable, Process};
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::vectors::{common::VectorSums, entries::SUMS};
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_base::fault::Fault;
use samebits_fold::sums::vectors::{Term, Vectors};
use samebits_mpi::abi::family::Handle;

/// The numbers of integers among the kinds of weights.
const INT32: c_int = 4;
const INT64: c_int = 5;

module_functions! {
    /// Sums over `of_x` elements at `x`: with `k` columns of `of_ys` elements each at `ys`, weights
    /// and a mask. `of_w` and `of_mask` are negative where there are none. `results` has `capacity`
    /// elements. The call is nonblocking if there is a place for a request.
    fn samebits_f_vectors(
        procedure: c_int,
        x: *const c_void, of_x: i64,
        k: c_int, ys: *const c_void, of_ys: i64,
        w: *const c_void, of_w: i64, weights: c_int, of_weights: c_int,
        mask: *const c_void, of_mask: i64,
        ddof: c_int,
        results: *mut c_void, capacity: i64,
        kind: c_int, datatype: c_int, comm: c_int,
        request: *mut c_int,
    ) {
        let sum = SUMS[procedure as usize].corrected(ddof);
        let name = sum.functions[usize::from(!request.is_null())].name();
        let started = comm_of(name, comm).and_then(|comm| Ok((comm, usable(name)?)));
        let (comm, process) = match started {
            Ok(started) => started,
            Err(Fault(code)) => return code,
        };
        let same = |what: &str, n: i64| {
            ensure(n == of_x, Class::Count, || format!("x has {of_x} elements, and {what} has {n}"))
        };
        let check = || {
            let columns = sum.of_many();
            if k > 0 {
                same(if columns { "each column of ys" } else { "y" }, of_ys)?;
            }
            if of_w >= 0 {
                same("w", of_w)?;
            }
            if of_mask >= 0 {
                same("mask", of_mask)?;
            }
            check_results(capacity, if columns { k as usize } else { 1 }, true)?;
            let weights = match sum.term {
                Term::Weighted(_) => Some(weights_of(process, weights, of_weights)?),
                _ => None,
            };
            Ok((self::datatype(process, kind, datatype)?, weights))
        };
        let (wrong, (datatype, weights)) = match check() {
            Ok(found) => (None, found),
            Err(failure) => (Some(failure), (0, None)),
        };
        let column = of_ys.max(0) as usize * size_of_element(kind);
        let ys = (0..k.max(0) as usize).map(|i| ys.cast::<u8>().wrapping_add(i * column));
        let ys: Vec<*const u8> = ys.collect();
        let vector = (x, of_x as usize);
        let call = VectorSums::new(sum, vector, results, (datatype, comm));
        let mask = if of_mask >= 0 { mask.cast() } else { std::ptr::null() };
        let vectors = Vectors { ys: &ys, w: w.cast(), mask, ..call.vectors };
        let call = VectorSums { vectors, weights, wrong, ..call };
        with_request(process, request, |request| call.run(request))
    }
}

/// The datatype of weights of that kind.
pub(super) fn weights_of(process: &Process, kind: c_int, given: c_int) -> Result<Handle, Failure> {
    let constants = &process.library.constants;
    match kind {
        INT32 => Ok(constants.int),
        INT64 => Ok(constants.int64_t),
        _ => datatype(process, kind, given),
    }
}
