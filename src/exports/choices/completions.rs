//! What completes requests: which source a receive from any source had matched, which of several
//! requests was found complete first, and what tests found.

use super::open;
use super::watched::{statuses, Call, Watch};
use crate::mpi::family::Handle;
use crate::reduction::context::Context;
use crate::reduction::described::Describing;
use crate::trace::caller::Mark;
use crate::trace::digest::Digest;
use crate::trace::format::{Choice, Chosen};
use libc::c_int;

/// Functions of requests that complete none.
const OTHERS: [&str; 3] = ["MPI_Start", "MPI_Startall", "MPI_Cancel"];

/// Does a call by `next`, and records what it has found.
#[cold]
pub unsafe fn observe(
    context: &'static Context,
    watch: &'static Watch,
    words: &[usize],
    mark: Mark,
    next: &dyn Fn(&[usize]) -> c_int,
) -> c_int {
    if OTHERS.contains(&watch.name) {
        return next(words);
    }
    let Some(call) = Call::enter(context, watch, words, mark) else { return next(words) };
    let completes = !watch.name.starts_with("MPI_Request_get_status");
    // SAFETY: upheld by the caller, for all that the call's arguments are.
    unsafe {
        let requests = requests(&call);
        let null = call.library().constants.request_null;
        let active = requests.iter().filter(|handle| **handle != null).count();
        let open: Vec<_> = requests.iter().map(|handle| open::find(*handle)).collect();
        let any_source = open.iter().any(Option::is_some);
        let mut words = words.to_vec();
        let mut own: Vec<u64>;
        let status = call.position(&["status", "statuses"]);
        if let Some(status) = status.filter(|_| any_source) {
            let several = watch.arguments[status] == "statuses";
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
        let done = done(&call, requests.len());
        let site = call.site();
        if call.position(&["flag"]).is_some() || watch.name == "MPI_Testsome" {
            call.recorder.poll(
                watch.name,
                site,
                !done.is_empty(),
                &Describing::places(call.library()),
            );
        }
        let picks = call.position(&["index", "indices"]).is_some();
        if picks && active > 1 && !done.is_empty() {
            call.record(picked(&done), (watch.name, site), None);
        }
        let bytes = call.library().family.status_bytes();
        for (place, &index) in done.iter().enumerate() {
            let Some(receive) = open.get(index).copied().flatten() else { continue };
            let several = status.is_some_and(|status| watch.arguments[status] == "statuses");
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
                open::remove(requests[index]);
            }
        }
        if watch.name == "MPI_Request_free" {
            requests.iter().for_each(|handle| open::remove(*handle));
        }
        code
    }
}

unsafe fn requests(call: &Call<'_>) -> Vec<Handle> {
    // SAFETY: upheld by the caller.
    unsafe {
        if let Some(address) = call.word(&["requests"]) {
            let number = call.passed(&["count", "incount"]).unwrap_or(0).max(0) as usize;
            let number = if address == 0 { 0 } else { number };
            return (0..number).map(|index| call.request(address, index)).collect();
        }
        let by_value = call.watch.name == "MPI_Request_get_status" && !call.watch.fortran;
        match call.word(&["request"]) {
            Some(handle) if by_value => vec![call.library().family.handle(handle)],
            Some(address) if address != 0 => vec![call.request(address, 0)],
            _ => Vec::new(),
        }
    }
}

/// The places of the requests that were found complete, in the order in which the call lists them.
unsafe fn done(call: &Call<'_>, number: usize) -> Vec<usize> {
    let first = c_int::from(call.watch.fortran);
    let place = |index: c_int| usize::try_from(index - first).ok().filter(|at| *at < number);
    // SAFETY: upheld by the caller.
    unsafe {
        if call.returned(&["flag"]) == Some(0) {
            return Vec::new();
        }
        if let Some(index) = call.returned(&["index"]) {
            return place(index).into_iter().collect();
        }
        if let Some(indices) = call.word(&["indices"]) {
            let found = call.returned(&["outcount"]).unwrap_or(0);
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
