//! How a row of data is laid out. A row begins with the call's header; then come words of the rank, if
//! the call sends any; then the data of each array, in their short form where that is agreed.

use samebits_schedule::opening::header::HEADER;
pub use samebits_schedule::opening::memory::OnStack;
use std::ops::Range;

/// What data are aligned to.
const ALIGNMENT: usize = 16;

/// The most bytes of a row that are sent with a first message, and the most of all ranks' rows.
const MAX_ROW: usize = 32 << 10;
const MAX_ROWS: usize = 1 << 20;

/// The bytes of each array's data.
#[derive(Clone, Copy)]
pub enum Sizes<'a> {
    Each(&'a [usize]),
    /// The bytes of each, and the number of arrays.
    Same(usize, usize),
}

/// How a row is laid out.
#[derive(Clone, Copy)]
pub struct RowLayout<'a> {
    /// Words of a rank after the header.
    pub words: usize,
    sizes: Sizes<'a>,
    /// What the data are aligned to.
    aligned: usize,
    bytes: usize,
}

impl<'a> RowLayout<'a> {
    /// Of data that are lifted, after a word.
    pub fn lifted(sizes: Sizes<'a>) -> RowLayout<'a> {
        RowLayout::new(0, sizes, ALIGNMENT)
    }

    /// Of a message, in which data are as close together as words.
    pub fn sent(words: usize, sizes: Sizes<'a>) -> RowLayout<'a> {
        RowLayout::new(words, sizes, HEADER)
    }

    fn new(words: usize, sizes: Sizes<'a>, aligned: usize) -> RowLayout<'a> {
        let first = HEADER + 8 * words;
        let start = first.next_multiple_of(aligned);
        let end = match sizes {
            Sizes::Each([]) | Sizes::Same(_, 0) => first,
            Sizes::Each([before @ .., last]) => {
                let before = before.iter().map(|size| size.next_multiple_of(aligned));
                start + before.sum::<usize>() + last
            }
            Sizes::Same(size, arrays) => {
                start + (arrays - 1) * size.next_multiple_of(aligned) + size
            }
        };
        RowLayout { words, sizes, aligned, bytes: end.next_multiple_of(8) }
    }

    /// The data of each array in the row.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut next = (HEADER + 8 * self.words).next_multiple_of(self.aligned);
        let (each, same, arrays) = match self.sizes {
            Sizes::Each(sizes) => (sizes, 0, sizes.len()),
            Sizes::Same(size, arrays) => (&[][..], size, arrays),
        };
        (0..arrays).map(move |array| {
            let place = next..next + each.get(array).copied().unwrap_or(same);
            next = place.end.next_multiple_of(self.aligned);
            place
        })
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether such rows may be a first message.
    pub(super) fn fits_first_message(&self, ranks: usize) -> bool {
        fits_first_message(self.bytes, ranks)
    }
}

/// Whether rows of `bytes` bytes may be a first message.
pub fn fits_first_message(bytes: usize, ranks: usize) -> bool {
    bytes <= MAX_ROW && bytes.saturating_mul(ranks) <= MAX_ROWS
}
