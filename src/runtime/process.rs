//! What a process knows once: its MPI library, and what its reductions need. Made at
//! the first MPI call that we see; a process that makes none is left alone.

use crate::mpi::family::Constants;
use crate::mpi::launcher;
use crate::mpi::Library;
use crate::policy::Policy;
use crate::reduction::context::Context;
use crate::report;
use once_cell::sync::OnceCell;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A process that uses an MPI library that we know.
pub struct Process {
    /// What its reductions need.
    context: Context,
    /// MPI was seen to be initialised, or a session to be open.
    up: AtomicBool,
    /// The number of open sessions.
    sessions: AtomicUsize,
}

static PROCESS: OnceCell<Option<Process>> = OnceCell::new();

/// This process; none where its MPI library is not one that we know, which is
/// said in one line, once: then every call is passed on.
#[inline]
pub fn process() -> Option<&'static Process> {
    PROCESS
        .get_or_init(|| match Library::find() {
            Ok(library) => Some(Process {
                context: Context::new(library),
                up: AtomicBool::default(),
                sessions: AtomicUsize::default(),
            }),
            Err(why) => {
                if launcher::is_first() {
                    report::say(&format!(
                        "not active: {why}; every call is passed on, nothing is reproducible"
                    ));
                }
                None
            }
        })
        .as_ref()
}

impl Deref for Process {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl Process {
    /// Whether MPI may be used: it is initialised, which is asked of the library
    /// until it is, or a session is open.
    #[inline]
    pub fn is_up(&self) -> bool {
        if !self.up.load(Ordering::Relaxed) {
            let open = self.sessions.load(Ordering::Relaxed) > 0;
            self.up.store(open || self.library.is_initialized(), Ordering::Relaxed);
        }
        self.up.load(Ordering::Relaxed)
    }

    /// Notes that a session was opened.
    pub fn open_session(&self) {
        self.sessions.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a session is closed. Returns whether it was the last one, with
    /// which MPI may go.
    pub fn close_session(&self) -> bool {
        let one_less = |open: usize| open.checked_sub(1);
        let open = self.sessions.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_less);
        open == Ok(1)
    }

    /// Notes that MPI may be gone, so that it is asked again.
    pub fn may_be_down(&self) {
        self.up.store(false, Ordering::Relaxed);
    }

    /// Stops the job where another rank has the same copy of this library, whose state is
    /// that of one rank: SMPI's ranks share a process, and a library unless SMPI is told not to.
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

/// What the MPI library calls things by, for functions that need no MPI: unlike
/// [`process`] this leaves open which library it will be, which a program may load later.
/// None where there is none yet, or none that we know.
pub fn constants() -> Option<Constants> {
    match PROCESS.get() {
        Some(process) => process.as_ref().map(|process| process.library.constants),
        None => Library::find().ok().map(|library| library.constants),
    }
}

/// The policy, for such functions: what was read at the first MPI call or, before it,
/// what the environment says now. A wrong one is an error of theirs; the job is
/// stopped by the first MPI call, if there ever is one.
pub fn policy_so_far() -> Result<Policy, String> {
    known().map_or_else(Policy::from_environment, |process| process.policy_so_far())
}

/// This process, as far as it is known already.
pub fn known() -> Option<&'static Process> {
    PROCESS.get()?.as_ref()
}

/// Ends the job, after a message.
pub fn abort(code: i32) -> ! {
    report::let_output_through();
    match known() {
        Some(process) => process.library.abort(code),
        None => std::process::exit(code),
    }
}
