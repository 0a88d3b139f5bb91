//! The sum of some numbers by the levels of a scheme, one number at a time, and as bytes.

use super::scheme::Scheme;
use crate::kernel::levels::scalar::Rest;
use crate::kernel::levels::MOST;

/// No level at all: there was no summand but zeros.
pub(super) const NONE: i32 = i32::MAX;

/// The sum of some real numbers by the levels of a scheme. Nothing but that scheme may be
/// used with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelAccumulator {
    /// The number of the first level.
    pub(super) first: i32,
    /// The levels' totals, in their units.
    pub(super) totals: [i128; MOST],
    /// What there was beside finite numbers.
    pub(super) specials: Specials,
}

/// NaN, and the infinities, that have been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Specials {
    nan: bool,
    plus_infinity: bool,
    minus_infinity: bool,
}

impl Default for LevelAccumulator {
    /// The sum of nothing.
    fn default() -> LevelAccumulator {
        LevelAccumulator { first: NONE, totals: [0; MOST], specials: Specials::default() }
    }
}

impl LevelAccumulator {
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
    pub fn merge(&mut self, scheme: &Scheme, mut other: LevelAccumulator) {
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

    /// The levels for the next numbers, from the first one on.
    pub(super) fn ask(&self, scheme: &Scheme) -> [i32; MOST] {
        std::array::from_fn(|i| match self.first {
            NONE => 0,
            first => scheme.unit(first + i as i32),
        })
    }

    /// The sum that has those totals, each a multiple of its level's unit, in the levels from
    /// that one of [`Scheme::ladder_of_parts`] on.
    pub(super) fn of_totals(
        scheme: &Scheme,
        first: i32,
        exact: impl Iterator<Item = f64>,
    ) -> LevelAccumulator {
        let first = first - i32::from(scheme.has_zeroth());
        let mut totals = [0; MOST];
        for (i, (total, exact)) in totals.iter_mut().zip(exact).enumerate() {
            *total = in_units(exact, scheme.unit(first + i as i32));
        }
        LevelAccumulator { first, totals, specials: Specials::default() }
    }

    /// Bytes in which it is written.
    pub const fn bytes(scheme: &Scheme) -> usize {
        8 + 16 * scheme.levels()
    }

    /// Writes it as [`LevelAccumulator::bytes`] bytes, the same on all machines: the first level,
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

    /// Reads what [`LevelAccumulator::write`] has written.
    pub fn read(scheme: &Scheme, bytes: &[u8]) -> LevelAccumulator {
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
        LevelAccumulator { first, totals, specials }
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
