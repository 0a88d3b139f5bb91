//! The shared memory of a node, in which ranks communicate by [`super::protocol`]. For each rank,
//! in this order: a ring of [`RING`] lines, each a sequence number and up to [`IN_LINE`] bytes of
//! data; a line for the result of each slot; a last line for aborts and for what the rank says of
//! itself; [`RING`] buffers of [`SHORT`]
//! bytes, one beside each line of the ring; and [`SLOTS`] slots of [`SLOT_BYTES`].

use super::prefetch::prefetch_read;
use super::protocol::{Protocol, SegmentMemory};
use super::trials::Trials;
use super::wait::{wait, Sleep, Waiter};
use samebits_base::cache_line::{CACHE_LINE, TWO_CACHE_LINES};
use samebits_base::{fault::Outcome, futex};
use samebits_kernel::stores::{prefetch_row, prefetch_write};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lines in a rank's ring: how far ranks that receive no result may run ahead. Where ranks take
/// turns on a core, that is the work of one turn (with half as many, MPI_Reduce of 8 bytes by four
/// ranks on two cores takes a fifth longer).
const RING: usize = 64;

const SLOTS: usize = 4;

/// Bytes of a line.
pub const LINE: usize = TWO_CACHE_LINES;

/// Bytes of data that fit in a line beside its sequence number.
pub const IN_LINE: usize = LINE - 8;

/// Bytes of the buffer for data that do not fit in a line.
pub const SHORT: usize = 512;

/// How far apart the lines of operations that follow one another lie, and their buffers, these more than
/// a page, because a processor that reads one fetches what lies behind it, too, which its writer has
/// just requested.
const APART: usize = 9;
const _: () = assert!(APART * SHORT > PAGE && APART % 2 == 1, "and each has one of its own");

/// For how many spins a rank stays behind another one that it only follows: about the time of three
/// short reductions.
const STAY_BEHIND: u8 = 8;

/// Where in a rank's last line begins what it says of itself, and how long that may be.
const ABOUT: usize = 4 * size_of::<u64>();
pub const ABOUT_BYTES: usize = LINE - ABOUT;

/// Slots of different ranks lie in different pages.
const PAGE: usize = 4096;

/// Two blocks stay in a core's own cache. Shorter ones cost more where ranks take turns on a core.
pub const SLOT_BYTES: usize = 64 << 10;

/// Data of this many bytes lie in another part of their slot each time: what a core has just
/// written is read sooner from its second cache than from its first.
const PARTED: RangeInclusive<usize> = 4 << 10..=PART;
const PART: usize = 16 << 10;

/// Bytes of a rank's lines: the ring, those of the slots, and the last one.
const LINES: usize = ((RING + SLOTS + 1) * LINE).next_multiple_of(PAGE);

const PER_RANK: usize = LINES + RING * SHORT + SLOTS * SLOT_BYTES;

pub const fn bytes(ranks: usize) -> usize {
    ranks * PER_RANK
}

#[derive(Debug)]
pub struct MappedSegment {
    base: *mut u8,
    rank: u32,
    sleep: Sleep,
    /// None for the only rank of its node.
    trials: Option<Box<Trials>>,
}

// SAFETY: the address of memory that is shared by protocol; the counters are atomic, and only
// one thread at a time works with a communicator's segment.
unsafe impl Send for MappedSegment {}
// SAFETY: as above.
unsafe impl Sync for MappedSegment {}

/// The shared memory of a node, as one of its ranks sees it.
pub type Segment = Protocol<MappedSegment>;

impl Segment {
    /// # Safety
    /// There are [`bytes`] bytes, aligned to a page, all zero before the first rank begins and
    /// used by these ranks only, for as long as this lives.
    pub unsafe fn at(base: *mut u8, rank: usize, ranks: usize) -> Segment {
        assert!(rank < ranks && base.addr().is_multiple_of(PAGE));
        Segment::of(base, rank, ranks)
    }

    /// The segment of a rank that is alone on its node: no memory at all.
    pub fn alone() -> Segment {
        Segment::of(std::ptr::null_mut(), 0, 1)
    }

    fn of(base: *mut u8, rank: usize, ranks: usize) -> Segment {
        let (rank, sleep) = (rank as u32, Sleep::default());
        let trials = (ranks > 1).then(Box::default);
        Protocol::new(MappedSegment { base, rank, sleep, trials }, ranks)
    }

    /// Allows ranks to sleep while they wait, because they outnumber the cores. To be called on
    /// all ranks or none, or some would never be woken in time.
    pub fn allow_sleep(&mut self) {
        self.memory_mut().sleep.allowed = true;
    }

    /// By which stores this rank writes its blocks.
    pub(super) fn trials(&self) -> Option<&Trials> {
        self.memory().trials.as_deref()
    }

    /// Makes this rank sleep the next times that it waits, if it may.
    pub fn sleep_next(&self) {
        self.memory().sleep.begin();
    }

