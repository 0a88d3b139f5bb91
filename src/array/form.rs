//! How a row of data is laid out, and memory for rows. A row begins with the call's header; then come
//! words of the rank, if the call sends any; then the data of each array, in their short form where
//! that is agreed.

use crate::arithmetic::memory;
use crate::schedule::opening::header::HEADER;
use std::mem::MaybeUninit;
use std::ops::Range;

/// What data are aligned to.
const ALIGNMENT: usize = 16;

/// Data travel with a first message of at most so many bytes, and so many of all ranks.
const MAX_ROW: usize = 32 << 10;
const MAX_ROWS: usize = 1 << 20;

/// The bytes of each array's data.
#[derive(Clone, Copy)]
pub enum Sizes<'a> {
    Each(&'a [usize]),
    /// So many bytes of so many arrays.
    Same(usize, usize),
}

/// How a row is laid out.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    /// Words of a rank behind the header.
    pub words: usize,
    pub sizes: Sizes<'a>,
    /// What the data are aligned to.
    aligned: usize,
}

impl<'a> Form<'a> {
    /// Of data that are lifted, behind a word.
    pub const fn lifted(sizes: Sizes<'a>) -> Form<'a> {
        Form { words: 0, sizes, aligned: ALIGNMENT }
    }

    /// Of a message, in which data are as close together as words.
    pub const fn sent(words: usize, sizes: Sizes<'a>) -> Form<'a> {
        Form { words, sizes, aligned: HEADER }
    }

    /// The data of each array in the row.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut next = (HEADER + 8 * self.words).next_multiple_of(self.aligned);
        (0..self.arrays()).map(move |array| {
            let place = next..next + self.size(array);
            next = place.end.next_multiple_of(self.aligned);
            place
        })
    }

    fn arrays(&self) -> usize {
        match self.sizes {
            Sizes::Each(sizes) => sizes.len(),
            Sizes::Same(_, arrays) => arrays,
        }
    }

    fn size(&self, array: usize) -> usize {
        match self.sizes {
            Sizes::Each(sizes) => sizes[array],
            Sizes::Same(size, _) => size,
        }
    }

    pub fn bytes(&self) -> usize {
        let words = HEADER + 8 * self.words;
        self.places().last().map_or(words, |place| place.end.next_multiple_of(8).max(words))
    }

    /// Whether such rows may be a first message.
    pub fn fits_first_message(&self, ranks: usize) -> bool {
        let bytes = self.bytes();
        bytes <= MAX_ROW && bytes.saturating_mul(ranks) <= MAX_ROWS
    }
}

/// Aligned memory for rows, on the stack if they are short.
pub struct RowMemory {
    short: MaybeUninit<Short>,
    long: Vec<u8>,
    length: usize,
}

#[repr(align(64))]
struct Short(#[expect(dead_code, reason = "written and read as bytes")] [u8; SHORT]);

const SHORT: usize = 2048;

impl Default for RowMemory {
    fn default() -> RowMemory {
        RowMemory { short: MaybeUninit::uninit(), long: Vec::new(), length: 0 }
    }
}

impl RowMemory {
    /// So many bytes, which may hold anything.
    pub fn take(&mut self, bytes: usize) {
        self.length = bytes;
        if bytes > SHORT && self.long.len() < bytes + ALIGNMENT {
            self.long = memory(bytes + ALIGNMENT);
        }
    }

    pub fn start(&self) -> *mut u8 {
        if self.length <= SHORT {
            return self.short.as_ptr().cast::<u8>().cast_mut();
        }
        let start = self.long.as_ptr().cast_mut();
        start.wrapping_add(start.align_offset(ALIGNMENT))
    }
}
