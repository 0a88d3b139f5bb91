//! Whether flags are kept: an emulator may have none.

use super::totals::{Sums, Totals};
use crate::fpenv::{within, Environment};
use crate::real::power;
use crate::simd::Unit;
use once_cell::sync::OnceCell;

/// Whether a deposit tells exact totals from others, on this machine.
#[inline]
pub fn works(unit: Unit, deposit: Sums<f64>) -> bool {
    static WORKS: [OnceCell<bool>; 2] = [const { OnceCell::new() }; 2];
    *WORKS[usize::from(unit == Unit::Avx512)].get_or_init(|| {
        // SAFETY: the processor has the unit.
        unit.is_available() && within(Environment::Vector, || unsafe { tells(deposit) })
    })
}

/// Rows of numbers that meet in the same totals, in units of 1.
#[cold]
unsafe fn tells(deposit: Sums<f64>) -> bool {
    const ROW: usize = 32;
    let sum = |numbers: &[f64]| {
        let all: Vec<f64> = numbers.iter().flat_map(|number| [*number; ROW]).collect();
        // SAFETY: so many numbers; the unit is there.
        unsafe { deposit(all.as_ptr(), all.len(), [0; 2]) }
    };
    let half = (ROW / 2) as i64;
    let want = |levels: i64, rest: f64| {
        Some(Totals { levels: [[levels * half; 2], [0; 2]], rest: [rest * half as f64; 2] })
    };
    sum(&[3.0, power(-20)]) == want(3, power(-20))
        && sum(&[power(30) + power(-20), -power(-40)]) == want(1 << 30, power(-20) - power(-40))
        // What is left is inexact, or the total is.
        && sum(&[power(-10), power(-80)]).is_none()
        && sum(&[power(60), 1.0]).is_none()
        && sum(&[f64::INFINITY, 1.0]).is_none()
        && sum(&[f64::NAN, 1.0]).is_none()
}