    /// A rank's data of an operation: in its line, in the buffer beside that, or in its slot.
    #[inline]
    pub fn data(&self, rank: usize, sequence: u64, bytes: usize) -> *mut u8 {
        if bytes <= IN_LINE {
            self.memory().ring_line(rank, sequence).wrapping_add(LINE - IN_LINE)
        } else if bytes <= SHORT {
            let place = sequence as usize * APART % RING;
            self.memory().of_rank(rank).wrapping_add(LINES + place * SHORT)
        } else if PARTED.contains(&bytes) {
            let part = sequence as usize / SLOTS % (SLOT_BYTES / PART);
            self.slot(rank, sequence).wrapping_add(part * PART)
        } else {
            self.slot(rank, sequence)
        }
    }

    pub fn slot(&self, rank: usize, sequence: u64) -> *mut u8 {
        debug_assert!(rank < self.ranks());
        let slots = LINES + RING * SHORT;
        self.memory().of_rank(rank).wrapping_add(slots + sequence as usize % SLOTS * SLOT_BYTES)
    }

    /// What a rank says of itself, which no operation uses: [`ABOUT_BYTES`].
    pub fn about(&self, rank: usize) -> *mut u8 {
        let [first, ..] = self.memory().numbers::<3>(rank, SLOTS);
        first.as_ptr().cast::<u8>().wrapping_add(ABOUT)
    }

    /// Waits until this rank may write [`Segment::data`].
    #[inline]
    pub(super) fn wait_for_free_data(
        &self,
        node: &dyn Waiter,
        sequence: u64,
        bytes: usize,
    ) -> Outcome {
        if bytes > SHORT {
            return self.wait_for_free_slots(node, sequence);
        }
        self.wait_for_free_line(node, sequence)
    }

    /// Prefetches this rank's data of an operation to come: the others have read what was there, and
    /// while this rank waits for them the lines come back. (What lies beside its number comes with
    /// that; of longer rows the writing is [tried](super::stores).)
    #[inline]
    pub(super) fn prefetch_own(&self, sequence: u64, bytes: usize) {
        if bytes > CACHE_LINE - size_of::<u64>() {
            prefetch_row(self.data(self.rank(), sequence, bytes), bytes);
        }
    }

    /// Whether a rank has published an operation, or a later one.
    #[inline]
    pub(super) fn has_published(&self, rank: usize, sequence: u64) -> bool {
        self.memory().line(rank, sequence).load(Ordering::Acquire) >= sequence
    }

    /// Waits for a rank that does not wait for this one. If it is not there yet, this one stays behind for
    /// a while: each look takes the line away that the other one is about to write, and both are faster
    /// at a distance.
    #[inline]
    pub(super) fn wait_at_distance(
        &self,
        node: &dyn Waiter,
        rank: usize,
        sequence: u64,
    ) -> Outcome {
        if !self.has_published(rank, sequence) && !node.is_oversubscribed() {
            (0..STAY_BEHIND).for_each(|_| std::hint::spin_loop());
        }
        self.wait_for(node, rank, sequence)
    }

    /// Prefetches a rank's data of the next operation: if that rank is ahead they are there.
    #[inline]
    pub(super) fn prefetch_next(&self, rank: usize, sequence: u64, bytes: usize) {
        prefetch_read(self.memory().ring_line(rank, sequence + 1));
        let data = self.data(rank, sequence + 1, bytes);
        (0..bytes).step_by(CACHE_LINE).for_each(|at| prefetch_read(data.wrapping_add(at)));
    }
}

impl MappedSegment {
    fn of_rank(&self, rank: usize) -> *mut u8 {
        self.base.wrapping_add(rank * PER_RANK)
    }

    fn ring_line(&self, rank: usize, sequence: u64) -> *mut u8 {
        self.of_rank(rank).wrapping_add(sequence as usize * APART % RING * LINE)
    }

    /// The numbers at the beginning of one of the lines after the ring.
    fn numbers<const N: usize>(&self, rank: usize, line: usize) -> [&AtomicU64; N] {
        let line = self.of_rank(rank).wrapping_add((RING + line) * LINE);
        // SAFETY: lines begin with numbers, and live as long as this.
        std::array::from_fn(|i| unsafe { AtomicU64::from_ptr(line.cast::<u64>().wrapping_add(i)) })
    }

    /// How many ranks sleep until this one has written a number: in its last line.
    fn sleepers(&self, rank: usize) -> &AtomicU64 {
        let [_, _, sleepers] = self.numbers(rank, SLOTS);
        sleepers
    }
}

impl SegmentMemory for MappedSegment {
    type Word = AtomicU64;

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
    fn line(&self, rank: usize, sequence: u64) -> &AtomicU64 {
        // SAFETY: lines begin with their number, and live as long as this.
        unsafe { AtomicU64::from_ptr(self.ring_line(rank, sequence).cast()) }
    }

    #[inline]
    fn result(&self, rank: usize, sequence: u64) -> [&AtomicU64; 2] {
        self.numbers(rank, sequence as usize % SLOTS)
    }

