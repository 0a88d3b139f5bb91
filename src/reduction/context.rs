//! What a reduction needs to know of the process that it runs in: the MPI library, the policy,
//! memory that is used again, and the tallies of the report.

use super::scratch::Pool;
use crate::lock::lock;
use crate::mpi::communicator::Communicator;
use crate::mpi::launcher;
use crate::mpi::Library;
use crate::policy::profile::Origin;
use crate::policy::{threads, Policy, Report};
use crate::report::breakdown::Watch;
use crate::report::held_back::HeldBack;
use crate::report::{self, Tallies};
use crate::schedule::{packed, Choices, Machine};
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::time::Duration;

/// What all reductions of a process have in common.
pub struct Context {
    /// The MPI library.
    pub library: Library,
    /// The policy, or what is wrong with it, a line for each variable.
    policy: Result<Policy, String>,
    /// Where a report was asked for: what it will say.
    pub tallies: Option<Tallies>,
    /// Memory for the rows of blocks.
    pub scratch: Pool,
    /// Memory for packed messages.
    pub packed: packed::Pool,
    /// What was said already: of which function, what, and why.
    said: Mutex<Vec<[&'static str; 3]>>,
    /// Warnings that wait for MPI_Finalize.
    pub held_back: HeldBack,
    /// The job is stopped for what its user asked of us: there will be no report.
    stopping: AtomicBool,
    /// The rank in MPI_COMM_WORLD, and its size.
    world: OnceCell<(usize, usize)>,
    /// Why the profile is not of this machine, if there is one and it is not.
    foreign: OnceCell<Option<String>>,
    /// The threads of this rank, where the user has not said how many.
    threads: OnceCell<usize>,
}

impl Context {
    /// Of a process that uses that library, with the policy of its environment.
    pub fn new(library: Library) -> Self {
        let policy = Policy::from_environment();
        let reports = policy.as_ref().is_ok_and(|policy| policy.report != Report::Off);
        Context {
            library,
            policy,
            tallies: reports.then(Tallies::default),
            scratch: Pool::default(),
            packed: packed::Pool::default(),
            said: Mutex::default(),
            held_back: HeldBack::default(),
            stopping: AtomicBool::default(),
            world: OnceCell::new(),
            foreign: OnceCell::new(),
            threads: OnceCell::new(),
        }
    }

    /// The policy; where it is wrong the job is stopped with a message that
    /// says why: from rank 0, or from whichever rank has it wrong alone.
    pub fn policy(&self) -> &Policy {
        match &self.policy {
            Ok(policy) => policy,
            Err(wrong) => self.stop(wrong, self.world_rank().unwrap_or(0)),
        }
    }

    /// The policy, or what is wrong with it.
    pub fn policy_so_far(&self) -> Result<Policy, String> {
        self.policy.clone()
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

    /// The rank in MPI_COMM_WORLD, if it was asked for before.
    pub fn known_world_rank(&self) -> Option<usize> {
        Some(self.world.get()?.0)
    }

    /// Whether it is the only rank of MPI_COMM_WORLD.
    pub fn is_alone(&self) -> bool {
        self.world().is_some_and(|(_, size)| size == 1)
    }

    /// Whether this is the first rank of the program: of MPI_COMM_WORLD, or by
    /// the launcher's word where there is no such communicator.
    pub fn is_first(&self) -> bool {
        self.world_rank().map_or_else(launcher::is_first, |rank| rank == 0)
    }

    /// Watches a call, where a report was asked for.
    #[inline]
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

    /// Whether this rank counts the calls on a communicator: one rank of each
    /// does (of each group, in an intercommunicator), and for those of a single
    /// rank the first of the world, so that the report needs no communication.
    pub fn counts_for(&self, communicator: &Communicator) -> bool {
        communicator.rank == 0 && (communicator.size > 1 || communicator.inter || self.is_first())
    }

    /// Whether something is to be said for the first time; asked once.
    pub fn is_news(&self, what: [&'static str; 3]) -> bool {
        // (Whoever goes on asks MPI, whose error handler may make a call that comes here.)
        let mut said = lock(&self.said);
        let is_news = !said.contains(&what);
        if is_news {
            said.push(what);
        }
        is_news
    }

    /// Lets the reporting rank print first: the others wait, and print only if the job has not
    /// ended by then. (Ranks in one process must not sleep.)
    fn let_speak(&self, speaks: bool) {
        if !speaks && !self.library.family.ranks_share_a_process() {
            std::thread::sleep(Duration::from_secs(5));
        }
    }

    /// Reports an error before it is raised. `say` learns whether this rank is to print. If the
    /// error is `fatal` to the job, no rank proceeds until the output is out.
    pub fn before_error<R>(&self, fatal: bool, speaks: bool, say: impl FnOnce(bool) -> R) -> R {
        if fatal {
            self.let_speak(speaks);
        }
        let said = say(speaks || fatal);
        if fatal {
            report::let_output_through();
        }
        said
    }

    /// Stops the job with a message, which rank 0 (of the ranks concerned) says.
    pub fn stop(&self, message: &str, rank: usize) -> ! {
        self.let_speak(rank == 0);
        report::say(&format!("{message}\nthe job is stopped"));
        self.stopping.store(true, Ordering::Relaxed);
        report::let_output_through();
        self.library.abort(64)
    }

    /// Whether it is being stopped.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}
