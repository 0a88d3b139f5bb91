//! Receives and probes: which source a receive from any source has matched. A blocking one says so
//! in its status; one with a request when that is complete.

use super::open::{Receive, RECEIVES};
use super::watched::{statuses, WatchedCall};
use crate::exports::function::Role;
use libc::c_int;
use samebits_reduction::call::described::Describing;
use samebits_trace::format::Choice;

/// Does a call by `next`, and records what it has matched.
pub unsafe fn receive(call: &WatchedCall<'_>, next: &dyn Fn(&[usize]) -> c_int) -> c_int {
    let (library, name, words) = (call.library(), call.function.name, call.words);
    // SAFETY: upheld by the caller, for all that the call's arguments are.
    unsafe {
        let any = call.passed(Role::Source) == Some(library.constants.any_source);
        let polls = call.position(&[Role::Flag]).is_some();
        if !any && !polls {
            return next(words);
        }
        let mut words = words.to_vec();
        let mut own = statuses(1);
        if let Some(status) = call.position(&[Role::Status]) {
            if call.ignores(words[status], false) {
                words[status] = own.as_mut_ptr() as usize;
            }
        }
        let code = next(&words);
        if code != 0 {
            return code;
        }
        let site = call.site();
        let comm = call.communicator();
        if let Some(request) = call.word(&[Role::Request]) {
            let persistent = name == "MPI_Recv_init";
            let receive = Receive { call: name, site, comm, persistent };
            RECEIVES.add(call.request(request, 0), receive);
            return code;
        }
        let found = call.returned(Role::Flag).is_none_or(|flag| flag != 0);
        if polls {
            call.recorder.poll(name, site, found, &Describing::places(call.library()));
        }
        if any && found {
            let status = words[call.position(&[Role::Status]).expect("it has one")];
            let (taken, second) = library.family.source_and_tag(status);
            let choice = Choice { taken, second, times: 1, ..Choice::default() };
            call.record(choice, (name, site), comm);
        }
        code
    }
}
