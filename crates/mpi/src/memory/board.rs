//! Where the ranks of a communicator, or of a persistent request, post their contributions: memory
//! that is set up without any rank waiting for another one.
//!
//! Setting up: in one call, the same on all ranks, rank 0 creates the memory, and a nonblocking
//! allgather of what each rank is ([`Record`]) is started. Whenever a rank finds that complete, it
//! maps the memory and says so in it ([`switch`]). Until all have, operations go by the MPI
//! library's collectives; and always, if the ranks are on several nodes or one cannot map it.
//!
//! Cost: an allgather of 24 bytes a rank, and a mapping; later the memory that the operations need
//! that are under way at one time, twice.

use super::board_setup::SettingUp;
use super::mapping::Mapping;
use super::occupancy::{is_oversubscribed, Occupancy};
use super::posts::{Mapped, PostsMemory, IN_LINE};
use super::presence::{look, Lost};
use super::shared::MAX_COMMUNICATORS;
use super::shared_setup::Record;
use super::spare;
use crate::{abi::family::Handle, calls::failures::Failure, launcher, Library};
use samebits_base::cache_line::CACHE_LINE;
use samebits_base::fault::{FatalError, Fault};
use samebits_base::serial::Serial;
use samebits_kernel::fpenv::preserving_vector_environment;
use samebits_kernel::stores::prefetch_row;
use samebits_schedule::node::wait::Looks;
use samebits_schedule::posts::found::Found;
use samebits_schedule::posts::protocol::{NoMemory, Posts, Slot};
use samebits_schedule::posts::{room, switch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

/// How often a persistent request is started before it takes memory.
const STARTS: u64 = 3;

/// Lines and bytes of a rank of a communicator at first.
const LINES: u64 = 64;
const BYTES: u64 = room::SMALLEST;

#[derive(Debug)]
pub struct Board {
    rank: usize,
    ranks: usize,
    /// For a persistent request: the communicator's board, of whose file it uses a part.
    parent: Option<Arc<Board>>,
    /// Of each rank at first.
    lines_and_bytes: (u64, u64),
    /// [`Board::has_stragglers`], without a lock in each call.
    stragglers: AtomicBool,
    state: Serial<State>,
}

#[derive(Debug)]
struct State {
    /// The number of the next operation.
    next: u64,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    SettingUp(SettingUp),
    /// This rank has mapped it; that all have is not known yet.
    Arrived(PostsMemory),
    Posting(Posting),
    Without,
}

#[derive(Debug)]
struct Posting {
    posts: Posts<PostsMemory>,
    /// The first operation.
    first: u64,
    oversubscribed: bool,
    /// Once this rank has consumed this many operations beyond one that it has not, that is a straggler.
    far_ahead: usize,
}

/// The least of those.
const FAR_AHEAD: usize = LINES as usize / 2;

impl Posting {
    /// Takes room for a rank's own contribution.
    #[inline]
    fn take(&mut self, rank: usize, number: u64, bytes: usize) -> Operation {
        let Posting { posts, oversubscribed, .. } = self;
        let place = posts.take(number, bytes as u64).unwrap_or_else(|no| fail(no, bytes));
        let piece = posts.piece(rank, &place);
        let slot = place.slot(piece).map(std::ptr::from_ref);
        let next = place.offset.map(|_| (piece.beside(posts.likely()), bytes));
        let data = piece.data(&place);
        Operation { number, oversubscribed: *oversubscribed, slot, data, next }
    }
}

/// An operation whose contributions are posted, and room for this rank's.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub number: u64,
    /// Whether there are more ranks on the machine than CPUs on which they may run.
    pub oversubscribed: bool,
    slot: Slot<*const AtomicU64>,
    /// Where this rank's contribution goes.
    pub data: *mut u8,
    /// Where the next one is likely to go, and its bytes; none if this one is in a line.
    next: Option<(*mut u8, usize)>,
}

