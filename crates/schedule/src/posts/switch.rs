//! From which operation on the ranks of a communicator post in shared memory. Before, they bring
//! contributions together by the MPI library's collectives, in which all of them must take part.
//!
//! They cannot agree on that in a call that must not wait for others, and learn at different times
//! that the memory is there. So the memory itself decides, by one number that ranks exchange
//! atomically: how many operations were started without the memory, as far as those know who have
//! mapped it. A rank that has not mapped it yet counts its operations itself, and leaves that number
//! when it maps it. The first rank that finds that all have mapped it decides: the memory is used
//! from the first operation on that nobody has started without it. A rank that never maps it keeps
//! all of them without, and nobody waits for it.
//!
//! Cost: nothing once it is decided; before, p loads and an exchange in each call.

use crate::node::wait::AtomicWord;
use std::sync::atomic::Ordering;

/// Set in the number once it is decided.
const DECIDED: u64 = 1 << 63;

/// Records that a rank has mapped the memory, and how many operations it has started until now.
pub fn arrive<N: AtomicWord>(arrived: &N, started: u64) {
    arrived.store(started + 1, Ordering::Release);
}

/// How many operations any rank had started when it arrived, by the numbers of all ranks; `None`
/// while one has not arrived.
pub fn most_started<'a, N: AtomicWord + 'a>(arrived: impl Iterator<Item = &'a N>) -> Option<u64> {
    let mut started = arrived.map(|number| number.load(Ordering::Acquire).checked_sub(1));
    started.try_fold(0, |most, number| number.map(|number| most.max(number)))
}

/// From which operation on all ranks use the memory, if that is decided. A rank that has arrived
/// asks for each operation, before it starts it, and uses the memory if it is among those.
pub fn first<N: AtomicWord>(
    decision: &N,
    most_started: impl Fn() -> Option<u64>,
    operation: u64,
) -> Option<u64> {
    let mut now = decision.load(Ordering::Acquire);
    loop {
        if now & DECIDED != 0 {
            return Some(now & !DECIDED);
        }
        let most = most_started();
        let next = match most {
            Some(most) => now.max(most).max(operation) | DECIDED,
            None if now > operation => return None,
            None => operation + 1,
        };
        match decision.compare_exchange(now, next) {
            Ok(()) => return most.map(|_| next & !DECIDED),
            Err(found) => now = found,
        }
    }
}
