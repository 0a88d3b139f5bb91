//! Passing a call on: to the next MPI_ symbol behind this library, so that
//! tools behind us see it.

use crate::mpi::functions::function_at;
use crate::mpi::locate::{next, profiling_name, Object};
use crate::report;
use crate::runtime::process;
use once_cell::sync::OnceCell;

/// The place of one forwarded function, looked up at its first use.
#[derive(Debug)]
pub struct Forward {
    name: &'static str,
    address: OnceCell<Option<usize>>,
}

impl Forward {
    /// The function of that name behind us.
    pub const fn new(name: &'static str) -> Self {
        Forward { name, address: OnceCell::new() }
    }

    /// Its address. Where there is none the program would not have run without
    /// us either; it is stopped with a line that says so.
    #[inline]
    pub fn address(&self) -> usize {
        self.find().unwrap_or_else(|| {
            report::say(&format!(
                "{} was called, but no library behind samebits defines it; is the program \
                 linked with its MPI library?",
                self.name
            ));
            process::abort(70)
        })
    }

    /// Its address, or none where this MPI has no such function: programs may
    /// refer to one weakly, and find ours.
    #[inline]
    pub fn find(&self) -> Option<usize> {
        *self.address.get_or_init(|| find(self.name))
    }
}

fn find(name: &str) -> Option<usize> {
    next(name).or_else(|| {
        // A library that was opened late and locally is not in the search
        // order; it is recognised by its profiling entry point.
        Object::defining(&profiling_name(name))?.symbol(name)
    })
}

/// Calls the function of that name behind us, with the signature of the
/// arguments that are given.
macro_rules! pass_on {
    ($name:expr, ($($argument:expr => $type:ty),*) $(-> $result:ty)?) => {{
        static FORWARD: $crate::exports::forward::Forward =
            $crate::exports::forward::Forward::new($name);
        // SAFETY: the function has this signature by the MPI standard; the
        // arguments are the caller's own.
        unsafe {
            $crate::mpi::functions::function_at!(
                FORWARD.address(),
                unsafe extern "C-unwind" fn($($type),*) $(-> $result)?
            )($($argument),*)
        }
    }};
}
pub(crate) use pass_on;

/// Calls a function whose arguments are all integers, addresses or handles, each
/// a word as it came: the undefined upper halves of narrower ones come through
/// unchanged. (A Fortran procedure returns nothing: R is `()`.)
///
/// # Safety
/// The address is that of a function with C's calling convention that returns R,
/// and the words are arguments for it.
pub unsafe fn call_with_words<R>(address: usize, words: &[usize]) -> R {
    macro_rules! arities {
        ($($word:ident)*) => { arities!(@next [] $($word)*) };
        (@next [$($have:ident)*]) => {};
        (@next [$($have:ident)*] $first:ident $($rest:ident)*) => {
            if let [$($have,)* $first] = *words {
                // SAFETY: upheld by the caller.
                return unsafe {
                    function_at!(
                        address,
                        unsafe extern "C-unwind" fn($(arities!(@word $have),)* usize) -> R
                    )($($have,)* $first)
                };
            }
            arities!(@next [$($have)* $first] $($rest)*);
        };
        (@word $_:ident) => { usize };
    }
    arities!(a b c d e f g h i j k l m n);
    unreachable!("no MPI function has {} arguments", words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use libc::c_int;

    extern "C" fn digits(
        a: usize,
        b: usize,
        c: usize,
        d: usize,
        e: usize,
        f: usize,
        g: usize,
    ) -> c_int {
        [a, b, c, d, e, f, g].iter().fold(0, |number, digit| 10 * number + *digit as c_int)
    }

    #[test]
    fn words_arrive_in_their_order() {
        let address = digits as extern "C" fn(_, _, _, _, _, _, _) -> c_int as usize;
        // SAFETY: a function of seven words.
        let number: c_int = unsafe { call_with_words(address, &[1, 2, 3, 4, 5, 6, 7]) };
        assert_eq!(number, 1_234_567);
    }
}
