//! The columns of a vector, divided among threads. Each column is folded, merged or finished by
//! itself, so neither the cuts nor which thread works on which side changes a bit.
//!
//! Cost: that of the work, divided among the threads, and of starting them ([`samebits_base::threads`]).

use samebits_base::threads::{parallel_for, Address, Team};
use samebits_kernel::fpenv::{within, Environment};
use std::ops::Range;

/// Pieces for each thread: all are busy to the end, although one starts before the others.
const PIECES: usize = 4;

/// Every piece but the last has a multiple of so many columns: as many as any kernel takes at a
/// time, in whole cache lines.
pub const EDGE: usize = 128;

/// How n columns, `bytes` long altogether, are divided among a team: the number of threads, and
/// the columns of a piece.
pub fn cut(team: Team, n: usize, bytes: usize) -> (usize, usize) {
    match team.on(bytes) {
        1 => (1, n),
        threads => (threads, n.div_ceil(PIECES * threads).next_multiple_of(EDGE)),
    }
}

/// Calls `work` for ranges that are together the n columns, `bytes` long, in the environment.
pub fn over_columns(
    team: Team,
    n: usize,
    bytes: usize,
    environment: Environment,
    work: impl Fn(Range<usize>) + Sync,
) {
    let (threads, piece) = cut(team, n, bytes);
    if threads == 1 {
        return work(0..n);
    }
    parallel_for(threads, n.div_ceil(piece), |i| {
        within(environment, || work(i * piece..n.min((i + 1) * piece)));
    });
}

/// As [`crate::FoldTwo::fold_two`] of elements of that size, where `fold` folds n elements. Safety:
/// as of that.
pub unsafe fn fold_two(
    team: Team,
    [left, right]: [*const u8; 2],
    into: *mut u8,
    n: usize,
    (size, environment): (usize, Environment),
    fold: impl Fn(*const u8, *const u8, *mut u8, usize) + Sync,
) {
    let [left, right] = [left, right].map(|row| Address(row.cast_mut()));
    let into = Address(into);
    over_columns(team, n, 2 * n * size, environment, |columns| {
        let start = columns.start * size;
        fold(left.at(start), right.at(start), into.at(start), columns.len());
    });
}
