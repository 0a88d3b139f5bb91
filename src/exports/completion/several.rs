//! Functions of several requests: those that complete all of them, any one or some. An index that is
//! negative is MPI_UNDEFINED, to which MPICH's Fortran adds one. Those that only ask for the status of
//! requests do not retire them.

use super::call::{first_error, CompletionCall};
use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_reduction::requests::{self, State};

/// Between polls: MPI makes progress in each, so a short pause is enough for a rank that shares this core.
fn pause(polls: &mut u32) {
    *polls += 1;
    match *polls {
        0..100 => std::hint::spin_loop(),
        _ => std::thread::yield_now(),
    }
}

/// (count, requests, statuses)
pub unsafe fn waitall(call: &CompletionCall<'_>) -> c_int {
    for &(_, handle) in call.ours {
        requests::wait(handle);
    }
    // SAFETY: as in `wait`.
    unsafe {
        let code = call.without_ours(call.next, call.words);
        call.finish_all(call.words[2], code, true)
    }
}

/// (count, requests, flag, statuses)
unsafe fn all(call: &CompletionCall<'_>, retires: bool) -> c_int {
    // SAFETY: as in `wait`.
    unsafe {
        if !call.all_complete() {
            call.write(2, 0);
            return 0;
        }
        let code = call.without_ours(call.next, call.words);
        match call.read(2) {
            0 => code,
            _ => call.finish_all(call.words[3], code, retires),
        }
    }
}

pub unsafe fn testall(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `all`.
    unsafe { all(call, true) }
}

pub unsafe fn get_status_all(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `all`.
    unsafe { all(call, false) }
}

/// Stores the index of one of ours, the third argument, and its status by `fill_in`.
unsafe fn found(
    call: &CompletionCall<'_>,
    (request, own): ((usize, Handle), c_int),
    retires: bool,
    fill_in: impl FnOnce() -> c_int,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        call.write(2, call.index(request.0));
        let code = fill_in();
        if retires {
            call.retire(&call.requests(1), request);
        }
        first_error(own, code)
    }
}

/// (count, requests, index, status)
pub unsafe fn waitany(call: &CompletionCall<'_>) -> c_int {
    let mut polls = 0;
    loop {
        if let Some(complete) = call.complete() {
            // SAFETY: as in `wait`.
            return unsafe {
                let fill_in = || call.of_null(&call.binding.wait, &[call.words[3]]);
                found(call, complete, true, fill_in)
            };
        }
        let mut flag: c_int = 0;
        let &[count, requests, index, status] = call.words else { unreachable!("four arguments") };
        let words = [count, requests, index, (&raw mut flag) as usize, status];
        // SAFETY: as in `wait`.
        unsafe {
            let code = call.without_ours(&call.binding.testany, &words);
            let other = flag != 0 && call.read(2) >= 0;
            if code != 0 || other || (flag != 0 && !call.any_active()) {
                return code;
            }
        }
        pause(&mut polls);
    }
}

/// (count, requests, index, flag, status)
unsafe fn any(call: &CompletionCall<'_>, retires: bool) -> c_int {
    // SAFETY: as in `wait`.
    unsafe {
        if let Some(complete) = call.complete() {
            return found(call, complete, retires, || call.test_null(3));
        }
        let code = call.without_ours(call.next, call.words);
        if code == 0 && call.read(3) != 0 && call.read(2) < 0 && call.any_active() {
            call.write(3, 0);
        }
        code
    }
}

pub unsafe fn testany(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `any`.
    unsafe { any(call, true) }
}

pub unsafe fn get_status_any(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `any`.
    unsafe { any(call, false) }
}

/// One round of (incount, requests, outcount, indices, statuses).
unsafe fn some(call: &CompletionCall<'_>, retires: bool) -> c_int {
    let constants = &call.library().constants;
    let (requests, mut failed) = (call.requests(1), Vec::new());
    // SAFETY: as in `wait`; the arrays are as long as there are requests.
    unsafe {
        let function = if retires { &call.binding.testsome } else { call.next };
        let code = call.without_ours(function, call.words);
        if code != 0 && code != constants.err_in_status {
            return code;
        }
        let mut found = usize::try_from(call.read(2)).unwrap_or(0);
        for &(place, handle) in call.ours {
            let State::Complete(own) = requests::test(handle) else { continue };
            *((call.words[3] as *mut c_int).add(found)) = call.index(place);
            call.of_null(&call.binding.wait, &[call.status_at(call.words[4], found)]);
            if own != 0 {
                failed.push((found, own));
            }
            if retires {
                call.retire(&requests, (place, handle));
            }
            found += 1;
        }
        if found > 0 || call.any_active() {
            call.write(2, found as c_int);
        }
        call.errors((call.words[4], found), code, &failed)
    }
}

pub unsafe fn testsome(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `some`.
    unsafe { some(call, true) }
}

pub unsafe fn get_status_some(call: &CompletionCall<'_>) -> c_int {
    // SAFETY: as in `some`.
    unsafe { some(call, false) }
}

pub unsafe fn waitsome(call: &CompletionCall<'_>) -> c_int {
    let mut polls = 0;
    loop {
        // SAFETY: as in `some`.
        unsafe {
            let code = some(call, true);
            // None are found, but some are still to come.
            if code != 0 || call.read(2) != 0 {
                return code;
            }
        }
        pause(&mut polls);
    }
}
