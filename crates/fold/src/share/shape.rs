//! The shape of an arithmetic's partials: what is known of them before there are any elements.

use super::joins::joins;
use samebits_sum::share::{max_subtrees, Share};
use samebits_sum::superaccumulator::{Short, SHORT_BYTES};

/// Bytes of a record's head; the data behind it are aligned like the record.
pub const HEAD: usize = 32;

/// What records are aligned to, and their lengths multiples of.
pub const ALIGNMENT: usize = 16;

/// The shape of partials. It is the same on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialShape {
    /// Bytes of an element, in a row.
    pub element: usize,
    pub length: DataLength,
    /// Whether data depend on how long the array is.
    pub depends_on_total: bool,
    /// The short form of data; none where they have none.
    pub short: Option<ShortForm>,
    /// Whether shares are surveyed, and the ranks agree on the largest that any has found, before
    /// shares are lifted.
    pub surveys: bool,
}

/// Bytes of a partial's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataLength {
    /// Those of any share are as long.
    Fixed(usize),
    /// A value of so many bytes for each root of the share.
    PerRoot(usize),
}

/// The first bytes of data, which suffice where they are written as [`Short`] sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortForm {
    /// Where the first sum begins.
    pub sums: usize,
    /// The bytes before the first sum, and those of all sums.
    pub bytes: usize,
}

impl ShortForm {
    /// Whether these bytes of data say all.
    pub fn suffices(&self, data: &[u8]) -> bool {
        data[self.sums..self.bytes].chunks_exact(SHORT_BYTES).all(Short::is_written)
    }
}

impl PartialShape {
    /// Bytes of the data of a record that can hold the partial of any range with at most `roots`
    /// roots.
    pub fn data(&self, roots: usize) -> usize {
        match self.length {
            DataLength::Fixed(bytes) => bytes,
            DataLength::PerRoot(bytes) => roots * bytes,
        }
    }

    /// Bytes of such a record, with its head.
    pub fn record(&self, roots: usize) -> usize {
        (HEAD + self.data(roots)).next_multiple_of(ALIGNMENT)
    }

    /// Bytes of a record that can hold the partial of any range of an array of `total` elements,
    /// and be merged into: that takes room for one more root.
    pub fn whole(&self, total: u64) -> usize {
        self.record(max_subtrees(total) + 1)
    }

    /// Whether the data of a share depend on where it lies in the array: its roots do.
    pub fn depends_on_place(&self) -> bool {
        matches!(self.length, DataLength::PerRoot(_))
    }

    /// Bytes of the short form.
    pub fn short_bytes(&self) -> Option<usize> {
        self.short.map(|short| short.bytes)
    }

    /// Appends what `Merge::merge_all` wants to know of ranges that follow one another from the first
    /// element of an array to its last; none is empty.
    pub fn joins(&self, total: u64, parts: &mut dyn Iterator<Item = Share>, into: &mut Vec<u8>) {
        if self.depends_on_place() {
            joins(total, parts, into);
        }
    }
}
