//! The memory that the ranks of a node share: who writes where, and how the others learn of
//! it.
//!
//! Every piece of work has a number, the same on all ranks, which grow by one. For each rank
//! there is a ring of [`RING`] lines, one for the work of each number modulo that, which holds the
//! number of the work whose data are there and the data themselves where they are short enough;
//! a ring of as many places for data that are a bit longer; and [`SLOTS`] slots with room for long
//! ones, each with a line for what was made of it. Only one rank writes to a line.
//!
//! A line, a place or a slot is written again once all ranks have finished what they did with it.
//! That is known without a word: a rank begins a piece of work at most one piece ahead
//! ([`AHEAD`]), so one that has begun number w has finished number w - 1 - AHEAD. A rank that gets
//! no result of short vectors goes on, a ring ahead of those that do.
//!
//! A rank that leaves in the middle, because of an error or of an exception that the caller's
//! operator throws, says so in its last line, and nobody waits for it.

use super::prefetch::{own_soon, read_soon};
use super::wait::{wait, Sleep, Waiter};
use crate::arithmetic::FatalError;
use crate::futex;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Lines of each rank, and places for short data: as far ranks without a result may go ahead. Where
/// ranks take turns on a core, that is the work of a turn (with half as many MPI_Reduce of 8 bytes
/// by four ranks on two cores takes a fifth more).
pub(super) const RING: usize = 64;

/// Slots of each rank.
pub(super) const SLOTS: usize = 4;

/// Pieces of work that a rank may begin before it has finished the one before.
const AHEAD: u64 = 1;

/// Bytes that processors hand each other at a time.
const CACHE_LINE: usize = 64;

/// Bytes of a line: two that lie side by side, of which some processors fetch the second with the
/// first.
pub const LINE: usize = 2 * CACHE_LINE;

/// Bytes of data that a line holds beside its number.
pub const IN_LINE: usize = LINE - 8;

/// Bytes of a place for data that are too long for a line.
pub const SHORT: usize = 512;

/// Bytes of a page: slots of different ranks lie in different ones.
pub(super) const PAGE: usize = 4096;

/// The memory of one node's ranks, seen from one of them.
#[derive(Debug)]
pub struct Segment {
    base: *mut u8,
    rank: u32,
    ranks: u32,
    /// The number of the next piece of work.
    pub(super) next: AtomicU64,
    /// All ranks are known to have begun the work of this number.
    begun: AtomicU64,
    /// Lines of this rank's that may hold what others have not read yet.
    pub(super) ring: AtomicU16,
    sleep: Sleep,
}

// SAFETY: an address of memory that is shared by protocol; the counters are atomic, and only
// one thread at a time works with a communicator's segment.
unsafe impl Send for Segment {}
// SAFETY: likewise.
unsafe impl Sync for Segment {}

/// Bytes of the room in a slot: two blocks stay in the cache nearest to a core, and where ranks
/// take turns on a core, which they do at each block, shorter ones cost more.
pub const SLOT_BYTES: usize = 64 << 10;

/// Bytes of a rank's lines: the ring, those for answers, and the last one.
const LINES: usize = ((RING + SLOTS + 1) * LINE).next_multiple_of(PAGE);

/// Bytes of the segment of so many ranks.
pub const fn bytes(ranks: usize) -> usize {
    ranks * PER_RANK
}

const PER_RANK: usize = LINES + RING * SHORT + SLOTS * SLOT_BYTES;

impl Segment {
    /// The segment at an address, seen from one of so many ranks.
    ///
    /// # Safety
    /// There are [`bytes`] bytes, aligned to a page, all zero before the first rank begins and
    /// used by these ranks only, for as long as this lives.
    pub unsafe fn new(base: *mut u8, rank: usize, ranks: usize) -> Segment {
        assert!(rank < ranks && base.addr().is_multiple_of(PAGE));
        Segment::at(base, rank, ranks)
    }

    /// Of a rank that is alone, and shares no memory.
    pub fn alone() -> Segment {
        Segment::at(std::ptr::null_mut(), 0, 1)
    }

    fn at(base: *mut u8, rank: usize, ranks: usize) -> Segment {
        let (rank, ranks) = (rank as u32, ranks as u32);
        let (next, begun, ring) = (1.into(), 0.into(), (RING as u16).into());
        Segment { base, rank, ranks, next, begun, ring, sleep: Sleep::default() }
    }

    /// Ranks may sleep while they wait, because there are more of them than cores; all have to be
    /// told so. (One that was not would wake nobody, who then slept too long.)
    pub fn let_sleep(&mut self) {
        self.sleep.allow();
    }

