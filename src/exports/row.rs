//! How a row of the [table](super::reductions) becomes exported functions. In C all arguments are
//! words: handles are register-sized, and the upper half of a register with an `int` is undefined.
//! In Fortran they are addresses, and the error argument is the last. Fortran names are those of
//! several compilers and of the bindings `mpif.h` and `mpi` (`mpi_allreduce_`) and `mpi_f08`
//! (`mpi_allreduce_f08_`); bare lower-case names such as `mpi_init` may be C functions of programs.

/// What an argument of that name is.
#[rustfmt::skip]
macro_rules! role {
    (sendbuf) => { Role::Send };
    (recvbuf) => { Role::Recv };
    (inbuf) => { Role::Send };
    (inoutbuf) => { Role::Recv };
    (count) => { Role::Count };
    (recvcount) => { Role::BlockCount };
    (recvcounts) => { Role::Counts };
    (target_count) => { Role::Count };
    (origin_count) => { Role::OtherCount };
    (result) => { Role::Result };
    (result_count) => { Role::ResultCount };
    (result_datatype) => { Role::ResultDatatype };
    (target_rank) => { Role::Target };
    (datatype) => { Role::Datatype };
    (target_datatype) => { Role::Datatype };
    (op) => { Role::Op };
    (root) => { Role::Root };
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
    (inbuf $count:ty) => { *const c_void };
    (inoutbuf $count:ty) => { *mut c_void };
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

/// Where the result of a row goes.
#[rustfmt::skip]
macro_rules! delivery {
    (All) => { Delivery::ALL };
    (Root) => { Delivery::ROOT };
    (Blocks) => { Delivery::BLOCKS };
    (InclusivePrefix) => { Delivery::INCLUSIVE_PREFIX };
    (ExclusivePrefix) => { Delivery::EXCLUSIVE_PREFIX };
    (Window) => { Delivery::Window };
    (Local) => { Delivery::Local };
}

/// Exports each function under its names, and lists the rows.
macro_rules! reductions {
    ($(
        $coverage:ident $delivery:ident $completion:ident $name:ident $($large:ident)?
            / $($fortran:ident)+: $arguments:tt;
    )*) => {
        /// The rows, for checks against the MPI libraries' headers and the documentation.
        pub static ROWS: &[Row] = &[$(
            Row {
                name: stringify!($name),
                large: reductions!(@large $($large)?),
                fortran: &[$(stringify!($fortran)),+],
                types: || [
                    reductions!(@type c_int, $arguments),
                    reductions!(@type i64, $arguments),
                ],
                form: reductions!(@form $delivery $completion),
                coverage: Coverage::$coverage,
            },
        )*];
        $(
            reductions!(@c ($coverage $delivery $completion $name) $name, C, None, $arguments);
            $(reductions!(@c ($coverage $delivery $completion $name) $large, CLarge,
                Some(Forward::new(stringify!($name))), $arguments);)?
            $(reductions!(@fortran ($coverage $delivery $completion $name) $fortran, $arguments);)+
        )*
    };
    (@large $large:ident) => { Some(stringify!($large)) };
    (@large) => { None };
    (@form $delivery:ident $completion:ident) => {
        Form { delivery: delivery!($delivery), completion: Completion::$completion }
    };
    (@type $count:ty, ($($argument:ident)*)) => {
        type_name::<unsafe extern "C" fn($(type_of!($argument $count)),*) -> c_int>()
    };
    (@c $row:tt $symbol:ident, $language:ident, $int_form:expr, ($($argument:ident)*)) => {
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize),*) -> c_int {
            reductions!(@function $row $symbol, $int_form, ($($argument)*));
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            guarded(stringify!($symbol), || unsafe {
                reductions!(@in_c $row)(&FUNCTION, Language::$language, &[$($argument),*], mark)
            })
        }
    };
    (@fortran $row:tt $symbol:ident, ($($argument:ident)*)) => {
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize,)* ierror: usize) {
            reductions!(@function $row $symbol, None, ($($argument)*));
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            guarded(stringify!($symbol), || unsafe {
                reductions!(@in_fortran $row)(&FUNCTION, &[$($argument,)* ierror], mark)
            })
        }
    };
    (@function ($coverage:ident $delivery:ident $completion:ident $name:ident) $symbol:ident,
        $int_form:expr, ($($argument:ident)*)) => {
        struct This;
        impl Signature for This {
            const NAME: &'static str = stringify!($name);
            const FORM: Form = reductions!(@form $delivery $completion);
            const ROLES: &'static [Role] = &[$(role!($argument)),*];
        }
        static FUNCTION: Function = Function::new::<This>(stringify!($symbol), $int_form);
    };
    (@in_c (Covered $($_:ident)*)) => { covered::in_c::<This> };
    (@in_c (Uncovered $($_:ident)*)) => { uncovered::in_c };
    (@in_fortran (Covered $($_:ident)*)) => { covered::in_fortran::<This> };
    (@in_fortran (Uncovered $($_:ident)*)) => { uncovered::in_fortran };
}
pub(super) use {delivery, reductions, role, type_of};
