//! The headers of all ranks' first messages, and the rows that they begin.

/// The header of a rank that cannot take part.
pub const REFUSED: u64 = 0;

/// A bit of the header that may differ: the caller's, see [`super::Arrived::flagged`].
pub const FLAG: u64 = 1;

/// Bytes of a header.
pub const HEADER: usize = 8;

/// Rows of all ranks, one behind the other, with this rank's in its place. The first [`HEADER`]
/// bytes of each are reserved: the call's header travels there, and may remain there.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The address of the first rank's row.
    pub all: *mut u8,
    /// The bytes of each, a multiple of [`HEADER`].
    pub bytes: usize,
}

impl Rows {
    /// Of a call that has nothing to send but its header.
    pub const NONE: Rows = Rows { all: std::ptr::null_mut(), bytes: 0 };

    /// The row of a rank.
    #[inline]
    pub fn of(&self, rank: usize) -> *mut u8 {
        self.all.wrapping_add(rank * self.bytes)
    }
}

/// Compares headers of other ranks with this rank's own.
pub struct HeaderCheck {
    own: u64,
    alike: bool,
    flagged: bool,
}

impl HeaderCheck {
    #[inline]
    pub fn new(own: u64) -> HeaderCheck {
        HeaderCheck { own, alike: own != REFUSED, flagged: own & FLAG != 0 }
    }

    #[inline]
    pub fn add(&mut self, header: u64) {
        self.alike &= (header ^ self.own) & !FLAG == 0;
        self.flagged &= header & FLAG != 0;
    }

    /// Whether all have the flag; `None` where they differ otherwise, or are refusals.
    #[inline]
    pub fn all_flagged(&self) -> Option<bool> {
        self.alike.then_some(self.flagged)
    }
}