impl Board {
    /// Starts setting up the memory of a communicator; of all its ranks or none. `share`: whether
    /// this rank may.
    pub fn start(
        library: &'static Library,
        comm: Handle,
        (rank, ranks): (usize, usize),
        share: bool,
    ) -> Result<Board, Fault> {
        while share && Mapping::count() >= MAX_COMMUNICATORS && spare::free_one() {}
        let mut own = Record::own(library);
        // The rank that creates it does not know the others, but the launcher may.
        let elsewhere = launcher::local_size().is_some_and(|local| local < ranks);
        let share = share && !library.family.ranks_share_a_process() && !elsewhere;
        let mut created = None;
        if share && rank == 0 && own.may_share() {
            created = PostsMemory::create(own.number, ranks, (LINES, BYTES)).ok();
        }
        if !share || (rank == 0 && created.is_none()) {
            own.refuse();
        }
        let setting_up = SettingUp::start(library, comm, ranks, own, created)?;
        Ok(Board::of(setting_up, (rank, ranks), None, (LINES, BYTES)))
    }

    /// Likewise of a persistent request, in the memory of its communicator. One of its operations
    /// is under way at a time; another one may begin while some ranks have not consumed it. `row` is a
    /// contribution's length. Only a request that is started [repeatedly](STARTS) takes memory.
    pub fn start_persistent(
        library: &'static Library,
        comm: Handle,
        (rank, ranks): (usize, usize),
        parent: &Arc<Board>,
        row: usize,
    ) -> Result<Board, Fault> {
        let bytes = if row as u64 > IN_LINE { 2 * row.next_multiple_of(CACHE_LINE) } else { 0 };
        let lines_and_bytes = (2, bytes as u64);
        // The limit of files does not matter: none is created.
        let mut own = Record { full: 0, ..Record::own(library) };
        if rank == 0 {
            let take = |memory: &PostsMemory| memory.take_part(lines_and_bytes);
            match parent.with_memory(take) {
                Some(offset) => own.number = offset,
                None => own.refuse(),
            }
        }
        let setting_up = SettingUp::start(library, comm, ranks, own, None)?;
        Ok(Board::of(setting_up, (rank, ranks), Some(parent.clone()), lines_and_bytes))
    }

    fn of(
        setting_up: SettingUp,
        (rank, ranks): (usize, usize),
        parent: Option<Arc<Board>>,
        lines_and_bytes: (u64, u64),
    ) -> Board {
        let state = Serial::new(State { next: 0, stage: Stage::SettingUp(setting_up) });
        let stragglers = AtomicBool::default();
        Board { rank, ranks, parent, lines_and_bytes, stragglers, state }
    }

    /// Works with the memory, if it is there by now.
    fn with_memory<R>(&self, work: impl FnOnce(&PostsMemory) -> R) -> Option<R> {
        let mut locked = self.state.lock();
        let State { next, stage } = &mut *locked;
        if matches!(stage, Stage::SettingUp(_)) {
            // An error is one of the next operation, too.
            let _ = preserving_vector_environment(|| self.go_on(stage, *next));
        }
        match stage {
            Stage::SettingUp(setting_up) => setting_up.created.as_ref().map(work),
            Stage::Arrived(memory) => Some(work(memory)),
            Stage::Posting(posting) => Some(work(posting.posts.memory())),
            Stage::Without => None,
        }
    }

    /// Begins the next operation. Some if contributions to it are posted, the same on all ranks;
    /// with room for this rank's, which [`Board::publish`] publishes.
    #[inline]
    pub fn begin(&self, bytes: usize) -> Result<Option<Operation>, Fault> {
        let mut locked = self.state.lock();
        let State { next, stage } = &mut *locked;
        let number = *next;
        *next += 1;
        if matches!(stage, Stage::SettingUp(_) | Stage::Arrived(_)) {
            preserving_vector_environment(|| self.go_on(stage, number))?;
        }
        match stage {
            Stage::Posting(posting) if number >= posting.first => {
                Ok(Some(posting.take(self.rank, number, bytes)))
            }
            _ => Ok(None),
        }
    }

