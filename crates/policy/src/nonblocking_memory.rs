//! `SAMEBITS_NONBLOCKING_MEMORY`: how much memory one nonblocking or persistent reduction may take.

use std::fmt;

const MOST: usize = 1 << 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonblockingMemory {
    /// Bytes of the contributions of all ranks.
    pub contributions: usize,
    /// Bytes of partial results, where the contributions need more than that.
    pub partials: usize,
}

impl Default for NonblockingMemory {
    /// 64 MiB of either.
    fn default() -> NonblockingMemory {
        NonblockingMemory { contributions: 64 << 20, partials: 64 << 20 }
    }
}

impl NonblockingMemory {
    /// One number of bytes for both, or one for each, as `bytes` reads them.
    pub fn from_text(
        text: &str,
        bytes: impl Fn(&str) -> Option<usize>,
    ) -> Option<NonblockingMemory> {
        let bytes = |text: &str| bytes(text).filter(|&bytes| bytes <= MOST);
        let (contributions, partials) = text.split_once(':').unwrap_or((text, text));
        Some(NonblockingMemory { contributions: bytes(contributions)?, partials: bytes(partials)? })
    }
}

impl fmt::Display for NonblockingMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &NonblockingMemory { contributions, partials } = self;
        match contributions == partials {
            true => write!(f, "{contributions}"),
            false => write!(f, "{contributions}:{partials}"),
        }
    }
}
