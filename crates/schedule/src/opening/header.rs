//! The headers of all ranks' first messages, and the rows that they begin.

/// The header of a rank that cannot take part.
pub const REFUSED: u64 = 0;

/// The bits of the header that may differ: the caller's, see [`super::Arrived::agreed`].
pub const FLAGS: u64 = 0xf;

/// Bytes of a header.
pub const HEADER: usize = 8;

/// Rows of all ranks, contiguous, with this rank's in its place. The first [`HEADER`]
/// bytes of each are reserved: the call's header travels there, and may remain there.
#[derive(Clone, Copy, Debug)]
pub struct MessageRows {
    /// The address of the first rank's row.
    pub all: *mut u8,
    /// The bytes of each, a multiple of [`HEADER`].
    pub bytes: usize,
    /// The bytes of a rank without [`FLAGS`]: what follows them need not be sent.
    pub bare: usize,
}

impl MessageRows {
    /// Of a call that has nothing to send but its header.
    pub const NONE: MessageRows = MessageRows { all: std::ptr::null_mut(), bytes: 0, bare: 0 };

    /// The bytes that a rank sends with a header.
    #[inline]
    pub fn bytes_of(&self, header: u64) -> usize {
        if header & FLAGS == 0 {
            self.bare
        } else {
            self.bytes
        }
    }

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
    /// The flags of all so far; 0 where they differ.
    agreed: u64,
}

impl HeaderCheck {
    #[inline]
    pub fn new(own: u64) -> HeaderCheck {
        HeaderCheck { own, alike: own != REFUSED, agreed: own & FLAGS }
    }

    #[inline]
    pub fn add(&mut self, header: u64) {
        self.alike &= (header ^ self.own) & !FLAGS == 0;
        self.agreed = if header & FLAGS == self.agreed { self.agreed } else { 0 };
    }

    /// The flags that all have, 0 where these differ; `None` where headers differ otherwise, or are
    /// refusals.
    #[inline]
    pub fn agreed(&self) -> Option<u64> {
        self.alike.then_some(self.agreed)
    }
}