    /// This rank sleeps the next times that it waits, if it may.
    pub fn sleep_next(&self) {
        self.sleep.begin();
    }

    /// The number of this rank on the node.
    pub fn rank(&self) -> usize {
        self.rank as usize
    }

    /// The number of ranks on the node.
    pub fn ranks(&self) -> usize {
        self.ranks as usize
    }

    /// The number of the next piece of work: the same on all ranks that have done the same.
    pub fn next(&self) -> u64 {
        self.next.load(Ordering::Relaxed)
    }

    fn of_rank(&self, rank: usize) -> *mut u8 {
        debug_assert!(rank < self.ranks());
        self.base.wrapping_add(rank * PER_RANK)
    }

    fn line(&self, rank: usize, work: u64) -> *mut u8 {
        self.of_rank(rank).wrapping_add(work as usize % RING * LINE)
    }

    fn number(&self, line: *mut u8) -> &AtomicU64 {
        // SAFETY: lines begin with their number, and live as long as this.
        unsafe { AtomicU64::from_ptr(line.cast()) }
    }

    /// Where a rank's data of a piece of work lie: in its line or in the place beside that if
    /// they are that short.
    #[inline]
    pub fn data(&self, rank: usize, work: u64, bytes: usize) -> *mut u8 {
        if bytes <= IN_LINE {
            self.line(rank, work).wrapping_add(LINE - IN_LINE)
        } else if bytes <= SHORT {
            self.of_rank(rank).wrapping_add(LINES + work as usize % RING * SHORT)
        } else {
            self.slot(rank, work)
        }
    }

    /// The room of a rank's slot.
    pub fn slot(&self, rank: usize, work: u64) -> *mut u8 {
        let slots = LINES + RING * SHORT;
        self.of_rank(rank).wrapping_add(slots + work as usize % SLOTS * SLOT_BYTES)
    }

    /// The numbers of the work in whose middle a rank has left last: the first whose data it
    /// has not published, and the first after them all.
    pub(super) fn left(&self, rank: usize) -> [&AtomicU64; 2] {
        let line = self.of_rank(rank).wrapping_add((RING + SLOTS) * LINE);
        [0, 8].map(|offset| self.number(line.wrapping_add(offset)))
    }

    /// The line in which a rank says what it has made of its slot.
    fn answer(&self, rank: usize, work: u64) -> *mut u8 {
        self.of_rank(rank).wrapping_add((RING + work as usize % SLOTS) * LINE)
    }

    /// Waits until this rank may write to the slots of a piece of work: all ranks have
    /// finished what they did with those of the work [`SLOTS`] numbers before.
    #[inline]
    pub fn wait_for_slots(&self, node: &dyn Waiter, work: u64) {
        let needed = (work + 1 + AHEAD).saturating_sub(SLOTS as u64);
        if self.begun.load(Ordering::Relaxed) < needed {
            self.wait_for_all(node, needed);
        }
    }

    /// Waits until this rank may write its data of a piece of work, of so many bytes, to where
    /// they lie.
    #[inline]
    pub fn wait_for_room(&self, node: &dyn Waiter, work: u64, bytes: usize) {
        if bytes > SHORT {
            return self.wait_for_slots(node, work);
        }
        let ring = u64::from(self.ring.load(Ordering::Relaxed));
        let needed = (work + 1 + AHEAD).saturating_sub(ring);
        if self.begun.load(Ordering::Relaxed) < needed {
            // Not again at the next piece: by then half of the ring is free, or all of it where
            // whoever waits gives its core away. (All that others wait for to begin the work
            // before this one is there.)
            let free = if node.is_oversubscribed() { ring } else { ring / 2 };
            self.wait_for_all(node, (needed + free).min(work - 1));
        }
    }

    /// Waits until all ranks have begun a piece of work.
    fn wait_for_all(&self, node: &dyn Waiter, work: u64) {
        for rank in (0..self.ranks()).filter(|rank| *rank != self.rank()) {
            self.wait_for(node, rank, work);
        }
        self.begun.store(work, Ordering::Relaxed);
    }

    /// Says that this rank's data of a piece of work are there, with all that it has written
    /// to other ranks' slots.
    #[inline]
    pub fn publish(&self, work: u64) {
        self.write(self.line(self.rank(), work), work);
        own_soon(self.line(self.rank(), work + 2));
    }

    /// Waits for a rank's data.
    #[inline]
    pub fn wait_for(&self, node: &dyn Waiter, rank: usize, work: u64) {
        self.wait(node, rank, self.line(rank, work), work);
    }

