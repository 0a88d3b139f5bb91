//! Pieces of work in shared memory, which a rank does to the end or leaves in the middle.

use super::segment::{Segment, LEFT, RING, SLOTS};
use std::sync::atomic::Ordering;

impl Segment {
    /// Takes so many numbers of work.
    pub fn take(&self, pieces: u64) -> Work<'_> {
        let first = self.next.load(Ordering::Relaxed);
        self.next.store(first + pieces, Ordering::Relaxed);
        Work { segment: self, first, end: first + pieces }
    }
}

/// Numbers of work, which a rank either does to the end or leaves.
pub struct Work<'a> {
    segment: &'a Segment,
    /// The first number.
    pub first: u64,
    end: u64,
}

impl Work<'_> {
    /// Everything has been done.
    pub fn done(self) {
        std::mem::forget(self);
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        // A rank notes one range of work that it has left: from now on it does not go far ahead.
        self.segment.ring.store(SLOTS as u16, Ordering::Relaxed);
        let [from, to] = self.segment.left(self.segment.rank());
        // (What it has published before is good, and others may need no more of it.)
        let mut first = self.first.max(self.segment.published() + 1);
        // Nor may all have seen what it left shortly before.
        let before = to.load(Ordering::Relaxed);
        if before > 0 && before + SLOTS as u64 > self.first {
            first = first.min(from.load(Ordering::Relaxed));
        }
        from.store(first, Ordering::Relaxed);
        to.store(self.end, Ordering::Release);
        let last = |lines: usize| self.end.saturating_sub(lines as u64).max(self.first)..self.end;
        last(SLOTS).for_each(|work| self.segment.publish_result_row(work, LEFT));
        last(RING).for_each(|work| self.segment.publish(work));
    }
}

#[cfg(test)]
mod tests {
    use super::super::segment::{bytes, PAGE};
    use super::*;
    use std::panic::AssertUnwindSafe;

    /// A rank that leaves twice before the others have looked has left both times, and what it
    /// does later is good.
    #[test]
    fn who_leaves_twice_has_left_twice() {
        let pages = bytes(2).div_ceil(PAGE) + 1;
        let mut memory = vec![[0u64; PAGE / 8]; pages];
        let base = memory.as_mut_ptr().cast::<u8>();
        let base = base.wrapping_add(base.align_offset(PAGE));
        // SAFETY: as many bytes, zero, of these two.
        let [leaves, looks] = [0, 1].map(|rank| unsafe { Segment::new(base, rank, 2) });
        let has_left =
            |work| std::panic::catch_unwind(AssertUnwindSafe(|| looks.check(0, work))).is_err();
        let begun = leaves.take(1);
        let first = begun.first;
        leaves.publish(first);
        begun.done();
        assert!(!has_left(first));
        drop(leaves.take(1));
        drop(leaves.take(1));
        assert!([1, 2].into_iter().all(|work| has_left(first + work)));
        for work in 3..3 + SLOTS as u64 {
            let done = leaves.take(1);
            leaves.publish(done.first);
            done.done();
            assert!(!has_left(first + work));
        }
        // (Of that long ago nobody waits any more.)
        drop(leaves.take(1));
        assert!(!has_left(first + 1) && has_left(first + 3 + SLOTS as u64));
    }
}