    #[inline]
    fn aborted(&self, rank: usize) -> [&AtomicU64; 2] {
        self.numbers(rank, SLOTS)
    }

    #[inline]
    fn wait(&self, node: &dyn Waiter, rank: usize, number: &AtomicU64, target: u64) -> Outcome {
        wait(node, (rank, number), target, &self.sleep, || self.sleepers(rank))
    }

    #[inline]
    fn write(&self, number: &AtomicU64, sequence: u64) {
        number.store(sequence, Ordering::Release);
        if self.sleep.allowed {
            futex::wake(number, self.sleepers(self.rank()));
        }
    }

    #[inline]
    fn prefetch_line(&self, sequence: u64) {
        prefetch_write(self.ring_line(self.rank(), sequence));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zeroed memory for that many ranks, and the address of its first page.
    fn pages(ranks: usize) -> (Vec<[u64; PAGE / 8]>, *mut u8) {
        let mut memory = vec![[0; PAGE / 8]; bytes(ranks).div_ceil(PAGE) + 1];
        let base = memory.as_mut_ptr().cast::<u8>();
        let first = base.wrapping_add(base.align_offset(PAGE));
        (memory, first)
    }

    #[test]
    fn lines_and_slots_do_not_overlap() {
        for ranks in [1, 2, 3, 8, 20, 64].into_iter().take(if cfg!(miri) { 2 } else { 6 }) {
            let mut taken = vec![false; bytes(ranks) / LINE];
            let (_memory, base) = pages(ranks);
            // SAFETY: nobody else uses the memory.
            let segment = unsafe { Segment::at(base, 0, ranks) };
            let mut take = |at: *mut u8, bytes: usize| {
                let from = at.addr() - base.addr();
                for line in &mut taken[from / LINE..(from + bytes).div_ceil(LINE)] {
                    assert!(!std::mem::replace(line, true));
                }
            };
            for rank in 0..ranks {
                take(segment.memory().aborted(rank)[0].as_ptr().cast(), LINE);
                for sequence in 0..SLOTS as u64 {
                    take(segment.memory().result(rank, sequence)[0].as_ptr().cast(), LINE);
                    take(segment.slot(rank, sequence), SLOT_BYTES);
                }
                for sequence in 0..RING as u64 {
                    take(segment.memory().ring_line(rank, sequence), LINE);
                    take(segment.data(rank, sequence, SHORT), SHORT);
                    let short = segment.data(rank, sequence, IN_LINE).addr();
                    assert_eq!(short, segment.memory().ring_line(rank, sequence).addr() + 8);
                }
            }
        }
    }

    #[test]
    fn data_in_parts_of_a_slot_lie_within_it() {
        let (_memory, base) = pages(2);
        // SAFETY: nobody else uses the memory.
        let segment = unsafe { Segment::at(base, 0, 2) };
        for (rank, bytes) in [(0, *PARTED.start()), (1, 5000), (1, *PARTED.end())] {
            let at = |s| segment.data(rank, s, bytes).addr() - segment.slot(rank, s).addr();
            let operations = 0..8 * SLOTS as u64;
            assert!(operations.clone().all(|s| at(s) + bytes <= SLOT_BYTES));
            assert!(operations.map(at).any(|at| at > 0));
        }
    }

    #[test]
    fn a_rank_may_abort_twice_before_the_others_notice_and_then_go_on() {
        let (_memory, base) = pages(2);
        // SAFETY: as many bytes, all zero, used by these two only.
        let [aborting, observer] = [0, 1].map(|rank| unsafe { Segment::at(base, rank, 2) });
        let has_aborted = |sequence| observer.has_aborted(0, sequence);
        let publish_one = || {
            let operation = aborting.begin(1);
            aborting.publish(operation.first);
            operation.finish();
        };
        let first = aborting.next();
        publish_one();
        assert!(!has_aborted(first));
        drop(aborting.begin(1));
        drop(aborting.begin(1));
        assert!([1, 2].into_iter().all(|later| has_aborted(first + later)));
        for later in 3..3 + SLOTS as u64 {
            publish_one();
            assert!(!has_aborted(first + later));
        }
        // Nobody can still be waiting for the first range.
        drop(aborting.begin(1));
        assert!(!has_aborted(first + 1) && has_aborted(first + 3 + SLOTS as u64));
    }

    /// As where an operator throws in each rank's fold, and another rank reads more slowly.
    #[test]
    fn what_a_rank_has_published_stays_valid_if_it_aborts_afterwards() {
        let (_memory, base) = pages(2);
        // SAFETY: as above.
        let [aborting, observer] = [0, 1].map(|rank| unsafe { Segment::at(base, rank, 2) });
        let first = aborting.next();
        for aborts in [true, false, true, true] {
            let operation = aborting.begin(1);
            aborting.publish(operation.first);
            match aborts {
                true => drop(operation),
                false => operation.finish(),
            }
        }
        assert_eq!(aborting.next(), first + 4);
        assert!((first..first + 4).all(|sequence| !observer.has_aborted(0, sequence)));
    }
}
