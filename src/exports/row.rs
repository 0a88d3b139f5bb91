//! How a row of the [table](super::reductions) becomes exported functions. In C all arguments are
//! words as they came (handles are register-sized, and of an `int` in a register the upper half is
//! undefined); in Fortran they are addresses, with the error argument behind them. Names in Fortran
//! are those of different compilers (but not bare in lower case: `mpi_init` may be a C function of
//! the user's) and of the three bindings (`mpif.h` and `use mpi`: `mpi_allreduce_`; `use mpi_f08`:
//! `mpi_allreduce_f08_`).

/// What an argument of that name is.
#[rustfmt::skip]
macro_rules! role {
    (sendbuf) => { Role::Send };
    (recvbuf) => { Role::Recv };
    (count) => { Role::Count };
    (recvcount) => { Role::BlockCount };
    (recvcounts) => { Role::Counts };
    (target_count) => { Role::Count };
    (origin_count) => { Role::OtherCount };
    (result_count) => { Role::OtherCount };
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
        reductions!(@c $coverage $delivery $completion $name, $name, C, None, $arguments);
        $(
            reductions!(@c $coverage $delivery $completion $name, $large, CLarge,
                Some(Forward::new(stringify!($name))), $arguments);
        )?
        reductions!(@fortran $coverage $delivery $completion $name, [$($fortran)+], $arguments);
        )*
    };
    (@large $large:ident) => { Some(stringify!($large)) };
    (@large) => { None };
    (@form $delivery:ident $completion:ident) => {
        Form { delivery: Delivery::$delivery, completion: Completion::$completion }
    };
    (@type $count:ty, ($($argument:ident)*)) => {
        type_name::<unsafe extern "C" fn($(type_of!($argument $count)),*) -> c_int>()
    };
    (@c $coverage:ident $delivery:ident $completion:ident $name:ident, $symbol:ident,
        $language:ident, $int_form:expr, ($($argument:ident)*)) => {
        /// The MPI function of that name.
        ///
        /// # Safety
        /// As the MPI standard says of it.
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize),*) -> c_int {
            reductions!(@function $delivery $completion $name, $symbol, $int_form,
                ($($argument)*));
            guarded(stringify!($symbol), || {
                // SAFETY: the caller's arguments, which are those of the function.
                unsafe {
                    reductions!(@in_c $coverage)(
                        &FUNCTION, Language::$language, &[$($argument),*])
                }
            })
        }
    };
    (@fortran $coverage:ident $delivery:ident $completion:ident $name:ident, [$($symbol:ident)+],
        $arguments:tt) => {
        $(reductions!(@procedure $coverage $delivery $completion $name, $symbol, $arguments);)+
    };
    (@procedure $coverage:ident $delivery:ident $completion:ident $name:ident, $symbol:ident,
        ($($argument:ident)*)) => {
        /// The Fortran procedure of that name.
        ///
        /// # Safety
        /// As the MPI standard says of it.
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize,)* ierror: usize) {
            reductions!(@function $delivery $completion $name, $symbol, None, ($($argument)*));
            guarded(stringify!($symbol), || {
                // SAFETY: the caller's arguments, which are those of the procedure.
                unsafe { reductions!(@in_fortran $coverage)(&FUNCTION, &[$($argument,)* ierror]) }
            })
        }
    };
    (@function $delivery:ident $completion:ident $name:ident, $symbol:ident, $int_form:expr,
        ($($argument:ident)*)) => {
        struct This;
        impl Signature for This {
            const NAME: &'static str = stringify!($name);
            const FORM: Form = reductions!(@form $delivery $completion);
            const ROLES: &'static [Role] = &[$(role!($argument)),*];
        }
        static FUNCTION: Function = Function::new::<This>(stringify!($symbol), $int_form);
    };
    (@in_c Covered) => { covered::in_c::<This> };
    (@in_c Uncovered) => { uncovered::in_c };
    (@in_fortran Covered) => { covered::in_fortran::<This> };
    (@in_fortran Uncovered) => { uncovered::in_fortran };
}
pub(super) use {reductions, role, type_of};
