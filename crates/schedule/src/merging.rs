//! What the schedules that merge partials have in common: which reductions they take, and how
//! long their blocks are.

use super::case::Case;
use super::reduction::SCRATCH;
use super::row::{Needs, Schedule};
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::ALIGNMENT;

/// About the scratch for partials on one rank, each at its maximum length: exact sums hardly ever
/// fill a tenth of that, and pages that are not written take no memory. (A block has at least one
/// element.)
const SCRATCH_FOR_PARTIALS: usize = 16 * SCRATCH;

/// The maximum bytes of the vector in a block, or in a round of slices.
const MAX_BLOCK: usize = 4 * SCRATCH;

/// The defaults of their rows.
pub(super) const ROW: Schedule = Schedule { needs: Needs::Messages, takes, ..Schedule::USUAL };

/// Point-to-point messages, an arithmetic with partials, and partials whose bytes MPI can count in
/// an int.
pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    let Some(partials) = case.fold.partials() else {
        return Err("the arithmetic does not merge partial results");
    };
    if !case.messages {
        return Err("samebits has no communicator of its own for messages between two ranks");
    }
    match partials.most(&Ranks::all(case.ranks), case.ranks, 1).max(case.fold.size()) {
        0..0x4000_0000 => Ok(()),
        _ => Err("a partial result of one element takes 1 GiB or more"),
    }
}

/// Rounds bytes up to where the next partial may begin.
pub(super) fn aligned(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT)
}

/// Allots a rank's scratch, from its beginning on.
#[derive(Default)]
pub(super) struct ScratchDivision {
    /// The bytes that have been taken.
    pub bytes: usize,
}

impl ScratchDivision {
    /// Takes the next bytes; returns where they begin.
    pub fn take(&mut self, bytes: usize) -> usize {
        self.bytes += bytes;
        self.bytes - bytes
    }

    /// Takes two buffers of that length, which are used alternately.
    pub fn take_two(&mut self, bytes: usize) -> [usize; 2] {
        [self.take(bytes), self.take(bytes)]
    }
}

/// The elements of a block of `wanted` bytes of the vector, or of fewer if `needed`, the scratch
/// for that many elements, is too large.
pub(super) fn block(wanted: usize, size: usize, needed: impl Fn(usize) -> usize) -> usize {
    let elements = (wanted.min(MAX_BLOCK) / size).max(1);
    match needed(elements) {
        0..=SCRATCH_FOR_PARTIALS => elements,
        bytes => {
            ((elements as u128 * SCRATCH_FOR_PARTIALS as u128 / bytes as u128) as usize).max(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_long_as_the_scratch_allows() {
        assert_eq!(block(100, 8, |n| 3 * n), 12);
        assert_eq!(block(1, 8, |n| 3 * n), 1);
        assert_eq!(block(usize::MAX, 8, |n| 8 * n), MAX_BLOCK / 8);
        assert_eq!(block(MAX_BLOCK, 8, |n| 8 * 64 * n), SCRATCH_FOR_PARTIALS / 8 / 64);
        assert_eq!(block(MAX_BLOCK, 8, |n| n * 2 * SCRATCH_FOR_PARTIALS), 1);
    }
}
