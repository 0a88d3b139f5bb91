//! A reduction as a schedule sees it, and the blocks in which its vector goes.

use super::case::{Case, Destination, Settings};
use samebits_base::fault::{Fault, Outcome};
use samebits_fold::vectors::Partials;
use samebits_fold::Fold;

/// Bytes of scratch for the rows of a block, which has at least one element.
pub const SCRATCH: usize = 1 << 20;

/// p times the bytes of a vector, or of a partial, up to which all of it goes at once: one
/// message's latency outweighs the doubled work. (At p = 2 both take as long there:
/// `make bench SMALLEST=8K LARGEST=128K`.)
pub(super) const GATHER_LIMIT: usize = 64 << 10;

/// Elements of a block, of which the scratch holds every rank's row (or its slice of every row).
pub fn block(ranks: usize, fold: &dyn Fold) -> usize {
    (SCRATCH / (ranks * fold.size())).max(1)
}

/// Bytes of the rows of a block and, where the caller's buffers are not contiguous, of as many
/// more to stage what comes and goes.
pub(super) fn rows(case: &Case<'_>, _settings: &Settings, _rank: usize) -> usize {
    let rows = case.ranks * block(case.ranks, case.fold).min(case.count) * case.fold.size();
    case.fold.buffers().map_or(rows, |_| 2 * rows)
}

/// Whether all of a vector of `bytes` bytes should go at once.
pub(super) fn is_short(ranks: usize, bytes: usize) -> bool {
    ranks.saturating_mul(bytes) <= GATHER_LIMIT
}

pub struct Reduction<'a> {
    /// This rank's contribution; the same as `recv` where it is in place.
    pub send: *const u8,
    /// Where the result goes; not looked at on ranks that get none.
    pub recv: *mut u8,
    pub count: usize,
    pub to: Destination,
    pub fold: &'a dyn Fold,
    pub settings: Settings,
}

impl<'a> Reduction<'a> {
    /// The case of a schedule that uses messages.
    pub(super) fn case(&self, ranks: usize) -> Case<'_> {
        let &Reduction { fold, count, to, .. } = self;
        Case { fold, ranks, count, to, messages: true, node: None }
    }

    /// The partials of a fold that a schedule has taken because it has them.
    pub(super) fn partials(&self) -> &'a dyn Partials {
        self.fold.partials().expect("`takes` has checked that")
    }

    /// The blocks of at most n elements in which the vector goes: where each begins, and its
    /// elements.
    pub(super) fn blocks(&self, n: usize) -> impl Iterator<Item = (usize, usize)> + use<'_, 'a> {
        (0..self.count.div_ceil(n)).map(move |k| self.block(k, n))
    }

    /// Block k of those.
    #[inline]
    pub(super) fn block(&self, k: usize, n: usize) -> (usize, usize) {
        (k * n, n.min(self.count - k * n))
    }

    fn offset(&self, element: usize) -> isize {
        let extent = self.fold.buffers().map_or(self.fold.size() as isize, |b| b.extent());
        element as isize * extent
    }

    /// The reduction of the elements from..from+n alone, whose result goes to the receive buffer's
    /// elements from `into` on.
    pub fn part(&self, from: usize, n: usize, into: usize, to: Destination) -> Self {
        let send = self.send.wrapping_offset(self.offset(from));
        let recv = self.recv.wrapping_offset(self.offset(into));
        Reduction { send, recv, count: n, to, ..*self }
    }

    /// The contribution's elements from..from+n as a row: in the caller's buffer if it is
    /// contiguous, else copied to `stage`.
    ///
    /// # Safety
    /// The elements lie within the vector, and fit in `stage`.
    pub unsafe fn contribution(
        &self,
        from: usize,
        n: usize,
        stage: *mut u8,
    ) -> Result<*const u8, Fault> {
        let elements = self.send.wrapping_offset(self.offset(from));
        let Some(buffers) = self.fold.buffers() else { return Ok(elements) };
        // SAFETY: upheld by the caller.
        unsafe { buffers.load(elements, stage, n)? };
        Ok(stage)
    }

    /// The results of the elements from..from+n as a row, after they were delivered: in the caller's
    /// buffer if it is contiguous, else copied to `stage`.
    ///
    /// # Safety
    /// As for [`Reduction::contribution`].
    pub(super) unsafe fn delivered(
        &self,
        from: usize,
        n: usize,
        stage: *mut u8,
    ) -> Result<*const u8, Fault> {
        let results = self.recv.wrapping_offset(self.offset(from)).cast_const();
        let Some(buffers) = self.fold.buffers() else { return Ok(results) };
        // SAFETY: upheld by the caller.
        unsafe { buffers.load_stored(results, stage, n)? };
        Ok(stage)
    }

    /// Where a row of results should be put for the elements from `from` on: into the caller's
    /// buffer if it is contiguous, else to `stage`.
    pub(super) fn result_row(&self, from: usize, stage: *mut u8) -> *mut u8 {
        match self.fold.buffers() {
            None => self.recv.wrapping_offset(self.offset(from)),
            Some(_) => stage,
        }
    }

    /// Copies a row of n results to the caller's elements from `from` on, if it is not there yet.
    ///
    /// # Safety
    /// The row holds n elements, which lie within the vector.
    pub unsafe fn deliver(&self, row: *const u8, from: usize, n: usize) -> Outcome {
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

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_fold::tree::Tree;
    use samebits_kernel::{lookup, Format, Kind, Operator};

    #[test]
    fn scratch_is_bounded_and_holds_an_element_of_each_rank() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let needed = |ranks, count| {
            let (fold, to) = (&double, Destination::All);
            let case = Case { fold, ranks, count, to, messages: false, node: None };
            rows(&case, &Settings::default(), 0)
        };
        assert_eq!(needed(4, 10), 320);
        assert_eq!(needed(4, usize::MAX / 8), SCRATCH);
        assert_eq!(needed(1 << 20, 5), 8 << 20);
    }
}
