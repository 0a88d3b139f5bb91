//! The vector units that this processor has not: what runs on them is not tested here.

use crate::support::skipped::skipped;
use samebits_kernel::simd::Unit;

#[test]
fn units_that_are_missing_are_named() {
    let wanted: &[&str] = if cfg!(target_arch = "x86_64") { &["avx512", "avx2"] } else { &[] };
    for name in wanted {
        if !Unit::available().any(|unit| unit.name() == *name) {
            skipped(&format!("this processor has no {name}, so no kernel ran on it"));
        }
    }
}
