//! Receives and probes: which source a receive from any source has matched. A blocking one says so
//! in its status; one with a request when that is complete.

use super::open::{Receive, RECEIVES};
use super::table::{watched, Next};
use super::watched::{in_fortran, statuses, watch, Call, Watch};
use crate::exports::forward::Forward;
use crate::exports::{from_fortran::untouched, integer};
use crate::reduction::call::described::Describing;
use crate::runtime::guard::guarded;
use crate::runtime::process;
use crate::trace::caller::{Frame, Mark};
use crate::trace::format::Choice;
use libc::c_int;

watched! { receive:
    MPI_Recv MPI_Recv_c / mpi_recv_ mpi_recv__ MPI_RECV mpi_recv_f08_ mpi_recv_f08ts_:
        (buf count datatype source tag comm status);
    MPI_Sendrecv MPI_Sendrecv_c
        / mpi_sendrecv_ mpi_sendrecv__ MPI_SENDRECV mpi_sendrecv_f08_ mpi_sendrecv_f08ts_:
        (sendbuf count sendtype dest sendtag recvbuf recvcount datatype source tag comm status);
    MPI_Sendrecv_replace MPI_Sendrecv_replace_c
        / mpi_sendrecv_replace_ mpi_sendrecv_replace__ MPI_SENDRECV_REPLACE
          mpi_sendrecv_replace_f08_ mpi_sendrecv_replace_f08ts_:
        (buf count datatype dest sendtag source tag comm status);
    MPI_Irecv MPI_Irecv_c
        / mpi_irecv_ mpi_irecv__ MPI_IRECV mpi_irecv_f08_ mpi_irecv_f08ts_:
        (buf count datatype source tag comm request);
    MPI_Recv_init MPI_Recv_init_c
        / mpi_recv_init_ mpi_recv_init__ MPI_RECV_INIT mpi_recv_init_f08_ mpi_recv_init_f08ts_:
        (buf count datatype source tag comm request);
    MPI_Probe / mpi_probe_ mpi_probe__ MPI_PROBE mpi_probe_f08_: (source tag comm status);
    MPI_Iprobe / mpi_iprobe_ mpi_iprobe__ MPI_IPROBE mpi_iprobe_f08_:
        (source tag comm flag status);
    MPI_Mprobe / mpi_mprobe_ mpi_mprobe__ MPI_MPROBE mpi_mprobe_f08_:
        (source tag comm message status);
    MPI_Improbe / mpi_improbe_ mpi_improbe__ MPI_IMPROBE mpi_improbe_f08_:
        (source tag comm flag message status);
}

/// Does a call by `next`, and records what it has matched.
unsafe fn receive(call: &Call<'_>, next: &dyn Fn(&[usize]) -> c_int) -> c_int {
    let (library, watch, words) = (call.library(), call.watch, call.words);
    // SAFETY: upheld by the caller, for all that the call's arguments are.
    unsafe {
        let any = call.passed(&["source"]) == Some(library.constants.any_source);
        let polls = call.position(&["flag"]).is_some();
        if !any && !polls {
            return next(words);
        }
        let mut words = words.to_vec();
        let mut own = statuses(1);
        if let Some(status) = call.position(&["status"]) {
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
        if let Some(request) = call.word(&["request"]) {
            let persistent = watch.name == "MPI_Recv_init";
            let receive = Receive { call: watch.name, site, comm, persistent };
            RECEIVES.add(call.request(request, 0), receive);
            return code;
        }
        let found = call.returned(&["flag"]).is_none_or(|flag| flag != 0);
        if polls {
            call.recorder.poll(watch.name, site, found, &Describing::places(call.library()));
        }
        if any && found {
            let status = words[call.position(&["status"]).expect("it has one")];
            let (taken, second) = library.family.source_and_tag(status);
            let choice = Choice { taken, second, times: 1, ..Choice::default() };
            call.record(choice, (watch.name, site), comm);
        }
        code
    }
}
