//! One message instead of two: a program that reduces its arrays again and again mostly holds
//! what it held the last time. Where few ranks reduce one short array, each assumes that all
//! shares are as long as in the last call, and has the partial that it would then contribute
//! travel with the length that it tells the others. If all were right the partials are there
//! when the lengths are; if not, all ranks see it and send the right ones.
//!
//! Cost: [`EXACT`] bytes more in the first message, or [`TREE`], and a share of at most [`SHORT`]
//! elements lifted in vain where another rank's has changed.

use super::operation::Operation;
use super::shares::in_rank_order;
use crate::arithmetic::record::{Elements, Head, HEAD, NOTHING_FOUND};
use crate::arithmetic::Arithmetic;
use crate::kernel::fpenv::within;
use crate::lock::lock;
use crate::schedule::partials::Rows;
use std::mem::MaybeUninit;
use std::sync::Mutex;

/// Bytes for a partial where sums are exact: an exact sum of real numbers.
const EXACT: usize = 320;

/// Bytes for one where they are not: a tree over [`SHORT`] doubles a rank. (With more than 256
/// bytes in all a message takes half as long again under Open MPI.)
const TREE: usize = 224;

/// Words of each rank at most: the call's, its length, and a partial.
const LONGEST: usize = words(EXACT);

const fn words(partial: usize) -> usize {
    2 + partial / 8
}

/// Words of each rank, by the arithmetic that all have agreed on.
pub fn slot(arithmetic: Arithmetic) -> usize {
    match arithmetic {
        Arithmetic::Exact => words(EXACT),
        _ => words(TREE),
    }
}

/// More ranks have two messages: theirs would be long.
const RANKS: usize = 8;

/// The longest share that is lifted before it is known where it lies.
const SHORT: u64 = 4096;

/// The slots of all ranks.
#[repr(C, align(16))]
pub struct Slots {
    memory: [MaybeUninit<u64>; RANKS * LONGEST],
    words: usize,
}

impl Slots {
    /// None yet.
    pub fn new() -> Slots {
        Slots { memory: [MaybeUninit::uninit(); RANKS * LONGEST], words: 0 }
    }

    /// So many words for all of them together, which are 0.
    pub fn zeros(&mut self, words: usize) -> &mut [u64] {
        let zeros = &mut self.memory[..words];
        zeros.fill(MaybeUninit::new(0));
        self.words = words;
        // SAFETY: just written.
        unsafe { std::slice::from_raw_parts_mut(zeros.as_mut_ptr().cast(), words) }
    }

    /// The records of so many ranks.
    pub fn records(&self, ranks: usize) -> Rows<'_> {
        let bytes = 8 * self.words;
        // SAFETY: so many words were written, and words are bytes.
        let all = unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), bytes) };
        Rows { bytes: all, first: 16, pitch: bytes / ranks }
    }
}

impl Default for Slots {
    fn default() -> Slots {
        Slots::new()
    }
}

/// Bytes of each rank's first message on a communicator of so many ranks, before it is known
/// what is called on it: those of a slot, or a length with its word.
pub fn first_message(arithmetic: Arithmetic, ranks: usize) -> usize {
    match ranks {
        0..=RANKS => 8 * slot(arithmetic),
        _ => 16,
    }
}

/// Whether a call of so many arrays and ranks goes in slots: known to all alike.
pub fn serves(ranks: usize, arrays: usize, in_rank_order: bool) -> bool {
    arrays == 1 && in_rank_order && (2..=RANKS).contains(&ranks)
}

/// What a communicator keeps of the last call on one array: its word, and the length of each
/// rank's share.
pub type LastCut = Mutex<Option<Box<[u64; 1 + RANKS]>>>;

/// The lengths of all ranks' shares in the last call.
pub struct Lengths([u64; 1 + RANKS]);

impl Lengths {
    /// Those, if that call had this word and this rank's share was as long.
    pub fn last(cut: &LastCut, word: u64, rank: usize, length: usize) -> Option<Lengths> {
        let last = **lock(cut).as_ref()?;
        let same = last[0] == word && last[1 + rank] == length as u64;
        same.then_some(Lengths(last))
    }

    /// Keeps the lengths of this call for the next one.
    pub fn keep(cut: &LastCut, word: u64, slots: &[u64], slot: usize) {
        let mut lengths = [0; 1 + RANKS];
        lengths[0] = word;
        for (length, slot) in lengths[1..].iter_mut().zip(slots.chunks_exact(slot)) {
            *length = slot[1];
        }
        **lock(cut).get_or_insert_default() = lengths;
    }

    /// Whether these are the lengths that the ranks have told.
    pub fn are_those_of(&self, slots: &[u64], slot: usize) -> bool {
        let mut pairs = slots.chunks_exact(slot).zip(&self.0[1..]);
        pairs.all(|(slot, last)| slot[1] == *last)
    }

    /// Lifts this rank's share, as it lies if nothing has changed, to the record in its slot.
    /// Returns whether it did.
    ///
    /// # Safety
    /// The share's elements are there, in a row.
    pub unsafe fn lift(
        &self,
        (rank, ranks): (usize, usize),
        operation: &Operation<'_>,
        elements: *const u8,
        slot: &mut [u64],
    ) -> bool {
        let merge = operation.merge;
        let lengths = &self.0[1..][..ranks];
        let cut = in_rank_order(lengths.iter().copied(), rank).expect("so it was");
        let share = cut.share;
        let memory = 8 * (slot.len() - 2);
        let long = share.total == 0 || lengths.iter().any(|length| *length > SHORT);
        if long || merge.surveys() || merge.record(cut.roots) > memory {
            return false;
        }
        // SAFETY: words are bytes.
        let record =
            unsafe { std::slice::from_raw_parts_mut(slot[2..].as_mut_ptr().cast::<u8>(), memory) };
        if share.length() > 0 {
            let elements = Elements { address: elements, buffers: None };
            // SAFETY: upheld by the caller.
            let lifted = within(operation.environment, || unsafe {
                merge.lift(share, elements, NOTHING_FOUND, &mut record[HEAD..], 1)
            });
            if lifted.is_err() {
                return false;
            }
        }
        Head { share, failed: None }.write(record);
        true
    }
}
