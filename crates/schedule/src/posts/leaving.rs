//! The end of memory that ranks leave one by one, each when it is done with it, as persistent
//! requests are freed: the last one gives it back, and nobody waits for that. Memory that a rank has
//! not mapped, and so does not leave, stays as long as the file of which it is a part.
//!
//! Cost: one exchange on each rank.

use crate::node::wait::AtomicWord;
use std::sync::atomic::Ordering;

/// Records that one of `ranks` ranks no longer uses the memory. Returns whether it was the last one:
/// what the others did with the memory happened before.
pub fn leave<N: AtomicWord>(left: &N, ranks: usize) -> bool {
    let mut before = left.load(Ordering::Relaxed);
    while let Err(found) = left.compare_exchange(before, before + 1) {
        before = found;
    }
    before + 1 == ranks as u64
}
