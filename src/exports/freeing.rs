//! MPI_Op_free and MPI_Type_free: what a reduction under way uses is freed when that is done, as MPI
//! demands. The MPI library would free it at once, because it does not know that we use it, and give
//! its handle to the next one.

use super::forward::Forward;
use super::from_fortran::with_error_argument;
use crate::mpi::family::Handle;
use crate::mpi::Library;
use crate::reduction::held::{self, Kind};
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
                        match freed_later(Kind::$kind, handle, true) {
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
unsafe fn freed_later(kind: Kind, at: usize, fortran: bool) -> bool {
    if !held::any() || at == 0 {
        return false;
    }
    let Some(process) = process() else { return false };
    let library = &process.library;
    // SAFETY: the caller's place for a handle.
    unsafe {
        let handle = read(library, kind, at, fortran);
        let later = held::freed_later(library, kind, handle);
        if later {
            write_null(library, kind, at, fortran);
        }
        later
    }
}

unsafe fn read(library: &Library, kind: Kind, at: usize, fortran: bool) -> Handle {
    // SAFETY: upheld by the caller.
    unsafe {
        match &library.from_fortran {
            _ if !fortran => library.family.read_handle(at as *const u8),
            None => *(at as *const c_int) as isize as usize,
            Some(functions) => {
                let convert = match kind {
                    Kind::Operator => functions.op,
                    Kind::Datatype => functions.datatype,
                };
                convert(*(at as *const c_int))
            }
        }
    }
}

unsafe fn write_null(library: &Library, kind: Kind, at: usize, fortran: bool) {
    let null = match kind {
        Kind::Operator => library.constants.op_null,
        Kind::Datatype => library.constants.datatype_null,
    };
    // SAFETY: upheld by the caller.
    unsafe {
        match &library.from_fortran {
            _ if !fortran => library.family.write_handle(at as *mut u8, null),
            None => *(at as *mut c_int) = null as c_int,
            Some(functions) => {
                let convert = match kind {
                    Kind::Operator => functions.op_to_fortran,
                    Kind::Datatype => functions.datatype_to_fortran,
                };
                *(at as *mut c_int) = convert(null);
            }
        }
    }
}
