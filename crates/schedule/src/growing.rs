//! A partial that grows as what other ranks know is merged with it.

use super::prelude::*;
use samebits_fold::vectors::Partial;

/// The partial of n elements, as it grows, and the two buffers that it is merged into alternately.
pub(super) struct Growing<'a> {
    pub reduction: &'a Reduction<'a>,
    /// Of how many ranks it is in the end.
    pub ranks: usize,
    pub n: usize,
    pub of: Ranks,
    pub at: *const u8,
    pub places: [*mut u8; 2],
}

impl Growing<'_> {
    fn partial(&self) -> Partial<'_> {
        Partial { of: &self.of, at: self.at }
    }

    /// The maximum bytes of other ranks' partial of the same elements.
    pub fn most(&self, of: &Ranks) -> usize {
        self.reduction.partials().most(of, self.ranks, self.n)
    }

    pub unsafe fn length(&self) -> usize {
        // SAFETY: upheld by the caller.
        unsafe { self.reduction.partials().length(self.partial(), self.ranks, self.n) }
    }

    /// With what lies elsewhere; the first one stays where it lies.
    pub unsafe fn merge(&mut self, other: &Ranks, at: *const u8) -> Outcome {
        if self.of == Ranks::default() {
            (self.of, self.at) = (other.clone(), at);
            return Ok(());
        }
        let (one, two) = (self.partial(), Partial { of: other, at });
        let (team, [into, next]) = (self.reduction.settings.team(), self.places);
        // SAFETY: upheld by the caller: two partials, and there is room for that of both.
        unsafe { self.reduction.partials().merge(team, one, two, self.ranks, self.n, into)? };
        (self.of, self.at, self.places) = (self.of.union(other), into, [next, into]);
        Ok(())
    }

    /// Copies what still lies elsewhere.
    pub unsafe fn settle(&mut self) {
        let [into, next] = self.places;
        if !self.places.contains(&self.at.cast_mut()) {
            // SAFETY: upheld by the caller: there is room.
            unsafe { std::ptr::copy_nonoverlapping(self.at, into, self.length()) };
            (self.at, self.places) = (into, [next, into]);
        }
    }

    /// Writes the results, which use it up, to a row.
    pub unsafe fn finish(mut self, row: *mut u8) -> Outcome {
        let team = self.reduction.settings.team();
        // SAFETY: upheld by the caller.
        unsafe {
            self.settle();
            let at = self.at.cast_mut();
            self.reduction.partials().finish(team, at, self.ranks, self.n, row)
        }
    }
}
