//! Operators of ours and the datatypes that they work on, with which MPI libraries reduce what is no
//! number: created when they are first needed, and freed when MPI ends. (Both are local calls.)

use crate::abi::family::{Handle, HandleSlot};
use crate::abi::functions::Operator;
use crate::{calls::handles, checked, int, Library};
use libc::{c_int, c_void};
use samebits_base::{fault::Fault, lock::lock};
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};

impl Library {
    /// Commits the datatype that a function makes.
    pub(crate) fn committed(
        &self,
        make: impl FnOnce(*mut c_void) -> c_int,
    ) -> Result<HandleSlot, Fault> {
        let mut datatype = HandleSlot::filled(make)?;
        // SAFETY: a datatype of ours.
        checked(unsafe { (self.functions.type_commit)(datatype.place()) })?;
        Ok(datatype)
    }

    /// A new datatype of contiguous bytes.
    pub(crate) fn new_bytes_type(&self, bytes: usize) -> Result<HandleSlot, Fault> {
        let (length, byte) = (int(bytes), self.constants.byte);
        // SAFETY: a place for a handle.
        self.committed(|datatype| unsafe {
            (self.functions.type_contiguous)(length, byte, datatype)
        })
    }

    /// The same, made once for each length.
    pub(super) fn bytes_type(&self, bytes: usize) -> Result<Handle, Fault> {
        let handle = |datatype: &HandleSlot| datatype.handle(self.family);
        match lock(&self.cache.bytes_types).entry(bytes) {
            Entry::Occupied(entry) => Ok(handle(entry.get())),
            Entry::Vacant(entry) => Ok(handle(entry.insert(self.new_bytes_type(bytes)?))),
        }
    }

    /// The commutative operator that applies a function, kept there; 0 while there is none.
    pub(super) fn own_operator(
        &self,
        kept: &AtomicUsize,
        function: Operator,
    ) -> Result<Handle, Fault> {
        const COMMUTATIVE: c_int = 1;
        // One thread creates it.
        let _locked = lock(&self.cache.bytes_types);
        if kept.load(Ordering::Acquire) == 0 {
            let create = self.functions.op_create;
            // SAFETY: a place for a handle.
            let op = HandleSlot::filled(|op| unsafe { create(function, COMMUTATIVE, op) })?;
            kept.store(op.handle(self.family), Ordering::Release);
            handles::invalidate();
        }
        Ok(kept.load(Ordering::Acquire))
    }

    /// Frees all of them, before MPI ends.
    pub(crate) fn forget_operators(&self) {
        let cache = &self.cache;
        let datatypes = std::mem::take(&mut *lock(&cache.bytes_types));
        // SAFETY: handles of ours, which a program in MPI_Finalize uses no more.
        unsafe {
            for mut datatype in datatypes.into_values() {
                (self.functions.type_free)(datatype.place());
            }
            for kept in [&cache.accumulator_op, &cache.partials_op, &cache.common_op] {
                let op = kept.swap(0, Ordering::AcqRel);
                if op != 0 {
                    (self.functions.op_free)(HandleSlot::new(self.family, op).place());
                }
            }
        }
    }
}
