//! The functions that complete requests, ask for them, start or free them, in C and in Fortran. A
//! call without a request of ours, and every call while there is none, is passed on.
//!
//! The MPI library gets null requests in place of ours: for these it returns at once and fills in
//! an empty status, in whatever form the caller's binding has one. (Some take an inactive request
//! for a complete one, or free it.) So what is done here is to bring our operations to their end, to
//! let the MPI library do the rest, and to make the handle null.

mod call;
mod one;
mod one_by_one;
mod several;

use super::choices::{in_fortran, observe, watch, Watch};
use super::forward::Forward;
use crate::mpi::abi::family::Handle;
use crate::reduction::requests::{self, passed};
use crate::runtime::guard::guarded;
use crate::runtime::process::{process, traced, Process};
use crate::trace::caller::{Frame, Mark};
use call::{count, Binding, Call};
use libc::c_int;
use one::{cancel, get_status, request_free, start, startall, test, wait};
use one_by_one::{all_one_by_one, any_one_by_one, some_one_by_one};
use several::{get_status_all, get_status_any, get_status_some};
use several::{testall, testany, testsome, waitall, waitany, waitsome};

/// Which arguments are the requests, and how many there are.
#[derive(Clone, Copy)]
enum Array {
    One(usize),
    /// Likewise; whether it is ours is seen when it is served.
    Any(usize),
    /// Likewise, and those of reductions that were [passed on](passed) count too.
    AnyOrPassed(usize),
    /// In C the handle itself.
    Value(usize),
    Many {
        count: usize,
        requests: usize,
    },
    ManyOrPassed {
        count: usize,
        requests: usize,
    },
}

impl Array {
    /// Whether there is a request that matters to the function.
    #[inline(always)] // the array is known at compile time
    fn any(self) -> bool {
        match self {
            Array::AnyOrPassed(_) | Array::ManyOrPassed { .. } => requests::any() || passed::any(),
            _ => requests::any(),
        }
    }
}

/// What serving gives: an error code, or nothing if there is no request of ours.
trait Served {
    fn code(self) -> Option<c_int>;
}

impl Served for c_int {
    fn code(self) -> Option<c_int> {
        Some(self)
    }
}

impl Served for Option<c_int> {
    fn code(self) -> Option<c_int> {
        self
    }
}

