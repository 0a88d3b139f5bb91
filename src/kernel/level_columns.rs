//! Column sums by levels, over rows of contributions: each column has levels of its own,
//! which follow from its largest number.
//!
//! The nearest multiple of a unit 2^u to x is what x + M - M leaves, where M = 1.5 · 2^(52+u)
//! (Demmel, Nguyen 2013): both additions are in units of u, and what x - q then leaves is
//! exact. Ties go to the even multiple by themselves; away from zero where the lowest bit of x
//! is set before the addition, as ReproBLAS does it (Ahrens, Demmel, Nguyen 2020). No
//! total exceeds 2^53 units ([`Ladder::most_rows`]), so the totals are doubles, and exact.
//!
//! Cost, p rows and k levels: an element takes 2 operations to find the largest and 4 k (away:
//! 5 k) to be cut up; a column some 10 (k + 1) for its levels and its result.

use super::column_sum::Summand;
use super::levels::Rule;
use super::simd::on_best_unit;

/// Columns that one call of the kernel takes at most.
pub const CHUNK: usize = 64;

/// Columns that stay in registers from row to row.
const LANES: usize = 8;

/// Levels at most: with the zeroth one that partials have.
pub const MOST: usize = 5;

/// How a column's levels and its result follow from its largest number and its totals.
/// With e = floor(log2 m), or ceil for [`Rule::Even`], and L = min((`top` - e) / `step`, `last`),
/// the unit of level i is 2^(`base` - `step` L - `width` i), or 2^`lowest` if that is larger.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The number of levels, 1 to 4, or 5 with a zeroth one.
    pub levels: usize,
    /// See above: at most 1024.
    pub top: i32,
    /// See above: 1 to 51.
    pub step: i32,
    /// See above.
    pub last: i32,
    /// See above.
    pub base: i32,
    /// See above.
    pub width: i32,
    /// See above: at least -1074.
    pub lowest: i32,
    /// The least `top` - e of columns that the kernel takes: so that nothing overflows, and
    /// no term of a result has to be scaled.
    pub least: i32,
    /// What is done with ties.
    pub rule: Rule,
    /// Bits of a total, in units, that are added apart from those above them; none where
    /// the totals are added whole, the last one first.
    pub primary: Option<i32>,
    /// The rows up to which no total exceeds 2^53 units.
    pub most_rows: usize,
}

/// What is known of the columns, level by level.
pub(super) struct Columns {
    /// 1.5 · 2^(52 + unit), level by level.
    pub shifters: [[f64; CHUNK]; MOST],
    /// The exact sums of the multiples.
    pub totals: [[f64; CHUNK]; MOST],
}

impl Columns {
    /// Nothing yet, in the levels from those on.
    #[inline(always)]
    pub fn new(ladder: &Ladder, first: &[i32; CHUNK]) -> Columns {
        let mut columns = Columns { shifters: [[0.0; CHUNK]; MOST], totals: [[0.0; CHUNK]; MOST] };
        for (level, shifters) in columns.shifters.iter_mut().enumerate().take(ladder.levels) {
            for (shifter, first) in shifters.iter_mut().zip(first) {
                let unit = ladder.base - ladder.step * first - ladder.width * level as i32;
                let unit = unit.max(ladder.lowest);
                *shifter = f64::from_bits(u64::from((unit + 1075) as u32) << 52 | 1 << 51);
            }
        }
        columns
    }
}

on_best_unit! {
    /// Sums n ≤ [`CHUNK`] columns over `ranks` ≥ 1 rows: the number of the first row's first
    /// column is at `rows`, each next row begins `pitch` elements later. Fills `sums`, in
    /// double, and returns whether any column is flagged in `open` (nonzero: the ladder does
    /// not serve it, its sum is not to be used).
    ///
    /// # Safety
    /// All rows lie in readable memory, at any address; there are no more than the ladder
    /// takes; the environment is the default one.
    level_columns[T: Summand][T](
        rows: *const T, pitch: usize, ranks: usize, n: usize, ladder: &Ladder,
        sums: &mut [f64; CHUNK], open: &mut [u64; CHUNK]
    ) -> bool = level_columns_body
}

