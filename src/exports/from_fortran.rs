//! Which Fortran calls samebits serves itself. In MPICH's family the library's Fortran procedure
//! calls the C function, which samebits intercepts, so it only passes the call on. In Open MPI and
//! SMPI it does not: there samebits serves the call and converts handles and sentinels.

use super::arguments::{Language, Sentinels};
use super::{forward::Forward, function::Function};
use crate::mpi::abi::{family::Family, functions::FromFortran};
use crate::report::{self, Seen};
use crate::runtime::lifecycle;
use crate::runtime::process::{self, process, Process};
use crate::trace::caller::Mark;
use libc::c_int;
use once_cell::sync::OnceCell;
use std::cell::Cell;

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
    let Some((process, language)) = process().and_then(|p| Some((p, served(p)?))) else {
        let traced = process::known().filter(|process| process.recorder().is_some());
        let _within = traced.map(|_| Within::enter(function.frame.caller(mark)));
        // SAFETY: upheld by the caller.
        return unsafe { function.next.call(words) };
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

/// Has `serve` do a call, and stores the error code that it returns. `serve` gets a function that
/// calls the procedure's next definition and returns the error code of that. The last word is the
/// address of the error argument, or null where `mpi_f08` omits it.
#[inline(always)]
pub unsafe fn with_error_argument(
    next: &Forward,
    words: &[usize],
    serve: impl FnOnce(&dyn Fn() -> c_int) -> c_int,
) {
    let ierror = words[words.len() - 1] as *mut c_int;
    let code = serve(&|| {
        // SAFETY: upheld by the caller; the procedure has stored its error code, if it can.
        unsafe {
            next.call::<()>(words);
            ierror.as_ref().copied().unwrap_or(0)
        }
    });
    // SAFETY: upheld by the caller.
    if let Some(ierror) = unsafe { ierror.as_mut() } {
        *ierror = code;
    }
}

/// How arguments are read where samebits serves Fortran calls: if an INTEGER has four bytes.
fn served(process: &'static Process) -> Option<Language> {
    static SERVED: OnceCell<Option<FromFortran>> = OnceCell::new();
    let library = &process.library;
    if !matches!(library.family, Family::OpenMpi | Family::Smpi) || !process.is_up() {
        return None;
    }
    let convert = SERVED.get_or_init(|| {
        // SMPI has INTEGERs of four bytes only.
        if library.family == Family::Smpi {
            return library.from_fortran;
        }
        let integer = library.object.data("ompi_mpi_integer")?;
        match library.size_of_type(integer)? {
            4 => library.from_fortran,
            size => {
                if process.world_rank() == Some(0) {
                    report::print_lines(&format!(
                        "Fortran reductions are left to the MPI library and not reproducible: \
                         its INTEGER has {size} bytes, and samebits knows 4 only"
                    ));
                }
                None
            }
        }
    });
    convert.map(|convert| Language::Fortran(convert, Sentinels::of(library)))
}
