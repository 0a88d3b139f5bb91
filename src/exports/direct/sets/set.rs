//! Sets of sums, as `samebits.h` declares them: filled from a program's loops, and finished over a
//! communicator in one exchange for all.

use crate::exports::direct::accumulators::accumulator::element;
use crate::exports::direct::accumulators::buffers::store;
use crate::exports::direct::call::arguments::{free, variable};
use crate::exports::direct::call::context::{exported_local, with_mpi};
use crate::exports::direct::call::failure::ensure;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_base::lock::lock;
use samebits_fold::sums::set::{Place, Places, SumSet};
use samebits_fold::sums::SumSpec;
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::abi::family::{Handle, MPI_Datatype};
use samebits_sum::number::Numbers;
use std::sync::Mutex;

/// A set of exact sums that are filled side by side.
#[allow(non_camel_case_types)] // its name in C
#[repr(C)]
pub struct samebits_sums {
    /// The header's inline functions read these two.
    pub(super) places: *mut Place,
    pub(super) components: usize,
    pub(crate) numbers: Numbers,
    pub(super) datatype: Handle,
    pub(super) filled: Mutex<Filled>,
}

pub(super) struct Filled {
    pub(super) places: Places,
    pub(super) set: SumSet,
}

impl samebits_sums {
    /// How the results follow from what the ranks have summed: the same, whatever was added.
    pub(super) fn spec(&self) -> SumSpec {
        SumSpec::sum(self.numbers, true, true)
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.filled).set.sums.len()
    }

    /// The sums, with what waits in buffers.
    pub(super) fn complete(&self) -> SumSet {
        let filled = &mut *lock(&self.filled);
        within(Environment::Vector, || filled.set.take_all(&mut filled.places));
        filled.set.clone()
    }
}

/// Creates a set of k sums of elements of type float, double or their complex types, all empty.
/// Each is exact, and rounded once at the end: the bits depend on nothing but the multiset of what
/// was added on all ranks.
///
/// Not collective; after MPI_Init. Errors: MPI_ERR_COUNT if k is negative, MPI_ERR_ARG if sums is
/// NULL, MPI_ERR_TYPE.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_create(
    k: c_int,
    r#type: MPI_Datatype,
    sums: *mut *mut samebits_sums,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported_local("samebits_sums_create", true, || unsafe { create(k, r#type, sums) })
}

pub(crate) unsafe fn create(
    k: c_int,
    datatype: Handle,
    sums: *mut *mut samebits_sums,
) -> Result<(), Failure> {
    let numbers = Numbers::of(element(with_mpi()?, datatype)?).expect("it is summed");
    let count = usize::try_from(k)
        .map_err(|_| Failure::new(Class::Count, format!("the number of sums is {k}")))?;
    // SAFETY: upheld by the caller.
    let variable = unsafe { variable(sums, "set of sums")? };
    let places = Places::new(count * numbers.components);
    let (first, components) = (places.first(), numbers.components);
    let filled = Mutex::new(Filled { places, set: SumSet::new(numbers, count) });
    let created = samebits_sums { places: first, components, numbers, datatype, filled };
    *variable = Box::into_raw(Box::new(created));
    Ok(())
}

/// Frees a set of sums and sets it to NULL. Does nothing if it is NULL already.
///
/// Not collective. Errors: MPI_ERR_ARG if the address of the set is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_free(sums: *mut *mut samebits_sums) -> c_int {
    // SAFETY: upheld by the caller; made by `create`, and freed once.
    exported_local("samebits_sums_free", true, || unsafe { free(sums, "set of sums") })
}

/// Makes all sums of a set empty again.
///
/// Not collective. Errors: MPI_ERR_ARG if the set is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_clear(sums: *mut samebits_sums) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_sums_clear", sums, |sums| {
            let filled = &mut *lock(&sums.filled);
            filled.set.clear(&mut filled.places);
            Ok(())
        })
    }
}

/// Makes room for what the inline functions add to sum i; these call it where there is none.
///
/// Not collective. Errors: those of samebits_sums_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_flush(
    sums: *mut samebits_sums,
    i: c_int,
    products: c_int,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_sums_flush", sums, |sums| {
            let filled = &mut *lock(&sums.filled);
            let sum = index(filled, i)?;
            within(Environment::Vector, || {
                filled.set.make_room(&mut filled.places, sum, products != 0);
            });
            Ok(())
        })
    }
}

/// Adds the sums of another set of as many sums of the same type, which is left unchanged. Several
/// threads that have filled sets of their own may merge these into one at the same time.
///
/// Not collective. Errors: MPI_ERR_ARG if a set is NULL or they are of other numbers of sums,
/// MPI_ERR_TYPE if they are of other types.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_merge(
    into: *mut samebits_sums,
    other: *mut samebits_sums,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_sums_merge", into, |into| {
            let null = || Failure::new(Class::Arg, "the other set of sums is null");
            let other = other.as_ref().ok_or_else(null)?;
            ensure(into.numbers == other.numbers, Class::Type, || {
                "the sets hold sums of different types"
            })?;
            // (It may be the same set.)
            let more = other.complete();
            let filled = &mut *lock(&into.filled);
            let [of, other] = [filled.set.sums.len(), more.sums.len()];
            ensure(of == other, Class::Arg, || {
                format!("the sets have different numbers of sums: {of} and {other}")
            })?;
            more.sums.iter().enumerate().for_each(|(sum, more)| filled.set.merge(sum, more));
            Ok(())
        })
    }
}

/// Stores the current sum i of this rank, one element, at value. An empty sum is +0.0.
///
/// Not collective. Errors: MPI_ERR_ARG if the set is NULL or has no sum i, MPI_ERR_BUFFER if value
/// is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_value(
    sums: *mut samebits_sums,
    i: c_int,
    value: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_sums_value", sums, |sums| self::value(sums, i, value)) }
}

pub(crate) unsafe fn value(
    sums: &samebits_sums,
    i: c_int,
    value: *mut c_void,
) -> Result<(), Failure> {
    let filled = &mut *lock(&sums.filled);
    let (sum, spec) = (index(filled, i)?, sums.spec());
    ensure(!value.is_null(), Class::Buffer, || "the address for the value is null")?;
    let mut element = [0; 16];
    let element = &mut element[..spec.result.size()];
    within(Environment::Vector, || {
        filled.set.take(&mut filled.places, sum);
        spec.result_of(&filled.set.sums[sum], element);
    });
    // SAFETY: upheld by the caller.
    unsafe { store(element, value.cast()) }
}

/// The sum with that number.
pub(super) fn index(filled: &Filled, i: c_int) -> Result<usize, Failure> {
    let count = filled.set.sums.len();
    usize::try_from(i).ok().filter(|i| *i < count).ok_or_else(|| {
        let what = format!(
            "i={i} is not accepted; the set's sums are numbered from 0 to {}",
            count as i64 - 1
        );
        Failure::new(Class::Arg, what)
    })
}

/// Runs the body of a function on one set.
pub(crate) unsafe fn with(
    function: &'static str,
    sums: *mut samebits_sums,
    body: impl FnOnce(&samebits_sums) -> Result<(), Failure>,
) -> c_int {
    exported_local(function, true, || {
        // SAFETY: upheld by the caller.
        unsafe { sums.as_ref() }.ok_or_else(null).and_then(body)
    })
}

/// The failure where a set is null.
pub(crate) fn null() -> Failure {
    Failure::new(Class::Arg, "the set of sums is null")
}
