//! Deposits one number at a time, in integers: for all units, and the reference for vectors.

use super::super::{binary::Finite, summand::Summand};
use super::units::{Levels, Rule, Totals};

/// What is left of a finite number.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    significand: i64,
    exponent: i32,
}

impl Rest {
    pub fn of(number: f64) -> Rest {
        let (significand, exponent) = Finite::of(number).integer();
        Rest { significand, exponent }
    }

    /// Subtracts the nearest multiple of 2^unit and returns it, in units; it must fit.
    pub fn take(&mut self, unit: i32, rule: Rule) -> i64 {
        let shift = unit.saturating_sub(self.exponent);
        if self.significand == 0 || shift > 60 {
            return 0;
        }
        if shift <= 0 {
            return std::mem::take(&mut self.significand).wrapping_shl(shift.unsigned_abs());
        }
        let floor = self.significand >> shift;
        let rest = self.significand - (floor << shift);
        let half = 1 << (shift - 1);
        let up = match rule {
            _ if rest != half => rest > half,
            Rule::Away => self.significand > 0,
            Rule::Even | Rule::Any => floor & 1 == 1,
        };
        self.significand = rest - (i64::from(up) << shift);
        floor + i64::from(up)
    }

    pub fn is_zero(&self) -> bool {
        self.significand == 0
    }
}

/// As [`super::deposit`]; n may be any number.
///
/// # Safety
/// As for [`super::deposit`].
pub unsafe fn deposit<T: Summand>(row: *const u8, n: usize, levels: &Levels) -> Totals {
    let mut all = Totals::NONE;
    for i in 0..n {
        // SAFETY: one of the numbers.
        let number = unsafe { row.cast::<T>().add(i).read_unaligned() }.widen();
        let (series, magnitude) = (i % 2, number.to_bits() & !(1 << 63));
        all.largest[series] = all.largest[series].max(magnitude);
        if !number.is_finite() {
            continue;
        }
        let mut rest = Rest::of(number);
        for (totals, units) in all.totals.iter_mut().zip(&levels.units).take(levels.count) {
            let total = &mut totals[series];
            *total = total.wrapping_add(rest.take(units[series], levels.rule));
        }
        all.rest |= levels.rule == Rule::Any && levels.count > 0 && !rest.is_zero();
    }
    all
}