#[inline(always)]
unsafe fn level_columns_body<T: Summand>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    n: usize,
    ladder: &Ladder,
    sums: &mut [f64; CHUNK],
    open: &mut [u64; CHUNK],
) -> bool {
    let n = n.min(CHUNK);
    debug_assert!(ranks <= ladder.most_rows);
    let mut largest = [0.0f64; CHUNK];
    let mut first = [0i32; CHUNK];
    // SAFETY: upheld by the caller.
    unsafe { look::<T>(rows, pitch, ranks, n, &mut largest) };
    choose(ladder, &largest, &mut first, open);
    let mut columns = Columns::new(ladder, &first);
    // SAFETY: likewise.
    unsafe { deposit_all::<T>(rows, pitch, ranks, n, ladder, &mut columns) };
    match ladder.primary {
        Some(primary) => binned(&columns, ladder.levels, primary, sums),
        None => prerounded(&columns, ladder.levels, sums),
    }
    for (open, total) in open.iter_mut().zip(&columns.totals[0]) {
        *open |= u64::from(total.is_nan());
    }
    open[..n].iter().fold(0, |any, open| any | open) != 0
}

/// The largest magnitudes of the columns, if they exceed those known.
#[inline(always)]
pub(super) unsafe fn look<T: Summand>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    n: usize,
    largest: &mut [f64; CHUNK],
) {
    for rank in 0..ranks {
        for (i, largest) in largest[..n].iter_mut().enumerate() {
            // SAFETY: every row holds n elements.
            let x = unsafe { rows.add(rank * pitch + i).read_unaligned() }.widen().abs();
            // (A NaN is passed over here, and makes the totals NaN.)
            *largest = if x > *largest { x } else { *largest };
        }
    }
}

/// The first levels, L, and which columns the ladder does not serve.
#[inline(always)]
pub(super) fn choose(
    ladder: &Ladder,
    largest: &[f64; CHUNK],
    first: &mut [i32; CHUNK],
    open: &mut [u64; CHUNK],
) {
    let up = if ladder.rule == Rule::Away { 0 } else { (1 << 52) - 1 };
    // (top - e) / step by a multiplication: exact, since top - e < 2^12 and step < 2^6.
    let inverse = (1u32 << 19) / ladder.step as u32 + 1;
    let limit = ladder.top + 1023;
    for i in 0..CHUNK {
        let bits = largest[i].to_bits();
        let field = ((bits + up) >> 52) as i32;
        let apart = limit - field;
        // A subnormal number's exponent is no field; of zero, any unit is as good.
        let subnormal = largest[i] < f64::MIN_POSITIVE && largest[i] != 0.0;
        open[i] = u64::from(apart < ladder.least) | u64::from(subnormal);
        let apart = if apart < ladder.least { ladder.least } else { apart };
        let place = ((apart as u32).wrapping_mul(inverse) >> 19) as i32;
        first[i] = place.min(ladder.last);
    }
}

/// Cuts all numbers into multiples of their columns' units, and adds them up.
#[inline(always)]
pub(super) unsafe fn deposit_all<T: Summand>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    n: usize,
    ladder: &Ladder,
    columns: &mut Columns,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        match (ladder.levels, ladder.rule == Rule::Away) {
            (1, false) => deposit::<T, 1, false>(rows, pitch, ranks, n, columns),
            (2, false) => deposit::<T, 2, false>(rows, pitch, ranks, n, columns),
            (3, false) => deposit::<T, 3, false>(rows, pitch, ranks, n, columns),
            (4, false) => deposit::<T, 4, false>(rows, pitch, ranks, n, columns),
            (_, false) => deposit::<T, 5, false>(rows, pitch, ranks, n, columns),
            (..=2, true) => deposit::<T, 2, true>(rows, pitch, ranks, n, columns),
            (3, true) => deposit::<T, 3, true>(rows, pitch, ranks, n, columns),
            (_, true) => deposit::<T, 4, true>(rows, pitch, ranks, n, columns),
        }
    }
}

