//! Order-free sums by levels: pre-rounded and binned. Every summand is cut into multiples
//! of the units of a few levels ([`crate::kernel::levels`]); the totals of the levels are
//! integers, so adding and merging are exactly associative and commutative, and one
//! rounded result is made of them at the end ([`finish`]).
//!
//! A [`Scheme`] says which levels there are. They form one ladder that no data can shift;
//! a sum holds some neighbouring ones of it, of which the first is the lowest that
//! can take the largest summand so far. Where a larger one comes, higher levels are put in
//! front, in which all summands so far have left nothing, and the lowest ones are dropped.
//!
//! Sources: Arteaga, Fuhrer, Hoefler 2014 (Algorithms 1 to 3, corrected as DESIGN.md section
//! 2 says: the zeroth level is one more level in front, whose total goes back into the first
//! one at the end); Ahrens, Demmel, Nguyen 2020.
//!
//! Cost: 3 or 4 additions a summand and level, 8 + 16 bytes a level; a merge adds the
//! totals.

pub mod bound;
mod check;
pub mod finish;
pub mod fold;
mod offload;
pub mod partial;
pub mod scheme;
mod vectors;

use crate::kernel::column_sum::Summand;
use crate::kernel::levels::scalar::Rest;
use crate::kernel::levels::{deposit, Levels, Rule, Totals, BLOCK, MOST};
pub use fold::LevelledSum;
use scheme::ceil_log2;
pub use scheme::Scheme;

/// The bits of infinity.
const INFINITY: u64 = 0x7ff << 52;

/// Numbers that are looked at for the first levels.
const LOOK: usize = 64;

/// What only shows the largest numbers.
const NO_LEVELS: Levels = Levels { count: 0, units: [[0; 2]; MOST], rule: Rule::Even };

/// No level at all: there was no summand but zeros.
const NONE: i32 = i32::MAX;

/// The sum of some real numbers by the levels of a scheme. Nothing but that scheme may be
/// used with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSum {
    /// The number of the first level.
    first: i32,
    /// The levels' totals, in their units.
    totals: [i128; MOST],
    /// What there was beside finite numbers.
    specials: Specials,
}

/// NaN, and the infinities, that have been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Specials {
    nan: bool,
    plus_infinity: bool,
    minus_infinity: bool,
}

impl Default for LevelSum {
    /// The sum of nothing.
    fn default() -> LevelSum {
        LevelSum { first: NONE, totals: [0; MOST], specials: Specials::default() }
    }
}

impl LevelSum {
    /// Adds one number.
    pub fn add(&mut self, scheme: &Scheme, number: f64) {
        if !number.is_finite() {
            self.specials.nan |= number.is_nan();
            self.specials.plus_infinity |= number == f64::INFINITY;
            self.specials.minus_infinity |= number == f64::NEG_INFINITY;
            return;
        }
        if number == 0.0 {
            return;
        }
        self.raise(scheme, scheme.first(number.to_bits() & !(1 << 63)));
        let mut rest = Rest::of(number);
        for (i, total) in self.totals.iter_mut().enumerate().take(scheme.levels()) {
            *total += i128::from(rest.take(scheme.unit(self.first + i as i32), scheme.rule()));
        }
    }

    /// Adds what another one of the same scheme holds.
    pub fn merge(&mut self, scheme: &Scheme, mut other: LevelSum) {
        let first = self.first.min(other.first);
        self.raise(scheme, first);
        other.raise(scheme, first);
        for (total, more) in self.totals.iter_mut().zip(other.totals) {
            *total += more;
        }
        self.specials.nan |= other.specials.nan;
        self.specials.plus_infinity |= other.specials.plus_infinity;
        self.specials.minus_infinity |= other.specials.minus_infinity;
    }

    /// Begins with that level, unless it begins with a higher one.
    fn raise(&mut self, scheme: &Scheme, first: i32) {
        if first >= self.first {
            return;
        }
        let by = if self.first == NONE { MOST } else { (self.first - first) as usize };
        for i in (0..scheme.levels()).rev() {
            self.totals[i] = if i < by { 0 } else { self.totals[i - by] };
        }
        self.first = first;
    }

    /// The levels for the next numbers, from the first one on.
    fn ask(&self, scheme: &Scheme) -> [i32; MOST] {
        std::array::from_fn(|i| match self.first {
            NONE => 0,
            first => scheme.unit(first + i as i32),
        })
    }

