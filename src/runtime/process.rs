//! The MPI library of the process and the context of its reductions, made at the first MPI call; a
//! process that makes none is left alone.

use once_cell::sync::OnceCell;
use samebits_mpi::{abi::family::Constants, calls::handles, launcher, Library, NotFound};
use samebits_policy::Policy;
use samebits_reduction::report;
use samebits_reduction::{context::Context, requests};
use samebits_trace as trace;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A process that uses an MPI library that samebits knows.
pub struct Process {
    context: Context,
    /// MPI was seen to be initialised, or a session to be open.
    up: AtomicBool,
    /// The number of open sessions.
    sessions: AtomicUsize,
}

static PROCESS: OnceCell<Option<Process>> = OnceCell::new();

/// Why there is none.
static INACTIVE: OnceCell<String> = OnceCell::new();

/// This process; none if samebits does not know its MPI library, which it reports once, or if there is
/// none yet: a program may load one later.
#[inline]
pub fn process() -> Option<&'static Process> {
    match PROCESS.get() {
        Some(process) => process.as_ref(),
        None => find(),
    }
}

#[cold]
fn find() -> Option<&'static Process> {
    let found = PROCESS.get_or_try_init(|| match Library::find() {
        Ok(library) => {
            handles::when_invalid(requests::forget_idle);
            Ok(Some(Process {
                context: Context::new(library, requests::bypassed::look),
                up: AtomicBool::default(),
                sessions: AtomicUsize::default(),
            }))
        }
        Err(NotFound::NotLoaded) => Err(()),
        Err(NotFound::Unknown(why)) => {
            let why = INACTIVE.get_or_init(|| why);
            if launcher::is_first() {
                report::print_lines(&format!(
                    "not active: {why}; every call is passed on, nothing is reproducible"
                ));
            }
            Ok(None)
        }
    });
    found.ok()?.as_ref()
}

impl Deref for Process {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl Process {
    /// Whether MPI can be used: it is initialised and not finalised, which the library is asked until
    /// it is so, or a session is open.
    #[inline]
    pub fn is_up(&self) -> bool {
        if !self.up.load(Ordering::Relaxed) {
            let open = self.sessions.load(Ordering::Relaxed) > 0;
            self.up.store(open || self.library.has_world(), Ordering::Relaxed);
        }
        self.up.load(Ordering::Relaxed)
    }

    pub fn open_session(&self) {
        self.sessions.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a session is closed. Returns whether it was the last one.
    pub fn close_session(&self) -> bool {
        let one_less = |open: usize| open.checked_sub(1);
        let open = self.sessions.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less);
        open == Ok(1)
    }

    /// Notes that MPI may have ended, so that it is asked again.
    pub fn may_be_down(&self) {
        self.up.store(false, Ordering::Relaxed);
    }

    /// Stops the job if another rank uses the same copy of this library, whose state is that of one
    /// rank. SMPI's ranks share a process, and its libraries unless configured otherwise.
    pub fn refuse_second_rank(&self) {
        let (library, world) = (&self.library, self.library.constants.comm_world);
        if !library.family.ranks_share_a_process() || !library.has_world() {
            return;
        }
        let (known, now) = (self.world_rank(), library.rank_and_size(world));
        if now.is_ok_and(|(rank, _)| known.is_some_and(|known| known != rank)) {
            self.stop(
                "the ranks share this process and this copy of samebits; each needs one of its \
                 own: smpirun --cfg=smpi/privatization:dlopen \
                 --cfg=smpi/privatize-libs:libsamebits.so.0",
                0,
            );
        }
    }
}

/// The MPI library's constants; does not settle the library, as a program may load it later.
pub fn constants() -> Option<Constants> {
    match PROCESS.get() {
        Some(process) => process.as_ref().map(|process| process.library.constants),
        None => Library::find().ok().map(|library| library.constants),
    }
}

/// The policy, or what is wrong with it, for functions that need no MPI.
pub fn policy_so_far() -> Result<Policy, String> {
    known().map_or_else(Policy::from_environment, |process| process.policy_so_far())
}

/// Why samebits leaves all calls of this process alone, if it does.
pub fn inactive() -> Option<&'static str> {
    INACTIVE.get().map(String::as_str)
}

/// This process, if there was an MPI call.
pub fn known() -> Option<&'static Process> {
    PROCESS.get()?.as_ref()
}

/// What reductions share, if there is a trace.
#[inline]
pub fn traced() -> Option<&'static Context> {
    match trace::is_on() {
        false => None,
        true => known().map(|process| &process.context),
    }
}

pub fn abort(code: i32) -> ! {
    report::wait_for_output();
    match known() {
        Some(process) => process.library.abort(code),
        None => std::process::exit(code),
    }
}
