//! The PMPI functions that samebits calls. Handles are register-sized, whatever their family.

use super::{family::Handle, locate::Object};
use libc::{c_char, c_int, c_void};
use std::any::type_name;

type Buf = *const c_void;
type MutBuf = *mut c_void;
type Counts = *const c_int;

// MPI's callback types, with handles in registers.
pub(crate) type CopyAttribute =
    unsafe extern "C" fn(Handle, c_int, MutBuf, MutBuf, MutBuf, *mut c_int) -> c_int;
pub(crate) type DeleteAttribute = unsafe extern "C" fn(Handle, c_int, MutBuf, MutBuf) -> c_int;
pub type Operator = unsafe extern "C" fn(MutBuf, MutBuf, *mut c_int, MutBuf);
/// The variable arguments that may follow are not read.
type ErrorHandler = unsafe extern "C" fn(MutBuf, *mut c_int);
type GrequestQuery = unsafe extern "C" fn(MutBuf, MutBuf) -> c_int;
type GrequestFree = unsafe extern "C" fn(MutBuf) -> c_int;
type GrequestCancel = unsafe extern "C" fn(MutBuf, c_int) -> c_int;
/// MPICH's, for requests that have functions to be asked for and waited for, too.
type GrequestPoll = unsafe extern "C" fn(MutBuf, MutBuf) -> c_int;
type GrequestWait = unsafe extern "C" fn(c_int, *mut MutBuf, f64, MutBuf) -> c_int;

/// MPI_Comm_get_errhandler and MPI_Win_get_errhandler.
pub(crate) type GetErrorHandler = unsafe extern "C-unwind" fn(Handle, MutBuf) -> c_int;

/// Makes a function of type `$type` of its address.
#[doc(hidden)]
#[macro_export]
macro_rules! function_at {
    ($address:expr, $type:ty) => {
        std::mem::transmute::<*const (), $type>(std::ptr::with_exposed_provenance($address))
    };
}
pub use function_at;

