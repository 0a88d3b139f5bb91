//! The operator by which ranks find what their bytes have in common: MPI_BAND, which MPICH 4.0.2
//! takes 130 KB of stack for, wherever it makes progress, as for every operator of its own on
//! integers.

use crate::{abi::family::Handle, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;

impl Library {
    /// The operator, on MPI_BYTE. Where ranks share a process it is MPI_BAND: another rank may end
    /// MPI, and with it our operators, while this one uses it.
    pub fn common_operator(&self) -> Result<Handle, Fault> {
        if self.family.ranks_share_a_process() {
            return Ok(self.constants.band);
        }
        self.own_operator(&self.cache.common_op, keep_common)
    }
}

/// (Without floating-point arithmetic, it runs in any environment.)
unsafe extern "C" fn keep_common(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    let (left, right) = (left.cast::<u8>(), right.cast::<u8>());
    // SAFETY: the MPI library passes `count` bytes, in two places.
    unsafe {
        for i in 0..*count as usize {
            *right.add(i) &= *left.add(i);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_that_both_have_are_kept() {
        let (mut left, mut right) = ([0b1100u8, 0xff, 0, 7], [0b1010u8, 0x5a, 9, 1]);
        let (from, to) = (left.as_mut_ptr().cast(), right.as_mut_ptr().cast());
        // SAFETY: three bytes each, of four.
        unsafe { keep_common(from, to, &mut 3, std::ptr::null_mut()) };
        assert_eq!(right, [0b1000, 0x5a, 0, 1]);
        assert_eq!(left, [0b1100, 0xff, 0, 7]);
    }
}
