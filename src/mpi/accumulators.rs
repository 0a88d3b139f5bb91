//! The datatypes and the operator by which MPI libraries reduce accumulators: made when they
//! are first asked for, kept until MPI ends.

use super::family::{Handle, HandleSlot};
use super::handles;
use super::{checked, Library};
use crate::arithmetic::accumulator::bytes;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::{within, Environment};
use crate::lock::lock;
use libc::{c_int, c_void};
use std::collections::btree_map::Entry;
use std::sync::atomic::Ordering;

impl Library {
    /// The datatype of accumulators of so many bytes, and the operator.
    pub fn accumulator_handles(&self, bytes: usize) -> Result<(Handle, Handle), Fault> {
        const COMMUTATIVE: c_int = 1;
        let (functions, family) = (&self.functions, self.family);
        let mut datatypes = lock(&self.accumulators.datatypes);
        if self.accumulators.op.load(Ordering::Acquire) == 0 {
            let mut op = HandleSlot::default();
            // SAFETY: a place for a handle.
            checked(unsafe { (functions.op_create)(merge_each, COMMUTATIVE, op.place()) })?;
            self.accumulators.op.store(op.handle(family), Ordering::Release);
            handles::changed();
        }
        if let Entry::Vacant(place) = datatypes.entry(bytes) {
            let mut datatype = HandleSlot::default();
            let length = c_int::try_from(bytes).expect("accumulators are small");
            let byte = self.constants.byte;
            // SAFETY: likewise.
            unsafe {
                checked((functions.type_contiguous)(length, byte, datatype.place()))?;
                checked((functions.type_commit)(datatype.place()))?;
            }
            place.insert(datatype);
        }
        let op = self.accumulators.op.load(Ordering::Acquire);
        Ok((datatypes[&bytes].handle(family), op))
    }

    /// Whether an operator is the one that merges accumulators.
    #[inline]
    pub fn merges_accumulators(&self, op: Handle) -> bool {
        let own = self.accumulators.op.load(Ordering::Relaxed);
        own != 0 && self.family.handle(op) == own
    }

    /// Frees what was made, before MPI goes away.
    pub fn forget_accumulators(&self) {
        let datatypes = std::mem::take(&mut *lock(&self.accumulators.datatypes));
        // SAFETY: handles of ours, which the caller of MPI_Finalize uses no more.
        unsafe {
            for mut datatype in datatypes.into_values() {
                (self.functions.type_free)(datatype.place());
            }
            let op = self.accumulators.op.swap(0, Ordering::AcqRel);
            if op != 0 {
                (self.functions.op_free)(HandleSlot::new(self.family, op).place());
            }
        }
    }
}

/// The operator. It runs wherever the MPI library likes, in any floating-point environment.
unsafe extern "C" fn merge_each(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    let (left, right) = (left.cast::<u8>().cast_const(), right.cast::<u8>());
    // SAFETY: the MPI library hands over so many elements, all of the length that the first one
    // says.
    within(Environment::Vector, || unsafe {
        for element in 0..*count as usize {
            let length = bytes::length(left);
            let from = element * length;
            let left = std::slice::from_raw_parts(left.add(from), length);
            bytes::merge(left, std::slice::from_raw_parts_mut(right.add(from), length));
        }
    });
}