/// A table of functions of a loaded library, all of which return an int.
#[doc(hidden)]
#[macro_export]
macro_rules! functions {
    ($(#[$about:meta])* $($field:ident = $name:literal: fn($($argument:ty),*);)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct Functions {
            $(pub $field: unsafe extern "C-unwind" fn($($argument),*) -> libc::c_int,)*
        }

        impl Functions {
            /// Each function's name and its type, for checks against the libraries' headers.
            #[allow(dead_code)] // the GPU drivers' headers are not checked
            pub fn prototypes() -> Vec<(&'static str, &'static str)> {
                vec![$((
                    $name,
                    std::any::type_name::<unsafe extern "C-unwind" fn($($argument),*) -> libc::c_int>(),
                )),*]
            }

            /// Looks all of them up; `Err` names one that is missing.
            pub fn look_up(object: &$crate::abi::locate::Object) -> Result<Functions, String> {
                Ok(Functions {
                    $($field: {
                        let address = object
                            .symbol($name)
                            .ok_or_else(|| format!("the function {} is missing", $name))?;
                        // SAFETY: the documented signature, with MPI's handles in registers.
                        unsafe {
                            $crate::abi::functions::function_at!(
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

pub use functions;

functions! {
    /// MPI functions, which return an error code. The user's error handler or operator may throw a
    /// C++ exception out of one.
    initialized = "PMPI_Initialized": fn(*mut c_int);
    finalized = "PMPI_Finalized": fn(*mut c_int);
    query_thread = "PMPI_Query_thread": fn(*mut c_int);
    abort = "PMPI_Abort": fn(Handle, c_int);
    comm_rank = "PMPI_Comm_rank": fn(Handle, *mut c_int);
    comm_size = "PMPI_Comm_size": fn(Handle, *mut c_int);
    comm_test_inter = "PMPI_Comm_test_inter": fn(Handle, *mut c_int);
    comm_remote_size = "PMPI_Comm_remote_size": fn(Handle, *mut c_int);
    comm_group = "PMPI_Comm_group": fn(Handle, MutBuf);
    comm_create_group = "PMPI_Comm_create_group": fn(Handle, Handle, c_int, MutBuf);
    comm_create = "PMPI_Comm_create": fn(Handle, Handle, MutBuf);
    comm_idup = "PMPI_Comm_idup": fn(Handle, MutBuf, MutBuf);
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
    bcast = "PMPI_Bcast": fn(MutBuf, c_int, Handle, c_int, Handle);
    allgather = "PMPI_Allgather": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, Handle);
    gather = "PMPI_Gather": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, c_int, Handle);
    allgatherv = "PMPI_Allgatherv": fn(Buf, c_int, Handle, MutBuf, Counts, Counts, Handle, Handle);
    gatherv = "PMPI_Gatherv": fn(Buf, c_int, Handle, MutBuf, Counts, Counts, Handle, c_int, Handle);
    alltoall = "PMPI_Alltoall": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, Handle);
    alltoallv = "PMPI_Alltoallv":
        fn(Buf, Counts, Counts, Handle, MutBuf, Counts, Counts, Handle, Handle);
    allreduce = "PMPI_Allreduce": fn(Buf, MutBuf, c_int, Handle, Handle, Handle);
    reduce = "PMPI_Reduce": fn(Buf, MutBuf, c_int, Handle, Handle, c_int, Handle);
    iallreduce = "PMPI_Iallreduce": fn(Buf, MutBuf, c_int, Handle, Handle, Handle, MutBuf);
    ireduce = "PMPI_Ireduce": fn(Buf, MutBuf, c_int, Handle, Handle, c_int, Handle, MutBuf);
    ireduce_scatter = "PMPI_Ireduce_scatter":
        fn(Buf, MutBuf, Counts, Handle, Handle, Handle, MutBuf);
    iscan = "PMPI_Iscan": fn(Buf, MutBuf, c_int, Handle, Handle, Handle, MutBuf);
    iexscan = "PMPI_Iexscan": fn(Buf, MutBuf, c_int, Handle, Handle, Handle, MutBuf);
    iallgather = "PMPI_Iallgather": fn(Buf, c_int, Handle, MutBuf, c_int, Handle, Handle, MutBuf);
    igather = "PMPI_Igather":
        fn(Buf, c_int, Handle, MutBuf, c_int, Handle, c_int, Handle, MutBuf);
    ialltoallv = "PMPI_Ialltoallv":
        fn(Buf, Counts, Counts, Handle, MutBuf, Counts, Counts, Handle, Handle, MutBuf);
    start = "PMPI_Start": fn(MutBuf);
    send_init = "PMPI_Send_init": fn(Buf, c_int, Handle, c_int, c_int, Handle, MutBuf);
    recv_init = "PMPI_Recv_init": fn(MutBuf, c_int, Handle, c_int, c_int, Handle, MutBuf);
    cancel = "PMPI_Cancel": fn(MutBuf);
    isend = "PMPI_Isend": fn(Buf, c_int, Handle, c_int, c_int, Handle, MutBuf);
    irecv = "PMPI_Irecv": fn(MutBuf, c_int, Handle, c_int, c_int, Handle, MutBuf);
    wait = "PMPI_Wait": fn(MutBuf, MutBuf);
    waitany = "PMPI_Waitany": fn(c_int, MutBuf, *mut c_int, MutBuf);
    get_count = "PMPI_Get_count": fn(Buf, Handle, *mut c_int);
    test = "PMPI_Test": fn(MutBuf, *mut c_int, MutBuf);
    testsome = "PMPI_Testsome": fn(c_int, MutBuf, *mut c_int, *mut c_int, MutBuf);
    status_set_elements = "PMPI_Status_set_elements": fn(MutBuf, Handle, c_int);
    status_set_cancelled = "PMPI_Status_set_cancelled": fn(MutBuf, c_int);
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

/// A conversion from Fortran.
pub type ToC = unsafe extern "C" fn(c_int) -> Handle;
type ToFortran = unsafe extern "C" fn(Handle) -> c_int;

/// A table of functions that a library may lack, each under two names.
macro_rules! optional_functions {
    ($(#[$about:meta])* $table:ident: $($field:ident: $type:ty = $one:literal or $other:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $table {
            $(pub $field: $type,)*
        }

        impl $table {
            /// As [`Functions::prototypes`].
            pub fn prototypes() -> Vec<(&'static str, &'static str)> {
                vec![$(($one, type_name::<$type>()), ($other, type_name::<$type>())),*]
            }

            /// Looks them up; none where the library does not have them all.
            pub fn look_up(object: &Object) -> Option<$table> {
                Some($table {
                    $($field: {
                        let address = object.symbol($one).or_else(|| object.symbol($other))?;
                        // SAFETY: the standard's signature, with handles in registers.
                        unsafe { function_at!(address, $type) }
                    },)*
                })
            }
        }
    };
}

optional_functions! {
    /// Persistent collectives: those of MPI 4, and Open MPI 4's.
    Persistent:
    alltoallv_init: unsafe extern "C-unwind" fn(
        Buf, Counts, Counts, Handle, MutBuf, Counts, Counts, Handle, Handle, Handle, MutBuf
    ) -> c_int = "PMPI_Alltoallv_init" or "PMPIX_Alltoallv_init";
}

optional_functions! {
    /// What a library tells of processes that have failed (ULFM): Open MPI 5. MPICH, which lacks the
    /// second function, has the others, but its network layer of today knows of no failure.
    FaultTolerance:
    get_failed: unsafe extern "C-unwind" fn(Handle, MutBuf) -> c_int =
        "PMPIX_Comm_get_failed" or "PMPI_Comm_get_failed";
    is_revoked: unsafe extern "C-unwind" fn(Handle, *mut c_int) -> c_int =
        "PMPIX_Comm_is_revoked" or "PMPI_Comm_is_revoked";
    revoke: unsafe extern "C-unwind" fn(Handle) -> c_int =
        "PMPIX_Comm_revoke" or "PMPI_Comm_revoke";
    error_class: unsafe extern "C-unwind" fn(c_int, *mut c_int) -> c_int =
        "PMPI_Error_class" or "MPI_Error_class";
    group_size: unsafe extern "C-unwind" fn(Handle, *mut c_int) -> c_int =
        "PMPI_Group_size" or "MPI_Group_size";
}

/// What a progress engine calls: of Open MPI's, which counts what it did, and of MPICH's, which asks
/// whether it is done.
pub(crate) type OnProgress = unsafe extern "C-unwind" fn() -> c_int;
pub(crate) type OnAsyncProgress = unsafe extern "C-unwind" fn(MutBuf) -> c_int;

optional_functions! {
    /// How Open MPI, whose libopen-pal has them under whatever file name, is made to call a function
    /// whenever it makes progress.
    OpalProgress:
    register: unsafe extern "C-unwind" fn(OnProgress) -> c_int =
        "opal_progress_register" or "opal_progress_register";
    unregister: unsafe extern "C-unwind" fn(OnProgress) -> c_int =
        "opal_progress_unregister" or "opal_progress_unregister";
}

optional_functions! {
    /// The same for MPICH, from 4.3 on, on a stream, whose handles are ints; a look at a request without
    /// making progress; and generalised requests that take part in being waited for.
    AsyncProgress:
    start: unsafe extern "C-unwind" fn(OnAsyncProgress, MutBuf, c_int) -> c_int =
        "PMPIX_Async_start" or "MPIX_Async_start";
    request_is_complete: unsafe extern "C-unwind" fn(Handle) -> c_int =
        "PMPIX_Request_is_complete" or "MPIX_Request_is_complete";
    grequest_start: unsafe extern "C-unwind" fn(
        GrequestQuery, GrequestFree, GrequestCancel, GrequestPoll, GrequestWait, MutBuf, MutBuf
    ) -> c_int = "PMPIX_Grequest_start" or "MPIX_Grequest_start";
}

optional_functions! {
    /// The conversions of Fortran's INTEGER handles that a library has as functions: Open MPI
    /// those of MPI 2, the standard ABI those of MPI 5, which has no MPI_Fint.
    FromFortran:
    comm: ToC = "PMPI_Comm_f2c" or "PMPI_Comm_fromint";
    win: ToC = "PMPI_Win_f2c" or "PMPI_Win_fromint";
    datatype: ToC = "PMPI_Type_f2c" or "PMPI_Type_fromint";
    op: ToC = "PMPI_Op_f2c" or "PMPI_Op_fromint";
    request: ToC = "PMPI_Request_f2c" or "PMPI_Request_fromint";
    request_to_fortran: ToFortran = "PMPI_Request_c2f" or "PMPI_Request_toint";
    datatype_to_fortran: ToFortran = "PMPI_Type_c2f" or "PMPI_Type_toint";
    op_to_fortran: ToFortran = "PMPI_Op_c2f" or "PMPI_Op_toint";
}
