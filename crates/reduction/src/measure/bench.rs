//! Times what all ranks do, by the median over several rounds of the slowest rank's time.

use libc::c_int;
use samebits_base::fault::{Fault, Outcome};
use samebits_mpi::{abi::family::Handle, checked, Library};
use std::time::Instant;

const SECONDS_PER_MEASUREMENT: f64 = 0.06;
const ROUNDS_PER_MEASUREMENT: (f64, f64) = (7.0, 1501.0);

/// Long enough for the clock's resolution not to matter.
const SECONDS_PER_ROUND: f64 = 2e-5;
const MAX_CALLS_PER_ROUND: f64 = 64.0;

/// Lower bounds of all times: seconds of a call and seconds per byte.
pub(super) const MIN_SECONDS: f64 = 1e-10;
pub(super) const MIN_PER_BYTE: f64 = 1e-13;

pub(super) struct Bench<'a> {
    pub library: &'a Library,
    pub comm: Handle,
    pub rank: usize,
    pub ranks: usize,
}

impl Bench<'_> {
    /// The seconds of a call, the same on all ranks; collective.
    pub fn seconds(&self, mut call: impl FnMut() -> Outcome) -> Result<f64, Fault> {
        // Warm up caches, connections and pages.
        call()?;
        let begun = Instant::now();
        let first = self.round(1, &mut call)?;
        // With the synchronisation, which may take longer than the call itself.
        let whole = begun.elapsed().as_secs_f64();
        let times = self.slowest(vec![first, whole])?;
        let (first, whole) = (times[0].max(MIN_SECONDS), times[1].max(MIN_SECONDS));
        let calls = (SECONDS_PER_ROUND / first).clamp(1.0, MAX_CALLS_PER_ROUND);
        let rounds = SECONDS_PER_MEASUREMENT / (whole + first * (calls - 1.0));
        let rounds = rounds.clamp(ROUNDS_PER_MEASUREMENT.0, ROUNDS_PER_MEASUREMENT.1);
        let mut times = Vec::with_capacity(rounds as usize);
        for _ in 0..rounds as usize {
            times.push(self.round(calls as usize, &mut call)?);
        }
        let mut times = self.slowest(times)?;
        times.sort_unstable_by(f64::total_cmp);
        Ok(times[times.len() / 2])
    }

    /// Fits a line to the seconds of a call as a function of `bytes(size)`; collective.
    pub fn fit(
        &self,
        sizes: &[usize],
        bytes: impl Fn(usize) -> f64,
        mut call: impl FnMut(usize) -> Outcome,
    ) -> Result<(f64, f64), Fault> {
        let point = |&size| Ok((bytes(size), self.seconds(|| call(size))?));
        Ok(line(&sizes.iter().map(point).collect::<Result<Vec<_>, Fault>>()?))
    }

    /// The seconds per call of `calls` calls on this rank, begun together.
    fn round(&self, calls: usize, call: &mut impl FnMut() -> Outcome) -> Result<f64, Fault> {
        self.library.any(self.comm, false)?;
        let begun = Instant::now();
        for _ in 0..calls {
            call()?;
        }
        Ok(begun.elapsed().as_secs_f64() / calls as f64)
    }

    fn slowest(&self, mut times: Vec<f64>) -> Result<Vec<f64>, Fault> {
        let constants = &self.library.constants;
        let (place, double, max) = (constants.in_place, constants.double, constants.max);
        let (all, n) = (times.as_mut_ptr().cast(), times.len() as c_int);
        let allreduce = self.library.functions.allreduce;
        // SAFETY: as many doubles on all ranks, in place.
        checked(unsafe { allreduce(place as *const _, all, n, double, max, self.comm) })?;
        Ok(times)
    }
}

/// The line through points (x, y) with the least sum of squared relative errors: its value at 0 and
/// its slope, neither below its minimum.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let mut sums = [0.0; 5];
    for &(x, y) in points {
        let weight = 1.0 / (y * y).max(MIN_SECONDS * MIN_SECONDS);
        let terms = [1.0, x, y, x * x, x * y];
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
    }
    let [one, x, y, xx, xy] = sums;
    let slope = ((one * xy - x * y) / (one * xx - x * x)).max(MIN_PER_BYTE);
    (((y - slope * x) / one).max(MIN_SECONDS), slope)
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
        // Neither the slope nor the value at 0 is negative.
        assert_eq!(line(&points(|x| 1e-3 - 1e-10 * x)).1, MIN_PER_BYTE);
        assert_eq!(line(&[(8.0, 1e-9), (1e6, 1e-2)]).0, MIN_SECONDS);
        // Equal points do not determine a slope.
        let (first, slope) = line(&[(0.0, 1e-6), (0.0, 1e-6)]);
        assert!(slope > 0.0 && first > 0.0 && slope.is_finite() && first.is_finite());
    }
}
