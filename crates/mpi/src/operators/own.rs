//! Operators of ours and the datatypes that they work on, with which MPI libraries reduce what is no
//! number: created when they are first needed, and freed when MPI ends. (Both are local calls.)

use crate::abi::family::{Handle, HandleSlot};
use crate::abi::functions::Operator;
use crate::{calls::handles, checked, Library};
use libc::c_int;
use samebits_base::{fault::Fault, lock::lock};
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};

impl Library {
    /// The datatype of so many bytes.
    pub(super) fn bytes_type(&self, bytes: usize) -> Result<Handle, Fault> {
        let functions = &self.functions;
        let mut datatypes = lock(&self.cache.bytes_types);
        let handle = match datatypes.entry(bytes) {
            Entry::Occupied(entry) => entry.get().handle(self.family),
            Entry::Vacant(entry) => {
                let mut datatype = HandleSlot::default();
                let length = c_int::try_from(bytes).expect("elements are small");
                let byte = self.constants.byte;
                // SAFETY: a place for a handle.
                unsafe {
                    checked((functions.type_contiguous)(length, byte, datatype.place()))?;
                    checked((functions.type_commit)(datatype.place()))?;
                }
                entry.insert(datatype).handle(self.family)
            }
        };
        Ok(handle)
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
            let mut op = HandleSlot::default();
            // SAFETY: a place for a handle.
            checked(unsafe { (self.functions.op_create)(function, COMMUTATIVE, op.place()) })?;
            kept.store(op.handle(self.family), Ordering::Release);
            handles::invalidate();
        }
        Ok(kept.load(Ordering::Acquire))
    }

    /// Frees all of them, before MPI ends.
    pub fn forget_operators(&self) {
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
