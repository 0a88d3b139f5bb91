//! Sums and dot products of local elements by their datatype, as `samebits.h` declares them, also in
//! the memory of a GPU.

use crate::exports::direct::accumulators::accumulator::{
    add, add_products, check, element, samebits_accumulator, value,
};
use crate::exports::direct::call::context::{exported_local, with_mpi};
use crate::exports::direct::call::failure::ensure;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{Format, Kind};
use samebits_mpi::{abi::family::MPI_Datatype, elements::device::Drivers};
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec};
use samebits_sum::compensated::{complex_dot, dot, sum, Compensated};
use samebits_sum::names::Arithmetic;

/// Stores the sum of n elements at x, one element, at result: the exact sum, rounded once, as an
/// accumulator of "exact" gives it. type is float, double or one of their complex types, under any
/// of their names in C, C++ or Fortran. result may be the address of one of the elements.
///
/// The functions samebits_sum_double and so on do the same faster, as they look up no datatype.
///
/// Not collective; after MPI_Init. Errors: MPI_ERR_TYPE, MPI_ERR_BUFFER if result is NULL or x is
/// NULL and n is not 0.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sum(
    x: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
) -> c_int {
    exported_local("samebits_sum", true, || {
        let kind = element(with_mpi()?, r#type)?;
        check(x, n, "elements")?;
        // SAFETY: upheld by the caller.
        unsafe { store(kind, [x, x], n, Summands::Numbers, r#type, result) }
    })
}

/// Stores the dot product of two vectors of n elements, the sum of x[i]*y[i], at result: the exact
/// sum of real products, rounded once, as samebits_accumulator_add_products describes it. Otherwise
/// like samebits_sum.
///
/// Not collective; after MPI_Init. Errors: MPI_ERR_TYPE, MPI_ERR_BUFFER if result is NULL, or x or y
/// is NULL and n is not 0.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_dot(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { products("samebits_dot", [x, y], n, result, false, r#type) }
}

/// Like samebits_dot, but with the complex conjugates of x[i]. For real elements there is no
/// difference.
///
/// Not collective; after MPI_Init. Errors: those of samebits_dot.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_conjugated_dot(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { products("samebits_conjugated_dot", [x, y], n, result, true, r#type) }
}

unsafe fn products(
    function: &'static str,
    [x, y]: [*const c_void; 2],
    n: usize,
    result: *mut c_void,
    conjugated: bool,
    datatype: MPI_Datatype,
) -> c_int {
    exported_local(function, true, || {
        let kind = element(with_mpi()?, datatype)?;
        check(x, n, "elements x")?;
        check(y, n, "elements y")?;
        // SAFETY: upheld by the caller.
        unsafe { store(kind, [x, y], n, Summands::Products { conjugated }, datatype, result) }
    })
}

#[derive(Clone, Copy)]
enum Summands {
    /// Of the first vector.
    Numbers,
    Products {
        conjugated: bool,
    },
}

unsafe fn store(
    kind: Kind,
    vectors: [*const c_void; 2],
    n: usize,
    summands: Summands,
    datatype: MPI_Datatype,
    result: *mut c_void,
) -> Result<(), Failure> {
    ensure(!result.is_null(), Class::Buffer, || "the address for the value is null")?;
    let drivers = Drivers::loaded();
    let [x, y] = vectors;
    let on_device = |at: *const c_void| drivers.holding(at.cast()).is_some();
    if drivers.any() && ((n > 0 && (on_device(x) || on_device(y))) || on_device(result)) {
        let sum = Accumulator::new(AccumulatorSpec::new(Arithmetic::Exact, kind, 0)?);
        let mut sum = samebits_accumulator { sum, datatype };
        match summands {
            Summands::Numbers => add(&mut sum, x, n)?,
            Summands::Products { conjugated } => add_products(&mut sum, x, y, n, conjugated)?,
        }
        return value(&sum, result);
    }
    // SAFETY: upheld by the caller.
    unsafe {
        match kind.format() {
            Format::Float => of_format::<f32>(kind, vectors, n, summands, result),
            _ => of_format::<f64>(kind, vectors, n, summands, result),
        }
    }
    Ok(())
}

unsafe fn of_format<T: Compensated>(
    kind: Kind,
    vectors: [*const c_void; 2],
    n: usize,
    summands: Summands,
    result: *mut c_void,
) {
    let [x, y] = vectors.map(<*const c_void>::cast::<T>);
    let complex = matches!(kind, Kind::Complex(_));
    // SAFETY: the caller provides the elements.
    let parts: [T; 2] = within(Environment::Vector, || unsafe {
        match (summands, complex) {
            (Summands::Numbers, false) => sum(x, n, 1),
            (Summands::Numbers, true) => sum(x, 2 * n, 2),
            (Summands::Products { .. }, false) => [dot(x, y, n); 2],
            (Summands::Products { conjugated }, true) => complex_dot([x, y], n, conjugated),
        }
    });
    let result = result.cast::<T>();
    // SAFETY: the caller provides memory for an element.
    unsafe {
        result.write_unaligned(parts[0]);
        if complex {
            result.add(1).write_unaligned(parts[1]);
        }
    }
}
