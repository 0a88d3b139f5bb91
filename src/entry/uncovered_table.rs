//! The reductions that are seen, counted and warned of, but not made
//! reproducible: their names in C, in C with large counts, and in Fortran, and
//! their arguments. One row a function; what happens in a call is in
//! [`uncovered`](super::uncovered).
//!
//! MPI has no neighbourhood reductions, so there are none here.

use super::arguments::Role;
use super::forward::Forward;
use super::guard::guarded;
use super::uncovered::{in_c, in_fortran, Form, Function};
use crate::mpi::family::Handle;
use libc::{c_int, c_void};
use std::any::type_name;
use std::sync::atomic::AtomicBool;

/// What an argument of that name is.
#[rustfmt::skip]
macro_rules! role {
    (count) => { Role::Count };
    (recvcount) => { Role::BlockCount };
    (recvcounts) => { Role::Counts };
    (target_count) => { Role::Count };
    (origin_count) => { Role::OtherCount };
    (result_count) => { Role::OtherCount };
    (datatype) => { Role::Datatype };
    (target_datatype) => { Role::Datatype };
    (op) => { Role::Op };
    (comm) => { Role::Comm };
    (win) => { Role::Win };
    (request) => { Role::Request };
    ($other:ident) => { Role::Other };
}

/// The type of an argument of that name, where counts have the type `$count`.
#[rustfmt::skip]
macro_rules! type_of {
    (sendbuf $count:ty) => { *const c_void };
    (recvbuf $count:ty) => { *mut c_void };
    (origin $count:ty) => { *const c_void };
    (result $count:ty) => { *mut c_void };
    (count $count:ty) => { $count };
    (recvcount $count:ty) => { $count };
    (recvcounts $count:ty) => { *const $count };
    (target_count $count:ty) => { $count };
    (origin_count $count:ty) => { $count };
    (result_count $count:ty) => { $count };
    (root $count:ty) => { c_int };
    (target_rank $count:ty) => { c_int };
    (target_disp $count:ty) => { isize };
    (request $count:ty) => { *mut c_void };
    ($handle:ident $count:ty) => { Handle };
}

/// Exports each function under its names. In C all arguments are words as they
/// came; in Fortran they are addresses, with the error argument behind them.
macro_rules! uncovered {
    ($(
        $form:ident $name:ident $($large:ident)? / $($fortran:ident)+: $arguments:tt;
    )*) => {
        /// Each function's name in C and its type by the MPI standard, for checks
        /// against the MPI libraries' headers.
        pub fn prototypes() -> Vec<(&'static str, &'static str)> {
            vec![$(
                (stringify!($name), uncovered!(@type c_int, $arguments)),
                $((stringify!($large), uncovered!(@type i64, $arguments)),)?
            )*]
        }
        $(
        uncovered!(@c $form $name, $name, None, $arguments);
        $(
            uncovered!(@c $form $name, $large,
                Some(Forward::new(stringify!($name))), $arguments);
        )?
        uncovered!(@fortran $form $name, [$($fortran)+], $arguments);
        )*
    };
    (@type $count:ty, ($($argument:ident)*)) => {
        type_name::<unsafe extern "C" fn($(type_of!($argument $count)),*) -> c_int>()
    };
    (@c $form:ident $name:ident, $symbol:ident, $int_form:expr, ($($argument:ident)*)) => {
        /// The MPI function of that name.
        ///
        /// # Safety
        /// As the MPI standard says of it.
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize),*) -> c_int {
            static FUNCTION: Function = Function {
                name: stringify!($name),
                form: Form::$form,
                roles: &[$(role!($argument)),*],
                next: Forward::new(stringify!($symbol)),
                int_form: $int_form,
                said: AtomicBool::new(false),
            };
            guarded(stringify!($symbol), || {
                // SAFETY: the caller's arguments, which are those of the function.
                unsafe { in_c(&FUNCTION, &[$($argument),*]) }
            })
        }
    };
    (@fortran $form:ident $name:ident, [$($symbol:ident)+], $arguments:tt) => {
        $(uncovered!(@procedure $form $name, $symbol, $arguments);)+
    };
    (@procedure $form:ident $name:ident, $symbol:ident, ($($argument:ident)*)) => {
        /// The Fortran procedure of that name.
        ///
        /// # Safety
        /// As the MPI standard says of it.
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize,)* ierror: usize) {
            static FUNCTION: Function = Function {
                name: stringify!($name),
                form: Form::$form,
                roles: &[$(role!($argument)),*],
                next: Forward::new(stringify!($symbol)),
                int_form: None,
                said: AtomicBool::new(false),
            };
            guarded(stringify!($symbol), || {
                // SAFETY: the caller's arguments, which are those of the procedure.
                unsafe { in_fortran(&FUNCTION, &[$($argument,)* ierror]) }
            })
        }
    };
}

