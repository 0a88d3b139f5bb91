//! The memory that the ranks of a node share, for what they say to each other by
//! [`super::protocol`]: for each rank a ring of [`RING`] lines, which hold data that are short
//! enough beside their number; a ring of as many places for data that are a bit longer; [`SLOTS`]
//! slots with room for long ones, each with a line for what was made of it; and a last line.

use super::prefetch::{own_soon, read_soon};
use super::protocol::{Memory, Protocol};
use super::wait::{wait, Sleep, Waiter};
use crate::futex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lines of each rank, and places for short data: as far ranks without a result may go ahead. Where
/// ranks take turns on a core, that is the work of a turn (with half as many MPI_Reduce of 8 bytes
/// by four ranks on two cores takes a fifth more).
const RING: usize = 64;

/// Slots of each rank.
const SLOTS: usize = 4;

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
const PAGE: usize = 4096;

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

/// An address of memory that is shared.
#[derive(Debug)]
pub struct Mapped {
    base: *mut u8,
    rank: u32,
    sleep: Sleep,
}

// SAFETY: an address of memory that is shared by protocol; the counters are atomic, and only
// one thread at a time works with a communicator's segment.
unsafe impl Send for Mapped {}
// SAFETY: likewise.
unsafe impl Sync for Mapped {}

/// The memory of one node's ranks, seen from one of them.
pub type Segment = Protocol<Mapped>;

impl Segment {
    /// The segment at an address, seen from one of so many ranks.
    ///
    /// # Safety
    /// There are [`bytes`] bytes, aligned to a page, all zero before the first rank begins and
    /// used by these ranks only, for as long as this lives.
    pub unsafe fn at(base: *mut u8, rank: usize, ranks: usize) -> Segment {
        assert!(rank < ranks && base.addr().is_multiple_of(PAGE));
        Segment::of(base, rank, ranks)
    }

    /// Of a rank that is alone, and shares no memory.
    pub fn alone() -> Segment {
        Segment::of(std::ptr::null_mut(), 0, 1)
    }

    fn of(base: *mut u8, rank: usize, ranks: usize) -> Segment {
        let (rank, sleep) = (rank as u32, Sleep::default());
        Protocol::new(Mapped { base, rank, sleep }, ranks)
    }

    /// Ranks may sleep while they wait, because there are more of them than cores; all have to be
    /// told so. (One that was not would wake nobody, who then slept too long.)
    pub fn let_sleep(&mut self) {
        self.memory_mut().sleep.allow();
    }

    /// This rank sleeps the next times that it waits, if it may.
    pub fn sleep_next(&self) {
        self.memory().sleep.begin();
    }

    /// Where a rank's data of a piece of work lie: in its line or in the place beside that if
    /// they are that short.
    #[inline]
    pub fn data(&self, rank: usize, work: u64, bytes: usize) -> *mut u8 {
        if bytes <= IN_LINE {
            self.memory().ring_line(rank, work).wrapping_add(LINE - IN_LINE)
        } else if bytes <= SHORT {
            self.memory().of_rank(rank).wrapping_add(LINES + work as usize % RING * SHORT)
        } else {
            self.slot(rank, work)
        }
    }

    /// The room of a rank's slot.
    pub fn slot(&self, rank: usize, work: u64) -> *mut u8 {
        debug_assert!(rank < self.ranks());
        let slots = LINES + RING * SHORT;
        self.memory().of_rank(rank).wrapping_add(slots + work as usize % SLOTS * SLOT_BYTES)
    }

    /// Waits until this rank may write its data of a piece of work, of so many bytes, to where
    /// they lie.
    #[inline]
    pub fn wait_for_room(&self, node: &dyn Waiter, work: u64, bytes: usize) {
        if bytes > SHORT {
            return self.wait_for_slots(node, work);
        }
        self.wait_for_line(node, work);
    }

    /// Has the processor fetch what a rank writes next, of so many bytes in a place, for one that
    /// does not wait for this: it is there already, if that rank is ahead.
    #[inline]
    pub fn fetch_next(&self, rank: usize, work: u64, bytes: usize) {
        read_soon(self.memory().ring_line(rank, work + 1));
        let place = self.data(rank, work + 1, bytes);
        (0..bytes).step_by(CACHE_LINE).for_each(|at| read_soon(place.wrapping_add(at)));
    }
}

impl Mapped {
    fn of_rank(&self, rank: usize) -> *mut u8 {
        self.base.wrapping_add(rank * PER_RANK)
    }

    fn ring_line(&self, rank: usize, work: u64) -> *mut u8 {
        self.of_rank(rank).wrapping_add(work as usize % RING * LINE)
    }

