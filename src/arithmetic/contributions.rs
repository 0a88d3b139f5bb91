//! The simplest partial of a vector: the contributions of its ranks, one row after the other. It
//! is exact for any arithmetic, and while the ranks are few it is the shortest one too.
//! Only for sums in which the order of the contributions does not matter.
//!
//! Cost: a merge copies both partials; at the end the rows are folded.

use super::fault::{memory, Fault};
use super::fold::Fold;
use super::vectors::{Partial, ALIGNMENT};
use crate::threads::Team;

/// Bytes of a row that are brought to aligned memory at a time: they stay in the
/// first-level cache.
const PIECE: usize = 8 << 10;

/// Aligned memory.
pub struct Room {
    _memory: Vec<u8>,
    start: *mut u8,
}

impl Room {
    /// Room for so many bytes.
    pub fn new(bytes: usize) -> Room {
        let mut memory = memory(if bytes == 0 { 0 } else { bytes + ALIGNMENT });
        let start = memory.as_mut_ptr();
        let start = start.wrapping_add(start.align_offset(ALIGNMENT));
        Room { _memory: memory, start }
    }

    /// The address so many bytes behind the first one.
    pub fn at(&self, offset: usize) -> *mut u8 {
        self.start.wrapping_add(offset)
    }
}

/// The rows of both, of so many bytes each.
///
/// # Safety
/// They are there, and room for all of them at `into`, apart from both.
pub unsafe fn unite(one: Partial<'_>, other: Partial<'_>, row: usize, into: *mut u8) {
    let (first, second) = (one.of.count() * row, other.of.count() * row);
    // SAFETY: upheld by the caller.
    unsafe {
        std::ptr::copy_nonoverlapping(one.at, into, first);
        std::ptr::copy_nonoverlapping(other.at, into.add(first), second);
    }
}

/// Folds `count` rows of n elements each to a row at `into`.
///
/// # Safety
/// The rows are there, and nobody else's; more than one of them are aligned. There is room
/// at `into`, which is apart from them and may have any alignment.
pub unsafe fn fold(
    fold: &dyn Fold,
    team: Team,
    rows: *mut u8,
    count: usize,
    n: usize,
    into: *mut u8,
) -> Result<(), Fault> {
    let size = fold.size();
    if count == 1 {
        let finish = |row: *mut u8, length| {
            // SAFETY: a row of so many elements, aligned.
            let folded = unsafe { fold.fold(Team::ALONE, row, 1, length)? };
            debug_assert_eq!(folded, 0, "there is one row");
            Ok(row.cast_const())
        };
        // SAFETY: upheld by the caller.
        return unsafe { through_room(rows, n, size, into, finish) };
    }
    // SAFETY: upheld by the caller.
    unsafe {
        let row = fold.fold(team, rows, count, n)?;
        std::ptr::copy_nonoverlapping(rows.add(row * n * size), into, n * size);
    }
    Ok(())
}

/// Brings a row of n elements of `size` bytes to `into`, piece by piece through aligned
/// memory, where `work` says what of each piece is wanted.
///
/// # Safety
/// The row is there, and room at `into`, which is apart from it; both may have any
/// alignment. `work` returns the address of as many elements as it gets.
pub unsafe fn through_room(
    row: *const u8,
    n: usize,
    size: usize,
    into: *mut u8,
    work: impl Fn(*mut u8, usize) -> Result<*const u8, Fault>,
) -> Result<(), Fault> {
    let piece = (PIECE / size).clamp(1, n.max(1));
    let room = Room::new(piece * size);
    for from in (0..n).step_by(piece) {
        let (length, offset) = (piece.min(n - from), from * size);
        // SAFETY: pieces of the rows.
        unsafe {
            std::ptr::copy_nonoverlapping(row.add(offset), room.at(0), length * size);
            let results = work(room.at(0), length)?;
            std::ptr::copy_nonoverlapping(results, into.add(offset), length * size);
        }
    }
    Ok(())
}
