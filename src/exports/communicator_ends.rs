//! MPI_Comm_free and MPI_Comm_disconnect: what samebits has started for itself on the communicator
//! is complete before. Cost: one load, where nothing of that kind is under way.

use super::forward::Forward;
use super::from_fortran::with_error_argument;
use super::handles::communicator_at;
use super::integer;
use crate::mpi::calls::own_exchange;
use crate::runtime::{guard::guarded, own_exchanges, process::process};
use libc::c_int;

macro_rules! functions {
    ($($name:ident / $($procedure:ident)+;)*) => {$(
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $name(comm: usize) -> c_int {
            static NEXT: Forward = Forward::new(stringify!($name));
            // SAFETY: the caller's own arguments.
            guarded(stringify!($name), || unsafe {
                ends(stringify!($name), comm, false);
                NEXT.call(&[comm])
            })
        }
        $(
            #[no_mangle]
            #[allow(non_snake_case)]
            pub unsafe extern "C-unwind" fn $procedure(comm: usize, ierror: usize) {
                static NEXT: Forward = Forward::new(stringify!($procedure));
                // SAFETY: the caller's own arguments.
                guarded(stringify!($procedure), || unsafe {
                    // (Longer INTEGERs go on to where they are understood.)
                    if !integer::are_wide(NEXT.is_f08()) {
                        ends(stringify!($name), comm, true);
                    }
                    with_error_argument(&NEXT, &[comm, ierror], |pass_on| pass_on());
                });
            }
        )+
    )*};
}

functions! {
    MPI_Comm_free / mpi_comm_free_ mpi_comm_free__ MPI_COMM_FREE mpi_comm_free_f08_;
    MPI_Comm_disconnect / mpi_comm_disconnect_ mpi_comm_disconnect__ MPI_COMM_DISCONNECT
        mpi_comm_disconnect_f08_;
}

/// The communicator whose handle is there is about to end.
unsafe fn ends(function: &str, address: usize, fortran: bool) {
    if !own_exchange::any() || address == 0 {
        return;
    }
    let Some(process) = process() else { return };
    // SAFETY: the caller's handle.
    let comm = unsafe { communicator_at(&process.library, address, fortran) };
    own_exchanges::finish_on(process, comm, function);
}
