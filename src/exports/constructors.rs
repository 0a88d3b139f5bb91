//! The functions that make communicators: the trace numbers these when they are made, in the order
//! that all their ranks have in common, because each rank may use one first at another time. One of
//! MPI_Comm_idup has its number from then on, and is known when its request is complete. (MPI 4's
//! functions that begin with a group belong to sessions, which are not traced.)

use super::choices::{Duplicate, DUPLICATES};
use super::forward::Forward;
use super::from_fortran::with_error_argument;
use super::handles::{communicator_at, communicator_from_fortran, Handles, Of};
use super::integer;
use crate::mpi::abi::family::Family;
use crate::reduction::call::described;
use crate::runtime::process;
use libc::c_int;

/// Exports each function in C and, where no argument is a string, in Fortran. The number is that of
/// the argument by which the new communicator is returned.
macro_rules! functions {
    ($($new:literal $name:ident $(or $instead:ident)? $(/ $($procedure:ident)+)?: $arguments:tt;)*) => {$(
        functions!(@c $new $name [$($instead)?] $arguments);
        $(functions!(@each $new $name [$($procedure)+] $arguments);)?
    )*};
    (@each $new:literal $name:ident [$($procedure:ident)+] $arguments:tt) => {
        $(functions!(@fortran $new $name $procedure $arguments);)+
    };
    (@c $new:literal $name:ident [$($instead:ident)?] ($($argument:ident)*)) => {
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $name($($argument: usize),*) -> c_int {
            static NEXT: Forward = Forward::new(stringify!($name));
            // SAFETY: the caller's own arguments.
            unsafe {
                let words = [$($argument),*];
                $(if NEXT.find().is_none() {
                    return $instead(&words);
                })?
                let code = NEXT.call(&words);
                made((stringify!($name), false), &words, $new, code);
                code
            }
        }
    };
    (@fortran $new:literal $name:ident $procedure:ident ($($argument:ident)*)) => {
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $procedure($($argument: usize,)* ierror: usize) {
            static NEXT: Forward = Forward::new(stringify!($procedure));
            // SAFETY: the caller's own arguments.
            unsafe {
                with_error_argument(&NEXT, &[$($argument,)* ierror], |pass_on| {
                    let code = pass_on();
                    if integer::are_wide(NEXT.is_f08()) {
                        return code; // where it is the C function's, that has said so
                    }
                    made((stringify!($name), true), &[$($argument),*], $new, code);
                    code
                });
            }
        }
    };
}

