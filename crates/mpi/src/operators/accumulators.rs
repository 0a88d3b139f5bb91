//! The datatypes and the operator with which MPI libraries reduce accumulators ([`super::own`]).

use crate::{abi::family::Handle, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::{within, Environment};
use samebits_sum::accumulator::bytes;
use std::sync::atomic::Ordering;

impl Library {
    /// The datatype of accumulators that have this length, and the operator that merges them.
    pub fn accumulator_handles(&self, bytes: usize) -> Result<(Handle, Handle), Fault> {
        let op = self.own_operator(&self.cache.accumulator_op, merge_each)?;
        Ok((self.bytes_type(bytes)?, op))
    }

    #[inline]
    pub fn merges_accumulators(&self, op: Handle) -> bool {
        let own = self.cache.accumulator_op.load(Ordering::Relaxed);
        own != 0 && self.family.handle(op) == own
    }
}

/// The operator. The MPI library may call it in any floating-point environment.
unsafe extern "C" fn merge_each(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    let (left, right) = (left.cast::<u8>().cast_const(), right.cast::<u8>());
    // SAFETY: the MPI library passes `count` elements, all as long as the first one says.
    let merge = || unsafe {
        for element in 0..*count as usize {
            let length = bytes::length(left);
            let from = element * length;
            let left = std::slice::from_raw_parts(left.add(from), length);
            bytes::merge(left, std::slice::from_raw_parts_mut(right.add(from), length));
        }
    };
    with_room(|| within(Environment::Vector, merge));
}
