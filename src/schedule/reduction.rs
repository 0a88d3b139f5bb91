//! A reduction as a schedule sees it, and how its vector goes in blocks.

use super::case::{Case, Destination, Settings};
use super::transport::Transport;
use crate::arithmetic::{Fault, Fold};

/// What a schedule works with beside the caller's buffers, in bytes of data: the
/// rows of one block. (A block never holds less than one element of each rank.)
/// All ranks cut the vector into the same blocks.
pub const SCRATCH: usize = 1 << 20;

/// p times the bytes of a vector, or of a partial, up to which all of it is handed over at
/// once: one message's latency outweighs the doubled work. (At p = 2 either way takes as long
/// there: `make bench SMALLEST=8K LARGEST=128K`.)
pub(super) const GATHER_LIMIT: usize = 64 << 10;

/// Elements of a block, of which every rank's row (or its slice of every row)
/// lies in the scratch at one time.
pub(super) fn block(ranks: usize, fold: &dyn Fold) -> usize {
    (SCRATCH / (ranks * fold.size())).max(1)
}

/// The rows of a block and, where the caller's buffers are not contiguous, as much again for the way
/// there and back.
pub(super) fn rows(case: &Case<'_>, _settings: &Settings, _rank: usize) -> usize {
    let rows = case.ranks * block(case.ranks, case.fold).min(case.count) * case.fold.size();
    if case.fold.buffers().is_some() {
        2 * rows
    } else {
        rows
    }
}

/// Whether all of a vector of so many bytes should be handed over at once.
pub(super) fn is_short(ranks: usize, bytes: usize) -> bool {
    ranks.saturating_mul(bytes) <= GATHER_LIMIT
}

/// What is to be reduced, seen from one rank.
pub struct Reduction<'a> {
    /// This rank's contribution; the same as `recv` where it is in place.
    pub send: *const u8,
    /// Where the result goes; not looked at on ranks that get none.
    pub recv: *mut u8,
    /// Elements of the vector.
    pub count: usize,
    /// Who gets the result.
    pub to: Destination,
    /// The arithmetic.
    pub fold: &'a dyn Fold,
    /// What the schedule is run with.
    pub settings: Settings,
}

impl Reduction<'_> {
    /// Where an element lies in a buffer, relative to the first.
    fn offset(&self, element: usize) -> isize {
        let extent = self.fold.buffers().map_or(self.fold.size() as isize, |b| b.extent());
        element as isize * extent
    }

    /// The reduction of the elements from..from+n alone, whose result goes to the beginning of
    /// the receive buffer.
    pub fn part(&self, from: usize, n: usize, to: Destination) -> Self {
        let send = self.send.wrapping_offset(self.offset(from));
        Reduction { send, count: n, to, ..*self }
    }

    /// The contribution's elements from..from+n as a row: in the caller's buffer
    /// where that is one, else copied to `stage`.
    ///
    /// # Safety
    /// The elements lie within the vector, and `stage` has room for them.
    pub unsafe fn contribution(
        &self,
        from: usize,
        n: usize,
        stage: *mut u8,
    ) -> Result<*const u8, Fault> {
        let send = self.send.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            None => Ok(send),
            Some(buffers) => {
                // SAFETY: upheld by the caller.
                unsafe { buffers.load(send, stage, n)? };
                Ok(stage)
            }
        }
    }

    /// Where a row of results should be put for the elements from `from` on: into
    /// the caller's buffer where that is a row, else to `stage`.
    pub(super) fn result_row(&self, from: usize, stage: *mut u8) -> *mut u8 {
        match self.fold.buffers() {
            None => self.recv.wrapping_offset(self.offset(from)),
            Some(_) => stage,
        }
    }

    /// The results from..from+n, once they were delivered, as a row: in the caller's
    /// buffer where that is one, else copied to `stage`.
    ///
    /// # Safety
    /// The elements lie within the vector, and `stage` has room for them.
    pub(super) unsafe fn results(
        &self,
        from: usize,
        n: usize,
        stage: *mut u8,
    ) -> Result<*const u8, Fault> {
        let recv = self.recv.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            None => Ok(recv),
            Some(buffers) => {
                // SAFETY: upheld by the caller.
                unsafe { buffers.load(recv, stage, n)? };
                Ok(stage)
            }
        }
    }

    /// Brings a row of n results to the caller's elements from `from` on, if it
    /// does not lie there already.
    ///
    /// # Safety
    /// The row holds n elements, which lie within the vector.
    pub unsafe fn deliver(&self, row: *const u8, from: usize, n: usize) -> Result<(), Fault> {
        let recv = self.recv.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            // SAFETY: upheld by the caller.
            Some(buffers) => unsafe { buffers.store(row, recv, n) },
            None => {
                if !std::ptr::eq(row, recv) {
                    // SAFETY: upheld by the caller; rows are scratch of ours.
                    unsafe { std::ptr::copy_nonoverlapping(row, recv, n * self.fold.size()) };
                }
                Ok(())
            }
        }
    }
}

/// Whether this rank gets the result.
pub(super) fn receives(transport: &dyn Transport, to: Destination) -> bool {
    to.reaches(transport.rank())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::tree::Tree;
    use crate::kernel::{lookup, Format, Kind, Operator};

    #[test]
    fn scratch_is_bounded_and_holds_an_element_of_each_rank() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let needed = |ranks, count| {
            let (fold, to) = (&double, Destination::All);
            rows(
                &Case { fold, ranks, count, to, messages: false, node: None },
                &Settings::default(),
                0,
            )
        };
        assert_eq!(needed(4, 10), 320);
        assert_eq!(needed(4, usize::MAX / 8), SCRATCH);
        assert_eq!(needed(1 << 20, 5), 8 << 20);
    }
}