/// The same with so many levels.
#[inline(always)]
unsafe fn deposit<T: Summand, const LEVELS: usize, const AWAY: bool>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    n: usize,
    columns: &mut Columns,
) {
    let whole = n - n % LANES;
    for from in (0..whole).step_by(LANES) {
        // SAFETY: columns of the rows.
        unsafe { lanes::<T, LEVELS, AWAY, LANES>(rows, pitch, ranks, from, columns) };
    }
    for from in whole..n {
        // SAFETY: likewise.
        unsafe { lanes::<T, LEVELS, AWAY, 1>(rows, pitch, ranks, from, columns) };
    }
}

/// So many columns from `from` on.
#[inline(always)]
unsafe fn lanes<T: Summand, const LEVELS: usize, const AWAY: bool, const N: usize>(
    rows: *const T,
    pitch: usize,
    ranks: usize,
    from: usize,
    columns: &mut Columns,
) {
    let mut shifters = [[0.0f64; N]; LEVELS];
    let mut totals = [[0.0f64; N]; LEVELS];
    for (shifters, known) in shifters.iter_mut().zip(&columns.shifters) {
        shifters.copy_from_slice(&known[from..][..N]);
    }
    for rank in 0..ranks {
        // SAFETY: N columns of a row.
        let row = unsafe { rows.add(rank * pitch + from).cast::<[T; N]>().read_unaligned() };
        let mut rest = row.map(T::widen);
        for level in 0..LEVELS {
            for i in 0..N {
                let x = if AWAY { f64::from_bits(rest[i].to_bits() | 1) } else { rest[i] };
                let multiple = (x + shifters[level][i]) - shifters[level][i];
                totals[level][i] += multiple;
                rest[i] -= multiple;
            }
        }
    }
    for (to, totals) in columns.totals.iter_mut().zip(&totals) {
        to[from..][..N].copy_from_slice(totals);
    }
}

/// The sum of the totals, the last one first. They are multiples of 2^-1074 and do not exceed
/// 2^1023 together, so no addition meets an end of the exponent range.
#[inline(always)]
pub(super) fn prerounded(columns: &Columns, levels: usize, sums: &mut [f64; CHUNK]) {
    *sums = columns.totals[levels - 1];
    for totals in columns.totals[..levels - 1].iter().rev() {
        for (sum, total) in sums.iter_mut().zip(totals) {
            *sum += total;
        }
    }
}

/// ReproBLAS's sum of its bins: C_1, C_2, P_1, C_3, P_2, …, P_last, where C is what a total
/// has above its primary bits, rounded down, and P the rest.
#[inline(always)]
pub(super) fn binned(columns: &Columns, levels: usize, primary: i32, sums: &mut [f64; CHUNK]) {
    let by = f64::from_bits(u64::from((1023 + primary) as u32) << 52);
    let mut before = [0.0f64; CHUNK];
    *sums = [0.0; CHUNK];
    for level in 0..levels {
        for i in 0..CHUNK {
            let (total, shifter) = (columns.totals[level][i], columns.shifters[level][i] * by);
            // The nearest multiple of 2^primary units, or the one below.
            let nearest = (total + shifter) - shifter;
            let one = f64::from_bits((shifter.to_bits() & !(1 << 51)) - (52 << 52));
            let carry = if nearest > total { nearest - one } else { nearest };
            sums[i] = (sums[i] + carry) + before[i];
            before[i] = total - carry;
        }
    }
    for (sum, before) in sums.iter_mut().zip(&before) {
        *sum += before;
    }
}
