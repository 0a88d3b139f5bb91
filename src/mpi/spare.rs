//! What communicators leave behind for the next ones: programs make communicators for a few
//! reductions and free them, and shared memory takes longer to set up than those.
//!
//! A communicator with memory on one node leaves that, for the next one of the same ranks in the
//! same order; one without leaves the time that its reductions have taken, as credit for the next
//! one of as many ranks, so that one of many gets memory, too. A communicator's first reduction
//! begins with a comparison of the ranks' policies, which also tells whether all of them offer the
//! same: so it costs nothing to take it over. In a memory that is taken over the pieces of work
//! are numbered on; nothing is written anew.
//!
//! Memory: what was left behind counts among the [`MOST`](super::shared_memory::MOST) of a
//! process, and goes, the oldest first, when another communicator needs some.

use super::family::{Handle, HandleSlot};
use super::shared_memory::SharedMemory;
use super::Library;
use crate::lock::lock;
use libc::c_int;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

/// The memory that was left behind, the oldest first.
#[allow(clippy::vec_box)] // communicators hold it in a box, and it is handed on as it is
static MEMORY: Mutex<Vec<Box<SharedMemory>>> = Mutex::new(Vec::new());

/// The credit, by the number of ranks.
static CREDIT: Mutex<BTreeMap<usize, u64>> = Mutex::new(BTreeMap::new());

/// What a communicator leaves behind.
#[derive(Debug)]
pub enum Reusable {
    /// The memory of its ranks.
    Memory(Box<SharedMemory>),
    /// Nanoseconds that so many ranks have reduced without.
    Credit(u64),
}

impl Reusable {
    /// A number for it, as the ranks have left it: two ranks that have the same are those of the
    /// same memory, or have the same credit.
    pub fn number(&self) -> u64 {
        const MEMORY: u64 = 1 << 63;
        match self {
            Reusable::Memory(memory) => {
                let mut hasher = DefaultHasher::new();
                (memory.number, memory.segment.next()).hash(&mut hasher);
                hasher.finish() | MEMORY
            }
            Reusable::Credit(nanoseconds) => nanoseconds & !MEMORY,
        }
    }
}

/// Keeps what a communicator of so many ranks left behind, or could not take over.
pub fn keep(ranks: usize, left: Reusable) {
    match left {
        Reusable::Memory(memory) if memory.members.is_some() => lock(&MEMORY).push(memory),
        Reusable::Memory(_) | Reusable::Credit(0) => {}
        Reusable::Credit(nanoseconds) => {
            let mut credit = lock(&CREDIT);
            let credit = credit.entry(ranks).or_default();
            *credit = credit.saturating_add(nanoseconds);
        }
    }
}

/// Takes what this rank can offer to a communicator. Asks the MPI library for the communicator's
/// ranks only where there is memory for as many.
pub fn take(library: &Library, comm: Handle, ranks: usize) -> Reusable {
    if let Some(memory) = memory_of(library, comm, ranks) {
        return Reusable::Memory(memory);
    }
    Reusable::Credit(lock(&CREDIT).remove(&ranks).unwrap_or(0))
}

fn memory_of(library: &Library, comm: Handle, ranks: usize) -> Option<Box<SharedMemory>> {
    let as_many = |memory: &SharedMemory| memory.members.as_ref().is_some_and(|m| m.len() == ranks);
    if !lock(&MEMORY).iter().any(|memory| as_many(memory)) {
        return None;
    }
    let members = library.world_ranks(comm, ranks)?;
    let mut spare = lock(&MEMORY);
    let same = |memory: &SharedMemory| memory.members.as_deref() == Some(&members[..]);
    // (The one left last: an older one may be of this rank alone, where another had to free it.)
    let place = spare.iter().rposition(|memory| same(memory))?;
    Some(spare.remove(place))
}

/// Frees the oldest memory, if there is any; whether there was.
pub fn free_one() -> bool {
    let mut spare = lock(&MEMORY);
    let any = !spare.is_empty();
    if any {
        spare.remove(0);
    }
    any
}

/// Frees all, before MPI goes away.
pub fn free_all() {
    lock(&MEMORY).clear();
    lock(&CREDIT).clear();
}

impl Library {
    /// The ranks of an intracommunicator in MPI_COMM_WORLD, in order; none where one of them is
    /// not there, or where there is no such communicator.
    pub(super) fn world_ranks(&self, comm: Handle, ranks: usize) -> Option<Vec<c_int>> {
        if !self.has_world() {
            return None;
        }
        let n = c_int::try_from(ranks).ok()?;
        let own: Vec<c_int> = (0..n).collect();
        let mut found = vec![0; ranks];
        let (mut group, mut world) = (HandleSlot::default(), HandleSlot::default());
        let (functions, family) = (&self.functions, self.family);
        // SAFETY: two communicators of this library, places for handles, which are freed again,
        // and as many ranks as the communicator has.
        let code = unsafe {
            (functions.comm_group)(comm, group.place());
            (functions.comm_group)(self.constants.comm_world, world.place());
            let (from, to) = (group.handle(family), world.handle(family));
            let code =
                (functions.group_translate_ranks)(from, n, own.as_ptr(), to, found.as_mut_ptr());
            (functions.group_free)(group.place());
            (functions.group_free)(world.place());
            code
        };
        // (MPI_UNDEFINED is negative everywhere.)
        (code == 0 && found.iter().all(|rank| *rank >= 0)).then_some(found)
    }
}
