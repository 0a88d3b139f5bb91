//! The MPI procedures in Fortran, in their spellings by different compilers (but
//! not bare in lower case: `mpi_init` may be a C function of the user's) and in the
//! three bindings (`mpif.h` and `use mpi`: `mpi_allreduce_`; `use mpi_f08`:
//! `mpi_allreduce_f08_`).
//!
//! On MPICH's family the library's own Fortran procedure calls the C function,
//! which we see, so we only pass on. On Open MPI it does not: there we serve the
//! call ourselves, converting handles and sentinels.

use super::forward::pass_on;
use super::guard::guarded;
use super::lifecycle::{aborting, ending, initialised};
use super::process::{process, Process};
use super::reduction::reduce;
use crate::classify::Call;
use crate::mpi::family::Family;
use crate::mpi::functions::FromFortran;
use crate::report;
use libc::{c_int, c_void};
use once_cell::sync::OnceCell;

type Argument = *mut c_void;

/// Exports a procedure under each of its names. All arguments of a Fortran
/// procedure are addresses; the last one is the error argument.
macro_rules! procedures {
    ($serve:ident $arguments:tt: $($name:ident)*) => {
        $(procedures!(@one $serve $arguments $name);)*
    };
    (@one $serve:ident ($($argument:ident),*) $name:ident) => {
        /// The Fortran procedure of that name.
        ///
        /// # Safety
        /// As the MPI standard says of it.
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name($($argument: Argument),*) {
            guarded(stringify!($name), || {
                let pass_on = || pass_on!(stringify!($name), ($($argument => Argument),*));
                // SAFETY: the caller's arguments, which are those of the procedure.
                unsafe { $serve([$($argument),*], pass_on) }
            })
        }
    };
}

procedures!(allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror):
    mpi_allreduce_ mpi_allreduce__ MPI_ALLREDUCE mpi_allreduce_f08_);
procedures!(reduce_to_root(sendbuf, recvbuf, count, datatype, op, root, comm, ierror):
    mpi_reduce_ mpi_reduce__ MPI_REDUCE mpi_reduce_f08_);
procedures!(init(ierror):
    mpi_init_ mpi_init__ MPI_INIT mpi_init_f08_);
procedures!(init(required, provided, ierror):
    mpi_init_thread_ mpi_init_thread__ MPI_INIT_THREAD mpi_init_thread_f08_);
procedures!(finalize(ierror):
    mpi_finalize_ mpi_finalize__ MPI_FINALIZE mpi_finalize_f08_);

procedures!(abort(comm, errorcode, ierror):
    mpi_abort_ mpi_abort__ MPI_ABORT mpi_abort_f08_);

/// MPI_Init and MPI_Init_thread.
unsafe fn init<const N: usize>(_arguments: [Argument; N], pass_on: impl FnOnce()) {
    pass_on();
    initialised();
}

unsafe fn finalize(_arguments: [Argument; 1], pass_on: impl FnOnce()) {
    ending();
    pass_on();
}

unsafe fn abort(_arguments: [Argument; 3], pass_on: impl FnOnce()) {
    aborting();
    pass_on();
}

/// Without a root.
unsafe fn allreduce(arguments: [Argument; 7], pass_on: impl FnMut()) {
    let [sendbuf, recvbuf, count, datatype, op, comm, ierror] = arguments;
    let call = Procedure { name: "MPI_Allreduce", sendbuf, recvbuf, count, datatype, op, comm };
    // SAFETY: handed on to the caller.
    unsafe { serve(&call, std::ptr::null_mut(), ierror, pass_on) }
}

/// With a root.
unsafe fn reduce_to_root(arguments: [Argument; 8], pass_on: impl FnMut()) {
    let [sendbuf, recvbuf, count, datatype, op, root, comm, ierror] = arguments;
    let call = Procedure { name: "MPI_Reduce", sendbuf, recvbuf, count, datatype, op, comm };
    // SAFETY: handed on to the caller.
    unsafe { serve(&call, root, ierror, pass_on) }
}

/// The arguments that both reductions have.
struct Procedure {
    name: &'static str,
    sendbuf: Argument,
    recvbuf: Argument,
    count: Argument,
    datatype: Argument,
    op: Argument,
    comm: Argument,
}

/// Serves a reduction where the MPI library's own Fortran layer would not lead
/// to us; passes it on everywhere else. `root` is null where there is none.
///
/// # Safety
/// The arguments are those of the Fortran procedure; `ierror` may be null
/// (an absent optional argument of `mpi_f08`).
unsafe fn serve(
    procedure: &Procedure,
    root: Argument,
    ierror: Argument,
    mut pass_on: impl FnMut(),
) {
    let Some((process, convert)) = process().and_then(served) else { return pass_on() };
    // SAFETY: Fortran passes the addresses of default INTEGERs, which are C
    // ints here (see `served`).
    let call = unsafe {
        let integer = |argument: Argument| *argument.cast::<c_int>();
        Call {
            name: procedure.name,
            send: sentinels(process).translate(procedure.sendbuf).cast_const(),
            recv: sentinels(process).translate(procedure.recvbuf),
            count: i64::from(integer(procedure.count)),
            datatype: (convert.datatype)(integer(procedure.datatype)),
            op: (convert.op)(integer(procedure.op)),
            root: (!root.is_null()).then(|| integer(root)),
            comm: (convert.comm)(integer(procedure.comm)),
        }
    };
    let ierror = ierror.cast::<c_int>();
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

/// What serving takes, where Fortran calls are ours to serve: under Open MPI,
/// whose INTEGER has the size of a C int.
pub fn served(process: &'static Process) -> Option<(&'static Process, FromFortran)> {
    static SERVED: OnceCell<Option<FromFortran>> = OnceCell::new();
    let library = &process.library;
    if library.family != Family::OpenMpi || !process.is_up() {
        return None;
    }
    let convert = SERVED.get_or_init(|| {
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

/// The addresses that stand for MPI_IN_PLACE and MPI_BOTTOM in Open MPI's
/// Fortran: common blocks under the spellings of several compilers, of which an
/// executable may hold its own copy.
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
        Sentinels {
            in_place: addresses("mpi_fortran_in_place"),
            bottom: addresses("mpi_fortran_bottom"),
            c_in_place: process.library.constants.in_place,
        }
    })
}

impl Sentinels {
    /// A buffer as C passes it.
    fn translate(&self, buffer: Argument) -> *mut u8 {
        let address = buffer as usize;
        if self.in_place.contains(&address) {
            self.c_in_place as *mut u8
        } else if self.bottom.contains(&address) {
            std::ptr::null_mut()
        } else {
            buffer.cast()
        }
    }
}
