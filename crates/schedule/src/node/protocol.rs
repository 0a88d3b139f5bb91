//! How ranks on one node synchronise through shared memory. Generic over the memory and over how
//! a rank waits, so that a model checker runs this very code (`tests/model/`); the memory of a
//! real node is in [`super::segment`].
//!
//! **Operations.** What ranks do in shared memory is a sequence of operations: a short reduction
//! is one, a long one is one for each block. All ranks of a node count them alike, so a sequence
//! number names an operation without communication.
//!
//! **Lines and slots.** Each rank owns a ring of lines and a few slots. A line holds a sequence
//! number and a little data, a slot a block of data. Operation s uses line s mod (length of the
//! ring) and slot s mod (number of slots). A rank writes its data to the line or the slot and then
//! stores s in the line, with release ordering ([`Protocol::publish`]); a reader waits, with
//! acquire ordering, until the line holds s or more. A second line for each slot reports, in the
//! same manner, what the rank has made of the data in its slot ([`Protocol::publish_result`]).
//! A line has one writer only.
//!
//! **Reuse.** A line or a slot may be overwritten once every rank has finished the operation that
//! used it before. Nobody reports that: a rank begins an operation at most [`AHEAD`] operations
//! before it has finished the previous one, so a rank that has published operation s has finished
//! s - 1 - AHEAD. Ranks that receive no result, as in an MPI_Reduce of a short vector, wait for
//! nobody until they are a whole ring ahead of those that do.
//!
//! **Aborts.** A rank may abort in the middle of its operations: after an error, when a process has
//! failed that it waits for, or when the caller's operator throws an exception. It then stores the
//! range of the operations it has not published in its last line, and publishes all of them, so that
//! nobody waits for it forever.

use super::wait::{AtomicWord, Waiter};
use samebits_base::fault::{Fault, Outcome};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// How many operations a rank may begin before it has finished the previous one.
const AHEAD: u64 = 1;

/// The result of a rank that has aborted.
const ABORTED: u64 = u64::MAX;

/// The result of a rank whose fold has failed; the low half is the error code.
const FAILED: u64 = 1 << 63;

/// The shared memory, as one of the ranks sees it.
pub trait SegmentMemory {
    type Word: AtomicWord;

    fn rank(&self) -> usize;

    fn ring(&self) -> u16;

    /// The number of slots of a rank, at least [`AHEAD`] + 2.
    fn slots(&self) -> u16;

    fn line(&self, rank: usize, sequence: u64) -> &Self::Word;

    /// The sequence number in the line of a rank's slot, and the result that it reports.
    fn result(&self, rank: usize, sequence: u64) -> [&Self::Word; 2];

    /// The range of the operations that a rank has aborted last: the first, and the end.
    fn aborted(&self, rank: usize) -> [&Self::Word; 2];

    /// Waits until one of a rank's numbers has reached `target`.
    fn wait(
        &self,
        node: &dyn Waiter<Self::Word>,
        rank: usize,
        number: &Self::Word,
        target: u64,
    ) -> Outcome;

    /// Stores one of this rank's numbers, and with it all that this rank has written before.
    fn write(&self, number: &Self::Word, sequence: u64);

    /// Hints that this rank is about to write its line for an operation.
    fn prefetch_line(&self, _sequence: u64) {}
}

#[derive(Debug)]
pub struct Protocol<M> {
    memory: M,
    ranks: u32,
    /// The sequence number of the next operation.
    next: AtomicU64,
    /// All ranks are known to have published this operation.
    begun: AtomicU64,
    /// How many of this rank's lines may hold what others have not read yet.
    ring: AtomicU16,
}

impl<M> Protocol<M> {
    pub fn memory(&self) -> &M {
        &self.memory
    }

    pub(super) fn memory_mut(&mut self) -> &mut M {
        &mut self.memory
    }

    pub fn ranks(&self) -> usize {
        self.ranks as usize
    }

