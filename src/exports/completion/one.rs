//! Functions of one request, and MPI_Startall.

use super::call::{count, first_error, CompletionCall};
use crate::exports::forward::Forward;
use crate::exports::handles::Handles;
use libc::c_int;
use samebits_mpi::progress;
use samebits_reduction::requests::{self, passed, State};

pub unsafe fn wait(call: &CompletionCall<'_>) -> Option<c_int> {
    let (place, handle) = call.ours[0];
    let (state, gone) = requests::finish(call.library(), handle)?;
    // SAFETY: the caller's arguments.
    unsafe {
        if gone {
            call.requests(0).write_null(place);
        }
        let code = match call.words[1] == call.library().constants.status_ignore {
            // (In Fortran that is an address like any other.)
            true if !call.binding.fortran => 0,
            _ => call.of_null(call.next, &call.words[1..]),
        };
        Some(match state {
            State::Complete(own) => first_error(own, code),
            _ => code,
        })
    }
}

/// (request, flag, status)
unsafe fn ask(call: &CompletionCall<'_>, retires: bool) -> c_int {
    let request = call.ours[0];
    let state = requests::test(request.1);
    // SAFETY: as in `wait`.
    unsafe {
        if state == State::Pending {
            call.write(1, 0);
            return 0;
        }
        let code = call.test_null(1);
        let State::Complete(own) = state else { return code };
        if retires {
            call.retire(&call.requests(0), request);
        }
        first_error(own, code)
    }
}

pub unsafe fn test(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `ask`.
    unsafe { ask(call, true) }
}

/// The request stays as it is, which in C is passed by value. One that has failed says so, as it does
/// when it is completed.
pub unsafe fn get_status(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `ask`.
    unsafe { ask(call, false) }
}

pub unsafe fn request_free(call: &CompletionCall<'_>) -> Option<c_int> {
    let (place, handle) = call.ours[0];
    let library = call.library();
    let Some((code, gone)) = requests::free(library, handle) else {
        // SAFETY: the caller's arguments.
        let passed = || passed::free(handle, || unsafe { call.invoke(call.next, call.words) });
        return progress::refused(library, handle, library.functions.request_free).or_else(passed);
    };
    if gone {
        // SAFETY: the caller's request.
        unsafe { call.requests(0).write_null(place) };
    }
    Some(code)
}

pub unsafe fn cancel(call: &CompletionCall<'_>) -> Option<c_int> {
    let (library, handle) = (call.library(), call.ours[0].1);
    match requests::is_ours(handle) {
        true => Some(requests::cancel(library, handle)),
        false => progress::refused(library, handle, library.functions.cancel),
    }
}

pub unsafe fn start(call: &CompletionCall<'_>) -> Option<c_int> {
    let started = requests::start(call.library(), call.ours[0].1);
    // SAFETY: the caller's arguments.
    started.or_else(|| unsafe { start_passed(call, &call.requests(0), 1, (call.next, call.words)) })
}

/// Starts requests by a function, if any is of a reduction that was passed on.
unsafe fn start_passed(
    call: &CompletionCall<'_>,
    requests: &Handles<'_>,
    number: usize,
    (function, words): (&Forward, &[usize]),
) -> Option<c_int> {
    // SAFETY: upheld by the caller.
    let handle = |place| call.library().family.handle(unsafe { requests.read(place) });
    let handles = || (0..number).map(handle).collect();
    // SAFETY: likewise.
    passed::start(call.process, handles, || unsafe { call.invoke(function, words) })
}

/// (count, requests): those of ours in their order, then the others.
pub unsafe fn startall(call: &CompletionCall<'_>) -> Option<c_int> {
    for &(_, handle) in call.ours {
        match requests::start(call.library(), handle) {
            None | Some(0) => {}
            failed => return failed,
        }
    }
    let requests = call.requests(1);
    // SAFETY: the caller's arguments.
    unsafe {
        let count = count(call.binding.fortran, call.words[0]);
        if call.ours.is_empty() {
            return start_passed(call, &requests, count, (call.next, call.words));
        }
        let others: Vec<usize> =
            (0..count).filter(|i| call.ours.iter().all(|(place, _)| place != i)).collect();
        if others.is_empty() {
            return Some(0);
        }
        let mut memory = vec![0u64; others.len()];
        let copies = Handles { address: memory.as_mut_ptr() as usize, ..requests };
        for (to, &from) in others.iter().enumerate() {
            copies.write(to, requests.read(from));
        }
        let number = others.len() as c_int;
        let number = match call.binding.fortran {
            true => (&raw const number) as usize,
            false => number as usize,
        };
        let by = (&call.binding.startall, &[number, copies.address][..]);
        let passed = start_passed(call, &copies, others.len(), by);
        let code = passed.unwrap_or_else(|| call.invoke(by.0, by.1));
        // The MPI library may have replaced a request by another one.
        for (from, &to) in others.iter().enumerate() {
            requests.write(to, copies.read(from));
        }
        Some(code)
    }
}
