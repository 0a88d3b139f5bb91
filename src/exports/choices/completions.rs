//! What completes requests: which source a receive from any source had matched, which of several
//! requests was found complete first, and what tests found.

use super::fetches::{complete_request, forget_request, Moment};
use super::open::{Duplicate, Receive, DUPLICATES, RECEIVES};
use super::watched::{statuses, WatchedCall};
use crate::exports::function::Role;
use crate::exports::handles::communicator_at;
use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_reduction::call::described::{self, Describing};
use samebits_reduction::requests::{followed::Identity, passed};
use samebits_trace::digest::Digest;
use samebits_trace::format::{Choice, Chosen};

/// Does a call by `next`, and records what it has found.
pub unsafe fn observe(call: &WatchedCall<'_>, next: &dyn Fn(&[usize]) -> c_int) -> c_int {
    let (name, words) = (call.function.name, call.words);
    if matches!(name, "MPI_Cancel" | "MPI_Start" | "MPI_Startall") {
        return next(words);
    }
    let completes = !name.starts_with("MPI_Request_get_status");
    // SAFETY: upheld by the caller, for all that the call's arguments are.
    unsafe {
        let requests = requests(call);
        let null = call.library().constants.request_null;
        let active = requests.iter().filter(|handle| **handle != null).count();
        let known: Vec<_> = requests.iter().map(|handle| Known::of(*handle)).collect();
        let fetches = Moment::now();
        let any_source = known.iter().any(|known| known.receive.is_some());
        let mut words = words.to_vec();
        let mut own: Vec<u64>;
        let status = call.position(&[Role::Status, Role::Statuses]);
        let several = status.is_some_and(|status| call.function.roles[status] == Role::Statuses);
        if let Some(status) = status.filter(|_| any_source) {
            if call.ignores(words[status], several) {
                own = statuses(requests.len());
                words[status] = own.as_mut_ptr() as usize;
            }
        }
        let code = next(&words);
        let failed = code != 0 && code != call.library().constants.err_in_status;
        if failed || active == 0 {
            return code;
        }
        let done = done(call, &requests);
        let site = call.site();
        if call.position(&[Role::Flag]).is_some() || name == "MPI_Testsome" {
            call.recorder.poll(name, site, !done.is_empty(), &Describing::places(call.library()));
        }
        let picks = call.position(&[Role::Index, Role::Indices]).is_some();
        if picks && active > 1 && !done.is_empty() {
            call.record(picked(&done), (name, site), None);
        }
        let bytes = call.library().family.status_bytes();
        for (place, &index) in done.iter().enumerate() {
            let Some((identity, receive)) = known[index].receive else { continue };
            // An array of statuses is in the order of the requests, or of what was found.
            let place = if !several {
                0
            } else if picks {
                place
            } else {
                index
            };
            if let Some(status) = status {
                let at = words[status] + place * bytes;
                let (taken, second) = call.library().family.source_and_tag(at);
                if taken == call.library().constants.any_source {
                    // Of a persistent one that was not started.
                    continue;
                }
                let choice = Choice { taken, second, times: 1, ..Choice::default() };
                call.record(choice, (receive.call, receive.site), receive.comm);
            }
            if completes && !receive.persistent {
                RECEIVES.forget(requests[index], identity);
            }
        }
        if name == "MPI_Request_free" {
            known.iter().for_each(|known| known.forget(fetches));
        } else if completes {
            done.iter().for_each(|at| known[*at].complete(call, fetches, code));
        }
        code
    }
}

/// What is known of a request before a call that may complete and free it: afterwards another thread
/// may have one with its handle.
struct Known {
    request: Handle,
    receive: Option<(Identity, Receive)>,
    duplicate: Option<(Identity, Duplicate)>,
}

impl Known {
    fn of(request: Handle) -> Known {
        let (receive, duplicate) = (RECEIVES.find(request), DUPLICATES.find(request));
        Known { request, receive, duplicate }
    }

