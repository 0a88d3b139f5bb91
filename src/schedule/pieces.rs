//! Pieces of a vector ([`super::halves`]): what is known of each is a partial by itself, one
//! behind the other, so that several travel in one message; of a single rank they are a row.

use super::merging::aligned;
use super::transport::Cut;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::{Partial, Partials};
use crate::arithmetic::Fault;
use crate::threads::Team;
use std::ops::Range;

/// What is known of consecutive pieces, which lie one after the other.
pub(super) struct Pieces {
    pub of: Ranks,
    pub range: Range<usize>,
    pub at: *const u8,
    /// Where they begin, and where the last one ends.
    starts: Vec<usize>,
}

impl Pieces {
    pub fn piece(&self, piece: usize) -> Partial<'_> {
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

/// How a vector is cut into pieces, and what is done with them.
#[derive(Clone, Copy)]
pub(super) struct Cutting<'a> {
    pub partials: &'a dyn Partials,
    pub ranks: usize,
    /// Bytes of an element.
    pub size: usize,
    /// The pieces.
    pub cut: Cut,
    /// Who merges them.
    pub team: Team,
}

impl Cutting<'_> {
    /// The most bytes of what such ranks know of pieces.
    pub fn most(&self, of: &Ranks, range: &Range<usize>) -> usize {
        let most = |n| aligned(self.partials.most(of, self.ranks, n));
        let elements = self.cut.start(range.end) - self.cut.start(range.start);
        match of.count() {
            1 => elements * self.size,
            _ => {
                range.clone().map(|piece| self.cut.length(piece)).filter(|&n| n > 0).map(most).sum()
            }
        }
    }

    /// What lies there of pieces: a contribution, or partials.
    ///
    /// # Safety
    /// It is there.
    pub unsafe fn found(&self, of: Ranks, range: Range<usize>, at: *const u8) -> Pieces {
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

    /// The merged partials of the pieces of `theirs`.
    ///
    /// # Safety
    /// Both are there, and room for [`Self::most`] bytes, aligned, apart from them.
    pub unsafe fn merge(
        &self,
        known: &Pieces,
        theirs: &Pieces,
        into: *mut u8,
    ) -> Result<Pieces, Fault> {
        let (ranks, of, range) = (self.ranks, known.of.union(&theirs.of), &theirs.range);
        let (mut starts, mut end) = (vec![0], 0);
        for piece in range.clone() {
            let (n, into) = (self.cut.length(piece), into.wrapping_add(end));
            if n > 0 {
                let (one, other) = (known.piece(piece), theirs.piece(piece));
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
