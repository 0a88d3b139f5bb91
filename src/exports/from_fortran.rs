//! Where calls in Fortran are ours to serve, and what their arguments mean there.
//!
//! On MPICH's family the library's own Fortran procedure calls the C function,
//! which we see, so we only pass on. On Open MPI and SMPI it does not: there we serve
//! the call ourselves, converting handles and sentinels.

use super::arguments::Language;
use super::forward::call_with_words;
use super::function::Function;
use super::sentinels::Sentinels;
use crate::mpi::family::Family;
use crate::mpi::functions::FromFortran;
use crate::report::{self, Seen};
use crate::runtime::lifecycle;
use crate::runtime::process::{process, Process};
use libc::c_int;
use once_cell::sync::OnceCell;

/// Has `serve` do a call where the MPI library's own Fortran layer would not lead to us; passes it
/// on everywhere else. `serve` is handed what hands the call on, as it came, and returns an MPI
/// error code, as that does.
///
/// # Safety
/// The words are arguments for the procedure, of which the last one is that of the error argument,
/// or null (an absent optional argument of `mpi_f08`).
#[inline(always)]
pub unsafe fn in_fortran(
    function: &Function,
    words: &[usize],
    serve: impl FnOnce(&'static Process, Language, Seen, &dyn Fn() -> c_int) -> c_int,
) {
    // SAFETY: upheld by the caller.
    let procedure = || unsafe { call_with_words::<()>(function.next.address(), words) };
    let Some((process, language)) = process().and_then(|p| Some((p, served(p)?))) else {
        procedure();
        return;
    };
    let seen = report::seen();
    lifecycle::started(process);
    let ierror = words[words.len() - 1] as *mut c_int;
    let pass_on = || {
        procedure();
        // SAFETY: where the error argument is there, the procedure has stored it.
        unsafe { ierror.as_ref() }.copied().unwrap_or(0)
    };
    let code = serve(process, language, seen, &pass_on);
    // SAFETY: the caller's error argument, if it is there.
    if let Some(ierror) = unsafe { ierror.as_mut() } {
        *ierror = code;
    }
}

/// How arguments are read, where Fortran calls are ours to serve: under Open MPI and SMPI,
/// whose INTEGER has the size of a C int.
fn served(process: &'static Process) -> Option<Language> {
    static SERVED: OnceCell<Option<FromFortran>> = OnceCell::new();
    let library = &process.library;
    if !matches!(library.family, Family::OpenMpi | Family::Smpi) || !process.is_up() {
        return None;
    }
    let convert = SERVED.get_or_init(|| {
        if library.family == Family::Smpi {
            // Of one size only.
            return library.from_fortran;
        }
        let integer = library.object.data("ompi_mpi_integer")?;
        match library.size_of_type(integer)? {
            4 => library.from_fortran,
            size => {
                if process.world_rank() == Some(0) {
                    report::say(&format!(
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