    pub fn next(&self) -> u64 {
        self.next.load(Ordering::Relaxed)
    }
}

impl<M: SegmentMemory> Protocol<M> {
    /// All numbers in the memory have to be zero before the first rank begins.
    pub fn new(memory: M, ranks: usize) -> Protocol<M> {
        let (next, begun, ring) = (1.into(), 0.into(), memory.ring().into());
        Protocol { memory, ranks: ranks as u32, next, begun, ring }
    }

    #[inline]
    pub fn rank(&self) -> usize {
        self.memory.rank()
    }

    /// Begins `count` operations.
    pub fn begin(&self, count: u64) -> Operations<'_, M> {
        let first = self.next();
        self.next.store(first + count, Ordering::Relaxed);
        Operations { protocol: self, first, end: first + count }
    }

    /// Waits until this rank may write to all ranks' slots for an operation.
    #[inline]
    pub fn wait_for_free_slots(&self, node: &dyn Waiter<M::Word>, sequence: u64) -> Outcome {
        let needed = (sequence + 1 + AHEAD).saturating_sub(self.memory.slots().into());
        if self.begun.load(Ordering::Relaxed) < needed {
            self.wait_for_all(node, needed)?;
        }
        Ok(())
    }

    /// Waits until this rank may write to its line for an operation, and the data beside it.
    #[inline]
    pub fn wait_for_free_line(&self, node: &dyn Waiter<M::Word>, sequence: u64) -> Outcome {
        let ring = u64::from(self.ring.load(Ordering::Relaxed));
        let needed = (sequence + 1 + AHEAD).saturating_sub(ring);
        if self.begun.load(Ordering::Relaxed) < needed {
            // Wait for more than that, so that the next operations need not: for half of the
            // ring, or for all of it where waiting gives the core away. The others can get that
            // far, since this rank has published all before this operation.
            let free = if node.is_oversubscribed() { ring } else { ring / 2 };
            self.wait_for_all(node, (needed + free).min(sequence - 1))?;
        }
        Ok(())
    }

    /// Waits until all ranks have published an operation.
    pub fn wait_for_all(&self, node: &dyn Waiter<M::Word>, sequence: u64) -> Outcome {
        for rank in self.others() {
            self.wait_for(node, rank, sequence)?;
        }
        self.all_begun(sequence);
        Ok(())
    }

    /// Waits until the `first` ranks from rank 0 on have published an operation, and fails if one of
    /// them has aborted it.
    #[inline]
    pub(super) fn wait_for_valid(
        &self,
        node: &dyn Waiter<M::Word>,
        first: usize,
        sequence: u64,
    ) -> Outcome {
        for rank in (0..first).filter(|rank| *rank != self.rank()) {
            self.wait_for(node, rank, sequence)?;
            self.fail_if_aborted(node, rank, sequence)?;
        }
        if first == self.ranks() {
            self.all_begun(sequence);
        }
        Ok(())
    }

    /// All ranks but this one.
    #[inline]
    pub fn others(&self) -> impl Iterator<Item = usize> {
        let rank = self.rank();
        (0..self.ranks()).filter(move |other| *other != rank)
    }

    /// Publishes this rank's data for an operation, in its own line or slot and in others' slots.
    #[inline]
    pub fn publish(&self, sequence: u64) {
        self.memory.write(self.memory.line(self.rank(), sequence), sequence);
        self.memory.prefetch_line(sequence + 2);
    }

    #[inline]
    pub fn wait_for(&self, node: &dyn Waiter<M::Word>, rank: usize, sequence: u64) -> Outcome {
        self.memory.wait(node, rank, self.memory.line(rank, sequence), sequence)
    }

    /// Whether a rank has aborted an operation, so that its data are invalid. Reads a line that
    /// hardly ever changes.
    #[inline]
    pub fn has_aborted(&self, rank: usize, sequence: u64) -> bool {
        let [first, end] = self.memory.aborted(rank);
        // The end is stored last, so whoever sees it sees the first.
        sequence < end.load(Ordering::Acquire) && sequence >= first.load(Ordering::Relaxed)
    }

    /// Fails if a rank has aborted an operation: see [`Waiter::left_by`].
    #[inline]
    pub(super) fn fail_if_aborted(
        &self,
        node: &dyn Waiter<M::Word>,
        rank: usize,
        sequence: u64,
    ) -> Outcome {
        match self.has_aborted(rank, sequence) {
            true => Err(node.left_by(rank)),
            false => Ok(()),
        }
    }

    /// Records that this rank has seen all ranks' data of an operation.
    #[inline]
    pub fn all_begun(&self, sequence: u64) {
        self.begun.store(sequence, Ordering::Relaxed);
    }

    /// Reports which row of this rank's slot holds its results, or why none does.
    pub fn publish_result(&self, sequence: u64, row: Result<usize, Fault>) {
        self.write_result(
            sequence,
            row.map_or_else(|Fault(code)| FAILED | u64::from(code as u32), |row| row as u64),
        );
    }

    fn write_result(&self, sequence: u64, value: u64) {
        let [number, result] = self.memory.result(self.rank(), sequence);
        result.store(value, Ordering::Relaxed);
        self.memory.write(number, sequence);
    }

    /// Waits for what a rank has reported, which may be an error of its fold; fails if that rank has
    /// aborted.
    pub fn wait_for_result(
        &self,
        node: &dyn Waiter<M::Word>,
        rank: usize,
        sequence: u64,
    ) -> Result<Result<usize, Fault>, Fault> {
        let [number, result] = self.memory.result(rank, sequence);
        self.memory.wait(node, rank, number, sequence)?;
        match result.load(Ordering::Relaxed) {
            ABORTED => Err(node.left_by(rank)),
            failed if failed & FAILED != 0 => Ok(Err(Fault(failed as u32 as i32))),
            row => Ok(Ok(row as usize)),
        }
    }

    /// The last operation whose data this rank has published.
    fn published(&self) -> u64 {
        let number = |line| self.memory.line(self.rank(), line).load(Ordering::Relaxed);
        (0..u64::from(self.memory.ring())).map(number).max().unwrap_or(0)
    }
}

