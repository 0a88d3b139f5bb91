//! How ranks that share memory learn of what the others have written to it: numbers, and waiting
//! for them. Generic over the memory and over how a rank waits, so that a model checker runs this
//! very code (`model-check/`); [`super::segment`] is the memory of a node's ranks.
//!
//! Every piece of work has a number, the same on all ranks, which grow by one. For each rank
//! there is a ring of lines, one for the work of each number modulo its length, which holds the
//! number of the work whose data are there; and a few slots with room for long data, each with a
//! line for what was made of it. Only one rank writes to a line.
//!
//! A line, or a slot, is written again once all ranks have finished what they did with it.
//! That is known without a word: a rank begins a piece of work at most one piece ahead
//! ([`AHEAD`]), so one that has begun number w has finished number w - 1 - AHEAD. A rank that gets
//! no result of short vectors goes on, a ring ahead of those that do.
//!
//! A rank that leaves in the middle, because of an error or of an exception that the caller's
//! operator throws, says so in its last line, and nobody waits for it.

use super::wait::{Number, Waiter};
use crate::arithmetic::FatalError;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Pieces of work that a rank may begin before it has finished the one before.
const AHEAD: u64 = 1;

/// What a rank that has left answers.
const LEFT: u64 = u64::MAX;

/// The numbers in memory that ranks share, seen from one of them.
pub trait Memory {
    /// One of them.
    type Number: Number;

    /// The rank.
    fn rank(&self) -> usize;

    /// Lines in the ring of a rank.
    fn ring(&self) -> u16;

    /// Slots of a rank, at least two more than [`AHEAD`].
    fn slots(&self) -> u16;

    /// The number in a line of a rank's ring, that for a piece of work.
    fn line(&self, rank: usize, work: u64) -> &Self::Number;

    /// The number in the line in which a rank says what it has made of its slot, and what it says.
    fn answer(&self, rank: usize, work: u64) -> [&Self::Number; 2];

    /// The numbers of the work in whose middle a rank has left last: the first whose data it
    /// has not published, and the first after them all.
    fn left(&self, rank: usize) -> [&Self::Number; 2];

    /// Waits until a number of a rank's is at least so large.
    fn wait(&self, node: &dyn Waiter<Self::Number>, rank: usize, number: &Self::Number, least: u64);

    /// Writes one of this rank's numbers, and with it all that this rank has written before.
    fn write(&self, number: &Self::Number, work: u64);

    /// This rank is about to write the line of a piece of work.
    fn written_soon(&self, _work: u64) {}
}

/// The numbers, seen from one of the ranks.
#[derive(Debug)]
pub struct Protocol<M> {
    memory: M,
    ranks: u32,
    /// The number of the next piece of work.
    next: AtomicU64,
    /// All ranks are known to have begun the work of this number.
    begun: AtomicU64,
    /// Lines of this rank's that may hold what others have not read yet.
    ring: AtomicU16,
}

impl<M> Protocol<M> {
    /// The memory.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    pub(super) fn memory_mut(&mut self) -> &mut M {
        &mut self.memory
    }

    /// The number of ranks on the node.
    pub fn ranks(&self) -> usize {
        self.ranks as usize
    }

    /// The number of the next piece of work: the same on all ranks that have done the same.
    pub fn next(&self) -> u64 {
        self.next.load(Ordering::Relaxed)
    }
}

impl<M: Memory> Protocol<M> {
    /// Of memory in which all numbers are zero before the first rank begins, and which these ranks
    /// only use.
    pub fn new(memory: M, ranks: usize) -> Protocol<M> {
        let (next, begun, ring) = (1.into(), 0.into(), memory.ring().into());
        Protocol { memory, ranks: ranks as u32, next, begun, ring }
    }

    /// The number of this rank on the node.
    #[inline]
    pub fn rank(&self) -> usize {
        self.memory.rank()
    }

