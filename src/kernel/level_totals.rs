//! Totals by levels of columns that are not complete yet: each column's first level so far
//! and the exact totals from it on, which contributions are added to and which are merged.
//!
//! The levels are those of [`super::level_columns`], on a ladder that no number shifts: where
//! one is larger than all before it, the totals move down by as many levels as lie between, and
//! the lowest are dropped. A ladder whose numbers may leave something in the level before
//! their own has that as its first one; it goes into the next one at the end.
//!
//! Cost, k levels: a contribution 2 operations to be looked at and 4 k (5 k) to be cut up, a
//! merge k additions and, where levels differ, k² selections an element.

use super::column_sum::Summand;
use super::level_columns::{
    binned, choose, deposit_all, look, prerounded, Columns, Ladder, CHUNK, MOST,
};
use super::simd::on_best_unit;

/// What some ranks have of n columns.
#[derive(Clone, Copy, Debug)]
pub enum Part<T> {
    /// Their contributions: rows of which each begins `pitch` numbers behind the last.
    Rows {
        /// The first number.
        first: *const T,
        /// Numbers from one row to the next.
        pitch: usize,
        /// How many rows there are.
        count: usize,
    },
    /// Their totals.
    Totals(Totals),
}

/// Totals of n columns.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// The columns' first levels: a row of them.
    pub first: *const i32,
    /// The totals of a level, and of the next one: rows without gaps.
    pub totals: *const f64,
}

/// What the columns' totals are, level by level.
pub type Levels = [[f64; CHUNK]; MOST];

on_best_unit! {
    /// The first levels and the totals of n ≤ [`CHUNK`] columns over both parts. Returns
    /// whether any column is open: the ladder does not serve it.
    ///
    /// # Safety
    /// All rows hold n numbers; those of contributions may have any alignment; there are
    /// not more contributions all together than the ladder takes; the environment is the
    /// default one.
    total[T: Summand][T](
        parts: &[Part<T>; 2], n: usize, ladder: &Ladder,
        first: &mut [i32; CHUNK], totals: &mut Levels
    ) -> bool = total_body
}

#[inline(always)]
unsafe fn total_body<T: Summand>(
    parts: &[Part<T>; 2],
    n: usize,
    ladder: &Ladder,
    first: &mut [i32; CHUNK],
    totals: &mut Levels,
) -> bool {
    let n = n.min(CHUNK);
    let (mut open, mut largest, mut any_rows) = ([0; CHUNK], [0.0f64; CHUNK], false);
    for part in parts {
        if let Part::Rows { first, pitch, count } = *part {
            // SAFETY: upheld by the caller.
            unsafe { look::<T>(first, pitch, count, n, &mut largest) };
            any_rows = true;
        }
    }
    *first = [i32::MAX; CHUNK];
    if any_rows {
        choose(ladder, &largest, first, &mut open);
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
            // SAFETY: upheld by the caller.
            Part::Totals(part) => unsafe { add(part, n, ladder.levels, first, totals) },
            Part::Rows { first: row, pitch, count } => {
                let mut columns = Columns::new(ladder, first);
                // SAFETY: likewise.
                unsafe { deposit_all::<T>(row, pitch, count, n, ladder, &mut columns) };
                for (totals, more) in totals.iter_mut().zip(&columns.totals).take(ladder.levels) {
                    for (total, more) in totals.iter_mut().zip(more) {
                        *total += more;
                    }
                }
            }
        }
    }
    for (open, total) in open.iter_mut().zip(&totals[0]) {
        *open |= u64::from(total.is_nan());
    }
    open[..n].iter().fold(0, |any, open| any | open) != 0
}

/// Adds totals, moved down to where the columns' levels begin.
#[inline(always)]
unsafe fn add(part: Totals, n: usize, levels: usize, first: &[i32; CHUNK], totals: &mut Levels) {
    let mut by = [0i32; CHUNK];
    let mut farthest = 0;
    for (i, by) in by[..n].iter_mut().enumerate() {
        // SAFETY: a row of n first levels, of which none is before the columns' own.
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
    /// The results of totals of n ≤ [`CHUNK`] columns, rounded in double and then to the
    /// format; `zeroth` says that the first level is the one before the numbers' own.
    ///
    /// # Safety
    /// The rows hold n columns; the environment is the default one.
    results[T: Summand][T](
        part: Totals, n: usize, ladder: &Ladder, zeroth: bool, sums: &mut [T; CHUNK]
    ) -> () = results_body
}

#[inline(always)]
unsafe fn results_body<T: Summand>(
    part: Totals,
    n: usize,
    ladder: &Ladder,
    zeroth: bool,
    sums: &mut [T; CHUNK],
) {
    let n = n.min(CHUNK);
    // (Any levels do where there are no columns.)
    let mut first = [1i32; CHUNK];
    for (i, first) in first[..n].iter_mut().enumerate() {
        // SAFETY: a row of n first levels.
        *first = unsafe { *part.first.add(i) };
    }
    let mut columns = Columns::new(ladder, &first);
    for level in 0..ladder.levels {
        // (The zeroth level and the first one share the place of the first.)
        let place = if zeroth { level.saturating_sub(1) } else { level };
        for (i, total) in columns.totals[place][..n].iter_mut().enumerate() {
            // SAFETY: a row of n totals.
            *total += unsafe { *part.totals.add(level * n + i) };
        }
    }
    let mut in_double = [0.0; CHUNK];
    match ladder.primary {
        Some(primary) => binned(&columns, ladder.levels, primary, &mut in_double),
        None => prerounded(&columns, ladder.levels - usize::from(zeroth), &mut in_double),
    }
    for (sum, in_double) in sums.iter_mut().zip(in_double) {
        *sum = T::round_pair(in_double, 0.0);
    }
}
