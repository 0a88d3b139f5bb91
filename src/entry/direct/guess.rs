//! One message instead of two: a program that reduces its arrays again and again mostly
//! holds what it held the last time. Where few ranks reduce one short array, each puts
//! the partial that it would have, were all shares as long as in the last call, behind
//! the length that it tells the others. If all were right the partials are there when
//! the lengths are; if not, all ranks see it and send the right ones.
//!
//! Cost: [`ROOM`] bytes more in the first message, or [`TREE_ROOM`], and a share of at
//! most [`SHORT`] elements lifted in vain where another rank's has changed.

use super::shares::in_rank_order;
use crate::arithmetic::record::{Elements, Head, Merge, HEAD, NOTHING_FOUND};
use crate::arithmetic::Arithmetic;
use crate::evaluation::Evaluation;
use crate::kernel::fpenv::within;
use crate::lock::lock;
use crate::mpi::communicator::{Communicator, KEPT};
use crate::mpi::device::Drivers;
use crate::schedule::partials::Rows;
use crate::schedule::Choices;
use std::mem::MaybeUninit;

/// Bytes for a partial where sums are exact: an exact sum of real numbers.
const ROOM: usize = 320;

/// Bytes for one where they are not: a tree over [`SHORT`] doubles a rank. (With more than
/// 256 bytes in all a message takes half as long again under Open MPI.)
const TREE_ROOM: usize = 224;

/// Words that each rank tells at most: the call's, its length, and a partial.
const LONGEST: usize = words(ROOM);

const fn words(room: usize) -> usize {
    2 + room / 8
}

/// Words that each rank tells, by what the ranks of the communicator have agreed on.
pub fn slot(choices: &Choices) -> usize {
    match choices.arithmetic() {
        Arithmetic::Exact => words(ROOM),
        _ => words(TREE_ROOM),
    }
}

/// More ranks have two messages: theirs would be long.
const RANKS: usize = 8;
const _: () = assert!(KEPT == 1 + RANKS);

/// The longest share that is lifted before it is known where it lies.
const SHORT: u64 = 4096;

/// The slots of all ranks, as far as there are any: short ones, for few ranks, in long room.
#[repr(C, align(16))]
pub struct Slots {
    room: [MaybeUninit<u64>; RANKS * LONGEST],
    words: usize,
}

impl Slots {
    /// None yet.
    pub fn new() -> Slots {
        Slots { room: [MaybeUninit::uninit(); RANKS * LONGEST], words: 0 }
    }

    /// So many words for all of them together, which are 0.
    pub fn zeros(&mut self, words: usize) -> &mut [u64] {
        let zeros = &mut self.room[..words];
        zeros.fill(MaybeUninit::new(0));
        self.words = words;
        // SAFETY: just written.
        unsafe { std::slice::from_raw_parts_mut(zeros.as_mut_ptr().cast(), words) }
    }

    /// Every rank's record.
    pub fn records(&self, choices: &Choices) -> Rows<'_> {
        // SAFETY: words that were written are bytes.
        let bytes =
            unsafe { std::slice::from_raw_parts(self.room.as_ptr().cast(), 8 * self.words) };
        Rows { bytes, first: 16, pitch: 8 * slot(choices) }
    }
}

/// Bytes of each rank's first message on a communicator of so many ranks, before it is known
/// what is called on it: those of a slot, or a length with its word.
pub fn first_message(choices: &Choices, ranks: usize) -> usize {
    match ranks {
        0..=RANKS => 8 * slot(choices),
        _ => 16,
    }
}

/// Whether one array over the ranks of the communicator goes in slots: known to all alike.
pub fn serves(communicator: &Communicator, arrays: usize, in_rank_order: bool) -> bool {
    arrays == 1 && in_rank_order && (2..=RANKS).contains(&communicator.size)
}

/// Whether partials go so where the user has not said otherwise.
pub fn wanted(choices: &Choices) -> bool {
    choices.schedule.is_none_or(|wanted| wanted.schedule.name != "native")
}

/// What was kept of the last call.
pub struct Last([u64; KEPT]);

impl Last {
    /// The lengths of all ranks, if the last call had this word and this rank's was the same.
    pub fn of(communicator: &Communicator, word: u64, length: usize) -> Option<Last> {
        let kept = **lock(&communicator.last).as_ref()?;
        let same = kept[0] == word && kept[1 + communicator.rank] == length as u64;
        same.then_some(Last(kept))
    }

    /// Keeps the lengths of this call for the next one.
    pub fn keep(communicator: &Communicator, word: u64, slots: &[u64], slot: usize) {
        let mut kept = [0; KEPT];
        kept[0] = word;
        for (kept, slot) in kept[1..].iter_mut().zip(slots.chunks_exact(slot)) {
            *kept = slot[1];
        }
        **lock(&communicator.last).get_or_insert_default() = kept;
    }

    /// Whether these are the lengths that the ranks have told.
    pub fn holds(&self, slots: &[u64], slot: usize) -> bool {
        let mut pairs = slots.chunks_exact(slot).zip(&self.0[1..]);
        pairs.all(|(slot, kept)| slot[1] == *kept)
    }

    /// Lifts this rank's share, as it lies if nothing has changed, to the record in its
    /// slot. Returns whether it did.
    ///
    /// # Safety
    /// The share's elements are there.
    pub unsafe fn lift(
        &self,
        communicator: &Communicator,
        evaluation: &Evaluation<'_>,
        elements: *const u8,
        slot: &mut [u64],
    ) -> bool {
        let lengths = &self.0[1..][..communicator.size];
        let (share, roots, _) =
            in_rank_order(lengths.iter().copied(), communicator.rank).expect("so it was");
        let merge: &dyn Merge = match evaluation {
            Evaluation::Own(_) if evaluation.fold().buffers().is_none() => evaluation.merge(),
            Evaluation::Own(_) | Evaluation::Local(_) => return false,
        };
        let room = 8 * (slot.len() - 2);
        let long = share.total == 0 || lengths.iter().any(|length| *length > SHORT);
        if long || merge.surveys() || merge.record(roots) > room || Drivers::loaded().any() {
            return false;
        }
        // SAFETY: words are bytes.
        let record =
            unsafe { std::slice::from_raw_parts_mut(slot[2..].as_mut_ptr().cast::<u8>(), room) };
        if share.length() > 0 {
            let elements = Elements { address: elements, buffers: None };
            // SAFETY: handed on to the caller.
            let lifted = within(evaluation.environment(), || unsafe {
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
