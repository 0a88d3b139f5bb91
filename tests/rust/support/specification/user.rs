//! The tree by itself: as a term, and with an operator as a user may define one.

use crate::support::oracle;
use samebits_base::fault::Fault;
use samebits_fold::Combine;
use samebits_kernel::fpenv::Environment;

/// Neither commutative nor associative, on elements of 32 bits.
pub fn mix(left: u32, right: u32) -> u32 {
    let product = left.rotate_left(5).wrapping_mul(31);
    product.wrapping_add(right.wrapping_mul(17)).wrapping_add(1)
}

/// [`mix`] for the library.
pub struct Mix;

impl Combine for Mix {
    fn size(&self) -> usize {
        4
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        let (left, right) = (left.cast::<u32>(), right.cast::<u32>());
        for i in 0..n {
            // SAFETY: an element of each row.
            unsafe { *right.add(i) = mix(left.add(i).read(), right.add(i).read()) };
        }
        Ok(())
    }
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}
}

pub fn trees() -> Vec<String> {
    let mut lines = vec!["# The tree over N elements.".to_string()];
    for n in (1..=33).chain([63, 64, 65, 100]) {
        let leaves: Vec<String> = (0..n).map(|i| i.to_string()).collect();
        let term = oracle::tree(&leaves, &|a, b| format!("({a} {b})"));
        lines.push(format!("tree {n} | {term}"));
    }
    lines
}
