//! Pieces of a vector ([`super::halves`]): each has a partial of its own, and
//! they are contiguous, so that one message carries several; those of a single rank are a row.

use super::merging::aligned;
use super::transport::Cut;
use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, Partials};
use std::ops::Range;

/// The partials of consecutive pieces, one after the other.
pub(super) struct Pieces {
    pub of: Ranks,
    pub range: Range<usize>,
    pub at: *const u8,
    /// Where they begin, and where the last one ends.
    starts: Vec<usize>,
}

impl Pieces {
    fn piece(&self, piece: usize) -> Partial<'_> {
        let at = self.at.wrapping_add(self.starts[piece - self.range.start]);
        Partial { of: &self.of, at }
    }

    /// Where some of them lie, and how many bytes they have.
    pub fn bytes(&self, range: &Range<usize>) -> (*const u8, usize) {
        let start = self.starts[range.start - self.range.start];
        let end = self.starts[range.end - self.range.start];
        (self.at.wrapping_add(start), end - start)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Cutting<'a> {
    pub partials: &'a dyn Partials,
    pub ranks: usize,
    pub size: usize,
    pub cut: Cut,
    pub team: Team,
}

impl Cutting<'_> {
    /// The maximum bytes of the partials of a range of pieces.
    pub fn max_bytes(&self, of: &Ranks, range: &Range<usize>) -> usize {
        if of.count() == 1 {
            return (self.cut.start(range.end) - self.cut.start(range.start)) * self.size;
        }
        let lengths = range.clone().map(|piece| self.cut.length(piece)).filter(|&n| n > 0);
        lengths.map(|n| aligned(self.partials.most(of, self.ranks, n))).sum()
    }

    /// The pieces of a contribution, or the partials, that are at an address.
    pub unsafe fn locate(&self, of: Ranks, range: Range<usize>, at: *const u8) -> Pieces {
        let (one, mut starts) = (of.count() == 1, vec![0]);
        let mut end = 0;
        for n in range.clone().map(|piece| self.cut.length(piece)) {
            end += match n {
                0 => 0,
                _ if one => n * self.size,
                _ => {
                    let partial = Partial { of: &of, at: at.wrapping_add(end) };
                    // SAFETY: upheld by the caller.
                    aligned(unsafe { self.partials.length(partial, self.ranks, n) })
                }
            };
            starts.push(end);
        }
        Pieces { of, range, at, starts }
    }

    /// Merges the pieces of `theirs` with those of `own`; `into` has to hold [`Self::max_bytes`]
    /// bytes, aligned, apart from both.
    pub unsafe fn merge(
        &self,
        own: &Pieces,
        theirs: &Pieces,
        into: *mut u8,
    ) -> Result<Pieces, Fault> {
        let (ranks, of, range) = (self.ranks, own.of.union(&theirs.of), &theirs.range);
        let (mut starts, mut end) = (vec![0], 0);
        for piece in range.clone() {
            let (n, into) = (self.cut.length(piece), into.wrapping_add(end));
            if n > 0 {
                let (one, other) = (own.piece(piece), theirs.piece(piece));
                // SAFETY: upheld by the caller.
                unsafe {
                    self.partials.merge(self.team, one, other, ranks, n, into)?;
                    end += aligned(self.partials.length(Partial { of: &of, at: into }, ranks, n));
                }
            }
            starts.push(end);
        }
        Ok(Pieces { of, range: range.clone(), at: into, starts })
    }
}
