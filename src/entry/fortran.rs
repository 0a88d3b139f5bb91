//! The MPI procedures in Fortran, in their spellings by different compilers (but
//! not bare in lower case: `mpi_init` may be a C function of the user's) and in the
//! three bindings (`mpif.h` and `use mpi`: `mpi_allreduce_`; `use mpi_f08`:
//! `mpi_allreduce_f08_`).
//!
//! On MPICH's family the library's own Fortran procedure calls the C function,
//! which we see, so we only pass on. On Open MPI and SMPI it does not: there we serve
//! the call ourselves, converting handles and sentinels.

use super::forward::{call_with_words, Forward};
use super::lifecycle::{aborting, ending, initialised};
use super::procedures::procedures;
use super::process::{process, Process};
use super::reduction::reduce;
use crate::classify::Call;
use crate::mpi::family::Family;
use crate::mpi::functions::FromFortran;
use crate::report;
use libc::c_int;
use once_cell::sync::OnceCell;

procedures!(allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror):
    mpi_allreduce_ mpi_allreduce__ MPI_ALLREDUCE mpi_allreduce_f08_);
procedures!(reduce_to_root(sendbuf, recvbuf, count, datatype, op, root, comm, ierror):
    mpi_reduce_ mpi_reduce__ MPI_REDUCE mpi_reduce_f08_);
procedures!(init(ierror):
    mpi_init_ mpi_init__ MPI_INIT mpi_init_f08_);
procedures!(init_thread(required, provided, ierror):
    mpi_init_thread_ mpi_init_thread__ MPI_INIT_THREAD mpi_init_thread_f08_);
procedures!(finalize(ierror):
    mpi_finalize_ mpi_finalize__ MPI_FINALIZE mpi_finalize_f08_);

procedures!(abort(comm, errorcode, ierror):
    mpi_abort_ mpi_abort__ MPI_ABORT mpi_abort_f08_);

/// # Safety
/// The words are arguments for the procedure behind us, here and below.
unsafe fn init(next: &Forward, words: &[usize; 1]) {
    // SAFETY: handed on to the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
    initialised("MPI_Init");
}

unsafe fn init_thread(next: &Forward, words: &[usize; 3]) {
    // SAFETY: handed on to the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
    initialised("MPI_Init_thread");
}

unsafe fn finalize(next: &Forward, words: &[usize; 1]) {
    ending();
    // SAFETY: handed on to the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
}

unsafe fn abort(next: &Forward, words: &[usize; 3]) {
    aborting();
    // SAFETY: handed on to the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
}

unsafe fn allreduce(next: &Forward, words: &[usize; 7]) {
    let [sendbuf, recvbuf, count, datatype, op, comm, _] = *words;
    let arguments = [sendbuf, recvbuf, count, datatype, op, comm];
    // SAFETY: handed on to the caller.
    unsafe { serve("MPI_Allreduce", arguments, None, next, words) }
}

unsafe fn reduce_to_root(next: &Forward, words: &[usize; 8]) {
    let [sendbuf, recvbuf, count, datatype, op, root, comm, _] = *words;
    let arguments = [sendbuf, recvbuf, count, datatype, op, comm];
    // SAFETY: handed on to the caller.
    unsafe { serve("MPI_Reduce", arguments, Some(root), next, words) }
}

/// Serves a reduction where the MPI library's own Fortran layer would not lead
/// to us; passes it on everywhere else. The arguments that both reductions have
/// come in MPI_Allreduce's order.
///
/// # Safety
/// The words are arguments for the procedure behind us, and the last one is that
/// of the error argument, or null (an absent optional argument of `mpi_f08`).
unsafe fn serve(
    name: &'static str,
    [sendbuf, recvbuf, count, datatype, op, comm]: [usize; 6],
    root: Option<usize>,
    next: &Forward,
    words: &[usize],
) {
    // SAFETY: handed on to the caller.
    let pass_on = || unsafe { call_with_words::<()>(next.address(), words) };
    let Some((process, convert)) = process().and_then(served) else {
        pass_on();
        return;
    };
    // SAFETY: Fortran passes the addresses of default INTEGERs, which are C
    // ints here (see `served`).
    let call = unsafe {
        let integer = |argument: usize| *(argument as *const c_int);
        Call {
            name,
            send: sentinels(process).translate(sendbuf).cast_const(),
            recv: sentinels(process).translate(recvbuf),
            count: i64::from(integer(count)),
            datatype: (convert.datatype)(integer(datatype)),
            op: (convert.op)(integer(op)),
            root: root.map(integer),
            comm: (convert.comm)(integer(comm)),
        }
    };
    let ierror = words[words.len() - 1] as *mut c_int;
    let code = reduce(&call, || {
        pass_on();
        // SAFETY: where the error argument is there, the procedure has stored it.
        unsafe { ierror.as_ref() }.copied().unwrap_or(0)
    });
    // SAFETY: the address of the caller's error argument, if there is one.
    if let Some(ierror) = unsafe { ierror.as_mut() } {
        *ierror = code;
    }
}

/// What serving takes, where Fortran calls are ours to serve: under Open MPI and SMPI,
/// whose INTEGER has the size of a C int.
pub fn served(process: &'static Process) -> Option<(&'static Process, FromFortran)> {
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
    convert.map(|convert| (process, convert))
}

/// The addresses that stand for MPI_IN_PLACE and MPI_BOTTOM in Open MPI's and SMPI's
/// Fortran: common blocks under the spellings of several compilers, of which an
/// executable may hold its own copy. (SMPI's are procedures.)
struct Sentinels {
    in_place: Vec<usize>,
    bottom: Vec<usize>,
    /// MPI_IN_PLACE in C.
    c_in_place: usize,
}

fn sentinels(process: &Process) -> &'static Sentinels {
    static SENTINELS: OnceCell<Sentinels> = OnceCell::new();
    SENTINELS.get_or_init(|| {
        let addresses = |name: &str| {
            [name.to_string(), format!("{name}_"), format!("{name}__"), name.to_uppercase()]
                .iter()
                .filter_map(|name| process.library.object.data(name))
                .collect()
        };
        let (in_place, bottom) = match process.library.family {
            Family::Smpi => ("mpi_in_place", "mpi_bottom"),
            _ => ("mpi_fortran_in_place", "mpi_fortran_bottom"),
        };
        Sentinels {
            in_place: addresses(in_place),
            bottom: addresses(bottom),
            c_in_place: process.library.constants.in_place,
        }
    })
}

impl Sentinels {
    /// A buffer as C passes it.
    fn translate(&self, address: usize) -> *mut u8 {
        if self.in_place.contains(&address) {
            self.c_in_place as *mut u8
        } else if self.bottom.contains(&address) {
            std::ptr::null_mut()
        } else {
            address as *mut u8
        }
    }
}
