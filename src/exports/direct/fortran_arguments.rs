//! What arguments of the module `samebits` for Fortran mean: kinds of elements, INTEGER handles,
//! and numbers that may be negative.

use super::arguments::DirectCall;
use super::array::asked;
use super::context::{usable, Process};
use super::distribution::wrong;
use super::failure::{tell, Class, Failure};
use super::function::Function;
use crate::arithmetic::Fault;
use crate::kernel::{Format, Kind};
use crate::mpi::family::Handle;
use libc::c_int;

/// Defines functions that the module calls, and nobody else. Each body returns an error code.
macro_rules! module_functions {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// Pointers are to what the module says that they are to: strings that end in a null
            /// character, lists of so many entries, handles of ours, places for results.
            #[no_mangle]
            pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
                // SAFETY: handed on to the module.
                #[allow(unused_unsafe)]
                unsafe { $body }
            }
        )*
    };
}
pub(super) use module_functions;

/// A kind of elements, their datatype in C, and their size in bytes.
struct Elements(Kind, &'static str, usize);

/// The kinds by the numbers that the module gives them.
const KINDS: [Elements; 4] = [
    Elements(Kind::Real(Format::Float), "MPI_FLOAT", 4),
    Elements(Kind::Real(Format::Double), "MPI_DOUBLE", 8),
    Elements(Kind::Complex(Format::Float), "MPI_C_FLOAT_COMPLEX", 8),
    Elements(Kind::Complex(Format::Double), "MPI_C_DOUBLE_COMPLEX", 16),
];

/// The datatype of a kind's elements.
pub fn datatype(process: &Process, kind: c_int, given: c_int) -> Result<Handle, Failure> {
    let Elements(kind, name, _) = KINDS[kind as usize];
    let handle = process.library.datatype_from_fortran(given, kind, name);
    handle.ok_or_else(|| Failure::new(Class::Type, format!("the MPI library has no {name}")))
}

/// A kind by its number.
pub fn kind_of(kind: c_int) -> Kind {
    KINDS[kind as usize].0
}

/// Bytes of an element of a kind.
pub fn size_of_element(kind: c_int) -> usize {
    KINDS[kind as usize].2
}

/// What is wrong where there are no INTEGER handles.
pub fn no_handles() -> Failure {
    Failure::new(Class::Unsupported, "the MPI library has no Fortran handles")
}

/// A communicator as it is in C, for a function that says if there is none.
pub fn comm_of(function: &str, comm: c_int) -> Result<Handle, Fault> {
    let comm = usable(function)?.library.comm_from_fortran(comm);
    comm.ok_or_else(|| tell(&no_handles(), function, true))
}

/// What is asked of a function with a kind, and with INTEGERs: the kind's datatype, the operator
/// and the communicator. As yet of no array; and what is wrong with the kind.
pub fn asked_of(
    function: Function,
    root: Option<c_int>,
    (kind, datatype, op, comm): (c_int, c_int, c_int, c_int),
) -> Result<(DirectCall<'static>, Result<(), Failure>), Fault> {
    let process = usable(function.name())?;
    let comm = comm_of(function.name(), comm)?;
    let op = process.library.op_from_fortran(op);
    let op = op.ok_or_else(|| tell(&no_handles(), function.name(), true))?;
    let (datatype, known) = match self::datatype(process, kind, datatype) {
        Ok(datatype) => (datatype, Ok(())),
        Err(failure) => (0, Err(failure)),
    };
    Ok((asked(function, (datatype, op, comm), root), known))
}

/// An integer that is not below 0.
pub fn number(name: &str, number: i64) -> Result<u64, Failure> {
    u64::try_from(number)
        .or_else(|_| wrong(format!("{name}={number} is not accepted; it takes a number from 0 on")))
}

/// Likewise many of them.
///
/// # Safety
/// There are so many.
pub unsafe fn numbers(name: &str, of: *const i64, many: i64) -> Result<Vec<u64>, Failure> {
    let many = many as usize;
    // SAFETY: upheld by the caller.
    let of = if many == 0 { &[] } else { unsafe { std::slice::from_raw_parts(of, many) } };
    of.iter().zip(1..).map(|(value, index)| number(&format!("{name}({index})"), *value)).collect()
}
