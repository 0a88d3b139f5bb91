//! What a process knows once: its MPI library, its policy, its tallies. Made at
//! the first MPI call that we see; a process that makes none is left alone.

use super::output;
use super::scratch::Pool;
use crate::classify::PassOn;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Constants;
use crate::mpi::Library;
use crate::policy::profile::Origin;
use crate::policy::{threads, Policy, Report};
use crate::report::breakdown::Watch;
use crate::report::{self, Tallies};
use crate::schedule::{packed, Choices, Machine};
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Duration;

/// A process that uses an MPI library that we know.
pub struct Process {
    /// The library.
    pub library: Library,
    /// The policy, or what is wrong with it, a line for each variable.
    pub policy: Result<Policy, String>,
    /// Where a report was asked for: what it will say.
    pub tallies: Option<Tallies>,
    /// Memory for the rows of blocks.
    pub scratch: Pool,
    /// Memory for packed messages.
    pub packed: packed::Pool,
    /// What was warned of already: functions and reasons.
    pub said: Mutex<Vec<(&'static str, PassOn)>>,
    /// What was refused already because of its schedule: functions, schedules and reasons.
    pub refused: Mutex<Vec<(&'static str, &'static str, &'static str)>>,
    /// MPI was seen to be initialised, or a session to be open.
    up: AtomicBool,
    /// The number of open sessions.
    sessions: AtomicUsize,
    /// The rank in MPI_COMM_WORLD, and its size.
    world: OnceCell<(usize, usize)>,
    /// Why the profile is not of this machine, if there is one and it is not.
    foreign: OnceCell<Option<String>>,
    /// The threads of this rank, where the user has not said how many.
    threads: OnceCell<usize>,
}

static PROCESS: OnceCell<Option<Process>> = OnceCell::new();

/// This process; none where its MPI library is not one that we know, which is
/// said in one line, once: then every call is passed on.
pub fn process() -> Option<&'static Process> {
    PROCESS
        .get_or_init(|| match Library::find() {
            Ok(library) => {
                let policy = Policy::from_environment();
                let reports = policy.as_ref().is_ok_and(|policy| policy.report != Report::Off);
                Some(Process {
                    library,
                    policy,
                    tallies: reports.then(Tallies::default),
                    scratch: Pool::default(),
                    packed: packed::Pool::default(),
                    said: Mutex::default(),
                    refused: Mutex::default(),
                    up: AtomicBool::default(),
                    sessions: AtomicUsize::default(),
                    world: OnceCell::new(),
                    foreign: OnceCell::new(),
                    threads: OnceCell::new(),
                })
            }
            Err(why) => {
                if launched_as_first() {
                    report::say(&format!(
                        "not active: {why}; every call is passed on, nothing is reproducible"
                    ));
                }
                None
            }
        })
        .as_ref()
}

/// Whether this is the first rank as far as the launcher's environment tells:
/// for the one line of a process that cannot ask its MPI library.
pub fn launched_as_first() -> bool {
    ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"]
        .iter()
        .find_map(|name| std::env::var(name).ok())
        .is_none_or(|rank| rank == "0")
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

    /// The rank in MPI_COMM_WORLD, and its size; none while there is no such communicator.
    pub fn world(&self) -> Option<(usize, usize)> {
        let world = self.library.constants.comm_world;
        self.world
            .get_or_try_init(|| {
                if !self.library.has_world() {
                    return Err(());
                }
                self.library.rank_and_size(world).map_err(|_| ())
            })
            .ok()
            .copied()
    }

    /// The rank in MPI_COMM_WORLD; none while there is no such communicator.
    pub fn world_rank(&self) -> Option<usize> {
        Some(self.world()?.0)
    }

    /// Whether it is the only rank of MPI_COMM_WORLD.
    pub fn is_alone(&self) -> bool {
        self.world().is_some_and(|(_, size)| size == 1)
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

    /// Whether this is the first rank of the program: of MPI_COMM_WORLD, or by
    /// the launcher's word where there is no such communicator.
    pub fn is_first(&self) -> bool {
        self.world_rank().map_or_else(launched_as_first, |rank| rank == 0)
    }

    /// Watches a call, where a report was asked for.
    pub fn watch(&self) -> Option<Watch> {
        self.tallies.as_ref().map(|_| Watch::start())
    }

    /// Why the profile that the user names is not used on this rank, if it is not.
    pub fn foreign_profile(&self) -> Option<&str> {
        let profile = self.policy().profile.as_ref()?;
        let here = || Origin::here(&self.library.version, 1, 1);
        self.foreign.get_or_init(|| profile.origin.differs(&here())).as_deref()
    }

    /// What was measured of the machine, by which schedules are chosen on a communicator: all of
    /// its ranks go by the same.
    #[inline]
    pub fn measured(&self, communicator: &Communicator) -> Option<&Machine> {
        let profile = self.policy().profile.as_ref()?;
        communicator.tuned.load(Ordering::Relaxed).then_some(&profile.machine)
    }

    /// How many threads work on this rank's share, or on its part of a long vector.
    pub fn threads(&self, choices: &Choices) -> usize {
        choices.threads.unwrap_or_else(|| {
            *self.threads.get_or_init(|| match self.library.family.ranks_share_a_process() {
                true => 1,
                false => threads::automatic(),
            })
        })
    }

    /// The policy; where it is wrong the job is stopped with a message that
    /// says why: from rank 0, or from whichever rank has it wrong alone.
    pub fn policy(&self) -> &Policy {
        match &self.policy {
            Ok(policy) => policy,
            Err(wrong) => self.stop(wrong, self.world_rank().unwrap_or(0)),
        }
    }

    /// Before what is said last: a rank that `speaks` for all does so at once; the others give
    /// it the time to do so, and speak only if they were not stopped by then. (In one process
    /// it would get no time while another waits.)
    fn let_speak(&self, speaks: bool) {
        if !speaks && !self.library.family.ranks_share_a_process() {
            std::thread::sleep(Duration::from_secs(5));
        }
    }

    /// Before an error is raised: `say` is told whether this rank says why, being the one that
    /// `speaks` for all. Where the error is `fatal` to the job, no rank gets any further before
    /// that is out.
    pub fn before_error<R>(&self, fatal: bool, speaks: bool, say: impl FnOnce(bool) -> R) -> R {
        if fatal {
            self.let_speak(speaks);
        }
        let said = say(speaks || fatal);
        if fatal {
            let_output_through();
        }
        said
    }

    /// Stops the job with a message, which rank 0 (of the ranks concerned) says.
    pub fn stop(&self, message: &str, rank: usize) -> ! {
        self.let_speak(rank == 0);
        report::say(&format!("{message}\nthe job is stopped"));
        output::discard();
        abort(64)
    }

    /// Whether this rank counts the calls on a communicator: one rank of each
    /// does (of each group, in an intercommunicator), and for those of a single
    /// rank the first of the world, so that the report needs no communication.
    pub fn counts_for(&self, communicator: &Communicator) -> bool {
        communicator.rank == 0 && (communicator.size > 1 || communicator.inter || self.is_first())
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
    match PROCESS.get() {
        Some(Some(process)) => process.policy.clone(),
        _ => Policy::from_environment(),
    }
}

/// This process, as far as it is known already.
pub fn known() -> Option<&'static Process> {
    PROCESS.get()?.as_ref()
}

/// The rank in MPI_COMM_WORLD, if it was asked for before.
pub fn known_world_rank() -> Option<usize> {
    Some(known()?.world.get()?.0)
}

/// Launchers may lose what is written just before the job is aborted (MPICH's does,
/// in one of five runs).
pub fn let_output_through() {
    std::thread::sleep(Duration::from_millis(300));
}

/// Ends the job, after a message: by PMPI_Abort where MPI is up, else by leaving
/// the process; where the ranks share it, at once. (SMPI's abort forgets the code, and
/// unwinds through whoever called.)
pub fn abort(code: i32) -> ! {
    let_output_through();
    if let Some(Some(process)) = PROCESS.get() {
        let library = &process.library;
        if library.family.ranks_share_a_process() {
            // SAFETY: writes what the program has printed, and ends it.
            unsafe {
                libc::fflush(std::ptr::null_mut());
                libc::_exit(code)
            }
        }
        if library.has_world() {
            // SAFETY: MPI is up.
            unsafe { (library.functions.abort)(library.constants.comm_world, code) };
        }
    }
    std::process::exit(code)
}