functions! {
    1 MPI_Comm_dup / mpi_comm_dup_ mpi_comm_dup__ MPI_COMM_DUP mpi_comm_dup_f08_: (comm new);
    2 MPI_Comm_dup_with_info
        / mpi_comm_dup_with_info_ mpi_comm_dup_with_info__ MPI_COMM_DUP_WITH_INFO
          mpi_comm_dup_with_info_f08_:
        (comm info new);
    1 MPI_Comm_idup / mpi_comm_idup_ mpi_comm_idup__ MPI_COMM_IDUP mpi_comm_idup_f08_:
        (comm new request);
    2 MPI_Comm_idup_with_info or idup_without_info
        / mpi_comm_idup_with_info_ mpi_comm_idup_with_info__ MPI_COMM_IDUP_WITH_INFO
          mpi_comm_idup_with_info_f08_:
        (comm info new request);
    2 MPI_Comm_create / mpi_comm_create_ mpi_comm_create__ MPI_COMM_CREATE mpi_comm_create_f08_:
        (comm group new);
    3 MPI_Comm_create_group
        / mpi_comm_create_group_ mpi_comm_create_group__ MPI_COMM_CREATE_GROUP
          mpi_comm_create_group_f08_:
        (comm group tag new);
    3 MPI_Comm_split / mpi_comm_split_ mpi_comm_split__ MPI_COMM_SPLIT mpi_comm_split_f08_:
        (comm color key new);
    4 MPI_Comm_split_type
        / mpi_comm_split_type_ mpi_comm_split_type__ MPI_COMM_SPLIT_TYPE
          mpi_comm_split_type_f08_:
        (comm split_type key info new);
    5 MPI_Cart_create / mpi_cart_create_ mpi_cart_create__ MPI_CART_CREATE mpi_cart_create_f08_:
        (comm ndims dims periods reorder new);
    2 MPI_Cart_sub / mpi_cart_sub_ mpi_cart_sub__ MPI_CART_SUB mpi_cart_sub_f08_:
        (comm remain_dims new);
    5 MPI_Graph_create
        / mpi_graph_create_ mpi_graph_create__ MPI_GRAPH_CREATE mpi_graph_create_f08_:
        (comm nnodes index edges reorder new);
    8 MPI_Dist_graph_create
        / mpi_dist_graph_create_ mpi_dist_graph_create__ MPI_DIST_GRAPH_CREATE
          mpi_dist_graph_create_f08_:
        (comm n sources degrees destinations weights info reorder new);
    9 MPI_Dist_graph_create_adjacent
        / mpi_dist_graph_create_adjacent_ mpi_dist_graph_create_adjacent__
          MPI_DIST_GRAPH_CREATE_ADJACENT mpi_dist_graph_create_adjacent_f08_:
        (comm indegree sources sourceweights outdegree destinations destweights info reorder new);
    5 MPI_Intercomm_create
        / mpi_intercomm_create_ mpi_intercomm_create__ MPI_INTERCOMM_CREATE
          mpi_intercomm_create_f08_:
        (local_comm local_leader peer_comm remote_leader tag new);
    2 MPI_Intercomm_merge
        / mpi_intercomm_merge_ mpi_intercomm_merge__ MPI_INTERCOMM_MERGE
          mpi_intercomm_merge_f08_:
        (comm high new);
    6 MPI_Comm_spawn: (command argv maxprocs info root comm new errcodes);
    7 MPI_Comm_spawn_multiple: (count commands argvs maxprocs infos root comm new errcodes);
    4 MPI_Comm_accept: (port info root comm new);
    4 MPI_Comm_connect: (port info root comm new);
    1 MPI_Comm_join: (fd new);
}

/// MPI_Comm_idup_with_info in an MPI library that lacks it, where a program may find samebits' by a
/// weak reference. An MPI library may ignore what the info says.
unsafe fn idup_without_info(&[comm, _info, new, request]: &[usize; 4]) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { MPI_Comm_idup(comm, new, request) }
}

/// A function of that name, in Fortran or not, has returned. Without an error it has made a
/// communicator, whose handle is where the word numbered `new` says.
#[inline]
unsafe fn made((name, fortran): (&'static str, bool), words: &[usize], new: usize, code: c_int) {
    let Some(process) = process::known() else { return };
    let Some(recorder) = process.recorder().filter(|_| code == 0 && words[new] != 0) else {
        return;
    };
    let (library, place) = (&process.library, words[new]);
    // SAFETY: the caller's arguments.
    unsafe {
        if !name.starts_with("MPI_Comm_idup") {
            let comm = communicator_at(library, place, fortran);
            return described::communicator(process, recorder, comm, (name, 0));
        }
        let parent = match fortran {
            false => words[0],
            true => communicator_from_fortran(library, words[0]),
        };
        let request = Handles { library, of: Of::Request, fortran, address: words[new + 1] };
        let request = library.family.handle(request.read(0));
        // (MPICH's procedures in Fortran have called the function in C.)
        if DUPLICATES.find(request).is_some() {
            return;
        }
        if let Some(among) = described::reserve(process, recorder, parent) {
            // MPICH's family stores it at once, as Intel's layer for Fortran with INTEGERs of eight bytes
            // takes for granted: the place is gone when that has returned.
            let at_once = library.family == Family::Mpich;
            let comm = at_once.then(|| communicator_at(library, place, fortran));
            DUPLICATES.add(request, Duplicate { origin: name, comm, place, fortran, among });
        }
    }
}
