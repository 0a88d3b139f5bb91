//! Arguments of the Fortran module `samebits`: kinds, INTEGER handles, and signed numbers.

use crate::exports::direct::call::context::{usable, Process};
use crate::exports::direct::call::failure::report_failure;
use crate::exports::direct::{
    call::{arguments::DirectCall, function::Function},
    local::distribution::accept,
};
use crate::exports::handles::{Handles, Of};
use libc::c_int;
use samebits_array::failure::{Class, Failure};
use samebits_base::fault::Fault;
use samebits_kernel::{Format, Kind};
use samebits_mpi::abi::family::{Handle, MPI_Request};

/// Defines functions that only the module calls. Each body returns an error code. Pointers are to
/// what the module says: C strings, lists of so many entries, objects of samebits, variables for
/// results.
macro_rules! module_functions {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            $(#[$doc])*
            #[no_mangle]
            pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
                // SAFETY: upheld by the module.
                #[allow(unused_unsafe)]
                unsafe { $body }
            }
        )*
    };
}
pub(crate) use module_functions;

/// A kind of elements, their datatype in C, and their size in bytes.
struct Elements(Kind, &'static str, usize);

/// The kinds by the numbers that the module gives them.
const KINDS: [Elements; 4] = [
    Elements(Kind::Real(Format::Float), "MPI_FLOAT", 4),
    Elements(Kind::Real(Format::Double), "MPI_DOUBLE", 8),
    Elements(Kind::Complex(Format::Float), "MPI_C_FLOAT_COMPLEX", 8),
    Elements(Kind::Complex(Format::Double), "MPI_C_DOUBLE_COMPLEX", 16),
];

pub fn datatype(process: &Process, kind: c_int, given: c_int) -> Result<Handle, Failure> {
    let Elements(kind, name, _) = KINDS[kind as usize];
    let handle = process.library.datatype_from_fortran(given, kind, name);
    handle.ok_or_else(|| Failure::new(Class::Type, format!("the MPI library has no {name}")))
}

pub fn kind_of(kind: c_int) -> Kind {
    KINDS[kind as usize].0
}

pub fn size_of_element(kind: c_int) -> usize {
    KINDS[kind as usize].2
}

/// The failure where there are no INTEGER handles.
pub fn no_handles() -> Failure {
    Failure::new(Class::Unsupported, "the MPI library has no Fortran handles")
}

/// A communicator as it is in C; reports if there is none.
pub fn comm_of(function: &str, comm: c_int) -> Result<Handle, Fault> {
    let comm = usable(function)?.library.comm_from_fortran(comm);
    comm.ok_or_else(|| report_failure(&no_handles(), function, true))
}

/// Runs a call that is nonblocking if there is a place for a request, where its INTEGER goes.
///
/// # Safety
/// The place is one for an INTEGER, or null.
pub unsafe fn with_request<R>(
    process: &Process,
    request: *mut c_int,
    run: impl FnOnce(Option<*mut MPI_Request>) -> R,
) -> R {
    if request.is_null() {
        return run(None);
    }
    let library = &process.library;
    let mut handle: MPI_Request = 0;
    let done = run(Some(&mut handle));
    // A call that fails stores none.
    if handle != 0 {
        let integer = Handles { library, of: Of::Request, fortran: true, address: request.addr() };
        // SAFETY: the call has stored a handle; upheld by the caller.
        unsafe { integer.write(0, library.family.read_handle((&raw const handle).cast())) };
    }
    done
}

/// A call without arrays as yet, and whether there is a datatype for its kind.
pub fn direct_call(
    function: Function,
    root: Option<c_int>,
    (kind, datatype, op, comm): (c_int, c_int, c_int, c_int),
) -> Result<(DirectCall<'static>, Result<(), Failure>), Fault> {
    let process = usable(function.name())?;
    let comm = comm_of(function.name(), comm)?;
    let op = process.library.op_from_fortran(op);
    let op = op.ok_or_else(|| report_failure(&no_handles(), function.name(), true))?;
    let (datatype, checked) = match self::datatype(process, kind, datatype) {
        Ok(datatype) => (datatype, Ok(())),
        Err(failure) => (0, Err(failure)),
    };
    Ok((DirectCall::new(function, (datatype, op, comm), root), checked))
}

/// An integer that must not be negative.
pub fn number(name: &str, number: i64) -> Result<u64, Failure> {
    accept(number >= 0, || format!("{name}={number} is not accepted; it takes 0 or more"))?;
    Ok(number as u64)
}

/// A list of such integers.
pub unsafe fn numbers(name: &str, list: *const i64, length: i64) -> Result<Vec<u64>, Failure> {
    let length = length as usize;
    // SAFETY: upheld by the caller.
    let list = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(list, length) } };
    list.iter().zip(1..).map(|(value, index)| number(&format!("{name}({index})"), *value)).collect()
}
