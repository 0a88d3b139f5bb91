//! Functions of several requests: those that complete all of them, any one or some. An index that is
//! negative is MPI_UNDEFINED, to which MPICH's Fortran adds one.

use super::call::Call;
use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_reduction::requests::{self, State};

/// Between polls: MPI makes progress in each, so a moment is enough for whoever shares this core.
fn pause(polls: &mut u32) {
    *polls += 1;
    match *polls {
        0..100 => std::hint::spin_loop(),
        _ => std::thread::yield_now(),
    }
}

/// (count, requests, statuses)
pub unsafe fn waitall(call: &Call<'_>) -> c_int {
    for &(_, handle) in call.ours {
        requests::wait(handle);
    }
    // SAFETY: as in `wait`.
    unsafe {
        let code = call.without_ours(call.next, call.words);
        call.retire_all(&call.requests(1), call.words[2], code)
    }
}

/// (count, requests, flag, statuses)
pub unsafe fn testall(call: &Call<'_>) -> c_int {
    // SAFETY: as in `wait`.
    unsafe {
        if !call.all_complete() {
            call.write(2, 0);
            return 0;
        }
        let code = call.without_ours(call.next, call.words);
        match call.read(2) {
            0 => code,
            _ => call.retire_all(&call.requests(1), call.words[3], code),
        }
    }
}

/// (count, requests, flag, statuses): the requests stay as they are.
pub unsafe fn get_status_all(call: &Call<'_>) -> c_int {
    // SAFETY: as in `wait`.
    unsafe {
        if !call.all_complete() {
            call.write(2, 0);
            return 0;
        }
        let code = call.without_ours(call.next, call.words);
        match call.read(2) {
            0 => code,
            _ => call.errors_of_all(call.words[3], code, |_| {}),
        }
    }
}

/// Completes one of ours whose place in the array is asked for: (count, requests, index, …, status).
pub unsafe fn tell_one(
    call: &Call<'_>,
    (request, code): ((usize, Handle), c_int),
    (index, status): (usize, usize),
) -> c_int {
    let requests = call.requests(1);
    // SAFETY: upheld by the caller.
    unsafe {
        call.write(index, call.index(request.0));
        let told = call.of_null(&call.binding.wait, &[call.words[status]]);
        call.retire(&requests, request);
        if code == 0 {
            told
        } else {
            code
        }
    }
}

/// (count, requests, index, status)
pub unsafe fn waitany(call: &Call<'_>) -> c_int {
    let mut polls = 0;
    loop {
        if let Some(complete) = call.complete() {
            // SAFETY: as in `wait`.
            return unsafe { tell_one(call, complete, (2, 3)) };
        }
        let mut flag: c_int = 0;
        let &[count, requests, index, status] = call.words else { unreachable!("four arguments") };
        let words = [count, requests, index, (&raw mut flag) as usize, status];
        // SAFETY: as in `wait`.
        unsafe {
            let code = call.without_ours(&call.binding.testany, &words);
            let found = flag != 0 && call.read(2) >= 0;
            if code != 0 || found || (flag != 0 && !call.any_active()) {
                return code;
            }
        }
        pause(&mut polls);
    }
}

/// (count, requests, index, flag, status)
pub unsafe fn testany(call: &Call<'_>) -> c_int {
    // SAFETY: as in `wait`.
    unsafe {
        if let Some((request, code)) = call.complete() {
            let requests = call.requests(1);
            call.write(2, call.index(request.0));
            let told = call.test_null(3);
            call.retire(&requests, request);
            return if code == 0 { told } else { code };
        }
        nothing_of_ours(call)
    }
}

/// Tests the others of (count, requests, index, flag, …).
pub unsafe fn nothing_of_ours(call: &Call<'_>) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        let code = call.without_ours(call.next, call.words);
        if code == 0 && call.read(3) != 0 && call.read(2) < 0 && call.any_active() {
            call.write(3, 0);
        }
        code
    }
}

/// (count, requests, index, flag, status): the requests stay as they are.
pub unsafe fn get_status_any(call: &Call<'_>) -> c_int {
    // SAFETY: as in `wait`.
    unsafe {
        let Some((request, own)) = call.complete() else { return nothing_of_ours(call) };
        call.write(2, call.index(request.0));
        let told = call.test_null(3);
        if own == 0 {
            told
        } else {
            own
        }
    }
}

/// One round of (incount, requests, outcount, indices, statuses).
pub unsafe fn some(call: &Call<'_>, retires: bool) -> c_int {
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

pub unsafe fn testsome(call: &Call<'_>) -> c_int {
    // SAFETY: as in `some`.
    unsafe { some(call, true) }
}

pub unsafe fn get_status_some(call: &Call<'_>) -> c_int {
    // SAFETY: as in `some`.
    unsafe { some(call, false) }
}

pub unsafe fn waitsome(call: &Call<'_>) -> c_int {
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
