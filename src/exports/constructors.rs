//! The functions that make communicators: the trace numbers these when they are made, in the order
//! that all their ranks have in common, because each rank may use one first at another time. One of
//! MPI_Comm_idup has its number from then on, and is known when its request is complete. (MPI 4's
//! functions that begin with a group belong to sessions, which are not traced.)

use super::choices::{Duplicate, DUPLICATES};
use super::from_fortran::with_error_argument;
use super::function::{Function, Prototype, Role, Spelling};
use super::handles::{communicator_at, from_fortran, Handles};
use crate::runtime::process;
use libc::c_int;
use samebits_mpi::abi::family::Family;
use samebits_reduction::call::described;

/// Makes the communicator whose handle goes where the word numbered `new` says.
#[inline]
pub unsafe fn in_c(
    function: &'static Function,
    new: usize,
    instead: Option<unsafe fn(&[usize]) -> c_int>,
    words: &[usize],
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        if let Some(instead) = instead.filter(|_| function.next.find().is_none()) {
            return instead(words);
        }
        let code = function.next.call(words);
        made(function, words, new, code);
        code
    }
}

#[inline]
pub unsafe fn in_fortran(function: &'static Function, new: usize, words: &[usize]) {
    // SAFETY: upheld by the caller.
    unsafe {
        with_error_argument(&function.next, words, |pass_on| {
            let code = pass_on();
            // (Where INTEGERs are longer it is the C function's, that has said so.)
            if !function.is_wide() {
                made(function, words, new, code);
            }
            code
        });
    }
}

/// MPI_Comm_idup_with_info in an MPI library that lacks it, where a program may find samebits' by a
/// weak reference. An MPI library may ignore what the info says.
pub unsafe fn idup_without_info(words: &[usize]) -> c_int {
    const IDUP: Prototype =
        Prototype::new("MPI_Comm_idup", &[Role::Comm, Role::New, Role::Request]);
    static FUNCTION: Function = Function::new(&IDUP, IDUP.name, Spelling::C);
    let &[comm, _info, new, request] = words else { unreachable!("four arguments") };
    // SAFETY: upheld by the caller.
    unsafe { in_c(&FUNCTION, 1, None, &[comm, new, request]) }
}

/// A function has returned, which without an error has made a communicator.
#[inline]
unsafe fn made(function: &'static Function, words: &[usize], new: usize, code: c_int) {
    let Some(process) = process::known() else { return };
    let Some(recorder) = process.recorder().filter(|_| code == 0 && words[new] != 0) else {
        return;
    };
    let (library, place) = (&process.library, words[new]);
    let &Function { name, fortran, .. } = function;
    // SAFETY: the caller's arguments.
    unsafe {
        if !name.starts_with("MPI_Comm_idup") {
            let comm = communicator_at(library, place, fortran);
            return described::communicator(process, recorder, comm, (name, 0));
        }
        let parent = match fortran {
            false => words[0],
            true => from_fortran(library, words[0], |functions| functions.comm),
        };
        let request = Handles::requests(library, fortran, words[new + 1]).read(0);
        let request = library.family.handle(request);
        // (MPICH's procedures in Fortran have called the function in C.)
        if DUPLICATES.find(request).is_some() {
            return;
        }
        if let Some(among) = described::reserve(process, recorder, parent) {
            // MPICH's family stores it at once, as Intel's layer for Fortran with INTEGERs of eight bytes
            // assumes: the place is gone when that has returned.
            let at_once = library.family == Family::Mpich;
            let comm = at_once.then(|| communicator_at(library, place, fortran));
            DUPLICATES.add(request, Duplicate { origin: name, comm, place, fortran, among });
        }
    }
}
