//! What reductions know of a communicator: kept for it from its first reduction on, and freed with it.
//! Memory: at most [`BOUND`] bytes a communicator, whatever its size.

use once_cell::sync::OnceCell;
use samebits_array::remembered::Remembered;
use samebits_base::fault::Fault;
use samebits_base::lock::lock;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::calls::{exchange::Exchange, failures::Failure, handles, private::PrivateComm};
use samebits_mpi::communicator::{Kept, LastLookUp, Membership, Registry};
use samebits_mpi::memory::board::Board;
use samebits_mpi::memory::shared::{NoSharedMemory, SharedMemory};
use samebits_mpi::memory::spare::{self, Reusable};
use samebits_mpi::progress::{DrivenComm, Hook};
use samebits_mpi::Library;
use samebits_policy::Policy;
use samebits_schedule::{opening::FormHistory, Choices};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::LocalKey;

/// A communicator, seen from this rank.
#[derive(Debug)]
pub struct Communicator {
    pub rank: usize,
    /// Of the local group, in an intercommunicator.
    pub size: usize,
    /// The ranks of the other group, in an intercommunicator.
    remote: Option<NonZeroU32>,
    /// Whether its ranks have compared their policies.
    pub agreed: AtomicBool,
    /// The comparison that was started before a nonblocking reduction.
    pub comparison: Mutex<Option<Arc<Exchange>>>,
    /// Whether it has found the same policy on all ranks. Others may not know that yet.
    pub judged: AtomicBool,
    /// Why its ranks cannot reduce on it any more: a [`Failure`], or 0.
    failure: AtomicU8,
    /// [`Communicator::bypassed_or`]: 0 while it is not decided.
    bypassed: AtomicU8,
    /// Whether all of them are on machines that the profile was measured on.
    pub tuned: AtomicBool,
    /// [`Communicator::messages_are_profitable`]: 0 while unknown.
    messages_are_profitable: AtomicU8,
    number: u64,
    /// Choices that override the environment's: a box, or null.
    choices: AtomicPtr<Choices>,
    /// The plans that direct calls remember from one to the next.
    pub remembered: Remembered,
    /// The form of their first message.
    pub opening: FormHistory,
    /// Nanoseconds that its reductions have taken, by the model, until it got shared memory.
    spent: AtomicU64,
    /// What its nonblocking reductions have taken, by a model that knows no policy.
    nonblocking_spent: AtomicU64,
    /// Where contributions to its nonblocking reductions are posted.
    pub board: OnceCell<Arc<Board>>,
    /// The memory that its ranks share, or why they do not.
    pub shared: OnceCell<Result<Box<SharedMemory>, NoSharedMemory>>,
    /// A communicator for messages between its ranks; none where it could not be created.
    pub private: OnceCell<Option<Arc<PrivateComm>>>,
    /// What reductions have that the MPI library drives.
    driven: OnceCell<Box<DrivenComm>>,
    /// Whether they lack [`Communicator::private`], which a blocking reduction may make.
    lacks_private: AtomicBool,
    /// [`Communicator::is_in_world`]: 0 while unknown.
    in_world: AtomicU8,
}

const NOT_BYPASSED: u8 = 1;
const BYPASSED: u8 = 2;

/// Bytes of memory for a communicator, as docs/how-it-works.md states them.
pub const BOUND: usize = 440;
const _: () = assert!(
    size_of::<Communicator>()
        + size_of::<Choices>()
        + size_of::<SharedMemory>()
        + size_of::<PrivateComm>()
        <= BOUND
);

static REGISTRY: Registry<Communicator> = Registry::new();

thread_local! {
    static LAST: LastLookUp<Communicator> = const { LastLookUp::none() };
}

impl Kept for Communicator {
    fn new(membership: Membership) -> Communicator {
        let Membership { rank, size, remote, number } = membership;
        Communicator {
            rank,
            size,
            remote,
            agreed: AtomicBool::new(size == 1 && remote.is_none()),
            comparison: Mutex::default(),
            judged: AtomicBool::default(),
            failure: AtomicU8::default(),
            bypassed: AtomicU8::default(),
            tuned: AtomicBool::default(),
            messages_are_profitable: AtomicU8::default(),
            number,
            choices: AtomicPtr::default(),
            remembered: Remembered::default(),
            opening: FormHistory::default(),
            spent: AtomicU64::default(),
            nonblocking_spent: AtomicU64::default(),
            board: OnceCell::new(),
            shared: OnceCell::new(),
            private: OnceCell::new(),
            driven: OnceCell::new(),
            lacks_private: AtomicBool::default(),
            in_world: AtomicU8::default(),
        }
    }

