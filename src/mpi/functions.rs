//! The PMPI functions that we call ourselves, looked up once. Handles travel as
//! register-sized values, whatever their family.

use super::family::Handle;
use super::locate::Object;
use libc::{c_char, c_int, c_void};
use std::any::type_name;

type Buf = *const c_void;
type MutBuf = *mut c_void;
type Counts = *const c_int;

/// MPI_Comm_copy_attr_function with register-sized handles.
pub type CopyAttribute =
    unsafe extern "C" fn(Handle, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;

/// MPI_Comm_delete_attr_function with register-sized handles.
pub type DeleteAttribute = unsafe extern "C" fn(Handle, c_int, *mut c_void, *mut c_void) -> c_int;

/// MPI_User_function: inout\[i\] = in\[i\] ∘ inout\[i\].
pub type Operator = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut c_void);

/// MPI_Comm_errhandler_function; the arguments that may follow are not looked at.
pub type ErrorHandler = unsafe extern "C" fn(*mut c_void, *mut c_int);

/// MPI_Grequest_query_function.
pub type GrequestQuery = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

/// MPI_Grequest_free_function.
pub type GrequestFree = unsafe extern "C" fn(*mut c_void) -> c_int;

/// MPI_Grequest_cancel_function.
pub type GrequestCancel = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

/// MPI_Comm_get_errhandler and MPI_Win_get_errhandler.
pub type GetErrorHandler = unsafe extern "C-unwind" fn(Handle, MutBuf) -> c_int;

/// The function of that type at an address, which the loader gave.
macro_rules! function_at {
    ($address:expr, $type:ty) => {
        std::mem::transmute::<*const (), $type>(std::ptr::with_exposed_provenance($address))
    };
}
pub(crate) use function_at;

/// A table of functions of a loaded library, all of which return an int.
macro_rules! functions {
    ($(#[$about:meta])* $($field:ident = $name:literal: fn($($argument:ty),*);)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct Functions {
            $(pub $field: unsafe extern "C-unwind" fn($($argument),*) -> libc::c_int,)*
        }

        impl Functions {
            /// Each function's name and its type, for checks against the
            /// libraries' headers.
            #[allow(dead_code)] // there are none of the drivers' headers to check
            pub fn prototypes() -> Vec<(&'static str, &'static str)> {
                vec![$((
                    $name,
                    std::any::type_name::<unsafe extern "C-unwind" fn($($argument),*) -> libc::c_int>(),
                )),*]
            }

            /// Looks all of them up; `Err` names one that is missing.
            pub fn look_up(
                object: &$crate::mpi::locate::Object,
            ) -> Result<Functions, String> {
                Ok(Functions {
                    $($field: {
                        let address = object
                            .symbol($name)
                            .ok_or_else(|| format!("the function {} is missing", $name))?;
                        // SAFETY: the library's documentation gives the function
                        // this signature; handles of MPI travel in registers.
                        unsafe {
                            $crate::mpi::functions::function_at!(
                                address,
                                unsafe extern "C-unwind" fn($($argument),*) -> libc::c_int
                            )
                        }
                    },)*
                })
            }
        }
    };
}

pub(super) use functions;

