//! MPI_Op_free and MPI_Type_free: what a reduction under way uses is freed when that is done, as
//! MPI demands. The MPI library would free it at once, because it does not know that we use it, and
//! give its handle to the next one.

use super::forward::Forward;
use super::from_fortran::with_error_argument;
use super::handles::{Handles, Of};
use super::integer;
use crate::reduction::nonblocking::held::{self, Kind};
use crate::runtime::{guard::guarded, process::process};
use libc::c_int;

macro_rules! functions {
    ($($kind:ident $name:ident / $($procedure:ident)+;)*) => {$(
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $name(handle: usize) -> c_int {
            static NEXT: Forward = Forward::new(stringify!($name));
            // SAFETY: the caller's own arguments.
            guarded(stringify!($name), || unsafe {
                match freed_later(Kind::$kind, handle, false) {
                    true => 0,
                    false => NEXT.call(&[handle]),
                }
            })
        }
        $(
            #[no_mangle]
            #[allow(non_snake_case)]
            pub unsafe extern "C-unwind" fn $procedure(handle: usize, ierror: usize) {
                static NEXT: Forward = Forward::new(stringify!($procedure));
                // SAFETY: the caller's own arguments.
                guarded(stringify!($procedure), || unsafe {
                    with_error_argument(&NEXT, &[handle, ierror], |pass_on| {
                        let ours = !integer::are_wide(NEXT.is_f08())
                            && freed_later(Kind::$kind, handle, true);
                        match ours {
                            true => 0,
                            false => pass_on(),
                        }
                    });
                });
            }
        )+
    )*};
}

functions! {
    Operator MPI_Op_free / mpi_op_free_ mpi_op_free__ MPI_OP_FREE mpi_op_free_f08_;
    Datatype MPI_Type_free / mpi_type_free_ mpi_type_free__ MPI_TYPE_FREE mpi_type_free_f08_;
}

/// Whether the handle there is freed later; it is null then.
unsafe fn freed_later(kind: Kind, address: usize, fortran: bool) -> bool {
    if !held::any() || address == 0 {
        return false;
    }
    let Some(process) = process() else { return false };
    let library = &process.library;
    let of = match kind {
        Kind::Datatype => Of::Datatype,
        Kind::Operator => Of::Operator,
    };
    let handles = Handles { library, of, fortran, address };
    // SAFETY: the caller's place for a handle.
    unsafe {
        let later = held::freed_later(library, kind, handles.read(0));
        if later {
            handles.write_null(0);
        }
        later
    }
}
