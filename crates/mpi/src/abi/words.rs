//! Calls of MPI's functions by their addresses, with arguments as words.

use super::functions::function_at;

/// Calls a function whose arguments are all integers, addresses or handles. Each is passed on as a
/// whole word, so the undefined upper halves of narrower ones do not matter.
///
/// # Safety
/// The address is that of a function with C's calling convention that returns R, `()` for a Fortran
/// procedure, and the words are arguments for it.
pub unsafe fn call_with_words<R>(address: usize, words: &[usize]) -> R {
    macro_rules! arities {
        ([$($have:ident)*] $($rest:ident)*) => {
            if let [$($have),*] = *words {
                // SAFETY: upheld by the caller.
                return unsafe {
                    function_at!(
                        address,
                        unsafe extern "C-unwind" fn($(arities!(@word $have)),*) -> R
                    )($($have),*)
                };
            }
            arities!(@longer [$($have)*] $($rest)*);
        };
        (@longer [$($have:ident)*]) => {};
        (@longer [$($have:ident)*] $first:ident $($rest:ident)*) => {
            arities!([$($have)* $first] $($rest)*);
        };
        (@word $_:ident) => { usize };
    }
    arities!([] a b c d e f g h i j k l m n);
    unreachable!("no MPI function has {} arguments", words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use libc::c_int;

    type Word = usize;

    extern "C" fn digits(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word) -> c_int {
        [a, b, c, d, e, f, g].iter().fold(0, |number, digit| 10 * number + *digit as c_int)
    }

    #[test]
    fn words_arrive_in_order() {
        let address = digits as extern "C" fn(_, _, _, _, _, _, _) -> c_int as usize;
        // SAFETY: a function of seven words.
        let number: c_int = unsafe { call_with_words(address, &[1, 2, 3, 4, 5, 6, 7]) };
        assert_eq!(number, 1_234_567);
    }
}
