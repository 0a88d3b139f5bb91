//! What all reductions of a process share: the MPI library, the policy, memory and tallies.

use super::{deferred_warnings::DeferredWarnings, scratch::Pool};
use crate::communicator::Communicator;
use crate::report::{self, Tallies};
use once_cell::sync::OnceCell;
use samebits_base::lock::lock;
use samebits_mpi::abi::reducing::by_request;
use samebits_mpi::progress::Hook;
use samebits_mpi::{launcher, Library};
use samebits_policy::{profile::Origin, threads, Policy, Progress, Report};
use samebits_schedule::{breakdown::Watch, packed, Choices, Machine};
use samebits_trace::recorder::Recorder;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{sync::Mutex, time::Duration};

/// What all reductions of a process share.
pub struct Context {
    pub library: Library,
    /// The policy, or what is wrong with it, a line for each variable.
    policy: Result<Policy, String>,
    /// None where no report was requested.
    pub tallies: Option<Tallies>,
    pub scratch: Pool,
    /// Memory for packed messages.
    pub packed: packed::Pool,
    /// The warnings that were written: the function, what it is on, and why.
    warned: Mutex<Vec<[&'static str; 3]>>,
    /// Warnings that wait for MPI_Finalize.
    pub deferred_warnings: DeferredWarnings,
    /// The job is being stopped as the policy demands: there will be no report.
    stopping: AtomicBool,
    /// The rank in MPI_COMM_WORLD, and its size.
    world: OnceCell<(usize, usize)>,
    /// Why the profile is not of this machine, if there is one and it is not.
    foreign: OnceCell<Option<String>>,
    /// The threads of this rank, unless the user has chosen their number.
    threads: OnceCell<usize>,
    /// The trace, once it has begun.
    recorder: OnceCell<Recorder>,
    /// Finds out who completes requests without samebits, in a call of this function.
    look: fn(&Context, &str) -> Option<String>,
    bypassed: OnceCell<Option<String>>,
    /// [`Context::is_on_several_nodes`].
    several_nodes: OnceCell<bool>,
    /// [`Context::hook`].
    hook: OnceCell<Option<Hook>>,
    /// Whether the program imports reductions by request.
    by_request: OnceCell<bool>,
    /// Some rank of a communicator has found that of its own requests.
    others_bypassed: AtomicBool,
}

impl Context {
    pub fn new(library: Library, look: fn(&Context, &str) -> Option<String>) -> Self {
        let policy = Policy::from_environment();
        let reports = policy.as_ref().is_ok_and(|policy| policy.report != Report::Off);
        Context {
            library,
            policy,
            tallies: reports.then(Tallies::default),
            scratch: Pool::default(),
            packed: packed::Pool::default(),
            warned: Mutex::default(),
            deferred_warnings: DeferredWarnings::default(),
            stopping: AtomicBool::default(),
            world: OnceCell::new(),
            foreign: OnceCell::new(),
            threads: OnceCell::new(),
            recorder: OnceCell::new(),
            look,
            bypassed: OnceCell::new(),
            several_nodes: OnceCell::new(),
            hook: OnceCell::new(),
            by_request: OnceCell::new(),
            others_bypassed: AtomicBool::default(),
        }
    }

    /// The policy. A wrong one stops the job, with a message from rank 0 or the only rank with it.
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

    /// Who completes this rank's requests without samebits, in words; found out at its first reduction,
    /// in a call of this function.
    pub fn bypassed_by(&self, call: &str) -> Option<&str> {
        self.bypassed.get_or_init(|| (self.look)(self, call)).as_deref()
    }

    /// Whether the job is on several nodes, as its launcher says to all ranks alike.
    pub fn is_on_several_nodes(&self) -> bool {
        *self.several_nodes.get_or_init(launcher::is_on_several_nodes)
    }

    /// How the MPI library drives reductions of this job, if it does: the same on all ranks.
    #[inline]
    pub fn hook(&self) -> Option<Hook> {
        if let Some(hook) = self.hook.get() {
            return *hook;
        }
        let hook = {
            let wanted = match self.policy().progress {
                Progress::Never => false,
                Progress::Always => true,
                // (A simulated rank's reductions do not go on in every call.)
                Progress::Auto => {
                    let simulated = self.library.family.ranks_share_a_process();
                    !simulated && self.is_on_several_nodes()
                }
            };
            wanted.then(|| self.library.hook()).flatten()
        };
        // (Without MPI_COMM_WORLD there is none yet.)
        hook.and_then(|hook| *self.hook.get_or_init(|| Some(hook)))
    }