    /// The sum that has those totals, each a multiple of its level's unit, in the levels from
    /// that one of [`Scheme::ladder_of_parts`] on.
    fn of_totals(scheme: &Scheme, first: i32, exact: impl Iterator<Item = f64>) -> LevelSum {
        let first = first - i32::from(scheme.has_zeroth());
        let mut totals = [0; MOST];
        for (i, (total, exact)) in totals.iter_mut().zip(exact).enumerate() {
            *total = in_units(exact, scheme.unit(first + i as i32));
        }
        LevelSum { first, totals, specials: Specials::default() }
    }

    /// Bytes in which it is written.
    pub const fn bytes(scheme: &Scheme) -> usize {
        8 + 16 * scheme.levels()
    }

    /// Writes it as [`LevelSum::bytes`] bytes, the same on all machines: the first level,
    /// what there was beside finite numbers, and the totals, all with their lowest bytes
    /// first.
    pub fn write(&self, scheme: &Scheme, bytes: &mut [u8]) {
        let Specials { nan, plus_infinity, minus_infinity } = self.specials;
        let flags = u32::from(nan) | u32::from(plus_infinity) << 1 | u32::from(minus_infinity) << 2;
        bytes[..4].copy_from_slice(&self.first.to_le_bytes());
        bytes[4..8].copy_from_slice(&flags.to_le_bytes());
        let totals = self.totals.iter().take(scheme.levels());
        for (to, total) in bytes[8..].chunks_exact_mut(16).zip(totals) {
            to.copy_from_slice(&total.to_le_bytes());
        }
    }

    /// Reads what [`LevelSum::write`] has written.
    pub fn read(scheme: &Scheme, bytes: &[u8]) -> LevelSum {
        let word = |from: usize| *bytes[from..].first_chunk().expect("four bytes");
        let (first, flags) = (i32::from_le_bytes(word(0)), u32::from_le_bytes(word(4)));
        let mut totals = [0; MOST];
        let written = bytes[8..].chunks_exact(16).take(scheme.levels());
        for (total, bytes) in totals.iter_mut().zip(written) {
            *total = i128::from_le_bytes(*bytes.first_chunk().expect("sixteen bytes"));
        }
        let specials = Specials {
            nan: flags & 1 != 0,
            plus_infinity: flags & 2 != 0,
            minus_infinity: flags & 4 != 0,
        };
        LevelSum { first, totals, specials }
    }

    /// The sum, rounded as the scheme says: in double.
    pub fn to_f64(&self, scheme: &Scheme) -> f64 {
        let Specials { nan, plus_infinity, minus_infinity } = self.specials;
        match (nan || (plus_infinity && minus_infinity), plus_infinity, minus_infinity) {
            (true, _, _) => f64::from_bits(0x7ff8 << 48),
            (_, true, _) => f64::INFINITY,
            (_, _, true) => f64::NEG_INFINITY,
            _ if self.first == NONE => 0.0,
            _ => scheme.finish(self.first, &self.totals),
        }
    }

    /// The sum, rounded once more: to float.
    pub fn to_f32(&self, scheme: &Scheme) -> f32 {
        let sum = self.to_f64(scheme);
        if sum.is_nan() {
            f32::from_bits(0x7fc0_0000)
        } else {
            sum as f32
        }
    }
}

