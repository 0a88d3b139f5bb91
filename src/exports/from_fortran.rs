//! Which Fortran calls samebits serves itself. In MPICH's family the library's Fortran procedure
//! calls the C function, which samebits intercepts, so it only passes the call on. In Open MPI and
//! SMPI it does not: there samebits serves the call and converts handles and sentinels.
//!
//! Calls whose INTEGERs have eight bytes ([`integer`]) are passed on as they are. If they reach C functions,
//! these are served; if they do not, SAMEBITS_UNSUPPORTED decides.

use super::arguments::{Language, Sentinels};
use super::{forward::Forward, function::Function, integer};
use crate::runtime::lifecycle;
use crate::runtime::process::{self, process, Process};
use libc::c_int;
use once_cell::sync::OnceCell;
use samebits_mpi::abi::{family::Family, functions::FromFortran};
use samebits_policy::Unsupported;
use samebits_reduction::report::{self, Seen};
use samebits_trace::caller::Mark;
use std::cell::Cell;
use std::sync::Once;

/// Has `serve` do a call that would not reach samebits through the MPI library's Fortran layer, and
/// passes on any other. `serve` gets what `seen` counts, and a function that passes the call on; both
/// return an error code.
#[inline(always)]
pub unsafe fn in_fortran(
    function: &Function,
    words: &[usize],
    mark: Mark,
    seen: impl FnOnce() -> Seen,
    serve: impl FnOnce(&'static Process, Language, Seen, &dyn Fn() -> c_int) -> c_int,
) {
    let f08 = function.next.is_f08();
    let Some((process, language)) = process().and_then(|p| Some((p, served(p, f08)?))) else {
        let _left_to_mpi = LeftToMpi::enter(f08);
        // SAFETY: upheld by the caller.
        return unsafe { untouched(&function.next, words, || function.frame.caller(mark)) };
    };
    let seen = seen();
    lifecycle::started(process);
    // SAFETY: upheld by the caller.
    unsafe {
        with_error_argument(&function.next, words, |pass_on| {
            serve(process, language, seen, pass_on)
        });
    }
}

/// Passes on a Fortran call as it is. The site is where it was made.
#[inline]
pub unsafe fn untouched(next: &Forward, words: &[usize], site: impl FnOnce() -> usize) {
    let _within = process::traced().map(|_| Within::enter(site()));
    // SAFETY: upheld by the caller.
    unsafe { next.call(words) }
}

thread_local! {
    /// Where the Fortran procedure was called that has called a C function; otherwise zero.
    static FORTRAN: Cell<usize> = const { Cell::new(0) };
}

/// In a Fortran procedure, until this is dropped.
struct Within(usize);

impl Within {
    fn enter(site: usize) -> Within {
        Within(FORTRAN.replace(site))
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        FORTRAN.set(self.0);
    }
}

/// Where the Fortran procedure was called that this call comes from, or the call itself.
pub fn fortran_or(site: impl FnOnce() -> usize) -> usize {
    match FORTRAN.get() {
        0 => site(),
        fortran => fortran,
    }
}

thread_local! {
    /// In a procedure of mpi_f08 that is left to the MPI library.
    static LEFT_TO_MPI: Cell<bool> = const { Cell::new(false) };
}

/// Whether this call in C comes from a Fortran procedure whose requests the MPI library has to complete.
/// (MPICH's procedures of mpi_f08 call C functions that start requests by their MPI_ names, and
/// those that complete them by their PMPI_ names, which nobody but MPI sees.)
#[inline]
pub fn is_left_to_mpi(process: &Process) -> bool {
    if LEFT_TO_MPI.get() {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            treat_as_unsupported(process, "nonblocking and persistent reductions of mpi_f08")
        });
    }
    LEFT_TO_MPI.get()
}

/// In such a procedure, until this is dropped.
struct LeftToMpi;

impl LeftToMpi {
    fn enter(f08: bool) -> Option<LeftToMpi> {
        if !f08 || !integer::are_wide(true) {
            return None;
        }
        LEFT_TO_MPI.set(true);
        Some(LeftToMpi)
    }
}

impl Drop for LeftToMpi {
    fn drop(&mut self) {
        LEFT_TO_MPI.set(false);
    }
}

/// Treats what is left to the MPI library as the policy says: one line from the first rank, the end of
/// the job, or nothing.
fn treat_as_unsupported(process: &Process, what: &str) {
    const WHY: &str = "INTEGER has 8 bytes in this program, and samebits supports only 4";
    match process.policy().unsupported {
        Unsupported::Native => {}
        Unsupported::Warn if process.world_rank() != Some(0) => {}
        Unsupported::Warn => report::print_lines(&format!(
            "{what} are left to the MPI library and not reproducible: {WHY}"
        )),
        Unsupported::Error => process.stop(
            &format!("SAMEBITS_UNSUPPORTED=error: {what} cannot be made reproducible: {WHY}"),
            0,
        ),
    }
}

/// Has `serve` do a call, and stores the error code that it returns. `serve` gets a function that
/// calls the procedure's next definition and returns the error code of that. The last word is the
/// address of the error argument, or null where `mpi_f08` omits it.
#[inline(always)]
pub unsafe fn with_error_argument(
    next: &Forward,
    words: &[usize],
    serve: impl FnOnce(&dyn Fn() -> c_int) -> c_int,
) {
    let ierror = words[words.len() - 1];
    let code = serve(&|| {
        // SAFETY: upheld by the caller; the procedure has stored its error code, if it can.
        unsafe {
            next.call::<()>(words);
            integer::load(ierror, next.is_f08())
        }
    });
    if ierror != 0 {
        // SAFETY: upheld by the caller.
        unsafe { integer::store(ierror, code, next.is_f08()) };
    }
}

/// How arguments are read where samebits serves Fortran calls: if an INTEGER has four bytes.
fn served(process: &'static Process, f08: bool) -> Option<Language> {
    static SERVED: [OnceCell<Option<FromFortran>>; 2] = [const { OnceCell::new() }; 2];
    let library = &process.library;
    if !matches!(library.family, Family::OpenMpi | Family::Smpi) || !process.is_up() {
        return None;
    }
    let convert = SERVED[f08 as usize].get_or_init(|| {
        if integer::are_wide(f08) {
            static SAID: Once = Once::new();
            SAID.call_once(|| treat_as_unsupported(process, "Fortran reductions"));
            return None;
        }
        library.from_fortran
    });
    convert.map(|convert| Language::Fortran(convert, Sentinels::of(library)))
}
