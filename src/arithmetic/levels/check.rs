//! Whether a sum that comes from outside can be one: what it is merged with and rounded by
//! relies on it.

use super::scheme::Scheme;
use super::sum::{LevelAccumulator, NONE};
use std::ops::RangeInclusive;

/// No summand is more than 2^52 units of the first level.
const MOST_UNITS: u32 = 53;

impl LevelAccumulator {
    /// Whether there are so many summands, with magnitudes in that range, of which this may
    /// be the sum.
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
            && self.totals.iter().all(|total| within(*total, MOST_UNITS))
            // (It is shifted into the next one.)
            && (!scheme.has_zeroth() || within(self.totals[0], 0))
    }
}