/// A multiple of 2^unit, in that unit.
fn in_units(multiple: f64, unit: i32) -> i128 {
    let bits = multiple.abs().to_bits();
    let (field, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
    let apart = field.max(1) - 1075 - unit;
    let magnitude = match i128::from(significand) {
        0 => 0,
        magnitude if apart < 0 => magnitude >> -apart,
        magnitude => magnitude << apart,
    };
    if multiple < 0.0 {
        -magnitude
    } else {
        magnitude
    }
}

/// Adds n numbers, of which those of the components (1 or 2) take turns.
///
/// # Safety
/// So many numbers lie there, at any address, a multiple of the components; the
/// environment is the default one.
pub unsafe fn add_row<T: Summand>(
    scheme: &Scheme,
    row: *const T,
    n: usize,
    components: usize,
    sums: &mut [LevelSum; 2],
) {
    // SAFETY: handed on to the caller.
    unsafe { add_row_by([scheme; 2], row, n, components, sums) }
}

/// The same by a scheme for each component: of one arithmetic, with as many levels.
///
/// # Safety
/// As of [`add_row`].
pub unsafe fn add_row_by<T: Summand>(
    schemes: [&Scheme; 2],
    row: *const T,
    n: usize,
    components: usize,
    sums: &mut [LevelSum; 2],
) {
    for from in (0..n).step_by(BLOCK) {
        let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
        // SAFETY: numbers of the row.
        unsafe { add_block(schemes, block, length, components, sums) };
    }
}

/// The largest finite magnitudes among n numbers, of which those of the components (1 or 2)
/// take turns: as the bits of doubles.
///
/// # Safety
/// As of [`add_row`].
pub unsafe fn largest<T: Summand>(row: *const T, n: usize, components: usize) -> [u64; 2] {
    let mut found = [0; 2];
    for from in (0..n).step_by(BLOCK) {
        let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
        // SAFETY: numbers of the row.
        let mut largest = unsafe { deposit(block, length, &NO_LEVELS) }.largest;
        if largest.iter().any(|largest| *largest >= INFINITY) {
            largest = [0; 2];
            for i in 0..length {
                // SAFETY: one of them.
                let number = unsafe { block.add(i).read_unaligned() }.widen();
                if number.is_finite() {
                    largest[i % 2] = largest[i % 2].max(number.abs().to_bits());
                }
            }
        }
        for (series, largest) in largest.into_iter().enumerate() {
            let found = &mut found[series % components];
            *found = largest.max(*found);
        }
    }
    found
}

/// Adds at most [`BLOCK`] numbers.
///
/// # Safety
/// As of [`add_row`].
unsafe fn add_block<T: Summand>(
    schemes: [&Scheme; 2],
    block: *const T,
    n: usize,
    components: usize,
    sums: &mut [LevelSum; 2],
) {
    // A first look, for the levels: then they mostly serve, and each number is read once.
    if sums[..components].iter().any(|sum| sum.first == NONE) {
        // SAFETY: the first numbers of the block.
        let Totals { largest, .. } = unsafe { deposit(block, n.min(LOOK), &NO_LEVELS) };
        raise(schemes, components, sums, largest);
    }
    // No number so far was as large as the zeroth level's unit: it is left out.
    let (count, rule) = (schemes[0].levels(), schemes[0].rule());
    let mut spared = schemes[0].has_zeroth();
    loop {
        // (Zeros fit anywhere: a component may have nothing else.)
        let known = sums[..components].iter().any(|sum| sum.first != NONE);
        spared &= known && sums[..components].iter().all(|sum| sum.totals[0] == 0);
        let ask = |component: usize| sums[component].ask(schemes[component]);
        let (left, right) = (ask(0), ask(components - 1));
        let first = usize::from(spared);
        let levels = Levels {
            count: if known { count - first } else { 0 },
            units: std::array::from_fn(|i| {
                let level = (i + first).min(MOST - 1);
                [left[level], right[level]]
            }),
            rule,
        };
        // SAFETY: handed on to the caller.
        let Totals { totals, largest, .. } = unsafe { deposit(block, n, &levels) };
        if largest.iter().any(|largest| *largest >= INFINITY) {
            for i in 0..n {
                // SAFETY: one of the numbers.
                let number = unsafe { block.add(i).read_unaligned() }.widen();
                sums[i % components].add(schemes[i % components], number);
            }
            return;
        }
        if raise(schemes, components, sums, largest) {
            continue;
        }
        // Half of a unit goes to zero, the even multiple.
        let halves = [left[0] - 1, right[0] - 1];
        let above = |i: usize| largest[i] != 0 && ceil_log2(largest[i]) > halves[i];
        if spared && (above(0) || above(1)) {
            spared = false;
            continue;
        }
        for (i, pair) in totals.into_iter().enumerate().take(levels.count) {
            for (series, total) in pair.into_iter().enumerate() {
                sums[series % components].totals[i + first] += i128::from(total);
            }
        }
        return;
    }
}

/// Lets the sums begin with the levels that take such numbers; whether any began with
/// a lower one.
fn raise(
    schemes: [&Scheme; 2],
    components: usize,
    sums: &mut [LevelSum; 2],
    largest: [u64; 2],
) -> bool {
    let mut raised = false;
    for (series, bits) in largest.into_iter().enumerate() {
        if (1..INFINITY).contains(&bits) {
            let (sum, scheme) = (&mut sums[series % components], schemes[series % components]);
            let before = sum.first;
            sum.raise(scheme, scheme.first(bits));
            raised |= sum.first != before;
        }
    }
    raised
}
