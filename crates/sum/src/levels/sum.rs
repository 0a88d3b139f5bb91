//! The sum of some numbers by the levels of a scheme, one number at a time, and as bytes.

use super::scheme::Scheme;
use crate::number::Number;
use samebits_kernel::binary::{Finite, Specials};
use samebits_kernel::levels::{scalar::Rest, MOST};
use std::ops::RangeInclusive;

/// No level at all: there was no summand but zeros.
pub(super) const NONE: i32 = i32::MAX;

/// A summand is at most 2^53 units of the first level.
const MAX_UNITS_LOG2: u32 = 53;

/// The sum of some real numbers by the levels of a scheme, the only one that it may be used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelAccumulator {
    pub(super) first: i32,
    /// The levels' totals, in their units.
    pub(super) totals: [i128; MOST],
    pub(super) specials: Specials,
}

impl Default for LevelAccumulator {
    fn default() -> LevelAccumulator {
        LevelAccumulator { first: NONE, totals: [0; MOST], specials: Specials::default() }
    }
}

impl LevelAccumulator {
    pub fn add(&mut self, scheme: &Scheme, number: f64) {
        if !number.is_finite() {
            return self.specials.add(number);
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

    pub fn merge(&mut self, scheme: &Scheme, mut other: LevelAccumulator) {
        let first = self.first.min(other.first);
        self.raise(scheme, first);
        other.raise(scheme, first);
        for (total, more) in self.totals.iter_mut().zip(other.totals) {
            *total += more;
        }
        self.specials.merge(other.specials);
    }

    /// Makes that level the first one, unless a higher one is.
    pub(super) fn raise(&mut self, scheme: &Scheme, first: i32) {
        if first >= self.first {
            return;
        }
        let by = if self.first == NONE { MOST } else { (self.first - first) as usize };
        for i in (0..scheme.levels()).rev() {
            self.totals[i] = if i < by { 0 } else { self.totals[i - by] };
        }
        self.first = first;
    }

    /// The exponents of the units, from the first level on.
    pub(super) fn units(&self, scheme: &Scheme) -> [i32; MOST] {
        std::array::from_fn(|i| match self.first {
            NONE => 0,
            first => scheme.unit(first + i as i32),
        })
    }

    /// The sum with those totals, in units of the levels from that one on.
    pub fn of_integers(first: i32, integers: impl Iterator<Item = i128>) -> LevelAccumulator {
        let mut totals = [0; MOST];
        totals.iter_mut().zip(integers).for_each(|(total, integer)| *total = integer);
        LevelAccumulator { first, totals, specials: Specials::default() }
    }

    /// The sum with those totals, each a multiple of its level's unit, in the levels of
    /// [`Scheme::ladder_of_parts`] from that one on.
    pub fn of_totals(
        scheme: &Scheme,
        first: i32,
        exact: impl Iterator<Item = f64>,
    ) -> LevelAccumulator {
        let first = first - i32::from(scheme.has_zeroth());
        let units = |(i, sum): (usize, f64)| in_units(sum, scheme.unit(first + i as i32));
        LevelAccumulator::of_integers(first, exact.enumerate().map(units))
    }

    pub const fn bytes(scheme: &Scheme) -> usize {
        8 + 16 * scheme.levels()
    }

    /// Writes it as [`LevelAccumulator::bytes`] bytes, the same on all machines: the first level,
    /// the specials and the totals, all with their lowest bytes first.
    pub fn write(&self, scheme: &Scheme, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&self.first.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.specials.bits().to_le_bytes());
        let totals = self.totals.iter().take(scheme.levels());
        for (to, total) in bytes[8..].chunks_exact_mut(16).zip(totals) {
            to.copy_from_slice(&total.to_le_bytes());
        }
    }

    pub fn read(scheme: &Scheme, bytes: &[u8]) -> LevelAccumulator {
        let word = |from: usize| *bytes[from..].first_chunk().expect("four bytes");
        let (first, flags) = (i32::from_le_bytes(word(0)), u32::from_le_bytes(word(4)));
        let mut totals = [0; MOST];
        let written = bytes[8..].chunks_exact(16).take(scheme.levels());
        for (total, bytes) in totals.iter_mut().zip(written) {
            *total = i128::from_le_bytes(*bytes.first_chunk().expect("sixteen bytes"));
        }
        LevelAccumulator { first, totals, specials: Specials::from_bits(flags) }
    }

    /// Whether this can be the sum of `count` summands with magnitudes in that range.
    pub fn is_possible(
        &self,
        scheme: &Scheme,
        magnitudes: RangeInclusive<f64>,
        count: u64,
    ) -> bool {
        if count == 0 || self.first == NONE {
            return self.first == NONE
                && self.totals.iter().all(|total| *total == 0)
                && (count > 0 || self.specials == Default::default());
        }
        let first = |magnitude: &f64| scheme.first(magnitude.to_bits());
        let levels = first(magnitudes.end())..=first(magnitudes.start());
        let within = |total: i128, units: u32| total.unsigned_abs() <= u128::from(count) << units;
        levels.contains(&self.first)
            && self.totals.iter().all(|total| within(*total, MAX_UNITS_LOG2))
            // The zeroth total is shifted into the next one.
            && (!scheme.has_zeroth() || within(self.totals[0], 0))
    }

    /// The sum, rounded as the scheme says: in double.
    pub fn to_f64(&self, scheme: &Scheme) -> f64 {
        self.specials.sum().unwrap_or_else(|| match self.first {
            NONE => 0.0,
            first => scheme.finish(first, &self.totals),
        })
    }

    /// The sum, rounded once more: to float.
    pub fn to_f32(&self, scheme: &Scheme) -> f32 {
        f32::canonical(self.to_f64(scheme))
    }
}

/// A multiple of 2^unit, in that unit.
fn in_units(multiple: f64, unit: i32) -> i128 {
    let Finite { significand, exponent, negative } = Finite::of(multiple);
    let shift = exponent - unit;
    let sign = if negative { -1 } else { 1 };
    sign * match i128::from(significand) {
        0 => 0,
        magnitude if shift < 0 => magnitude >> -shift,
        magnitude => magnitude << shift,
    }
}
