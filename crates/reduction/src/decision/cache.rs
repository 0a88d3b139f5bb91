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
use crate::call::classify::Classified;
use crate::call::{Call, Operation};
use libc::c_int;
use samebits_base::cache::{Cache, Hashed};
use samebits_mpi::{abi::family::Handle, calls::handles};
use samebits_schedule::Destination;

/// What equal calls have in common, buffers apart. A decision depends on nothing else of a call, or
/// ranks whose caches differ would decide differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub state: u64,
    comm: Handle,
    operation: Operation,
    /// Who gets what, as a number, and the root. (An enum with both is taken apart by a jump, which takes
    /// a tenth of the time of the shortest reductions.)
    to: u32,
    root: c_int,
}

impl Key {
    #[inline]
    pub fn new(state: u64, call: &Call<'_>) -> Key {
        let to = match call.to {
            Destination::All => 0,
            Destination::Root(_) => 1,
            Destination::Blocks(_) => 2,
            Destination::InclusivePrefix => 3,
            Destination::ExclusivePrefix => 4,
        };
        let root = if let Destination::Root(root) = call.to { root } else { 0 };
        Key { state, comm: call.comm, operation: call.operation, to, root }
    }
}

impl Hashed for Key {
    /// Programs repeat a few calls, which mostly differ in one field.
    #[inline]
    fn number(&self) -> u64 {
        let Operation { count, datatype, op } = self.operation;
        let handles = self.comm ^ datatype.rotate_left(16) ^ op.rotate_left(32);
        let to = (self.root as u64).wrapping_add(u64::from(self.to) * 0x55);
        handles as u64 ^ (count as u64).rotate_left(8) ^ to.rotate_left(48)
    }
}

/// Kinds of calls that are cached.
pub const SLOTS: usize = 8;

thread_local! {
    static DECISIONS: Cache<Key, Decision, SLOTS> = const { Cache::empty() };
    static CLASSIFIED: Cache<Key, Classified, SLOTS> = const { Cache::empty() };
}
// A program may reduce while it exits, after thread-locals with destructors are gone.
const _: () = assert!(!std::mem::needs_drop::<(Key, Decision, Classified)>());

/// Does a call by the cached decision for an equal one, if there is one.
#[inline]
pub fn hit<R>(call: &Call<'_>, reduce: impl FnOnce(&Decision) -> Option<R>) -> Option<R> {
    let key = Key::new(handles::generation(), call);
    DECISIONS.with(|cache| cache.with(&key, reduce))
}

/// Caches the decision for a call, with the state of handles before it was made. (Where a callback of a
/// reduction decides on a call at the place of that reduction, nothing is cached.)
pub fn insert(state: u64, call: &Call<'_>, decision: &Decision) {
    DECISIONS.with(|cache| cache.put(Key::new(state, call), *decision));
}

/// What an equal call requests, if it is cached.
#[inline]
pub fn classified(call: &Call<'_>) -> Option<Classified> {
    let key = Key::new(handles::generation(), call);
    CLASSIFIED.with(|cache| cache.with(&key, |classified| Some(*classified)))
}

pub fn insert_classified(state: u64, call: &Call<'_>, classified: Classified) {
    CLASSIFIED.with(|cache| cache.put(Key::new(state, call), classified));
}
