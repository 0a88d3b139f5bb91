//! An operation that neither commutes nor is associative, so that a contribution that gets lost,
//! comes twice or stands in the wrong place is seen.

use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::{Combine, FoldTwo};
use samebits_kernel::fpenv::Environment;

/// On elements of 3 bytes.
pub struct Mixed;

pub fn mix(left: [u8; 3], right: [u8; 3]) -> [u8; 3] {
    let number = |[a, b, c]: [u8; 3]| u32::from_le_bytes([a, b, c, 0]);
    let mixed = (number(left).rotate_left(5) ^ 0x5a5a5a).wrapping_mul(0x01f3_5a97);
    let [_, a, b, c] = mixed.wrapping_add(number(right).wrapping_mul(0x9e37)).to_le_bytes();
    [a, b, c]
}

impl Combine for Mixed {
    fn size(&self) -> usize {
        3
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.fold_two(Team::ALONE, left, right, right, n) }
    }
    fn parallel(&self) -> Option<&(dyn Combine + Sync)> {
        Some(self)
    }
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}
    fn two(&self) -> Option<&dyn FoldTwo> {
        Some(self)
    }
}

impl FoldTwo for Mixed {
    unsafe fn fold_two(
        &self,
        _team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        let (left, right) = (left.cast::<[u8; 3]>(), right.cast::<[u8; 3]>());
        for i in 0..n {
            // SAFETY: n elements of 3 bytes, at any alignment; one is read before its place
            // is written to.
            unsafe { *into.cast::<[u8; 3]>().add(i) = mix(*left.add(i), *right.add(i)) };
        }
        Ok(())
    }
}
