//! Per-thread cache of decisions. Deciding takes a third of the time of a short reduction in shared
//! memory, and more with a user-defined operator. Handles of predefined datatypes and operators
//! never change meaning; those of communicators and other datatypes are valid while the
//! [state](handles::generation) is unchanged. A user-defined operator is looked up in each call, so
//! that a handle may be reused; a freed one is noticed only when it is applied.
//!
//! Of calls that complete by a request what they request is cached ([`Classified`]).
//!
//! Cost: a comparison of 48 bytes; a miss writes some 300 bytes.

use super::Decision;
use crate::mpi::{abi::family::Handle, calls::handles};
use crate::reduction::call::classify::Classified;
use crate::reduction::call::{Call, Delivery, Operation};
use libc::c_int;
use std::cell::RefCell;
use std::thread::LocalKey;

/// What equal calls have in common, buffers apart. A decision depends on nothing else of a call, or
/// ranks whose caches differ would decide differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub state: u64,
    comm: Handle,
    operation: Operation,
    delivery: Delivery,
    root: c_int,
}

impl Key {
    #[inline]
    pub fn new(state: u64, call: &Call<'_>) -> Key {
        let Call { comm, operation, form, root, .. } = *call;
        Key { state, comm, operation, delivery: form.delivery, root }
    }

    /// A hash: programs repeat a few calls, which mostly differ in one field.
    pub fn slot(&self) -> usize {
        let Operation { count, datatype, op } = self.operation;
        let handles = self.comm ^ datatype.rotate_left(16) ^ op.rotate_left(32);
        let to = (self.root as u64).wrapping_add(self.delivery.number() * 0x55);
        let all = handles as u64 ^ (count as u64).rotate_left(8) ^ to.rotate_left(48);
        (all.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % SLOTS
    }
}

/// Kinds of calls that are cached.
pub const SLOTS: usize = 8;

type Cache<T> = [RefCell<Option<(Key, T)>>; SLOTS];

thread_local! {
    static DECISIONS: Cache<Decision> = const { [const { RefCell::new(None) }; SLOTS] };
    static CLASSIFIED: Cache<Classified> = const { [const { RefCell::new(None) }; SLOTS] };
}
// A program may reduce while it exits, after thread-locals with destructors are gone.
const _: () = assert!(!std::mem::needs_drop::<(Cache<Decision>, Cache<Classified>)>());

/// Does a call by the cached decision for an equal one, if there is one.
#[inline]
pub fn hit<R>(call: &Call<'_>, reduce: impl FnOnce(&Decision) -> Option<R>) -> Option<R> {
    let wanted = Key::new(handles::generation(), call);
    DECISIONS.with(|cache| match &*cache[wanted.slot()].try_borrow().ok()? {
        Some((key, decision)) if *key == wanted => reduce(decision),
        _ => None,
    })
}

/// Caches the decision for a call, with the state of handles before it was made.
pub fn insert(state: u64, call: &Call<'_>, decision: &Decision) {
    put(&DECISIONS, Key::new(state, call), *decision);
}

/// What an equal call requests, if it is cached.
#[inline]
pub fn classified(call: &Call<'_>) -> Option<Classified> {
    let wanted = Key::new(handles::generation(), call);
    CLASSIFIED.with(|cache| match &*cache[wanted.slot()].try_borrow().ok()? {
        Some((key, classified)) if *key == wanted => Some(*classified),
        _ => None,
    })
}

pub fn insert_classified(state: u64, call: &Call<'_>, classified: Classified) {
    put(&CLASSIFIED, Key::new(state, call), classified);
}

fn put<T: 'static>(cache: &'static LocalKey<Cache<T>>, key: Key, value: T) {
    cache.with(|cache| {
        // The slot is borrowed in a callback of the reduction that it serves.
        if let Ok(mut slot) = cache[key.slot()].try_borrow_mut() {
            *slot = Some((key, value));
        }
    });
}
