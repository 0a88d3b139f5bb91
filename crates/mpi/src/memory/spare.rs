//! What communicators leave for later ones: programs create communicators for a few reductions
//! and free them, and shared memory takes longer to set up than those.
//!
//! A communicator with memory on one node leaves that, for the next one of the same ranks in the
//! same order. One without leaves the time that its reductions have taken, as credit for the next
//! one of as many ranks, so that one of many sets up memory, too. A communicator's first reduction
//! compares the ranks' policies, and with them whether all ranks offer the same: so taking over
//! costs nothing. The operations in memory that is taken over continue its sequence numbers.
//!
//! Memory that is left counts among a process's (`MAX_COMMUNICATORS`), and is freed, the oldest
//! first, when another communicator needs some.

use super::shared::SharedMemory;
use crate::{abi::family::Handle, Library};
use libc::c_int;
use samebits_base::lock::lock;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::{collections::BTreeMap, sync::Mutex};

/// The memory that was left, the oldest first.
#[allow(clippy::vec_box)] // communicators hold it in a box, which is passed on as it is
static MEMORY: Mutex<Vec<Box<SharedMemory>>> = Mutex::new(Vec::new());

/// The credit in nanoseconds, by the number of ranks.
static CREDIT: Mutex<BTreeMap<usize, u64>> = Mutex::new(BTreeMap::new());

/// What a communicator leaves.
#[derive(Debug)]
pub enum Reusable {
    Memory(Box<SharedMemory>),
    /// Nanoseconds that its ranks have reduced without.
    Credit(u64),
}

impl Reusable {
    /// The same on two ranks if they have the same memory in the same state, or the same credit.
    pub fn number(&self) -> u64 {
        const MEMORY: u64 = 1 << 63;
        match self {
            Reusable::Memory(memory) => hash((memory.number, memory.segment.next())) | MEMORY,
            Reusable::Credit(nanoseconds) => nanoseconds & !MEMORY,
        }
    }
}

/// The same in all processes.
pub(super) fn hash(value: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// Keeps what a communicator of that size has left, or could not take over.
pub fn keep(ranks: usize, left: Reusable) {
    match left {
        Reusable::Memory(memory) if memory.members.is_some() && memory.left().is_none() => {
            lock(&MEMORY).push(memory);
        }
        Reusable::Memory(_) | Reusable::Credit(0) => {}
        Reusable::Credit(nanoseconds) => {
            let mut credit = lock(&CREDIT);
            let credit = credit.entry(ranks).or_default();
            *credit = credit.saturating_add(nanoseconds);
        }
    }
}

/// Takes what this rank can offer to a communicator.
pub fn take(library: &Library, comm: Handle, ranks: usize) -> Reusable {
    if let Some(memory) = memory_of(library, comm, ranks) {
        return Reusable::Memory(memory);
    }
    Reusable::Credit(lock(&CREDIT).remove(&ranks).unwrap_or(0))
}

fn memory_of(library: &Library, comm: Handle, ranks: usize) -> Option<Box<SharedMemory>> {
    // The MPI library is asked for the members only if there is memory of as many.
    let as_many = |memory: &SharedMemory| memory.members.as_ref().is_some_and(|m| m.len() == ranks);
    lock(&MEMORY).iter().find(|memory| as_many(memory))?;
    let members = library.world_ranks(comm, ranks)?;
    let mut spare = lock(&MEMORY);
    // The latest: an older one may be left on this rank alone, if another had to free it.
    let place = spare.iter().rposition(|m| m.members.as_deref() == Some(&members[..]))?;
    Some(spare.remove(place))
}

/// Frees the oldest memory. Returns whether there was any.
pub(crate) fn free_one() -> bool {
    let mut spare = lock(&MEMORY);
    let oldest = (!spare.is_empty()).then(|| spare.remove(0));
    oldest.is_some()
}

/// Frees all, before MPI ends.
pub fn free_all() {
    lock(&MEMORY).clear();
    lock(&CREDIT).clear();
}

impl Library {
    /// The ranks in MPI_COMM_WORLD of a (local) group's ranks; none if some are not in it.
    pub fn world_ranks(&self, comm: Handle, ranks: usize) -> Option<Vec<c_int>> {
        if !self.has_world() {
            return None;
        }
        let n = c_int::try_from(ranks).ok()?;
        let (own, mut found): (Vec<c_int>, _) = ((0..n).collect(), vec![0; ranks]);
        let translate = self.functions.group_translate_ranks;
        let code = self.with_group(comm, |group| {
            self.with_group(self.constants.comm_world, |world| {
                // SAFETY: two groups, of which the first has n ranks.
                unsafe { translate(group, n, own.as_ptr(), world, found.as_mut_ptr()) }
            })
        });
        let code = code.ok()?.ok()?;
        // MPI_UNDEFINED is negative everywhere.
        (code == 0 && found.iter().all(|rank| *rank >= 0)).then_some(found)
    }
}
