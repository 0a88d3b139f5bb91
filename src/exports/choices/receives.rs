//! Receives and probes: which source a receive from any source has matched. A blocking one says so
//! in its status; one with a request when that is complete.

use super::open::{self, Receive};
use super::watched::{in_fortran, statuses, Call, Watch};
use crate::exports::forward::Forward;
use crate::reduction::{context::Context, described::Describing};
use crate::runtime::guard::guarded;
use crate::runtime::process;
use crate::trace::caller::{Frame, Mark};
use crate::trace::format::Choice;
use libc::c_int;

/// Exports each function in C, in C with large counts, and in Fortran by several names.
macro_rules! functions {
    ($($name:ident $($large:ident)? / $($procedure:ident)+: $arguments:tt;)*) => {$(
        functions!(@c $name $name (None) $arguments);
        $(functions!(@c $name $large (Some(Forward::new(stringify!($name)))) $arguments);)?
        functions!(@each $name [$($procedure)+] $arguments);
    )*};
    (@each $name:ident [$($procedure:ident)+] $arguments:tt) => {
        $(functions!(@fortran $name $procedure $arguments);)+
    };
    (@c $name:ident $symbol:ident ($int_form:expr) ($($argument:ident)*)) => {
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $symbol($($argument: usize),*) -> c_int {
            static NEXT: Next = Next(Forward::new(stringify!($symbol)), $int_form);
            static WATCH: Watch = Watch {
                name: stringify!($name),
                fortran: false,
                arguments: &[$(stringify!($argument)),*],
                frame: Frame::new(),
            };
            let words = [$($argument),*];
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            unsafe {
                match process::traced() {
                    None => NEXT.call(&words),
                    Some(context) => guarded(stringify!($symbol), || {
                        receive(context, &WATCH, &words, mark, &|words| NEXT.call(words))
                    }),
                }
            }
        }
    };
    (@fortran $name:ident $procedure:ident ($($argument:ident)*)) => {
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $procedure($($argument: usize,)* ierror: usize) {
            static NEXT: Forward = Forward::new(stringify!($procedure));
            static WATCH: Watch = Watch {
                name: stringify!($name),
                fortran: true,
                arguments: &[$(stringify!($argument)),*],
                frame: Frame::new(),
            };
            let words = [$($argument,)* ierror];
            let in_frame = 0;
            let mark = Mark::of(&in_frame);
            // SAFETY: the caller's own arguments.
            unsafe {
                match process::traced() {
                    None => NEXT.call::<()>(&words),
                    Some(context) => guarded(stringify!($procedure), || {
                        let next = |words: &[usize]| NEXT.call::<()>(words);
                        in_fortran(receive, context, &WATCH, &words, mark, &next);
                    }),
                }
            }
        }
    };
}

functions! {
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

/// The next definition of a function and, for one with large counts, of that with ints, which does
/// its work in a library that lacks it.
struct Next(Forward, Option<Forward>);

impl Next {
    #[inline]
    unsafe fn call(&self, words: &[usize]) -> c_int {
        // SAFETY: upheld by the caller.
        unsafe {
            match &self.1 {
                None => self.0.call(words),
                Some(int_form) => self.call_large(int_form, words),
            }
        }
    }

    #[cold]
    unsafe fn call_large(&self, int_form: &Forward, words: &[usize]) -> c_int {
        if self.0.find().is_some() {
            // SAFETY: upheld by the caller.
            return unsafe { self.0.call(words) };
        }
        // Counts are the second argument, and the seventh where there are two.
        let counts = [words.get(1), words.get(6).filter(|_| words.len() == 12)];
        let fits = |count: &usize| c_int::try_from(*count as i64).is_ok();
        match counts.into_iter().flatten().all(fits) {
            // SAFETY: likewise; all counts are ints.
            true => unsafe { int_form.call(words) },
            false => process::constants().map_or(1, |constants| constants.err_count),
        }
    }
}

/// Does a call by `next`, and records what it has matched.
#[cold]
unsafe fn receive(
    context: &'static Context,
    watch: &'static Watch,
    words: &[usize],
    mark: Mark,
    next: &dyn Fn(&[usize]) -> c_int,
) -> c_int {
    let Some(call) = Call::enter(context, watch, words, mark) else { return next(words) };
    let library = call.library();
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
            open::add(call.request(request, 0), receive);
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
