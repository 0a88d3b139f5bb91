//! What the schedules that merge on the way have in common: which reductions they take, and
//! how long the blocks are that their partials have room for.

use super::case::Case;
use super::reduction::SCRATCH;
use super::row::{Needs, Schedule};
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::ALIGNMENT;

/// About the bytes that are kept for partials on one rank, each as long as it may be: exact
/// sums hardly ever fill a tenth of that, and what is not written to takes up no memory. (A
/// block never holds less than one element.)
const SCRATCH_FOR_PARTIALS: usize = 16 * SCRATCH;

/// The most bytes of the vector that are in a block, or in a round of slices.
const LONGEST: usize = 4 * SCRATCH;

/// What holds for all of them, as far as their rows say nothing else.
pub(super) const ROW: Schedule = Schedule { needs: Needs::Messages, takes, ..Schedule::USUAL };

/// Messages between two ranks, an arithmetic with partials, and partials that MPI can count in
/// an int.
pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    let Some(partials) = case.fold.partials() else {
        return Err("the arithmetic does not merge contributions on their way");
    };
    if !case.messages {
        return Err("the ranks have no communicator of ours for messages between two of them");
    }
    match partials.most(&Ranks::all(case.ranks), case.ranks, 1).max(case.fold.size()) {
        0..0x4000_0000 => Ok(()),
        _ => Err("what is known of an element is 1 GiB or more"),
    }
}

/// So many bytes, up to where the next partial may begin.
pub(super) fn aligned(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT)
}

/// The elements of a block that should be `wanted` bytes of the vector long, but needs about
/// so much room for so many elements.
pub(super) fn block(wanted: usize, size: usize, needed: impl Fn(usize) -> usize) -> usize {
    let elements = (wanted.min(LONGEST) / size).max(1);
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
    fn blocks_are_as_long_as_there_is_room() {
        assert_eq!(block(100, 8, |n| 3 * n), 12);
        assert_eq!(block(1, 8, |n| 3 * n), 1);
        assert_eq!(block(usize::MAX, 8, |n| 8 * n), LONGEST / 8);
        assert_eq!(block(LONGEST, 8, |n| 8 * 64 * n), SCRATCH_FOR_PARTIALS / 8 / 64);
        assert_eq!(block(LONGEST, 8, |n| n * 2 * SCRATCH_FOR_PARTIALS), 1);
    }
}
