//! How a row of watched functions becomes exported ones.

use crate::exports::forward::Forward;
use crate::runtime::process;
use libc::c_int;

/// Exports each function in C, in C with large counts, and in Fortran by several names; `observe` is
/// what does a call of it that is traced, an [`Observe`](super::watched::Observe).
macro_rules! watched {
    ($observe:ident: $($name:ident $($large:ident)? / $($procedure:ident)+: $arguments:tt;)*) => {$(
        watched!(@c $observe $name $name (None) $arguments);
        $(watched!(@c $observe $name $large (Some(Forward::new(stringify!($name)))) $arguments);)?
        watched!(@each $observe $name [$($procedure)+] $arguments);
    )*};
    (@each $observe:ident $name:ident [$($procedure:ident)+] $arguments:tt) => {
        $(watched!(@fortran $observe $name $procedure $arguments);)+
    };
    (@c $observe:ident $name:ident $symbol:ident ($int_form:expr) ($($argument:ident)*)) => {
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize),*) -> c_int {
            static NEXT: Next = Next(Forward::new(stringify!($symbol)), $int_form);
            static WATCH: Watch = Watch {
                name: stringify!($name),
                fortran: false,
                arguments: &[$(stringify!($argument)),*],
                frame: Frame::new(),
            };
            let words = [$($argument),*];
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            unsafe {
                match process::traced() {
                    None => NEXT.call(&words),
                    Some(context) => guarded(stringify!($symbol), || {
                        watch($observe, context, &WATCH, &words, mark, &|words| NEXT.call(words))
                    }),
                }
            }
        }
    };
    (@fortran $observe:ident $name:ident $procedure:ident ($($argument:ident)*)) => {
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $procedure($($argument: usize,)* ierror: usize) {
            static NEXT: Forward = Forward::new(stringify!($procedure));
            static WATCH: Watch = Watch {
                name: stringify!($name),
                fortran: true,
                arguments: &[$(stringify!($argument)),*],
                frame: Frame::new(),
            };
            let words = [$($argument,)* ierror];
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            unsafe {
                match process::traced() {
                    None => NEXT.call::<()>(&words),
                    Some(_) if integer::are_wide(NEXT.is_f08()) => {
                        untouched(&NEXT, &words, || WATCH.frame.caller(mark))
                    }
                    Some(context) => guarded(stringify!($procedure), || {
                        let next = |words: &[usize]| NEXT.call::<()>(words);
                        in_fortran($observe, context, &WATCH, &words, mark, &next);
                    }),
                }
            }
        }
    };
}
pub(super) use watched;

/// The next definition of a function and, for one with large counts, of that with ints, which does
/// its work in a library that lacks it.
pub struct Next(pub Forward, pub Option<Forward>);

impl Next {
    #[inline]
    pub unsafe fn call(&self, words: &[usize]) -> c_int {
        // SAFETY: upheld by the caller.
        unsafe {
            match &self.1 {
                None => self.0.call(words),
                Some(int_form) => self.call_large(int_form, words),
            }
        }
    }

    #[cold]
    unsafe fn call_large(&self, int_form: &Forward, words: &[usize]) -> c_int {
        if self.0.find().is_some() {
            // SAFETY: upheld by the caller.
            return unsafe { self.0.call(words) };
        }
        // Counts are the second argument, and the seventh where there are two.
        let counts = [words.get(1), words.get(6).filter(|_| words.len() == 12)];
        let fits = |count: &usize| c_int::try_from(*count as i64).is_ok();
        match counts.into_iter().flatten().all(fits) {
            // SAFETY: likewise; all counts are ints.
            true => unsafe { int_form.call(words) },
            false => process::constants().map_or(1, |constants| constants.err_count),
        }
    }
}
