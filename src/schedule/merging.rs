//! What the schedules that merge on the way have in common: which reductions they take, and
//! how long the blocks are that their partials have room for.

use super::{Case, SCRATCH};
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::ALIGNMENT;

/// About the bytes that partials may take up on one rank. (A block never holds less than one
/// element.)
const ROOM: usize = 4 * SCRATCH;

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
    let elements = (wanted.min(ROOM) / size).max(1);
    match needed(elements) {
        0..=ROOM => elements,
        bytes => ((elements as u128 * ROOM as u128 / bytes as u128) as usize).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_long_as_there_is_room() {
        assert_eq!(block(100, 8, |n| 3 * n), 12);
        assert_eq!(block(1, 8, |n| 3 * n), 1);
        assert_eq!(block(usize::MAX, 8, |n| 8 * n), ROOM / 8);
        assert_eq!(block(ROOM, 8, |n| 8 * 64 * n), ROOM / 8 / 64);
        assert_eq!(block(ROOM, 8, |n| n * 2 * ROOM), 1);
    }
}
