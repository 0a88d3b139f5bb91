//! The rows of a call's first message: this rank's data in full, and behind them the rows of all ranks
//! as they travel.

use super::form::{Form, OnStack, RowMemory, Sizes};
use super::operation::Operation;

/// The rows of a first message, and what has come of them.
pub struct Slots<'m> {
    memory: RowMemory<'m>,
    /// Bytes of this rank's data in full, which lie first.
    own: usize,
    /// Bytes of each row behind that.
    stride: usize,
    ranks: usize,
    /// Words behind the header.
    pub(super) words: usize,
    /// The bytes of each array's short form, if that is what travels.
    short: Option<usize>,
    /// Whether this rank's data are there.
    pub lifted: bool,
    /// Whether those of all ranks are.
    pub arrived: bool,
}

impl<'m> Slots<'m> {
    pub fn new(stack: &'m mut OnStack) -> Slots<'m> {
        Slots {
            memory: RowMemory::new(stack),
            own: 0,
            stride: 0,
            ranks: 0,
            words: 0,
            short: None,
            lifted: false,
            arrived: false,
        }
    }

    /// Memory for this rank's data, of that form, and for rows of all ranks, of so many bytes, which
    /// are zero in this one's.
    pub(super) fn prepare(&mut self, own: &Form<'_>, (stride, ranks): (usize, usize), rank: usize) {
        self.own = own.bytes().next_multiple_of(16);
        self.stride = stride;
        self.ranks = ranks;
        self.memory.take(self.own + self.stride * ranks);
        // SAFETY: within the memory.
        unsafe {
            self.own_row().write_bytes(0, self.own);
            self.row(rank).write_bytes(0, self.stride);
        }
    }

    pub(super) fn own_row(&self) -> *mut u8 {
        self.memory.start()
    }

    pub(super) fn row(&self, rank: usize) -> *mut u8 {
        self.memory.start().wrapping_add(self.own + rank * self.stride)
    }

    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The rows of all ranks, as words.
    ///
    /// # Safety
    /// They have come.
    pub(super) unsafe fn row_words(&self) -> &[u64] {
        let words = self.stride * self.ranks / 8;
        // SAFETY: upheld by the caller; aligned.
        unsafe { std::slice::from_raw_parts(self.row(0).cast(), words) }
    }

    /// The rows of all ranks, and the form of what travels, given the sizes of full data.
    ///
    /// # Safety
    /// They have come.
    pub(super) unsafe fn rows<'a>(&'a self, sizes: &'a [usize]) -> (&'a [u8], Form<'a>) {
        let sizes = match self.short {
            Some(short) => Sizes::Same(short, sizes.len()),
            None => Sizes::Each(sizes),
        };
        // SAFETY: upheld by the caller.
        let rows = unsafe { std::slice::from_raw_parts(self.row(0), self.stride * self.ranks) };
        (rows, Form::sent(self.words, sizes))
    }

    /// Copies this rank's data to its row, in full or their short forms, which they all have unless
    /// this returns false.
    pub(super) fn send(
        &mut self,
        operation: &Operation<'_>,
        (own, sent): (&Form<'_>, &Form<'_>),
        short: Option<usize>,
        rank: usize,
    ) -> bool {
        self.short = short;
        self.words = sent.words;
        let (from, to) = (self.own_row(), self.row(rank));
        let mut all_short = true;
        for (full, place) in own.places().zip(sent.places()) {
            // SAFETY: places within the rows, which lie apart.
            unsafe {
                let data = std::slice::from_raw_parts(from.add(full.start), full.len());
                all_short &= short.is_none() || operation.merge.is_short(data);
                to.add(place.start).copy_from_nonoverlapping(data.as_ptr(), place.len());
            }
        }
        all_short
    }
}
