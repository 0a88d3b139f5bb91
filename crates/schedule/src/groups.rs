//! Groups of neighbours that divide a vector among themselves: each rank gets a piece of what all
//! of its group contribute, in one round of messages, and later hands the piece's results back.

use super::exchanges::wait_for_all;
use super::merging::aligned;
use super::messages::Messages;
use super::prelude::*;

/// The ranks of a group: as requested, where they divide the number of ranks, else 1.
pub(super) fn size(ranks: usize, settings: &Settings) -> usize {
    match settings.degree {
        degree if degree > 0 && ranks.is_multiple_of(degree) => degree,
        _ => 1,
    }
}

/// The time of a round in which each rank of a group sends n bytes to each other one, which takes
/// `each` seconds for what it receives from one of them. A message keeps its sender busy as long as
/// its receiver.
pub(super) fn seconds(machine: &Machine, size: usize, n: f64, each: f64) -> f64 {
    let others = size.saturating_sub(1) as f64;
    machine.alpha + (others - 1.0) * 2.0 * machine.receive + others * (n * machine.beta + each)
}

/// The ranks of groups of that size.
pub(super) fn ranks(size: usize, groups: &Ranks) -> Ranks {
    let ranges = groups.ranges().iter().map(|groups| groups.start * size..groups.end * size);
    ranges.map(Ranks::from).fold(Ranks::default(), |ranks, range| ranks.union(&range))
}

/// A rank's group, and its place in there.
pub(super) struct RankGroup {
    pub size: usize,
    pub number: usize,
    pub member: usize,
}

impl RankGroup {
    pub fn of(rank: usize, size: usize) -> RankGroup {
        RankGroup { size, number: rank / size, member: rank % size }
    }

    pub fn rank(&self, member: usize) -> usize {
        self.number * self.size + member
    }

    /// The rank with this one's piece in another group.
    pub fn in_group(&self, number: usize) -> usize {
        number * self.size + self.member
    }

    /// The first ranks of the group.
    pub fn first(&self, members: usize) -> Ranks {
        Ranks::from(self.rank(0)..self.rank(members))
    }

    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (1..self.size).map(|next| (self.member + next) % self.size)
    }

    /// Gives each member its piece of the own contribution, a row of elements of `size` bytes, and
    /// returns where the contributions to this rank's piece lie, in rank order: the others' one
    /// after the other in `scratch`, each at a multiple of the alignment.
    ///
    /// # Safety
    /// The row is that of the cut; in `scratch` there is room for a piece of each other member.
    pub async unsafe fn split<M: Mode>(
        &self,
        messages: &dyn Messages,
        cut: Cut,
        size: usize,
        own: *const u8,
        scratch: *mut u8,
    ) -> Result<Vec<*const u8>, Fault> {
        let piece = |member: usize| own.wrapping_add(cut.start(member) * size);
        let (bytes, room) = (cut.length(self.member) * size, aligned(cut.length(0) * size));
        let mut rows = vec![piece(self.member); self.size];
        let mut pending = Vec::with_capacity(2 * self.size);
        // SAFETY: upheld by the caller; all messages are waited for.
        unsafe {
            for (place, member) in self.others().enumerate().take_while(|_| bytes > 0) {
                let into = scratch.wrapping_add(place * room);
                rows[member] = into;
                pending.push(messages.receive(self.rank(member), into, bytes)?);
            }
            for member in self.others().filter(|&member| cut.length(member) > 0) {
                let bytes = cut.length(member) * size;
                pending.push(messages.send(self.rank(member), piece(member), bytes)?);
            }
        }
        wait_for_all::<M>(messages, pending).await?;
        Ok(rows)
    }

    /// Puts the pieces of a row of results together, on all members or on the root among them.
    ///
    /// # Safety
    /// The row is that of the cut, with this rank's piece in its place.
    pub async unsafe fn unite<M: Mode>(
        &self,
        messages: &dyn Messages,
        cut: Cut,
        size: usize,
        row: *mut u8,
        to: Destination,
    ) -> Outcome {
        let piece =
            |member: usize| (row.wrapping_add(cut.start(member) * size), cut.length(member) * size);
        let receives = to.reaches(self.rank(self.member));
        let mut pending = Vec::with_capacity(2 * self.size);
        // SAFETY: upheld by the caller: the pieces lie side by side; all messages are waited for.
        unsafe {
            for member in self.others().filter(|&member| receives && cut.length(member) > 0) {
                let (into, bytes) = piece(member);
                pending.push(messages.receive(self.rank(member), into, bytes)?);
            }
            let (own, bytes) = piece(self.member);
            let reached = |&member: &usize| bytes > 0 && to.reaches(self.rank(member));
            for member in self.others().filter(reached) {
                pending.push(messages.send(self.rank(member), own, bytes)?);
            }
        }
        wait_for_all::<M>(messages, pending).await
    }
}
