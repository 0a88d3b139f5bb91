//! The rows of a call's first message: those of all ranks as they travel, and before them this rank's
//! data in full, unless they are lifted to its row at once.

use super::form::{OnStack, RowLayout, Sizes};
use samebits_base::fault::Fault;
use samebits_schedule::opening::memory::RowMemory;

/// Where this rank's data are lifted to.
#[derive(Clone, Copy)]
pub(super) enum Own<'a> {
    /// A row of that form.
    Apart(RowLayout<'a>),
    /// The row that travels.
    InRow { room: usize },
}

/// The rows of a first message, and what has been received of them.
pub struct Slots<'m> {
    memory: RowMemory<'m>,
    /// Bytes of this rank's data in full, which lie first; 0 where they are in its row.
    own: usize,
    rank: usize,
    /// Bytes of each row after that.
    stride: usize,
    ranks: usize,
    /// Words after the header.
    pub(super) words: usize,
    /// The bytes of each array's short form, if that is what travels.
    short: Option<usize>,
    /// Whether this rank's data have been lifted.
    pub lifted: bool,
    /// Whether the data of all ranks have been received.
    pub arrived: bool,
}

impl<'m> Slots<'m> {
    pub fn new(stack: &'m mut OnStack) -> Slots<'m> {
        Slots {
            memory: RowMemory::new(stack),
            own: 0,
            rank: 0,
            stride: 0,
            ranks: 0,
            words: 0,
            short: None,
            lifted: false,
            arrived: false,
        }
    }

    /// Takes memory for the rows of all ranks, of `stride` bytes each, and for this rank's data: for a
    /// row of that form, or in the row that is sent, with `room` bytes after it for data that turn out
    /// not to be short. This rank's data and row are zero.
    pub(super) fn prepare(&mut self, own: Own<'_>, (stride, ranks): (usize, usize), rank: usize) {
        let (own, room) = match own {
            Own::Apart(form) => (form.bytes().next_multiple_of(16), 0),
            Own::InRow { room } => (0, room),
        };
        (self.own, self.rank, self.stride, self.ranks) = (own, rank, stride, ranks);
        self.memory.take(own + stride * ranks + room);
        // SAFETY: within the memory.
        unsafe {
            self.own_row().write_bytes(0, own);
            self.row(rank).write_bytes(0, stride + room);
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
    pub(super) unsafe fn rows<'a>(&'a self, sizes: &'a [usize]) -> (&'a [u8], RowLayout<'a>) {
        // SAFETY: upheld by the caller.
        let rows = unsafe { std::slice::from_raw_parts(self.row(0), self.stride * self.ranks) };
        (rows, self.form(sizes))
    }

    fn form<'a>(&self, sizes: &'a [usize]) -> RowLayout<'a> {
        let sizes = match self.short {
            Some(short) => Sizes::Same(short, sizes.len()),
            None => Sizes::Each(sizes),
        };
        RowLayout::sent(self.words, sizes)
    }

    /// What is sent: after `words` words the data, in full or in their short form.
    pub(super) fn set_form(&mut self, words: usize, short: Option<usize>) {
        (self.words, self.short) = (words, short);
    }

    /// Has this rank's data lifted where [`Slots::prepare`] has placed them, and brings them to its
    /// row. `lift` returns whether they are right, given their form, and whether only short data are.
    pub(super) fn fill(
        &self,
        (own, sent): (&RowLayout<'_>, &RowLayout<'_>),
        lift: impl FnOnce((&RowLayout<'_>, bool), *mut u8) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        if self.own == 0 {
            return lift((sent, self.short.is_some()), self.row(self.rank));
        }
        let lifted = lift((own, false), self.own_row());
        self.send((own, sent));
        lifted
    }

    /// Copies this rank's data, which lie apart, to its row.
    pub(super) fn send(&self, (own, sent): (&RowLayout<'_>, &RowLayout<'_>)) {
        // SAFETY: forms of those rows, which lie apart.
        unsafe { copy((own, self.own_row()), (sent, self.row(self.rank))) };
    }

    /// Copies this rank's data, of those sizes in full, to a row in which they are lifted. Behind short
    /// ones it keeps what it holds.
    ///
    /// # Safety
    /// They have been lifted; the row is as long.
    pub(super) unsafe fn copy_lifted(&self, sizes: &[usize], row: *mut u8) {
        let lifted = RowLayout::lifted(Sizes::Each(sizes));
        let (form, from) = match self.own {
            0 => (self.form(sizes), self.row(self.rank)),
            _ => (lifted, self.own_row()),
        };
        // SAFETY: upheld by the caller; apart from these.
        unsafe { copy((&form, from), (&lifted, row)) };
    }
}

/// Copies data from a row of one form to a row of another one.
///
/// # Safety
/// The rows are as long, and lie apart.
unsafe fn copy((of, from): (&RowLayout<'_>, *const u8), (into, to): (&RowLayout<'_>, *mut u8)) {
    for (data, place) in of.places().zip(into.places()) {
        // SAFETY: upheld by the caller.
        unsafe {
            let bytes = data.len().min(place.len());
            to.add(place.start).copy_from_nonoverlapping(from.add(data.start), bytes);
        }
    }
}