    fn number(&self) -> u64 {
        self.number
    }

    fn registry() -> &'static Registry<Communicator> {
        &REGISTRY
    }

    #[inline]
    fn last() -> &'static LocalKey<LastLookUp<Communicator>> {
        &LAST
    }
}

/// [`Communicator::any_failed`].
static ANY_FAILED: AtomicBool = AtomicBool::new(false);

impl Communicator {
    /// Of a handle, which is not null; created now if this is its first reduction.
    #[inline]
    pub fn of(library: &Library, comm: Handle) -> Result<&'static Communicator, Fault> {
        REGISTRY.of(library, comm)
    }

    /// A number that no other communicator of this process ever has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether the communicator of that number exists still.
    pub fn lives(number: u64) -> bool {
        REGISTRY.lives(number)
    }

    /// How many ranks the other group has, in an intercommunicator; none in any other.
    #[inline]
    pub fn remote(&self) -> Option<usize> {
        self.remote.map(|remote| remote.get() as usize)
    }

    /// Whether requests on it are completed without samebits, on any of its ranks: as this rank has it
    /// at first, and then as the comparison has found.
    pub fn bypassed_or(&self, own: impl FnOnce() -> bool) -> bool {
        match self.bypassed.load(Ordering::Relaxed) {
            0 => {
                let own = own();
                self.set_bypassed(own);
                own
            }
            known => known == BYPASSED,
        }
    }

    pub fn set_bypassed(&self, bypassed: bool) {
        self.bypassed.store(if bypassed { BYPASSED } else { NOT_BYPASSED }, Ordering::Relaxed);
    }

    /// The choices by which it is reduced on: its own, or those of the policy.
    #[inline]
    pub fn choices<'a>(&'a self, policy: &'a Policy) -> &'a Choices {
        // SAFETY: null, or a box of ours, which only another collective call would replace.
        unsafe { self.choices.load(Ordering::Acquire).as_ref() }.unwrap_or(&policy.choices)
    }

    /// Overrides the environment's choices; the ranks will compare their policies again.
    pub fn choose(&self, choices: Choices) {
        let new = Box::into_raw(Box::new(choices));
        free(self.choices.swap(new, Ordering::AcqRel));
        handles::invalidate();
        *lock(&self.comparison) = None;
        self.judged.store(false, Ordering::Relaxed);
        self.agreed.store(self.size == 1 && self.remote.is_none(), Ordering::Relaxed);
    }

    /// Notes that its ranks cannot reduce on it any more: each reduction is asked for its failure from
    /// now on, and nothing that the ranks share is used again. Other ranks that wait in that, or for
    /// messages of this rank, are told.
    pub fn fail(&self, library: &Library, failure: Failure) {
        self.failure.store(failure as u8, Ordering::Relaxed);
        ANY_FAILED.store(true, Ordering::Relaxed);
        self.agreed.store(false, Ordering::Relaxed);
        self.judged.store(false, Ordering::Relaxed);
        handles::invalidate();
        if let Some(Ok(memory)) = self.shared.get() {
            memory.leave(failure);
        }
        if let Some(board) = self.board.get() {
            board.leave(failure);
        }
        if let Some(Some(private)) = self.private.get() {
            library.revoke(private.comm());
        }
    }

    /// Why its ranks cannot reduce on it any more, if that is so.
    pub fn failure(&self) -> Option<Failure> {
        Failure::of_number(self.failure.load(Ordering::Relaxed).into())
    }

    /// Whether any communicator of this process has failed so.
    pub fn any_failed() -> bool {
        ANY_FAILED.load(Ordering::Relaxed)
    }

    /// Whether messages between two ranks are profitable, by a prediction that is made once.
    pub fn messages_are_profitable(&self, predict: impl FnOnce() -> bool) -> bool {
        known_or(&self.messages_are_profitable, predict)
    }

    /// Whether all of its ranks are in this process's MPI_COMM_WORLD: the same on all ranks.
    pub fn is_in_world(&self, find: impl FnOnce() -> bool) -> bool {
        known_or(&self.in_world, find)
    }

    /// What reductions have that the MPI library drives; none, on all ranks, where it takes a blocking call
    /// to make that.
    pub fn driven_comm(
        &self,
        library: &'static Library,
        comm: Handle,
        hook: Hook,
    ) -> Option<&DrivenComm> {
        if let Some(driven) = self.driven.get() {
            return Some(driven);
        }
        let private = match hook.duplicates_meanwhile() {
            true => None,
            false => Some(self.private.get()?.clone()?),
        };
        Some(self.driven.get_or_init(|| Box::new(DrivenComm::new(library, comm, private))))
    }

    /// Has the next blocking reduction that is decided on make what driven ones need. Returns whether that
    /// is new.
    #[cold]
    pub fn lack_private(&self) -> bool {
        self.private.get().is_none() && !self.lacks_private.swap(true, Ordering::Relaxed)
    }

    /// Whether a blocking reduction is to make that, which it does now.
    #[inline]
    pub fn no_more_lacks_private(&self) -> bool {
        self.lacks_private.load(Ordering::Relaxed)
            && self.lacks_private.swap(false, Ordering::Relaxed)
    }

    /// Whether a blocking reduction has found that all ranks share memory.
    pub fn is_on_one_node(&self) -> bool {
        let shared = self.shared.get().and_then(|shared| shared.as_ref().ok());
        shared.is_some_and(|memory| !memory.nodes.several())
    }

    /// Takes over, on all ranks, what a freed communicator has left.
    pub fn inherit(&self, left: Reusable) {
        match left {
            Reusable::Memory(memory) => drop(self.shared.set(Ok(memory))),
            Reusable::Credit(nanoseconds) => self.spent.store(nanoseconds, Ordering::Relaxed),
        }
    }

    /// Whether its reductions have taken as long as a setup costs, by the model, this one included: the
    /// same on all ranks.
    pub fn setup_amortised(&self, setup_cost: u64, nanoseconds: impl FnOnce() -> u64) -> bool {
        amortised(&self.spent, setup_cost, nanoseconds)
    }

    /// Likewise by its nonblocking reductions alone.
    pub fn board_amortised(&self, setup_cost: u64, nanoseconds: impl FnOnce() -> u64) -> bool {
        amortised(&self.nonblocking_spent, setup_cost, nanoseconds)
    }

    /// Whether what samebits has started for itself on a communicator is complete, but for what
    /// requests of the program's complete; lets the MPI library make progress. An error is nobody's.
    pub fn test_own_exchanges(library: &Library, comm: Handle) -> bool {
        let known = REGISTRY.known(library, comm);
        let Some(Communicator { comparison, board, driven, .. }) = known else { return true };
        // What the MPI library drives is complete by itself, and Open MPI does not bear that a communicator is
        // freed before.
        let is_ours = |own: &Arc<Exchange>| is_alone(own) || driven.get().is_some();
        // (MPI may call the program's error handler, so nothing is locked meanwhile.)
        let comparison = lock(comparison).as_ref().filter(|own| is_ours(own)).cloned();
        let compared = comparison.is_none_or(|comparison| comparison.test(library) != Ok(false));
        let board = board.get().filter(|board| is_alone(board));
        compared && board.is_none_or(|board| board.test_exchange() != Ok(false))
    }

    /// Likewise on all communicators.
    pub fn test_all_own_exchanges(library: &Library) -> bool {
        let test = |done, comm| Communicator::test_own_exchanges(library, comm) && done;
        REGISTRY.handles(library).into_iter().fold(true, test)
    }

    /// Frees what is known of all communicators before MPI ends, also of those that the program
    /// does not free.
    pub fn forget_all(library: &Library) {
        REGISTRY.forget_all(library);
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        match self.shared.take() {
            Some(Ok(memory)) => spare::keep(self.size, Reusable::Memory(memory)),
            Some(Err(_)) => {}
            None => spare::keep(self.size, Reusable::Credit(*self.spent.get_mut())),
        }
        free(*self.choices.get_mut());
    }
}

/// Whether nothing else has it.
fn is_alone<T>(own: &Arc<T>) -> bool {
    Arc::strong_count(own) == 1
}

/// An answer that is found once.
fn known_or(answer: &AtomicU8, find: impl FnOnce() -> bool) -> bool {
    const NO: u8 = 1;
    const YES: u8 = 2;
    let mut known = answer.load(Ordering::Relaxed);
    if known == 0 {
        known = if find() { YES } else { NO };
        answer.store(known, Ordering::Relaxed);
    }
    known == YES
}

fn amortised(spent: &AtomicU64, setup_cost: u64, nanoseconds: impl FnOnce() -> u64) -> bool {
    let mut so_far = spent.load(Ordering::Relaxed);
    if so_far < setup_cost {
        so_far = so_far.saturating_add(nanoseconds());
        spent.store(so_far, Ordering::Relaxed);
    }
    so_far >= setup_cost
}

fn free(choices: *mut Choices) {
    if !choices.is_null() {
        // SAFETY: a box that `choose` made and that is no longer used.
        drop(unsafe { Box::from_raw(choices) });
    }
}