/// Serves a call that has a request of ours, while there are any.
#[inline(always)] // the array is known at compile time
unsafe fn serve<S: Served>(
    process: &'static Process,
    (binding, next): (&'static Binding, &'static Forward),
    words: &[usize],
    array: Array,
    serve: unsafe fn(&Call<'_>) -> S,
) -> Option<c_int> {
    let ours: &[(usize, Handle)] = &[];
    let mut call = Call { process, binding, next, words, ours };
    // SAFETY: upheld by the caller.
    unsafe {
        match array {
            Array::Any(word) | Array::AnyOrPassed(word) => {
                let handle = one(&call, word, false)?;
                let ours = &[(0, handle)];
                call.ours = ours;
                serve(&call).code()
            }
            Array::One(word) => serve_one(call, word, false, |call| serve(call).code()),
            Array::Value(word) => serve_one(call, word, true, |call| serve(call).code()),
            Array::Many { count, requests } => {
                serve_many(call, (count, requests), false, |call| serve(call).code())
            }
            Array::ManyOrPassed { count, requests } => {
                serve_many(call, (count, requests), true, |call| serve(call).code())
            }
        }
    }
}

/// The handle of one request; none if there is no place for one.
#[inline]
unsafe fn one(call: &Call<'_>, word: usize, by_value: bool) -> Option<Handle> {
    let mut requests = call.requests(word);
    if by_value && !call.binding.fortran {
        // The word lies there as a handle does in memory.
        requests.address = call.words[word..].as_ptr() as usize;
    }
    // SAFETY: the caller's request.
    (requests.address != 0).then(|| call.library().family.handle(unsafe { requests.read(0) }))
}

unsafe fn serve_one(
    call: Call<'_>,
    word: usize,
    by_value: bool,
    serve: impl FnOnce(&Call<'_>) -> Option<c_int>,
) -> Option<c_int> {
    // SAFETY: upheld by the caller.
    let handle = unsafe { one(&call, word, by_value)? };
    if !requests::is_ours(handle) {
        return None;
    }
    serve(&Call { ours: &[(0, handle)], ..call })
}

unsafe fn serve_many(
    call: Call<'_>,
    (number, word): (usize, usize),
    without_ours: bool,
    serve: impl FnOnce(&Call<'_>) -> Option<c_int>,
) -> Option<c_int> {
    let requests = call.requests(word);
    if requests.address == 0 {
        return None;
    }
    // SAFETY: the caller's requests.
    let ours = unsafe {
        let number = count(call.binding.fortran, call.words[number]);
        requests::ours(call.library(), (0..number).map(|i| requests.read(i)))
    };
    match ours.is_empty() && !without_ours {
        true => None,
        false => serve(&Call { ours: &ours, ..call }),
    }
}

/// Serves a call in C of a function of several requests, which the MPI library lacks, by others that
/// it has.
unsafe fn replaced(
    missing: &Forward,
    words: &[usize],
    instead: unsafe fn(&Call<'_>) -> c_int,
) -> c_int {
    static GET_STATUS: Forward = Forward::new("MPI_Request_get_status");
    let Some(process) = process() else {
        // SAFETY: upheld by the caller. (If no MPI library is found at all, that is said.)
        return if GET_STATUS.find().is_some() { 1 } else { unsafe { missing.call(words) } };
    };
    let call = Call { process, binding: &C, next: &GET_STATUS, words, ours: &[] };
    let (number, requests) = (words[0] as c_int, words[1]);
    // SAFETY: upheld by the caller.
    unsafe {
        if number >= 0 && (number == 0 || requests != 0) {
            return instead(&call);
        }
        // The MPI library raises the error.
        let (mut index, mut flag): (c_int, c_int) = (0, 0);
        let [index, flag] = [&raw mut index, &raw mut flag].map(|place| place as usize);
        let ignored = process.library.constants.status_ignore;
        call.invoke(&C.testany, &[words[0], requests, index, flag, ignored])
    }
}

macro_rules! completions {
    ($($serve:ident $array:expr, $name:ident $(or $instead:ident)? / $($fortran:ident)+: $arguments:tt;)*) => {$(
        completions!(@c $serve $array, $name [$($instead)?] $arguments);
        completions!(@each $serve $array, $name [$($fortran)+] [LOWER LOWER_TWICE UPPER F08] $arguments);
    )*};
    (@each $serve:ident $array:expr, $c:ident [$($fortran:ident)+] [$($binding:ident)+] $arguments:tt) => {
        $(completions!(@fortran $serve $array, $c $fortran $binding $arguments);)+
    };
    (@c $serve:ident $array:expr, $name:ident [$($instead:ident)?] ($($argument:ident)*)) => {
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $name($($argument: usize),*) -> c_int {
            static NEXT: Forward = Forward::new(stringify!($name));
            static WATCH: Watch = Watch {
                name: stringify!($name),
                fortran: false,
                arguments: &[$(stringify!($argument)),*],
                frame: Frame::new(),
            };
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            let words = [$($argument),*];
            // SAFETY: the caller's own arguments.
            unsafe {
                let complete = |words: &[usize]| {
                    $(if NEXT.find().is_none() {
                        return guarded(stringify!($name), || replaced(&NEXT, words, $instead));
                    })?
                    if !$array.any() {
                        return NEXT.call(words);
                    }
                    guarded(stringify!($name), || {
                        let served = process()
                            .and_then(|process| serve(process, (&C, &NEXT), words, $array, $serve));
                        served.unwrap_or_else(|| NEXT.call(words))
                    })
                };
                match traced() {
                    None => complete(&words),
                    Some(context) => watch(observe, context, &WATCH, &words, mark, &complete),
                }
            }
        }
    };
    (@fortran $serve:ident $array:expr, $c:ident $name:ident $binding:ident ($($argument:ident)*)) => {
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $name($($argument: usize,)* ierror: usize) {
            static NEXT: Forward = Forward::new(stringify!($name));
            static WATCH: Watch = Watch {
                name: stringify!($c),
                fortran: true,
                arguments: &[$(stringify!($argument)),*],
                frame: Frame::new(),
            };
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            unsafe {
                let words = [$($argument,)* ierror];
                let complete = |words: &[usize]| {
                    let (ierror, arguments) = words.split_last().expect("the error argument");
                    if !$array.any() {
                        return NEXT.call(words);
                    }
                    guarded(stringify!($name), || {
                        let served = process().and_then(|process| {
                            serve(process, (&$binding, &NEXT), arguments, $array, $serve)
                        });
                        match served {
                            None => NEXT.call(words),
                            Some(code) => {
                                if let Some(ierror) = (*ierror as *mut c_int).as_mut() {
                                    *ierror = code;
                                }
                            }
                        }
                    });
                };
                match traced() {
                    None => complete(&words),
                    Some(context) => in_fortran(observe, context, &WATCH, &words, mark, &complete),
                }
            }
        }
    };
}

macro_rules! bindings {
    ($($binding:ident = $fortran:literal $wait:literal $test:literal $testany:literal
        $testsome:literal $startall:literal;)*) => {$(
        static $binding: Binding = Binding {
            fortran: $fortran,
            wait: Forward::new($wait),
            test: Forward::new($test),
            testany: Forward::new($testany),
            testsome: Forward::new($testsome),
            startall: Forward::new($startall),
        };
    )*};
}

bindings! {
    C = false "MPI_Wait" "MPI_Test" "MPI_Testany" "MPI_Testsome" "MPI_Startall";
    LOWER = true "mpi_wait_" "mpi_test_" "mpi_testany_" "mpi_testsome_" "mpi_startall_";
    LOWER_TWICE = true "mpi_wait__" "mpi_test__" "mpi_testany__" "mpi_testsome__"
        "mpi_startall__";
    UPPER = true "MPI_WAIT" "MPI_TEST" "MPI_TESTANY" "MPI_TESTSOME" "MPI_STARTALL";
    F08 = true "mpi_wait_f08_" "mpi_test_f08_" "mpi_testany_f08_" "mpi_testsome_f08_"
        "mpi_startall_f08_";
}

const ONE: Array = Array::One(0);
const ANY: Array = Array::Any(0);
const ANY_OR_PASSED: Array = Array::AnyOrPassed(0);
const VALUE: Array = Array::Value(0);
const MANY: Array = Array::Many { count: 0, requests: 1 };
const MANY_OR_PASSED: Array = Array::ManyOrPassed { count: 0, requests: 1 };

completions! {
    wait ANY, MPI_Wait / mpi_wait_ mpi_wait__ MPI_WAIT mpi_wait_f08_: (request status);
    test ONE, MPI_Test / mpi_test_ mpi_test__ MPI_TEST mpi_test_f08_: (request flag status);
    waitall MANY, MPI_Waitall / mpi_waitall_ mpi_waitall__ MPI_WAITALL mpi_waitall_f08_:
        (count requests statuses);
    testall MANY, MPI_Testall / mpi_testall_ mpi_testall__ MPI_TESTALL mpi_testall_f08_:
        (count requests flag statuses);
    waitany MANY, MPI_Waitany / mpi_waitany_ mpi_waitany__ MPI_WAITANY mpi_waitany_f08_:
        (count requests index status);
    testany MANY, MPI_Testany / mpi_testany_ mpi_testany__ MPI_TESTANY mpi_testany_f08_:
        (count requests index flag status);
    waitsome MANY, MPI_Waitsome / mpi_waitsome_ mpi_waitsome__ MPI_WAITSOME mpi_waitsome_f08_:
        (incount requests outcount indices statuses);
    testsome MANY, MPI_Testsome / mpi_testsome_ mpi_testsome__ MPI_TESTSOME mpi_testsome_f08_:
        (incount requests outcount indices statuses);
    get_status VALUE, MPI_Request_get_status
        / mpi_request_get_status_ mpi_request_get_status__ MPI_REQUEST_GET_STATUS
          mpi_request_get_status_f08_:
        (request flag status);
    get_status_all MANY, MPI_Request_get_status_all or all_one_by_one
        / mpi_request_get_status_all_ mpi_request_get_status_all__ MPI_REQUEST_GET_STATUS_ALL
          mpi_request_get_status_all_f08_:
        (count requests flag statuses);
    get_status_any MANY, MPI_Request_get_status_any or any_one_by_one
        / mpi_request_get_status_any_ mpi_request_get_status_any__ MPI_REQUEST_GET_STATUS_ANY
          mpi_request_get_status_any_f08_:
        (count requests index flag status);
    get_status_some MANY, MPI_Request_get_status_some or some_one_by_one
        / mpi_request_get_status_some_ mpi_request_get_status_some__ MPI_REQUEST_GET_STATUS_SOME
          mpi_request_get_status_some_f08_:
        (incount requests outcount indices statuses);
    request_free ANY_OR_PASSED, MPI_Request_free
        / mpi_request_free_ mpi_request_free__ MPI_REQUEST_FREE mpi_request_free_f08_:
        (request);
    cancel ONE, MPI_Cancel / mpi_cancel_ mpi_cancel__ MPI_CANCEL mpi_cancel_f08_: (request);
    start ANY_OR_PASSED, MPI_Start / mpi_start_ mpi_start__ MPI_START mpi_start_f08_: (request);
    startall MANY_OR_PASSED, MPI_Startall
        / mpi_startall_ mpi_startall__ MPI_STARTALL mpi_startall_f08_:
        (count requests);
}
