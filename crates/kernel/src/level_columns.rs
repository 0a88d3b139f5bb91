//! Column sums by levels, over rows of contributions; the levels of each column follow from its
//! largest number.
//!
//! The nearest multiple of a unit 2^u to x is x + M - M, where M = 1.5 · 2^(52+u) (Demmel, Nguyen
//! 2013): both additions are in units of u, and what x - q then leaves is exact. Ties go to the
//! even multiple; or away from zero, if the lowest bit of x is set before the addition, as in
//! ReproBLAS (Ahrens, Demmel, Nguyen 2020). No total exceeds 2^53 units ([`Ladder::max_rows`]), so
//! the totals are doubles, and exact.
//!
//! Cost, p rows and k levels: an element takes 2 operations to find the largest and 4 k (away:
//! 5 k) to be cut up; a column some 10 (k + 1) for its levels and its result.

use super::levels::Rule;
use super::simd::on_best_unit;
use super::summand::Summand;

/// The maximum number of columns of a call.
pub const CHUNK: usize = 64;

/// Columns that stay in registers from row to row.
const LANES: usize = 8;

/// The maximum number of levels, with the zeroth one that partials have.
pub const MOST: usize = 5;

/// How the levels and the result of a column follow from its largest number m and its totals.
/// With e = floor(log2 m), or ceil for [`Rule::Even`], and L = min((`top` - e) / `step`, `last`),
/// the unit of level i is 2^(`base` - `step` L - `width` i), or 2^`lowest` if that is larger.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The number of levels, 1 to 4, or 5 with a zeroth one.
    pub levels: usize,
    /// At most 1024.
    pub top: i32,
    /// 1 to 51.
    pub step: i32,
    pub last: i32,
    pub base: i32,
    pub width: i32,
    /// At least -1074.
    pub lowest: i32,
    /// The minimum of `top` - e in columns that the kernel takes, so that nothing overflows and no
    /// term of a result has to be scaled.
    pub least: i32,
    pub rule: Rule,
    /// Bits of a total, in units, that are added apart from those above them; none where totals
    /// are added whole, the last one first.
    pub primary: Option<i32>,
    /// The number of rows up to which no total exceeds 2^53 units.
    pub max_rows: usize,
}

/// The state of the columns, level by level.
pub(super) struct Columns {
    /// M, that is 1.5 · 2^(52 + unit).
    shifters: [[f64; CHUNK]; MOST],
    /// The exact sums of the multiples.
    pub totals: [[f64; CHUNK]; MOST],
}

impl Columns {
    /// Zero totals, in the levels from `first` on.
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

    /// Cuts all numbers into multiples of their columns' units, and adds them up.
    #[inline(always)]
    pub unsafe fn deposit<T: Summand>(&mut self, rows: StridedRows<T>, n: usize, ladder: &Ladder) {
        // SAFETY: upheld by the caller.
        unsafe {
            match (ladder.levels, ladder.rule == Rule::Away) {
                (1, false) => self.deposit_in::<T, 1, false>(rows, n),
                (2, false) => self.deposit_in::<T, 2, false>(rows, n),
                (3, false) => self.deposit_in::<T, 3, false>(rows, n),
                (4, false) => self.deposit_in::<T, 4, false>(rows, n),
                (_, false) => self.deposit_in::<T, 5, false>(rows, n),
                (..=2, true) => self.deposit_in::<T, 2, true>(rows, n),
                (3, true) => self.deposit_in::<T, 3, true>(rows, n),
                (_, true) => self.deposit_in::<T, 4, true>(rows, n),
            }
        }
    }

    #[inline(always)]
    unsafe fn deposit_in<T: Summand, const LEVELS: usize, const AWAY: bool>(
        &mut self,
        rows: StridedRows<T>,
        n: usize,
    ) {
        let whole = n - n % LANES;
        for from in (0..whole).step_by(LANES) {
            // SAFETY: columns of the rows.
            unsafe { self.lanes::<T, LEVELS, AWAY, LANES>(rows, from) };
        }
        for from in whole..n {
            // SAFETY: a column of the rows.
            unsafe { self.lanes::<T, LEVELS, AWAY, 1>(rows, from) };
        }
    }