    /// Whether the program is likely to make reductions that the MPI library drives, on communicators that
    /// only blocking ones can make.
    pub fn lacks_driven_comms(&self) -> bool {
        let imports = || *self.by_request.get_or_init(|| by_request(&self.library.object));
        self.hook().is_some_and(|hook| !hook.duplicates_meanwhile() && imports())
    }

    /// Whether requests on a communicator are completed without samebits, on any of its ranks: as far as
    /// this rank knows, until the ranks have compared that.
    pub fn is_bypassed(&self, call: &str, communicator: &Communicator) -> bool {
        communicator.bypassed_or(|| {
            self.others_bypassed.load(Ordering::Relaxed) || self.bypassed_by(call).is_some()
        })
    }

    /// Notes what the ranks of a communicator have found when they compared that.
    pub fn compared_bypassed(&self, bypassed: bool, communicator: &Communicator) {
        communicator.set_bypassed(bypassed);
        self.others_bypassed.fetch_or(bypassed, Ordering::Relaxed);
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

    pub fn world_rank(&self) -> Option<usize> {
        Some(self.world()?.0)
    }

    /// The rank in MPI_COMM_WORLD, without asking MPI.
    pub fn known_world_rank(&self) -> Option<usize> {
        Some(self.world.get()?.0)
    }

    /// Whether it is the only rank of MPI_COMM_WORLD.
    pub fn is_alone(&self) -> bool {
        self.world().is_some_and(|(_, size)| size == 1)
    }

    /// Whether this is the first rank of MPI_COMM_WORLD or, without that, of the launcher.
    pub fn is_first(&self) -> bool {
        self.world_rank().map_or_else(launcher::is_first, |rank| rank == 0)
    }

    /// The trace, if there is one.
    #[inline]
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.get()
    }

    /// Begins the trace.
    pub fn record(&self, recorder: Recorder) {
        if self.recorder.set(recorder).is_ok() {
            samebits_trace::turn_on();
        }
    }

    #[inline]
    pub fn watch(&self) -> Option<Watch> {
        self.tallies.as_ref().map(|_| Watch::start())
    }

    /// Why the user's profile is not used on this rank, if it is not.
    pub fn foreign_profile(&self) -> Option<&str> {
        let profile = self.policy().profile.as_ref()?;
        let local = || Origin::local(&self.library.version, 1, 1);
        self.foreign.get_or_init(|| profile.origin.differs(&local())).as_deref()
    }

    /// The measured machine by which schedules are chosen on a communicator, the same on all ranks.
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

    /// Whether this rank counts the calls on a communicator: the first rank of each (local) group,
    /// and the program's first rank for single ranks, so that the report needs no communication.
    pub fn counts_for(&self, communicator: &Communicator) -> bool {
        let several = communicator.size > 1 || communicator.remote().is_some();
        communicator.rank == 0 && (several || self.is_first())
    }

    /// Whether a warning was not written before; true once.
    pub fn first_time(&self, what: [&'static str; 3]) -> bool {
        // Released before MPI is asked, whose error handler may make a call that comes here.
        let mut warned = lock(&self.warned);
        let first_time = !warned.contains(&what);
        if first_time {
            warned.push(what);
        }
        first_time
    }

    /// Lets the reporting rank print first: others wait so long, and print if the job goes on.
    fn let_print(&self, speaks: bool, seconds: u64) {
        if !speaks && !self.library.family.ranks_share_a_process() {
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }

    /// Of two ranks that both report an error one does first, if it finds it.
    pub fn let_print_first(&self, speaks: bool) {
        self.let_print(speaks, 1);
    }

    /// Reports an error before it is raised. `say` learns whether this rank is to print. If the
    /// error is `fatal` to the job, no rank proceeds until the output is out.
    pub fn before_error<R>(&self, fatal: bool, speaks: bool, say: impl FnOnce(bool) -> R) -> R {
        if fatal {
            self.let_print(speaks, 5);
        }
        let reported = say(speaks || fatal);
        if fatal {
            report::wait_for_output();
        }
        reported
    }

    /// Stops the job with a message from rank 0 of the ranks concerned.
    pub fn stop(&self, message: &str, rank: usize) -> ! {
        self.let_print(rank == 0, 5);
        report::print_lines(&format!("{message}\nthe job is stopped"));
        self.stopping.store(true, Ordering::Relaxed);
        report::wait_for_output();
        self.library.abort(64)
    }

    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }
}