uncovered! {
    ReduceScatter MPI_Reduce_scatter MPI_Reduce_scatter_c
        / mpi_reduce_scatter_ mpi_reduce_scatter__ MPI_REDUCE_SCATTER mpi_reduce_scatter_f08_:
        (sendbuf recvbuf recvcounts datatype op comm);
    ReduceScatter MPI_Reduce_scatter_block MPI_Reduce_scatter_block_c
        / mpi_reduce_scatter_block_ mpi_reduce_scatter_block__ MPI_REDUCE_SCATTER_BLOCK
          mpi_reduce_scatter_block_f08_:
        (sendbuf recvbuf recvcount datatype op comm);
    Prefix MPI_Scan MPI_Scan_c
        / mpi_scan_ mpi_scan__ MPI_SCAN mpi_scan_f08_:
        (sendbuf recvbuf count datatype op comm);
    Prefix MPI_Exscan MPI_Exscan_c
        / mpi_exscan_ mpi_exscan__ MPI_EXSCAN mpi_exscan_f08_:
        (sendbuf recvbuf count datatype op comm);

    Nonblocking MPI_Iallreduce MPI_Iallreduce_c
        / mpi_iallreduce_ mpi_iallreduce__ MPI_IALLREDUCE mpi_iallreduce_f08_:
        (sendbuf recvbuf count datatype op comm request);
    Nonblocking MPI_Ireduce MPI_Ireduce_c
        / mpi_ireduce_ mpi_ireduce__ MPI_IREDUCE mpi_ireduce_f08_:
        (sendbuf recvbuf count datatype op root comm request);
    Nonblocking MPI_Ireduce_scatter MPI_Ireduce_scatter_c
        / mpi_ireduce_scatter_ mpi_ireduce_scatter__ MPI_IREDUCE_SCATTER
          mpi_ireduce_scatter_f08_:
        (sendbuf recvbuf recvcounts datatype op comm request);
    Nonblocking MPI_Ireduce_scatter_block MPI_Ireduce_scatter_block_c
        / mpi_ireduce_scatter_block_ mpi_ireduce_scatter_block__ MPI_IREDUCE_SCATTER_BLOCK
          mpi_ireduce_scatter_block_f08_:
        (sendbuf recvbuf recvcount datatype op comm request);
    Nonblocking MPI_Iscan MPI_Iscan_c
        / mpi_iscan_ mpi_iscan__ MPI_ISCAN mpi_iscan_f08_:
        (sendbuf recvbuf count datatype op comm request);
    Nonblocking MPI_Iexscan MPI_Iexscan_c
        / mpi_iexscan_ mpi_iexscan__ MPI_IEXSCAN mpi_iexscan_f08_:
        (sendbuf recvbuf count datatype op comm request);

    Persistent MPI_Allreduce_init MPI_Allreduce_init_c
        / mpi_allreduce_init_ mpi_allreduce_init__ MPI_ALLREDUCE_INIT mpi_allreduce_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);
    Persistent MPI_Reduce_init MPI_Reduce_init_c
        / mpi_reduce_init_ mpi_reduce_init__ MPI_REDUCE_INIT mpi_reduce_init_f08_:
        (sendbuf recvbuf count datatype op root comm info request);
    Persistent MPI_Reduce_scatter_init MPI_Reduce_scatter_init_c
        / mpi_reduce_scatter_init_ mpi_reduce_scatter_init__ MPI_REDUCE_SCATTER_INIT
          mpi_reduce_scatter_init_f08_:
        (sendbuf recvbuf recvcounts datatype op comm info request);
    Persistent MPI_Reduce_scatter_block_init MPI_Reduce_scatter_block_init_c
        / mpi_reduce_scatter_block_init_ mpi_reduce_scatter_block_init__
          MPI_REDUCE_SCATTER_BLOCK_INIT mpi_reduce_scatter_block_init_f08_:
        (sendbuf recvbuf recvcount datatype op comm info request);
    Persistent MPI_Scan_init MPI_Scan_init_c
        / mpi_scan_init_ mpi_scan_init__ MPI_SCAN_INIT mpi_scan_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);
    Persistent MPI_Exscan_init MPI_Exscan_init_c
        / mpi_exscan_init_ mpi_exscan_init__ MPI_EXSCAN_INIT mpi_exscan_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);

    OneSided MPI_Accumulate MPI_Accumulate_c
        / mpi_accumulate_ mpi_accumulate__ MPI_ACCUMULATE mpi_accumulate_f08_:
        (origin origin_count origin_datatype target_rank target_disp target_count
         target_datatype op win);
    OneSided MPI_Raccumulate MPI_Raccumulate_c
        / mpi_raccumulate_ mpi_raccumulate__ MPI_RACCUMULATE mpi_raccumulate_f08_:
        (origin origin_count origin_datatype target_rank target_disp target_count
         target_datatype op win request);
    OneSided MPI_Get_accumulate MPI_Get_accumulate_c
        / mpi_get_accumulate_ mpi_get_accumulate__ MPI_GET_ACCUMULATE mpi_get_accumulate_f08_:
        (origin origin_count origin_datatype result result_count result_datatype target_rank
         target_disp target_count target_datatype op win);
    OneSided MPI_Rget_accumulate MPI_Rget_accumulate_c
        / mpi_rget_accumulate_ mpi_rget_accumulate__ MPI_RGET_ACCUMULATE
          mpi_rget_accumulate_f08_:
        (origin origin_count origin_datatype result result_count result_datatype target_rank
         target_disp target_count target_datatype op win request);
    OneSided MPI_Fetch_and_op
        / mpi_fetch_and_op_ mpi_fetch_and_op__ MPI_FETCH_AND_OP mpi_fetch_and_op_f08_:
        (origin result datatype target_rank target_disp op win);
}
