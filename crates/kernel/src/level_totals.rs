//! Totals by levels of incomplete columns: each column's first level so far and the exact totals
//! from it on. Contributions are added to them, and they are merged.
//!
//! The levels are those of [`super::level_columns`], on a ladder that no number shifts: where a
//! number is larger than all before it, the totals move down by as many levels as lie between, and
//! the lowest are dropped. A ladder whose numbers may leave something in the level before their
//! own has that as its first one; it is added to the next one at the end.
//!
//! Cost, k levels: a contribution takes 2 operations to find the largest and 4 k (5 k) to be cut
//! up, a merge k additions and, where levels differ, k² selections an element.

use super::level_columns::{
    find_largest, find_levels, flag_nans, Columns, Ladder, StridedRows, CHUNK, MOST,
};
use super::simd::on_best_unit;
use super::summand::Summand;

/// What some ranks contribute to n columns.
#[derive(Clone, Copy, Debug)]
pub enum Part<T> {
    Rows(StridedRows<T>),
    Totals(Totals),
}

/// Totals of n columns.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// A row of the columns' first levels.
    pub first: *const i32,
    /// A row of totals for each level, without gaps.
    pub totals: *const f64,
}

pub type Levels = [[f64; CHUNK]; MOST];

on_best_unit! {
    /// The first levels and the totals of n ≤ [`CHUNK`] columns over both parts. Returns whether
    /// the ladder does not cover some column.
    ///
    /// # Safety
    /// All rows hold n numbers, those of contributions at any alignment; there are no more
    /// contributions all together than the ladder takes; the environment is the default one.
    pub unsafe fn total<T: Summand>(
        parts: &[Part<T>; 2], n: usize, ladder: &Ladder,
        first: &mut [i32; CHUNK], totals: &mut Levels,
    ) -> bool {
        let n = n.min(CHUNK);
        let (mut open, mut largest, mut any_rows) = ([0; CHUNK], [0.0f64; CHUNK], false);
        for part in parts {
            if let Part::Rows(rows) = *part {
                // SAFETY: upheld by the caller, here and below.
                unsafe { find_largest(rows, n, &mut largest) };
                any_rows = true;
            }
        }
        *first = [i32::MAX; CHUNK];
        if any_rows {
            find_levels(ladder, &largest, first, &mut open);
        }
        for part in parts {
            if let Part::Totals(part) = part {
                for (i, first) in first[..n].iter_mut().enumerate() {
                    // SAFETY: a row of n first levels.
                    *first = unsafe { *part.first.add(i) }.min(*first);
                }
            }
        }
        *totals = [[0.0; CHUNK]; MOST];
        for part in parts {
            match *part {
                // SAFETY: as above.
                Part::Totals(part) => unsafe { add(part, n, ladder.levels, first, totals) },
                Part::Rows(rows) => {
                    let mut columns = Columns::new(ladder, first);
                    // SAFETY: as above.
                    unsafe { columns.deposit(rows, n, ladder) };
                    let all = totals.iter_mut().zip(&columns.totals);
                    for (totals, more) in all.take(ladder.levels) {
                        for (total, more) in totals.iter_mut().zip(more) {
                            *total += more;
                        }
                    }
                }
            }
        }
        flag_nans(&mut open, &totals[0], n)
    }
}

/// Adds totals, moved down to where the columns' levels begin.
#[inline(always)]
unsafe fn add(part: Totals, n: usize, levels: usize, first: &[i32; CHUNK], totals: &mut Levels) {
    let mut by = [0i32; CHUNK];
    let mut farthest = 0;
    for (i, by) in by[..n].iter_mut().enumerate() {
        // SAFETY: a row of n first levels, none of them before the column's own.
        *by = unsafe { *part.first.add(i) } - first[i];
        farthest |= *by;
    }
    for from in 0..levels {
        // SAFETY: a row of n totals.
        let row = unsafe { part.totals.add(from * n) };
        for (to, totals) in totals.iter_mut().enumerate().take(levels).skip(from) {
            if to > from && farthest == 0 {
                break;
            }
            for i in 0..n {
                // SAFETY: one of them.
                let total = unsafe { *row.add(i) };
                totals[i] += if by[i] == (to - from) as i32 { total } else { 0.0 };
            }
        }
    }
}

on_best_unit! {
    /// Rounds the totals of n ≤ [`CHUNK`] columns to double and then to the format; `zeroth`: the
    /// first level is the one before the numbers' own.
    ///
    /// # Safety
    /// The rows hold n columns; the environment is the default one.
    pub unsafe fn results<T: Summand>(
        part: Totals, n: usize, ladder: &Ladder, zeroth: bool, sums: &mut [T; CHUNK],
    ) -> () {
        let n = n.min(CHUNK);
        // Any level will do where there are no columns.
        let mut first = [1i32; CHUNK];
        for (i, first) in first[..n].iter_mut().enumerate() {
            // SAFETY: a row of n first levels.
            *first = unsafe { *part.first.add(i) };
        }
        let mut columns = Columns::new(ladder, &first);
        for level in 0..ladder.levels {
            // The zeroth level is added to the first one.
            let place = if zeroth { level.saturating_sub(1) } else { level };
            for (i, total) in columns.totals[place][..n].iter_mut().enumerate() {
                // SAFETY: a row of n totals.
                *total += unsafe { *part.totals.add(level * n + i) };
            }
        }
        let mut in_double = [0.0; CHUNK];
        columns.round(ladder, zeroth, &mut in_double);
        for (sum, in_double) in sums.iter_mut().zip(in_double) {
            *sum = T::round_pair(in_double, 0.0);
        }
    }
}
