//! Exported Fortran procedures: one function under all the names that compilers
//! and bindings give it.

/// Exports a procedure under each of its names. All its arguments are addresses,
/// handed on as words to a function that also gets the procedure behind us.
macro_rules! procedures {
    ($serve:ident $arguments:tt: $($name:ident)*) => {
        $($crate::exports::procedures::procedures!(@one $serve $arguments $name);)*
    };
    (@one $serve:ident ($($argument:ident),*) $name:ident) => {
        /// The Fortran procedure of that name.
        ///
        /// # Safety
        /// As the MPI standard says of it.
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name($($argument: usize),*) {
            static NEXT: $crate::exports::forward::Forward =
                $crate::exports::forward::Forward::new(stringify!($name));
            $crate::runtime::guard::guarded(stringify!($name), || {
                // SAFETY: the caller's arguments, which are those of the procedure.
                unsafe { $serve(&NEXT, &[$($argument),*]) }
            })
        }
    };
}
pub(super) use procedures;
