//! The words of all ranks, and the rows behind them.

/// The word of a rank that cannot take part.
pub const REFUSED: u64 = 0;

/// A bit of the word that may differ: the caller's, see [`super::Arrived::flagged`].
pub const FLAG: u64 = 1;

/// Bytes of a word.
pub const WORD: usize = 8;

/// Rows of all ranks.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// This rank's.
    pub send: *const u8,
    /// The bytes of each.
    pub bytes: usize,
    /// Where that of the first rank goes, on ranks that get them.
    pub recv: *mut u8,
    /// The bytes from there to that of the second one.
    pub pitch: usize,
    /// Whether there is room for a word before each row, on all ranks.
    pub led: bool,
}

impl Rows {
    /// Of a call that has nothing to send with its word.
    pub const NONE: Rows =
        Rows { send: std::ptr::null(), bytes: 0, recv: std::ptr::null_mut(), pitch: 0, led: false };
}

/// Whether all of the words are this one, which is no refusal; and then, whether all have the
/// flag.
#[inline]
pub fn all_alike(own: u64, words: impl Iterator<Item = u64>) -> Option<bool> {
    let (mut alike, mut flagged) = (own != REFUSED, own & FLAG != 0);
    for word in words {
        alike &= (word ^ own) & !FLAG == 0;
        flagged &= word & FLAG != 0;
    }
    alike.then_some(flagged)
}

/// Brings bytes to where they may lie already.
///
/// # Safety
/// They are there, and room for them, apart or the same.
#[inline]
pub unsafe fn bring(from: *const u8, to: *mut u8, bytes: usize) {
    if bytes > 0 && !std::ptr::eq(from, to) {
        // SAFETY: handed on to the caller.
        unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
    }
}