    /// The request is complete. The code is that of the call, which may be another request's.
    unsafe fn complete(&self, call: &WatchedCall<'_>, fetches: Moment, code: c_int) {
        let (context, recorder) = (call.context, call.recorder);
        complete_request(context, recorder, self.request, fetches);
        passed::complete(context, self.request, code);
        if let Some((identity, duplicate)) = self.duplicate {
            DUPLICATES.forget(self.request, identity);
            let Duplicate { origin, place, fortran, among, comm } = duplicate;
            // SAFETY: upheld by the caller; the communicator is there now.
            let stored = || unsafe { communicator_at(call.library(), place, fortran) };
            let comm = comm.unwrap_or_else(stored);
            described::communicator(context, recorder, comm, (origin, among));
        }
    }

    /// The request is gone.
    fn forget(&self, fetches: Moment) {
        if let Some((identity, _)) = self.receive {
            RECEIVES.forget(self.request, identity);
        }
        if let Some((identity, _)) = self.duplicate {
            DUPLICATES.forget(self.request, identity);
        }
        forget_request(self.request, fetches);
    }
}

unsafe fn requests(call: &WatchedCall<'_>) -> Vec<Handle> {
    // SAFETY: upheld by the caller.
    unsafe {
        if let Some(address) = call.word(&[Role::Requests, Role::KeptRequests]) {
            let number = call.passed(Role::RequestCount).unwrap_or(0).max(0) as usize;
            let number = if address == 0 { 0 } else { number };
            return (0..number).map(|index| call.request(address, index)).collect();
        }
        let by_value = !call.function.fortran && call.position(&[Role::KeptRequest]).is_some();
        match call.word(&[Role::Request, Role::KeptRequest]) {
            Some(handle) if by_value => vec![call.library().family.handle(handle)],
            Some(address) if address != 0 => vec![call.request(address, 0)],
            _ => Vec::new(),
        }
    }
}

/// The places of the requests that were found complete, in the order in which the call lists them.
/// `before` are the requests as they were.
unsafe fn done(call: &WatchedCall<'_>, before: &[Handle]) -> Vec<usize> {
    let (number, first) = (before.len(), c_int::from(call.function.fortran));
    let mut after: Option<Vec<Handle>> = None;
    let mut place = |index: c_int| {
        let at = index - first;
        // MPICH 4.0's mpi_f08 counts from zero: what has become null tells.
        let from_zero = first == 1 && index >= 0 && {
            // SAFETY: upheld by the caller.
            let after = after.get_or_insert_with(|| unsafe { requests(call) });
            let changed =
                |at: c_int| usize::try_from(at).is_ok_and(|at| before.get(at) != after.get(at));
            !changed(at) && changed(index)
        };
        usize::try_from(if from_zero { index } else { at }).ok().filter(|at| *at < number)
    };
    // SAFETY: upheld by the caller.
    unsafe {
        if call.returned(Role::Flag) == Some(0) {
            return Vec::new();
        }
        if let Some(index) = call.returned(Role::Index) {
            return place(index).into_iter().collect();
        }
        if let Some(indices) = call.word(&[Role::Indices]) {
            let found = call.returned(Role::OutCount).unwrap_or(0);
            let found = usize::try_from(found).unwrap_or(0).min(number);
            let indices = indices as *const c_int;
            return (0..found).filter_map(|at| place(*indices.add(at))).collect();
        }
    }
    (0..number).collect()
}

/// Which of several requests were found, in which order: up to eight indices as bytes, if they are
/// that short, or a digest.
fn picked(done: &[usize]) -> Choice {
    let short: Vec<u8> = done.iter().map_while(|at| u8::try_from(*at).ok()).collect();
    let digest = if done.len() < 2 {
        0
    } else if short.len() == done.len() && done.len() <= 8 {
        let mut bytes = [0; 8];
        bytes[..short.len()].copy_from_slice(&short);
        u64::from_le_bytes(bytes)
    } else {
        let bytes: Vec<u8> = done.iter().flat_map(|at| (*at as u32).to_le_bytes()).collect();
        let mut digest = Digest::of(bytes.len());
        digest.add(&bytes);
        digest.finish()
    };
    let more = done.len() as i32 - 1;
    let (chosen, taken) = (Chosen::Requests, done[0] as i32);
    Choice { chosen, taken, second: more, times: 1, digest, ..Choice::default() }
}