/// Operations in progress on this rank; dropping them unfinished aborts them.
pub struct Operations<'a, M: SegmentMemory> {
    protocol: &'a Protocol<M>,
    pub first: u64,
    end: u64,
}

impl<M: SegmentMemory> Operations<'_, M> {
    pub fn finish(self) {
        std::mem::forget(self);
    }
}

impl<M: SegmentMemory> Drop for Operations<'_, M> {
    fn drop(&mut self) {
        let Operations { protocol, first, end } = *self;
        let (ring, slots) = (protocol.memory.ring(), protocol.memory.slots());
        // A rank records one aborted range only, so from now on it must not get far ahead of
        // those that may still look at this one.
        protocol.ring.store(slots, Ordering::Relaxed);
        let [aborted, aborted_end] = protocol.memory.aborted(protocol.rank());
        // What was published before is valid, and others may need no more than that.
        let mut begin = first.max(protocol.published() + 1);
        if begin < end {
            // A range that was aborted shortly before is kept, for those who have not seen it.
            let before = aborted_end.load(Ordering::Relaxed);
            if before > 0 && before + u64::from(slots) > first {
                begin = begin.min(aborted.load(Ordering::Relaxed));
            }
            aborted.store(begin, Ordering::Relaxed);
            aborted_end.store(end, Ordering::Release);
        }
        let last = |lines: u16| end.saturating_sub(lines.into()).max(first)..end;
        last(slots).for_each(|sequence| protocol.write_result(sequence, ABORTED));
        last(ring).for_each(|sequence| protocol.publish(sequence));
    }
}