    /// Consecutive numbers in one of the lines behind the ring.
    fn numbers<const N: usize>(&self, rank: usize, line: usize) -> [&AtomicU64; N] {
        let line = self.of_rank(rank).wrapping_add((RING + line) * LINE);
        // SAFETY: lines begin with numbers, and live as long as this.
        std::array::from_fn(|i| unsafe { AtomicU64::from_ptr(line.cast::<u64>().wrapping_add(i)) })
    }

    /// How many sleep until a rank has written a number: in its last line.
    fn sleepers(&self, rank: usize) -> &AtomicU64 {
        let [_, _, sleepers] = self.numbers(rank, SLOTS);
        sleepers
    }
}

impl Memory for Mapped {
    type Number = AtomicU64;

    #[inline]
    fn rank(&self) -> usize {
        self.rank as usize
    }

    #[inline]
    fn ring(&self) -> u16 {
        RING as u16
    }

    #[inline]
    fn slots(&self) -> u16 {
        SLOTS as u16
    }

    #[inline]
    fn line(&self, rank: usize, work: u64) -> &AtomicU64 {
        // SAFETY: lines begin with their number, and live as long as this.
        unsafe { AtomicU64::from_ptr(self.ring_line(rank, work).cast()) }
    }

    #[inline]
    fn answer(&self, rank: usize, work: u64) -> [&AtomicU64; 2] {
        self.numbers(rank, work as usize % SLOTS)
    }

    #[inline]
    fn left(&self, rank: usize) -> [&AtomicU64; 2] {
        self.numbers(rank, SLOTS)
    }

    #[inline]
    fn wait(&self, node: &dyn Waiter, rank: usize, number: &AtomicU64, least: u64) {
        wait(node, number, least, &self.sleep, || self.sleepers(rank));
    }

    #[inline]
    fn write(&self, number: &AtomicU64, work: u64) {
        number.store(work, Ordering::Release);
        if self.sleep.is_allowed() {
            futex::wake(number, self.sleepers(self.rank()));
        }
    }

    #[inline]
    fn written_soon(&self, work: u64) {
        own_soon(self.ring_line(self.rank(), work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::AssertUnwindSafe;

    #[test]
    fn lines_and_rooms_lie_apart() {
        for ranks in [1, 2, 3, 8, 20, 64] {
            let length = bytes(ranks);
            let mut taken = vec![false; length / LINE];
            let base = std::ptr::without_provenance_mut::<u8>(PAGE);
            // SAFETY: nothing is read or written there.
            let segment = unsafe { Segment::at(base, 0, ranks) };
            let mut take = |at: *mut u8, bytes: usize| {
                let from = at.addr() - PAGE;
                for line in &mut taken[from / LINE..(from + bytes).div_ceil(LINE)] {
                    assert!(!std::mem::replace(line, true));
                }
            };
            for rank in 0..ranks {
                take(segment.memory().left(rank)[0].as_ptr().cast(), LINE);
                for work in 0..SLOTS as u64 {
                    take(segment.memory().answer(rank, work)[0].as_ptr().cast(), LINE);
                    take(segment.slot(rank, work), SLOT_BYTES);
                }
                for work in 0..RING as u64 {
                    take(segment.memory().ring_line(rank, work), LINE);
                    take(segment.data(rank, work, SHORT), SHORT);
                    let short = segment.data(rank, work, IN_LINE).addr();
                    assert_eq!(short, segment.memory().ring_line(rank, work).addr() + 8);
                }
            }
        }
    }

    /// A rank that leaves twice before the others have looked has left both times, and what it
    /// does later is good.
    #[test]
    fn who_leaves_twice_has_left_twice() {
        let pages = bytes(2).div_ceil(PAGE) + 1;
        let mut memory = vec![[0u64; PAGE / 8]; pages];
        let base = memory.as_mut_ptr().cast::<u8>();
        let base = base.wrapping_add(base.align_offset(PAGE));
        // SAFETY: as many bytes, zero, of these two.
        let [leaves, looks] = [0, 1].map(|rank| unsafe { Segment::at(base, rank, 2) });
        let has_left =
            |work| std::panic::catch_unwind(AssertUnwindSafe(|| looks.check(0, work))).is_err();
        let begun = leaves.take(1);
        let first = begun.first;
        leaves.publish(first);
        begun.done();
        assert!(!has_left(first));
        drop(leaves.take(1));
        drop(leaves.take(1));
        assert!([1, 2].into_iter().all(|work| has_left(first + work)));
        for work in 3..3 + SLOTS as u64 {
            let done = leaves.take(1);
            leaves.publish(done.first);
            done.done();
            assert!(!has_left(first + work));
        }
        // (Of that long ago nobody waits any more.)
        drop(leaves.take(1));
        assert!(!has_left(first + 1) && has_left(first + 3 + SLOTS as u64));
    }
}