    /// N columns from `from` on.
    #[inline(always)]
    unsafe fn lanes<T: Summand, const LEVELS: usize, const AWAY: bool, const N: usize>(
        &mut self,
        rows: StridedRows<T>,
        from: usize,
    ) {
        let mut shifters = [[0.0f64; N]; LEVELS];
        let mut totals = [[0.0f64; N]; LEVELS];
        for (to, shifters) in shifters.iter_mut().zip(&self.shifters) {
            to.copy_from_slice(&shifters[from..][..N]);
        }
        for row in 0..rows.count {
            let at = row * rows.pitch + from;
            // SAFETY: N columns of a row.
            let row = unsafe { rows.first.add(at).cast::<[T; N]>().read_unaligned() };
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
        for (to, totals) in self.totals.iter_mut().zip(&totals) {
            to[from..][..N].copy_from_slice(totals);
        }
    }

    /// The sums of the totals; `zeroth`: the first level has the total of the zeroth one, too.
    #[inline(always)]
    pub fn round(&self, ladder: &Ladder, zeroth: bool, sums: &mut [f64; CHUNK]) {
        match ladder.primary {
            Some(primary) => binned(self, ladder.levels, primary, sums),
            None => prerounded(self, ladder.levels - usize::from(zeroth), sums),
        }
    }
}

/// Rows of contributions to some columns, each `pitch` numbers behind the one before.
#[derive(Clone, Copy, Debug)]
pub struct StridedRows<T> {
    pub first: *const T,
    pub pitch: usize,
    pub count: usize,
}

on_best_unit! {
    /// Sums n ≤ [`CHUNK`] columns over `ranks` ≥ 1 rows, the first at `rows` and each next one
    /// `pitch` elements later, into `sums`, in double. Returns whether any column is flagged in
    /// `open` (nonzero): the ladder does not cover it, and its sum is not to be used.
    ///
    /// # Safety
    /// All rows lie in readable memory, at any address; there are no more than the ladder takes;
    /// the environment is the default one.
    pub unsafe fn level_columns<T: Summand>(
        rows: *const T, pitch: usize, ranks: usize, n: usize, ladder: &Ladder,
        sums: &mut [f64; CHUNK], open: &mut [u64; CHUNK],
    ) -> bool {
        let n = n.min(CHUNK);
        debug_assert!(ranks <= ladder.max_rows);
        let rows = StridedRows { first: rows, pitch, count: ranks };
        let mut largest = [0.0f64; CHUNK];
        let mut first = [0i32; CHUNK];
        // SAFETY: upheld by the caller.
        unsafe { find_largest(rows, n, &mut largest) };
        find_levels(ladder, &largest, &mut first, open);
        let mut columns = Columns::new(ladder, &first);
        // SAFETY: upheld by the caller.
        unsafe { columns.deposit(rows, n, ladder) };
        columns.round(ladder, false, sums);
        flag_nans(open, &columns.totals[0], n)
    }
}

/// Flags the columns whose total is NaN; returns whether any column is flagged.
#[inline(always)]
pub(super) fn flag_nans(open: &mut [u64; CHUNK], totals: &[f64; CHUNK], n: usize) -> bool {
    for (open, total) in open.iter_mut().zip(totals) {
        *open |= u64::from(total.is_nan());
    }
    open[..n].iter().fold(0, |any, open| any | open) != 0
}

/// Raises `largest` to the largest magnitudes of the columns.
#[inline(always)]
pub(super) unsafe fn find_largest<T: Summand>(
    rows: StridedRows<T>,
    n: usize,
    largest: &mut [f64; CHUNK],
) {
    for row in 0..rows.count {
        for (i, largest) in largest[..n].iter_mut().enumerate() {
            // SAFETY: every row holds n elements.
            let x = unsafe { rows.first.add(row * rows.pitch + i).read_unaligned() }.widen().abs();
            // A NaN is ignored here, and makes the totals NaN.
            *largest = if x > *largest { x } else { *largest };
        }
    }
}

/// The first levels, L, and which columns the ladder does not cover.
#[inline(always)]
pub(super) fn find_levels(
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
        // A subnormal number's exponent is not in its field; for zero any unit will do.
        let subnormal = largest[i] < f64::MIN_POSITIVE && largest[i] != 0.0;
        open[i] = u64::from(apart < ladder.least) | u64::from(subnormal);
        let apart = if apart < ladder.least { ladder.least } else { apart };
        let place = ((apart as u32).wrapping_mul(inverse) >> 19) as i32;
        first[i] = place.min(ladder.last);
    }
}

/// The sum of the totals, the last one first. They are multiples of 2^-1074 and together do not
/// exceed 2^1023, so no addition underflows or overflows.
#[inline(always)]
fn prerounded(columns: &Columns, levels: usize, sums: &mut [f64; CHUNK]) {
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
fn binned(columns: &Columns, levels: usize, primary: i32, sums: &mut [f64; CHUNK]) {
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
