//! The functions of MPI 4.1 that ask for several requests, under an MPI library that lacks them: each
//! request is asked for by itself. (A program may refer to samebits' functions weakly, as Python's
//! mpi4py does, so they have to work under every MPI library.)
//!
//! Of the MPI library's persistent requests nothing tells which are inactive: they count as complete.

use super::call::{count, CompletionCall};
use super::one::get_status;
use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_reduction::requests::{self, State};

/// A request that may be complete.
struct Active {
    place: usize,
    handle: Handle,
    ours: bool,
}

/// The call's requests that are not null and, as far as is known, active.
unsafe fn active<'a>(call: &'a CompletionCall<'_>) -> impl Iterator<Item = Active> + 'a {
    let (library, requests) = (call.library(), call.requests(1));
    // SAFETY: the caller's count, and as many requests.
    let number = unsafe { count(call.binding.fortran, call.words[0]) };
    (0..number).filter_map(move |place| {
        // SAFETY: as above.
        let handle = library.family.handle(unsafe { requests.read(place) });
        let ours = requests::is_ours(handle);
        let waits = match ours {
            true => matches!(requests::test(handle), State::Pending | State::Complete(_)),
            false => handle != library.constants.request_null,
        };
        waits.then_some(Active { place, handle, ours })
    })
}

/// The error code of a request that is complete, and its status; none if it is not.
unsafe fn ask(call: &CompletionCall<'_>, request: &Active, status: usize) -> Option<c_int> {
    let mut flag: c_int = 0;
    let words = [request.handle, (&raw mut flag) as usize, status];
    // SAFETY: the caller's request and its place for a status.
    let code = unsafe {
        match request.ours {
            true => {
                get_status(&CompletionCall { words: &words, ours: &[(0, request.handle)], ..*call })
            }
            false => call.invoke(call.next, &words),
        }
    };
    (code != 0 || flag != 0).then_some(code)
}

/// Fills in a status as of a null request; the flag becomes true.
unsafe fn ask_null(call: &CompletionCall<'_>, flag: usize, status: usize) -> c_int {
    let library = call.library();
    // SAFETY: the caller's places.
    unsafe {
        let code = call.invoke(call.next, &[library.constants.request_null, flag, status]);
        // An empty status has no error. (Open MPI leaves that as it was.)
        if status != library.constants.status_ignore {
            *library.family.error_in_status(status) = 0;
        }
        code
    }
}

/// (count, requests, flag, statuses)
pub unsafe fn all_one_by_one(call: &CompletionCall<'_>) -> c_int {
    let (mut complete, mut failed) = (1, Vec::new());
    // SAFETY: the caller's arguments.
    unsafe {
        let number = count(call.binding.fortran, call.words[0]);
        for place in 0..number {
            ask_null(call, (&raw mut complete) as usize, call.status_at(call.words[3], place));
        }
        for request in active(call) {
            match ask(call, &request, call.status_at(call.words[3], request.place)) {
                Some(0) => {}
                Some(code) => failed.push((request.place, code)),
                None => complete = 0,
            }
        }
        call.write(2, complete);
        call.errors((call.words[3], number), 0, &failed)
    }
}

/// (count, requests, index, flag, status)
pub unsafe fn any_one_by_one(call: &CompletionCall<'_>) -> c_int {
    let &[_, requests, index, flag, status] = call.words else { unreachable!("five arguments") };
    let mut none = true;
    // SAFETY: the caller's arguments.
    unsafe {
        for request in active(call) {
            none = false;
            if let Some(code) = ask(call, &request, status) {
                call.write(2, call.index(request.place));
                call.write(3, 1);
                return code;
            }
        }
        call.write(3, 0);
        match none {
            false => 0,
            true => {
                // Which index stands for none, it knows.
                let ignored = call.library().constants.status_ignore;
                call.invoke(&call.binding.testany, &[0, requests, index, flag, ignored]);
                ask_null(call, flag, status)
            }
        }
    }
}

/// (incount, requests, outcount, indices, statuses)
pub unsafe fn some_one_by_one(call: &CompletionCall<'_>) -> c_int {
    let &[_, requests, outcount, indices, statuses] = call.words else {
        unreachable!("five arguments")
    };
    let (mut none, mut found, mut failed) = (true, 0, Vec::new());
    // SAFETY: the caller's arguments; the arrays are as long as there are requests.
    unsafe {
        for request in active(call) {
            none = false;
            let Some(code) = ask(call, &request, call.status_at(statuses, found)) else { continue };
            if code != 0 {
                failed.push((found, code));
            }
            *(indices as *mut c_int).add(found) = call.index(request.place);
            found += 1;
        }
        call.write(2, found as c_int);
        match none {
            true => {
                call.invoke(&call.binding.testsome, &[0, requests, outcount, indices, statuses])
            }
            false => call.errors((statuses, found), 0, &failed),
        }
    }
}