    /// Takes so many numbers of work.
    pub fn take(&self, pieces: u64) -> Work<'_, M> {
        let first = self.next();
        self.next.store(first + pieces, Ordering::Relaxed);
        Work { protocol: self, first, end: first + pieces }
    }

    /// Waits until this rank may write to the slots of a piece of work: all ranks have
    /// finished what they did with those that had them before.
    #[inline]
    pub fn wait_for_slots(&self, node: &dyn Waiter<M::Number>, work: u64) {
        let needed = (work + 1 + AHEAD).saturating_sub(self.memory.slots().into());
        if self.begun.load(Ordering::Relaxed) < needed {
            self.wait_for_all(node, needed);
        }
    }

    /// Waits until this rank may write to the line of a piece of work, and to what belongs to it.
    #[inline]
    pub fn wait_for_line(&self, node: &dyn Waiter<M::Number>, work: u64) {
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
    fn wait_for_all(&self, node: &dyn Waiter<M::Number>, work: u64) {
        for rank in (0..self.ranks()).filter(|rank| *rank != self.rank()) {
            self.wait_for(node, rank, work);
        }
        self.begun.store(work, Ordering::Relaxed);
    }

    /// Says that this rank's data of a piece of work are there, with all that it has written
    /// to other ranks' slots.
    #[inline]
    pub fn publish(&self, work: u64) {
        self.memory.write(self.memory.line(self.rank(), work), work);
        self.memory.written_soon(work + 2);
    }

    /// Waits for a rank's data.
    #[inline]
    pub fn wait_for(&self, node: &dyn Waiter<M::Number>, rank: usize, work: u64) {
        self.memory.wait(node, rank, self.memory.line(rank, work), work);
    }

    /// Whether a rank has left in the middle of a piece of work, and what it has published of it is
    /// rubbish. (A line that hardly ever changes.)
    #[inline]
    pub fn has_left(&self, rank: usize, work: u64) -> bool {
        let [from, to] = self.memory.left(rank);
        // (Whoever sees the end of a range sees its beginning.)
        work < to.load(Ordering::Acquire) && work >= from.load(Ordering::Relaxed)
    }

    /// Ends the job if it has.
    #[inline]
    pub fn check(&self, rank: usize, work: u64) {
        if self.has_left(rank, work) {
            ended_early(rank);
        }
    }

    /// Notes that all ranks' data of a piece of work were there.
    #[inline]
    pub fn all_begun(&self, work: u64) {
        self.begun.store(work, Ordering::Relaxed);
    }

    /// Says that this rank has made something of its slot, and a word about it.
    pub fn publish_result_row(&self, work: u64, word: u64) {
        let [number, said] = self.memory.answer(self.rank(), work);
        said.store(word, Ordering::Relaxed);
        self.memory.write(number, work);
    }

    /// Waits for what a rank has made of its slot. Returns the word about it; ends the job if
    /// the rank has left.
    pub fn wait_for_result_row(&self, node: &dyn Waiter<M::Number>, rank: usize, work: u64) -> u64 {
        let [number, said] = self.memory.answer(rank, work);
        self.memory.wait(node, rank, number, work);
        match said.load(Ordering::Relaxed) {
            LEFT => ended_early(rank),
            word => word,
        }
    }

    /// The number of the last piece of work whose data this rank has published.
    fn published(&self) -> u64 {
        let number = |work| self.memory.line(self.rank(), work).load(Ordering::Relaxed);
        (0..u64::from(self.memory.ring())).map(number).max().unwrap_or(0)
    }
}

#[cold]
fn ended_early(rank: usize) -> ! {
    FatalError::panic(format!(
        "rank {rank} of the node has left the reduction in the middle of it, by an error or an \
         exception that no other rank has"
    ));
}

/// Numbers of work, which a rank either does to the end or leaves in the middle.
pub struct Work<'a, M: Memory> {
    protocol: &'a Protocol<M>,
    /// The first number.
    pub first: u64,
    end: u64,
}

impl<M: Memory> Work<'_, M> {
    /// Everything has been done.
    pub fn done(self) {
        std::mem::forget(self);
    }
}

impl<M: Memory> Drop for Work<'_, M> {
    fn drop(&mut self) {
        let Work { protocol, first, end } = *self;
        let (ring, slots) = (protocol.memory.ring(), protocol.memory.slots());
        // A rank notes one range of work that it has left: from now on it does not go far ahead.
        protocol.ring.store(slots, Ordering::Relaxed);
        let [from, to] = protocol.memory.left(protocol.rank());
        // (What it has published before is good, and others may need no more of it.)
        let mut begin = first.max(protocol.published() + 1);
        // Nor may all have seen what it left shortly before.
        let before = to.load(Ordering::Relaxed);
        if before > 0 && before + u64::from(slots) > first {
            begin = begin.min(from.load(Ordering::Relaxed));
        }
        from.store(begin, Ordering::Relaxed);
        to.store(end, Ordering::Release);
        let last = |lines: u16| end.saturating_sub(lines.into()).max(first)..end;
        last(slots).for_each(|work| protocol.publish_result_row(work, LEFT));
        last(ring).for_each(|work| protocol.publish(work));
    }
}
