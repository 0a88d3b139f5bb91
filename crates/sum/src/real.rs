//! The numbers that the public sums take: `f32` and `f64`.

use crate::accumulator::ExactSums;
use crate::number::Number;
use crate::superaccumulator::Rounded;
use samebits_kernel::products::Factor;

/// `f32` or `f64`. (Sealed: the sums are defined on these two formats.)
pub trait Real: Inner {}

impl Real for f32 {}
impl Real for f64 {}

/// What the sums ask of a number.
pub trait Inner: Number + Factor + Rounded + PartialEq + std::fmt::Debug {
    /// The sum of the first component, rounded once.
    fn rounded(sums: &ExactSums) -> Self;
    /// The square root of that sum, rounded once.
    fn rooted(sums: &ExactSums) -> Self;
    /// That sum divided by a count, rounded once.
    fn mean(sums: &ExactSums, count: u64) -> Self;
}

impl Inner for f64 {
    fn rounded(sums: &ExactSums) -> f64 {
        f64::canonical(sums.to_f64(0))
    }
    fn rooted(sums: &ExactSums) -> f64 {
        sums.total(0).rooted()
    }
    fn mean(sums: &ExactSums, count: u64) -> f64 {
        sums.total(0).mean(count)
    }
}

// (Products of floats are among the numbers.)
impl Inner for f32 {
    fn rounded(sums: &ExactSums) -> f32 {
        f32::of_exact(sums.numbers[0].clone())
    }
    fn rooted(sums: &ExactSums) -> f32 {
        sums.numbers[0].clone().rooted()
    }
    fn mean(sums: &ExactSums, count: u64) -> f32 {
        sums.numbers[0].clone().mean(count)
    }
}