    /// Has the processor fetch what a rank writes next, of so many bytes in a place, for one that
    /// does not wait for this: it is there already, if that rank is ahead.
    #[inline]
    pub fn fetch_next(&self, rank: usize, work: u64, bytes: usize) {
        read_soon(self.line(rank, work + 1));
        let place = self.data(rank, work + 1, bytes);
        (0..bytes).step_by(CACHE_LINE).for_each(|at| read_soon(place.wrapping_add(at)));
    }

    /// Ends the job if a rank has left in the middle of a piece of work, and what it has
    /// published is rubbish. (A line that hardly ever changes.)
    #[inline]
    pub fn check(&self, rank: usize, work: u64) {
        let [from, to] = self.left(rank);
        // (Whoever sees the end of a range sees its beginning.)
        if work < to.load(Ordering::Acquire) && work >= from.load(Ordering::Relaxed) {
            has_left(rank);
        }
    }

    /// Notes that all ranks' data of a piece of work were there.
    #[inline]
    pub fn all_begun(&self, work: u64) {
        self.begun.store(work, Ordering::Relaxed);
    }

    /// Says that this rank has made something of its slot, and a word about it.
    pub fn publish_result_row(&self, work: u64, word: u64) {
        let line = self.answer(self.rank(), work);
        // SAFETY: a line of this rank's; the others read it once its number is there.
        unsafe { line.cast::<u64>().add(1).write(word) };
        self.write(line, work);
    }

    /// Waits for what a rank has made of its slot. Returns the word about it; ends the job if
    /// the rank has left.
    pub fn wait_for_result_row(&self, node: &dyn Waiter, rank: usize, work: u64) -> u64 {
        let line = self.answer(rank, work);
        self.wait(node, rank, line, work);
        // SAFETY: written before the number.
        let word = unsafe { line.cast::<u64>().add(1).read() };
        if word == LEFT {
            has_left(rank);
        }
        word
    }

    /// How many sleep until a rank has written a number: in its last line.
    fn sleepers(&self, rank: usize) -> &AtomicU64 {
        self.number(self.left(rank)[1].as_ptr().wrapping_add(1).cast())
    }

    /// Writes a number to a line of this rank's, and with it all that this rank has written
    /// before.
    #[inline]
    fn write(&self, line: *mut u8, work: u64) {
        self.number(line).store(work, Ordering::Release);
        if self.sleep.is_allowed() {
            futex::wake(self.number(line), self.sleepers(self.rank()));
        }
    }

    /// Waits until the number in a rank's line is at least so large.
    #[inline]
    fn wait(&self, node: &dyn Waiter, rank: usize, line: *mut u8, least: u64) {
        wait(node, self.number(line), least, &self.sleep, || self.sleepers(rank));
    }

    /// The number of the last piece of work whose data this rank has published.
    pub(super) fn published(&self) -> u64 {
        let number = |slot| self.number(self.line(self.rank(), slot)).load(Ordering::Relaxed);
        (0..RING as u64).map(number).max().unwrap_or(0)
    }
}

#[cold]
fn has_left(rank: usize) -> ! {
    FatalError::panic(format!(
        "rank {rank} of the node has left the reduction in the middle of it, by an error or an \
         exception that no other rank has"
    ));
}

/// What a rank that has left answers.
pub(super) const LEFT: u64 = u64::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_rooms_lie_apart() {
        for ranks in [1, 2, 3, 8, 20, 64] {
            let length = bytes(ranks);
            let mut taken = vec![false; length / LINE];
            let base = std::ptr::without_provenance_mut::<u8>(PAGE);
            // SAFETY: nothing is read or written there.
            let segment = unsafe { Segment::new(base, 0, ranks) };
            let mut take = |at: *mut u8, bytes: usize| {
                let from = at.addr() - PAGE;
                for line in &mut taken[from / LINE..(from + bytes).div_ceil(LINE)] {
                    assert!(!std::mem::replace(line, true));
                }
            };
            for rank in 0..ranks {
                take(segment.left(rank)[0].as_ptr().cast(), LINE);
                for work in 0..SLOTS as u64 {
                    take(segment.answer(rank, work), LINE);
                    take(segment.slot(rank, work), SLOT_BYTES);
                }
                for work in 0..RING as u64 {
                    take(segment.line(rank, work), LINE);
                    take(segment.data(rank, work, SHORT), SHORT);
                    let short = segment.data(rank, work, IN_LINE).addr();
                    assert_eq!(short, segment.line(rank, work).addr() + 8);
                }
            }
        }
    }
}
