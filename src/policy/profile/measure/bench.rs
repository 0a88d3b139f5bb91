//! Measuring something that all ranks do: rounds of it, the median of what the slowest rank of
//! each round takes, and lines through such times.

use crate::arithmetic::Fault;
use crate::mpi::family::Handle;
use crate::mpi::{checked, Library};
use libc::c_int;
use std::time::Instant;

/// Seconds that a measurement takes, about.
const DURATION: f64 = 0.06;

/// Seconds of a round: a clock does not show less.
const ROUND: f64 = 2e-5;

/// Rounds of a measurement.
const ROUNDS: std::ops::RangeInclusive<f64> = 7.0..=1501.0;

/// Calls of a round, at most.
const CALLS: f64 = 64.0;

/// What no time is below: a tenth of a nanosecond, and as much for a thousand bytes.
pub(super) const LEAST: f64 = 1e-10;
pub(super) const LEAST_BYTE: f64 = 1e-13;

/// The ranks that measure.
pub(super) struct Bench<'a> {
    pub library: &'a Library,
    pub comm: Handle,
    pub rank: usize,
    pub ranks: usize,
}

impl Bench<'_> {
    /// The seconds of a call, the same number on all ranks; collective.
    pub fn seconds(&self, mut call: impl FnMut() -> Result<(), Fault>) -> Result<f64, Fault> {
        // Once for caches, connections and pages.
        call()?;
        let begun = Instant::now();
        let first = self.round(1, &mut call)?;
        // (Beginning together may take longer than what is measured.)
        let whole = begun.elapsed().as_secs_f64();
        let times = self.slowest(vec![first, whole])?;
        let (first, whole) = (times[0].max(LEAST), times[1].max(LEAST));
        let calls = (ROUND / first).clamp(1.0, CALLS);
        let rounds = DURATION / (whole + first * (calls - 1.0));
        let rounds = rounds.clamp(*ROUNDS.start(), *ROUNDS.end());
        let mut times = Vec::with_capacity(rounds as usize);
        for _ in 0..rounds as usize {
            times.push(self.round(calls as usize, &mut call)?);
        }
        let mut times = self.slowest(times)?;
        times.sort_unstable_by(f64::total_cmp);
        Ok(times[times.len() / 2])
    }

    /// The seconds that each of so many calls takes on this rank.
    fn round(
        &self,
        calls: usize,
        call: &mut impl FnMut() -> Result<(), Fault>,
    ) -> Result<f64, Fault> {
        self.library.any(self.comm, false)?;
        let begun = Instant::now();
        for _ in 0..calls {
            call()?;
        }
        Ok(begun.elapsed().as_secs_f64() / calls as f64)
    }

    /// The largest of all ranks' times, each by itself.
    fn slowest(&self, mut times: Vec<f64>) -> Result<Vec<f64>, Fault> {
        let constants = &self.library.constants;
        let n = c_int::try_from(times.len()).expect("there are few rounds");
        // SAFETY: as many doubles on all ranks, in place.
        checked(unsafe {
            let (place, all) = (constants.in_place as *const _, times.as_mut_ptr().cast());
            let (double, max) = (constants.double, constants.max);
            (self.library.functions.allreduce)(place, all, n, double, max, self.comm)
        })?;
        Ok(times)
    }
}

/// The line through points (x, y) that has the least sum of squares of relative errors: where
/// it begins, and its slope; neither below the least.
pub(super) fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let mut sums = [0.0; 5];
    for &(x, y) in points {
        let weight = 1.0 / (y * y).max(LEAST * LEAST);
        let terms = [1.0, x, y, x * x, x * y];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
    }
    let [one, x, y, xx, xy] = sums;
    let slope = ((one * xy - x * y) / (one * xx - x * x)).max(LEAST_BYTE);
    (((y - slope * x) / one).max(LEAST), slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_points() {
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-9, "{a} and {b}");
        let points = |f: fn(f64) -> f64| [8.0, 1e3, 1e5, 1e6].map(|x| (x, f(x)));
        let (first, slope) = line(&points(|x| 2e-6 + 1e-10 * x));
        near(first, 2e-6);
        near(slope, 1e-10);
        // What falls, or begins below zero, is no time.
        assert_eq!(line(&points(|x| 1e-3 - 1e-10 * x)).1, LEAST_BYTE);
        assert_eq!(line(&[(8.0, 1e-9), (1e6, 1e-2)]).0, LEAST);
        // Points that are one say nothing of the slope.
        let (first, slope) = line(&[(0.0, 1e-6), (0.0, 1e-6)]);
        assert!(slope > 0.0 && first > 0.0 && slope.is_finite() && first.is_finite());
    }
}
