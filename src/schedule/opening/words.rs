//! The words of all ranks, and the rows behind them.

/// The word of a rank that cannot take part.
pub const REFUSED: u64 = 0;

/// A bit of the word that may differ: the caller's, see [`super::Arrived::flagged`].
pub const FLAG: u64 = 1;

/// Bytes of a word.
pub const WORD: usize = 8;

/// Rows of all ranks, one behind the other, of which this rank's is in its place. Each begins with
/// a word, which is not looked at: the call's travels there, and may lie there after it.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Where that of the first rank goes.
    pub all: *mut u8,
    /// The bytes of each, a multiple of [`WORD`].
    pub bytes: usize,
}

impl Rows {
    /// Of a call that has nothing to send with its word.
    pub const NONE: Rows = Rows { all: std::ptr::null_mut(), bytes: 0 };

    /// Where the row of a rank is.
    #[inline]
    pub fn of(&self, rank: usize) -> *mut u8 {
        self.all.wrapping_add(rank * self.bytes)
    }
}

/// What is known of the words that have come so far.
pub struct Heard {
    own: u64,
    alike: bool,
    flagged: bool,
}

impl Heard {
    /// This rank's own.
    #[inline]
    pub fn own(word: u64) -> Heard {
        Heard { own: word, alike: word != REFUSED, flagged: word & FLAG != 0 }
    }

    /// Another rank's.
    #[inline]
    pub fn hear(&mut self, word: u64) {
        self.alike &= (word ^ self.own) & !FLAG == 0;
        self.flagged &= word & FLAG != 0;
    }

    /// Whether all have the flag; nothing where they differ otherwise, or are refusals.
    #[inline]
    pub fn all_flagged(&self) -> Option<bool> {
        self.alike.then_some(self.flagged)
    }
}