functions! {
    /// The function table. Each entry is the MPI function of that name with
    /// its PMPI_ entry point; it returns an MPI error code. An error handler or
    /// operator of the user's may throw a C++ exception out of it.
    initialized = "PMPI_Initialized": fn(*mut c_int);
    finalized = "PMPI_Finalized": fn(*mut c_int);
    abort = "PMPI_Abort": fn(Handle, c_int);
    comm_rank = "PMPI_Comm_rank": fn(Handle, *mut c_int);
    comm_size = "PMPI_Comm_size": fn(Handle, *mut c_int);
    comm_test_inter = "PMPI_Comm_test_inter": fn(Handle, *mut c_int);
    comm_group = "PMPI_Comm_group": fn(Handle, MutBuf);
    comm_create_group = "PMPI_Comm_create_group": fn(Handle, Handle, c_int, MutBuf);
    comm_create = "PMPI_Comm_create": fn(Handle, Handle, MutBuf);
    group_free = "PMPI_Group_free": fn(MutBuf);
    group_translate_ranks = "PMPI_Group_translate_ranks":
        fn(Handle, c_int, Counts, Handle, *mut c_int);
    comm_free = "PMPI_Comm_free": fn(MutBuf);
    comm_create_errhandler = "PMPI_Comm_create_errhandler": fn(ErrorHandler, MutBuf);
    comm_get_errhandler = "PMPI_Comm_get_errhandler": fn(Handle, MutBuf);
    errhandler_free = "PMPI_Errhandler_free": fn(MutBuf);
    comm_set_errhandler = "PMPI_Comm_set_errhandler": fn(Handle, Handle);
    comm_create_keyval = "PMPI_Comm_create_keyval":
        fn(CopyAttribute, DeleteAttribute, *mut c_int, *mut c_void);
    comm_free_keyval = "PMPI_Comm_free_keyval": fn(*mut c_int);
    comm_get_attr = "PMPI_Comm_get_attr": fn(Handle, c_int, MutBuf, *mut c_int);
    comm_set_attr = "PMPI_Comm_set_attr": fn(Handle, c_int, *mut c_void);
    comm_delete_attr = "PMPI_Comm_delete_attr": fn(Handle, c_int);
    comm_call_errhandler = "PMPI_Comm_call_errhandler": fn(Handle, c_int);
    win_call_errhandler = "PMPI_Win_call_errhandler": fn(Handle, c_int);
    win_get_errhandler = "PMPI_Win_get_errhandler": fn(Handle, MutBuf);
    allgather = "PMPI_Allgather": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, Handle);
    gather = "PMPI_Gather": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, c_int, Handle);
    allgatherv = "PMPI_Allgatherv":
        fn(Buf, c_int, Handle, MutBuf, Counts, Counts, Handle, Handle);
    gatherv = "PMPI_Gatherv":
        fn(Buf, c_int, Handle, MutBuf, Counts, Counts, Handle, c_int, Handle);
    alltoall = "PMPI_Alltoall": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, Handle);
    alltoallv = "PMPI_Alltoallv":
        fn(Buf, Counts, Counts, Handle, MutBuf, Counts, Counts, Handle, Handle);
    allreduce = "PMPI_Allreduce": fn(Buf, MutBuf, c_int, Handle, Handle, Handle);
    reduce = "PMPI_Reduce": fn(Buf, MutBuf, c_int, Handle, Handle, c_int, Handle);
    iallreduce = "PMPI_Iallreduce":
        fn(Buf, MutBuf, c_int, Handle, Handle, Handle, MutBuf);
    iallgather = "PMPI_Iallgather":
        fn(Buf, c_int, Handle, MutBuf, c_int, Handle, Handle, MutBuf);
    isend = "PMPI_Isend": fn(Buf, c_int, Handle, c_int, c_int, Handle, MutBuf);
    irecv = "PMPI_Irecv": fn(MutBuf, c_int, Handle, c_int, c_int, Handle, MutBuf);
    wait = "PMPI_Wait": fn(MutBuf, MutBuf);
    get_count = "PMPI_Get_count": fn(Buf, Handle, *mut c_int);
    test = "PMPI_Test": fn(MutBuf, *mut c_int, MutBuf);
    grequest_start = "PMPI_Grequest_start":
        fn(GrequestQuery, GrequestFree, GrequestCancel, *mut c_void, MutBuf);
    grequest_complete = "PMPI_Grequest_complete": fn(Handle);
    request_get_status = "PMPI_Request_get_status": fn(Handle, *mut c_int, MutBuf);
    request_free = "PMPI_Request_free": fn(MutBuf);
    op_create = "PMPI_Op_create": fn(Operator, c_int, MutBuf);
    op_free = "PMPI_Op_free": fn(MutBuf);
    reduce_local = "PMPI_Reduce_local": fn(Buf, MutBuf, c_int, Handle, Handle);
    type_size = "PMPI_Type_size": fn(Handle, *mut c_int);
    type_get_extent = "PMPI_Type_get_extent": fn(Handle, *mut isize, *mut isize);
    type_get_true_extent = "PMPI_Type_get_true_extent": fn(Handle, *mut isize, *mut isize);
    type_get_envelope = "PMPI_Type_get_envelope":
        fn(Handle, *mut c_int, *mut c_int, *mut c_int, *mut c_int);
    type_get_contents = "PMPI_Type_get_contents":
        fn(Handle, c_int, c_int, c_int, *mut c_int, *mut isize, MutBuf);
    type_contiguous = "PMPI_Type_contiguous": fn(c_int, Handle, MutBuf);
    type_create_hindexed = "PMPI_Type_create_hindexed":
        fn(c_int, Counts, *const isize, Handle, MutBuf);
    type_commit = "PMPI_Type_commit": fn(MutBuf);
    type_create_keyval = "PMPI_Type_create_keyval":
        fn(CopyAttribute, DeleteAttribute, *mut c_int, *mut c_void);
    type_free_keyval = "PMPI_Type_free_keyval": fn(*mut c_int);
    type_get_attr = "PMPI_Type_get_attr": fn(Handle, c_int, MutBuf, *mut c_int);
    type_set_attr = "PMPI_Type_set_attr": fn(Handle, c_int, *mut c_void);
    type_free = "PMPI_Type_free": fn(MutBuf);
    pack = "PMPI_Pack": fn(Buf, c_int, Handle, MutBuf, c_int, *mut c_int, Handle);
    unpack = "PMPI_Unpack": fn(Buf, c_int, *mut c_int, MutBuf, c_int, Handle, Handle);
    get_library_version = "PMPI_Get_library_version": fn(*mut c_char, *mut c_int);
}

