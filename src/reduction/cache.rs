//! Per-thread cache of decisions. Deciding takes a third of the time of a short reduction in shared
//! memory, and more with a user-defined operator. Handles of predefined datatypes and operators
//! never change meaning; those of communicators and other datatypes are valid while the
//! [state](handles::state) is unchanged. A user-defined operator is looked up anew in each call, so
//! one that reuses a handle is safe. (A freed one is noticed only when it is applied.)
//!
//! Cost: a comparison of 48 bytes; a miss writes some 300 bytes.

use super::call::{Call, Delivery, Operation};
use super::decision::Decision;
use crate::mpi::family::Handle;
use crate::mpi::handles;
use libc::c_int;
use std::cell::RefCell;

/// What a call has to have in common with the one before, buffers apart.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    state: u64,
    comm: Handle,
    operation: Operation,
    delivery: Delivery,
    root: c_int,
}

impl Key {
    fn new(state: u64, call: &Call) -> Key {
        let Call { comm, operation, form, root, .. } = *call;
        Key { state, comm, operation, delivery: form.delivery, root }
    }

    /// Where it is kept: programs make a few calls in turn, and mostly they differ in one thing.
    fn slot(&self) -> usize {
        let Operation { count, datatype, op } = self.operation;
        let handles = self.comm ^ datatype.rotate_left(16) ^ op.rotate_left(32);
        let whom = (self.root as u64).wrapping_add(self.delivery as u64 * 0x55);
        let all = handles as u64 ^ (count as u64).rotate_left(8) ^ whom.rotate_left(48);
        (all.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % SLOTS
    }
}

/// How many a thread keeps.
const SLOTS: usize = 8;

type Slot = RefCell<Option<(Key, Decision)>>;

thread_local! {
    /// (Nothing here has to be dropped: a program may reduce when it exits.)
    static CACHE: [Slot; SLOTS] = const { [const { RefCell::new(None) }; SLOTS] };
}
const _: () = assert!(!std::mem::needs_drop::<[Slot; SLOTS]>());

/// Does a call by what was decided for one like it; none if there is nothing.
#[inline]
pub fn hit<R>(call: &Call, reduce: impl FnOnce(&Decision) -> Option<R>) -> Option<R> {
    let wanted = Key::new(handles::state(), call);
    CACHE.with(|cache| match &*cache[wanted.slot()].try_borrow().ok()? {
        Some((key, decision)) if *key == wanted => reduce(decision),
        _ => None,
    })
}

/// Keeps what was decided for a call, in a state that was asked for before it.
pub fn keep(state: u64, call: &Call, decision: &Decision) {
    let key = Key::new(state, call);
    CACHE.with(|cache| {
        // (Not within a reduction that goes by what is there, in a callback.)
        if let Ok(mut slot) = cache[key.slot()].try_borrow_mut() {
            *slot = Some((key, *decision));
        }
    });
}
