//! The datatypes and the operator with which MPI libraries reduce accumulators: created when they
//! are first requested, and freed when MPI ends.

use super::family::{Handle, HandleSlot};
use super::{checked, handles, int, Library};
use crate::kernel::fpenv::{within, Environment};
use crate::{arithmetic::accumulator::bytes, arithmetic::Fault, lock::lock};
use libc::{c_int, c_void};
use std::{collections::btree_map::Entry, sync::atomic::Ordering};

impl Library {
    /// The datatype of accumulators of so many bytes, and the operator.
    pub fn accumulator_handles(&self, bytes: usize) -> Result<(Handle, Handle), Fault> {
        const COMMUTATIVE: c_int = 1;
        let (functions, family, cache) = (&self.functions, self.family, &self.cache);
        let mut datatypes = lock(&cache.accumulator_types);
        if cache.accumulator_op.load(Ordering::Acquire) == 0 {
            let mut op = HandleSlot::default();
            // SAFETY: a place for a handle.
            checked(unsafe { (functions.op_create)(merge_each, COMMUTATIVE, op.place()) })?;
            cache.accumulator_op.store(op.handle(family), Ordering::Release);
            handles::invalidate();
        }
        if let Entry::Vacant(entry) = datatypes.entry(bytes) {
            let mut datatype = HandleSlot::default();
            let (length, byte) = (int(bytes), self.constants.byte);
            // SAFETY: a place for a handle.
            unsafe {
                checked((functions.type_contiguous)(length, byte, datatype.place()))?;
                checked((functions.type_commit)(datatype.place()))?;
            }
            entry.insert(datatype);
        }
        let op = cache.accumulator_op.load(Ordering::Acquire);
        Ok((datatypes[&bytes].handle(family), op))
    }

    /// Whether an operator is the one that merges accumulators.
    #[inline]
    pub fn merges_accumulators(&self, op: Handle) -> bool {
        let own = self.cache.accumulator_op.load(Ordering::Relaxed);
        own != 0 && self.family.handle(op) == own
    }

    /// Frees the handles, before MPI ends.
    pub fn forget_accumulators(&self) {
        let datatypes = std::mem::take(&mut *lock(&self.cache.accumulator_types));
        // SAFETY: handles of ours, which a program in MPI_Finalize uses no more.
        unsafe {
            for mut datatype in datatypes.into_values() {
                (self.functions.type_free)(datatype.place());
            }
            let op = self.cache.accumulator_op.swap(0, Ordering::AcqRel);
            if op != 0 {
                (self.functions.op_free)(HandleSlot::new(self.family, op).place());
            }
        }
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
    // SAFETY: the MPI library passes so many elements, all as long as the first one says.
    within(Environment::Vector, || unsafe {
        for element in 0..*count as usize {
            let length = bytes::length(left);
            let from = element * length;
            let left = std::slice::from_raw_parts(left.add(from), length);
            bytes::merge(left, std::slice::from_raw_parts_mut(right.add(from), length));
        }
    });
}