    /// Likewise, if it is known that all ranks have the memory.
    #[inline]
    pub fn begin_at_once(&self, bytes: usize) -> Option<Operation> {
        let mut locked = self.state.lock();
        let State { next, stage } = &mut *locked;
        let number = *next;
        match stage {
            Stage::Posting(posting) if number >= posting.first => {
                *next += 1;
                Some(posting.take(self.rank, number, bytes))
            }
            _ => None,
        }
    }

    /// Sets up what can be by now, before an operation begins.
    #[cold]
    fn go_on(&self, stage: &mut Stage, operation: u64) -> Result<(), Fault> {
        if let Stage::SettingUp(setting_up) = stage {
            let rarely = self.parent.is_some() && operation < STARTS;
            if !setting_up.test()? || rarely {
                return Ok(());
            }
            let memory = match self.map(setting_up) {
                // The communicator's memory may be there later.
                None if self.parent.as_ref().is_some_and(|parent| parent.is_setting_up()) => {
                    return Ok(());
                }
                memory => memory,
            };
            *stage = memory.map_or(Stage::Without, |memory| {
                memory.write_occupancy(self.rank, Occupancy::own());
                memory.presence(self.rank).write(setting_up.library);
                switch::arrive(memory.arrived(self.rank), operation);
                Stage::Arrived(memory)
            });
        }
        if let Stage::Arrived(memory) = stage {
            let arrived = || (0..self.ranks).map(|rank| memory.arrived(rank));
            let most_started = || switch::most_started(arrived());
            let first = switch::first(memory.decision(), most_started, operation);
            *stage = match (first, std::mem::replace(stage, Stage::Without)) {
                (Some(first), Stage::Arrived(memory)) => {
                    let oversubscribed = is_oversubscribed(&memory.occupancies());
                    let pieces = memory.first_pieces(self.rank, first);
                    let posts = Posts::new(memory, self.rank, IN_LINE, pieces);
                    Stage::Posting(Posting { posts, first, oversubscribed, far_ahead: FAR_AHEAD })
                }
                (_, before) => before,
            };
        }
        Ok(())
    }

    #[inline]
    fn is_setting_up(&self) -> bool {
        matches!(self.state.lock().stage, Stage::SettingUp(_))
    }

    /// Whether the exchange is under way by which the ranks know each other.
    pub fn is_exchanging(&self) -> bool {
        matches!(&self.state.lock().stage, Stage::SettingUp(setting_up) if setting_up.is_under_way())
    }

    /// Whether that is complete; lets the MPI library make progress.
    pub fn test_exchange(&self) -> Result<bool, Fault> {
        match &mut self.state.lock().stage {
            Stage::SettingUp(setting_up) => setting_up.test(),
            _ => Ok(true),
        }
    }

    /// The memory that rank 0 has created, if all ranks can share it and this one can map it.
    fn map(&self, setting_up: &mut SettingUp) -> Option<PostsMemory> {
        let records = setting_up.records();
        if !records.iter().all(|record| record.shares_with(&records[0])) {
            return None;
        }
        if setting_up.created.is_some() {
            return setting_up.created.take();
        }
        let (number, process) = records[0].file();
        let shape = self.lines_and_bytes;
        match &self.parent {
            None => PostsMemory::open((number, process), self.ranks, shape).ok(),
            Some(parent) => parent.with_memory(|memory| memory.part(number, shape))?,
        }
    }

    #[inline]
    fn with_posts<R>(&self, work: impl FnOnce(&mut Posts<PostsMemory>) -> R) -> R {
        match &mut self.state.lock().stage {
            Stage::Posting(posting) => work(&mut posting.posts),
            _ => unreachable!("an operation has begun"),
        }
    }

    /// Publishes this rank's contribution, which it has written.
    #[inline]
    pub fn publish(&self, operation: &Operation) {
        // SAFETY: numbers in memory that lives as long as this.
        let slot = operation.slot.map(|number| unsafe { &*number });
        slot.publish(operation.number);
        // Others have read what was there: the lines come back while this rank waits for them.
        if let Some((row, bytes)) = operation.next {
            prefetch_row(row, bytes);
        }
    }

