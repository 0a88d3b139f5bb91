//! One message instead of two. If few ranks reduce one short array, each predicts that all shares
//! are as long as in the last call, and sends its partial for that case together with its length. If
//! all predictions are right the partials have arrived; if not, all ranks see it and send new ones.
//!
//! Cost: [`EXACT`] or [`TREE`] more bytes in the first message, and a share of at most [`SHORT`]
//! elements lifted in vain if another rank's length has changed.

use super::operation::Operation;
use super::shares::{in_rank_order, Shares};
use crate::arithmetic::record::{Elements, Head, HEAD, NOTHING_FOUND};
use crate::arithmetic::Arithmetic;
use crate::kernel::fpenv::within;
use crate::lock::lock;
use crate::schedule::partials::Rows;
use std::mem::MaybeUninit;
use std::sync::Mutex;

/// Bytes of a partial of an exact arithmetic: an exact sum of real numbers.
const EXACT: usize = 320;

/// Bytes of any other partial: a tree over [`SHORT`] doubles per rank. Under Open MPI a message of
/// more than 256 bytes takes half as long again.
const TREE: usize = 224;

/// Words of each rank: the call's header, the share's length, and a partial.
pub const fn slot_words(arithmetic: Arithmetic) -> usize {
    match arithmetic {
        Arithmetic::Exact => 2 + EXACT / 8,
        _ => 2 + TREE / 8,
    }
}

const MAX_WORDS: usize = slot_words(Arithmetic::Exact);

/// With more ranks the message would be long.
const MAX_RANKS: usize = 8;

/// The longest share that is lifted on a prediction.
const SHORT: u64 = 4096;

#[repr(C, align(16))]
pub struct Slots {
    memory: [MaybeUninit<u64>; MAX_RANKS * MAX_WORDS],
    words: usize,
}

impl Slots {
    pub fn zeros(&mut self, words: usize) -> &mut [u64] {
        let zeros = &mut self.memory[..words];
        zeros.fill(MaybeUninit::new(0));
        self.words = words;
        // SAFETY: just written.
        unsafe { std::slice::from_raw_parts_mut(zeros.as_mut_ptr().cast(), words) }
    }

    pub fn records(&self, ranks: usize) -> Rows<'_> {
        let bytes = 8 * self.words;
        // SAFETY: `zeros` has initialised that many words.
        let all = unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), bytes) };
        Rows { bytes: all, first: 16, pitch: bytes / ranks }
    }
}

impl Default for Slots {
    fn default() -> Slots {
        Slots { memory: [MaybeUninit::uninit(); MAX_RANKS * MAX_WORDS], words: 0 }
    }
}

/// Bytes of each rank's first message on a communicator: a slot, or just header and length.
pub fn initial_bytes(arithmetic: Arithmetic, ranks: usize) -> usize {
    match ranks {
        0..=MAX_RANKS => 8 * slot_words(arithmetic),
        _ => 16,
    }
}

/// Whether a call uses slots: the same on all ranks.
pub fn applies(ranks: usize, shares: &Shares<'_>) -> bool {
    shares.lengths.len() == 1 && shares.starts.is_none() && (2..=MAX_RANKS).contains(&ranks)
}

/// The header word of a communicator's last call on one array, and the lengths of all shares.
pub type CachedLengths = Mutex<Option<Box<[u64; 1 + MAX_RANKS]>>>;

/// The predicted lengths, behind the call's header word.
pub struct Prediction([u64; 1 + MAX_RANKS]);

impl Prediction {
    /// The cached lengths, if that call had the same header and this rank's length.
    pub fn cached(cache: &CachedLengths, word: u64, own: (usize, usize)) -> Option<Prediction> {
        let (rank, length) = own;
        let last = **lock(cache).as_ref()?;
        let same = last[0] == word && last[1 + rank] == length as u64;
        same.then_some(Prediction(last))
    }

    pub fn cache(cache: &CachedLengths, word: u64, words: &[u64], width: usize) {
        let mut lengths = [0; 1 + MAX_RANKS];
        lengths[0] = word;
        for (length, slot) in lengths[1..].iter_mut().zip(words.chunks_exact(width)) {
            *length = slot[1];
        }
        **lock(cache).get_or_insert_default() = lengths;
    }

    pub fn is_right(&self, words: &[u64], width: usize) -> bool {
        words.chunks_exact(width).zip(&self.0[1..]).all(|(slot, length)| slot[1] == *length)
    }

    /// Lifts this rank's share, as predicted, to the record in its slot, if that is possible.
    ///
    /// # Safety
    /// The share's elements are there, contiguously.
    pub unsafe fn lift(
        &self,
        (rank, ranks): (usize, usize),
        operation: &Operation<'_>,
        elements: *const u8,
        slot: &mut [u64],
    ) -> bool {
        let merge = operation.merge;
        let lengths = &self.0[1..][..ranks];
        let layout = in_rank_order(lengths.iter().copied(), rank).expect("as in the last call");
        let share = layout.share;
        let capacity = 8 * (slot.len() - 2);
        let long = share.total == 0 || lengths.iter().any(|length| *length > SHORT);
        let plain = operation.code.is_some() && operation.buffers.is_none() && !merge.surveys();
        if long || !plain || merge.record(layout.roots) > capacity {
            return false;
        }
        let record = slot[2..].as_mut_ptr().cast::<u8>();
        // SAFETY: the slot's words as bytes.
        let record = unsafe { std::slice::from_raw_parts_mut(record, capacity) };
        if share.length() > 0 {
            let elements = Elements { share, address: elements, buffers: None, threads: 1 };
            // SAFETY: upheld by the caller.
            let lifted = within(operation.environment, || unsafe {
                merge.lift(elements, NOTHING_FOUND, &mut record[HEAD..])
            });
            if lifted.is_err() {
                return false;
            }
        }
        Head { share, failed: None }.write(record);
        true
    }
}
