//! The datatypes and the operator by which MPI libraries reduce accumulators: made when they
//! are first asked for, kept until MPI ends.

use super::family::{Handle, Stored};
use super::functions::Operator;
use super::handles;
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::lock::lock;
use libc::c_int;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// What was made.
#[derive(Debug, Default)]
pub struct Accumulators {
    /// The datatypes, by the bytes of an element.
    datatypes: Mutex<BTreeMap<usize, Stored>>,
    /// The operator's handle; 0 while there is none.
    op: AtomicUsize,
}

impl Library {
    /// The datatype of so many bytes, and the operator, which is this function.
    pub fn accumulator_handles(
        &self,
        bytes: usize,
        merge: Operator,
    ) -> Result<(Handle, Handle), Fault> {
        const COMMUTATIVE: c_int = 1;
        let (functions, family) = (&self.functions, self.family);
        let mut datatypes = lock(&self.accumulators.datatypes);
        if self.accumulators.op.load(Ordering::Acquire) == 0 {
            let mut op = Stored::default();
            // SAFETY: a place for a handle.
            checked(unsafe { (functions.op_create)(merge, COMMUTATIVE, op.place()) })?;
            self.accumulators.op.store(op.handle(family), Ordering::Release);
            handles::changed();
        }
        if let Entry::Vacant(place) = datatypes.entry(bytes) {
            let mut datatype = Stored::default();
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
                (self.functions.op_free)(Stored::new(self.family, op).place());
            }
        }
    }
}