    /// Finds the contributions of the other ranks below `ranks`, from `found.count()` on.
    /// Returns whether all are there. They stay until this rank has consumed the operation.
    #[inline]
    pub fn find(&self, operation: u64, bytes: usize, ranks: usize, found: &mut Found) -> bool {
        self.with_posts(|posts| {
            while found.count() < ranks {
                let rank = found.count();
                if rank == self.rank {
                    found.push(std::ptr::null());
                    continue;
                }
                let place = posts.find(rank, operation, bytes as u64);
                match place.unwrap_or_else(|no| fail(no, bytes)) {
                    Some(place) => {
                        let piece: &Mapped = posts.piece(rank, &place);
                        found.push(piece.data(&place).cast_const());
                    }
                    None => return false,
                }
            }
            if self.parent.is_some() && ranks == self.ranks {
                // A rank that has started a persistent request again is done with its previous start.
                posts.all_have_consumed(operation);
            }
            true
        })
    }

    /// A rank that has not begun what a rank waits for that has done an operation, if it needs
    /// nothing of it: so it does not post without bounds where others are slow.
    pub fn straggler(&self, operation: u64) -> Option<usize> {
        // Of a persistent request one operation is under way at a time.
        let ahead = if self.parent.is_some() { 0 } else { LINES / 2 };
        let behind = operation.checked_sub(ahead)?;
        let begun = |posts: &mut Posts<PostsMemory>, rank| posts.has_begun(rank, behind);
        self.with_posts(|posts| {
            (0..self.ranks).find(|rank| !begun(posts, *rank).unwrap_or_else(|no| fail(no, 0)))
        })
    }

    /// Looks whether the wait for a rank is in vain; none for the communicator if it is freed.
    pub fn look(
        &self,
        library: &Library,
        comm: Option<Handle>,
        rank: usize,
        at: (&mut Looks, Duration),
    ) -> Option<Lost> {
        self.with_posts(|posts| {
            let all = (0..self.ranks).map(|rank| posts.memory().presence(rank));
            look(library, (comm, rank), posts.memory().presence(rank), all, at)
        })
    }

    /// This rank takes part in nothing here any more, because of that.
    pub fn leave(&self, failure: Failure) {
        match &self.state.lock().stage {
            Stage::Arrived(memory) => memory.presence(self.rank).leave(failure),
            Stage::Posting(posting) => posting.posts.memory().presence(self.rank).leave(failure),
            Stage::SettingUp(_) | Stage::Without => {}
        }
    }

    /// Whether it has left.
    pub fn has_left(&self) -> bool {
        self.with_posts(|posts| posts.memory().presence(self.rank).left().is_some())
    }

    /// Whether this rank is the one to say that another one is gone.
    pub fn first_time(&self, rank: usize) -> bool {
        self.with_posts(|posts| posts.memory().presence(rank).first_time())
    }

    /// This rank reads nothing of an operation any more.
    #[inline]
    pub fn consume(&self, operation: u64) {
        let Stage::Posting(posting) = &mut self.state.lock().stage else {
            unreachable!("an operation has begun")
        };
        posting.posts.consume(operation);
        let ahead = posting.posts.ahead();
        if ahead <= FAR_AHEAD {
            posting.far_ahead = FAR_AHEAD;
        } else if ahead > posting.far_ahead {
            posting.far_ahead = 2 * ahead;
            self.stragglers.store(true, Ordering::Relaxed);
        }
    }

    /// Whether this rank has consumed many operations and not one that is earlier; asked before a
    /// look at all requests. If that changes nothing, because another rank is late, the next answer
    /// like that comes when there are twice as many: or the looks would take quadratic time.
    #[inline]
    pub fn has_stragglers(&self) -> bool {
        self.stragglers.load(Ordering::Relaxed) && self.stragglers.swap(false, Ordering::Relaxed)
    }
}

fn fail<T>(_: NoMemory, bytes: usize) -> T {
    FatalError::panic(format!(
        "cannot allocate {bytes} bytes of memory that a node's ranks share; \
         SAMEBITS_SCHEDULE=gather, for example, needs none"
    ));
}