/// From an INTEGER to the handle.
pub type ToC = unsafe extern "C" fn(c_int) -> Handle;
type ToFortran = unsafe extern "C" fn(Handle) -> c_int;

/// The conversions of Fortran's INTEGER handles that a library has as functions: Open MPI
/// those of MPI 2, the standard ABI those of MPI 5, which knows no MPI_Fint.
#[derive(Clone, Copy, Debug)]
pub struct FromFortran {
    /// PMPI_Comm_f2c or PMPI_Comm_fromint.
    pub comm: ToC,
    /// PMPI_Win_f2c or PMPI_Win_fromint.
    pub win: ToC,
    /// PMPI_Type_f2c or PMPI_Type_fromint.
    pub datatype: ToC,
    /// PMPI_Op_f2c or PMPI_Op_fromint.
    pub op: ToC,
    /// PMPI_Request_c2f or PMPI_Request_toint.
    pub request_to_fortran: ToFortran,
    /// PMPI_Type_c2f or PMPI_Type_toint.
    pub datatype_to_fortran: ToFortran,
    /// PMPI_Op_c2f or PMPI_Op_toint.
    pub op_to_fortran: ToFortran,
}

impl FromFortran {
    /// As [`Functions::prototypes`].
    pub fn prototypes() -> Vec<(&'static str, &'static str)> {
        let (to_c, to_fortran) = (type_name::<ToC>(), type_name::<ToFortran>());
        vec![
            ("PMPI_Comm_f2c", to_c),
            ("PMPI_Win_f2c", to_c),
            ("PMPI_Type_f2c", to_c),
            ("PMPI_Op_f2c", to_c),
            ("PMPI_Request_c2f", to_fortran),
            ("PMPI_Type_c2f", to_fortran),
            ("PMPI_Op_c2f", to_fortran),
            ("PMPI_Comm_fromint", to_c),
            ("PMPI_Win_fromint", to_c),
            ("PMPI_Type_fromint", to_c),
            ("PMPI_Op_fromint", to_c),
            ("PMPI_Request_toint", to_fortran),
            ("PMPI_Type_toint", to_fortran),
            ("PMPI_Op_toint", to_fortran),
        ]
    }

    /// Looks them up; none where the library has them as macros only.
    pub fn look_up(object: &Object) -> Option<FromFortran> {
        let symbol = |one: &str, other: &str| object.symbol(one).or_else(|| object.symbol(other));
        let function = |name: &str| {
            let address = symbol(&format!("{name}_f2c"), &format!("{name}_fromint"))?;
            // SAFETY: the MPI standard gives these conversions this signature, with the
            // handle returned in a register.
            Some(unsafe { function_at!(address, ToC) })
        };
        let to_fortran = |name: &str| {
            let address = symbol(&format!("{name}_c2f"), &format!("{name}_toint"))?;
            // SAFETY: likewise, the other way round.
            Some(unsafe { function_at!(address, ToFortran) })
        };
        Some(FromFortran {
            comm: function("PMPI_Comm")?,
            win: function("PMPI_Win")?,
            datatype: function("PMPI_Type")?,
            op: function("PMPI_Op")?,
            request_to_fortran: to_fortran("PMPI_Request")?,
            datatype_to_fortran: to_fortran("PMPI_Type")?,
            op_to_fortran: to_fortran("PMPI_Op")?,
        })
    }
}
