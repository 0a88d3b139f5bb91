//! Where a writer has room: contributions lie each in one piece, at the lowest place that is free.
//! So the same memory is used again and again, and stays in the caches, however much there is. Short
//! ones take turns in two [lanes](Room::lane): a processor that reads one fetches what lies behind it,
//! too, which the writer is about to write.
//!
//! Cost: a look at each contribution that may still be read, up to the place.

use samebits_base::cache_line::CACHE_LINE;
use std::collections::VecDeque;

/// Contributions lie at multiples of a cache line.
const LINE: u64 = CACHE_LINE as u64;

/// As many bytes as there are at first on a communicator.
pub const SMALLEST: u64 = 128 << 10;

/// This many bytes are taken before a writer asks what the others have read; an eighth of a short room.
const FEW_BYTES: u64 = 8 << 10;

/// The number of long ones that lie side by side before the first place is used again, if there are at
/// least as many bytes as at first: what a core has just written is read sooner from its second cache
/// than from its first.
const LONG_ONES: u64 = 16;

/// Where the second lane begins: processors fetch ahead within a page.
const LANE: u64 = FEW_BYTES / 2;

#[derive(Debug)]
pub struct Room {
    bytes: u64,
    /// Where contributions lie, in the order of their places: from, to, operation.
    taken: Vec<(u64, u64, u64)>,
    /// The operations that they belong to, in their order.
    operations: VecDeque<u64>,
    /// The lane of the last one that was taken, and in each lane where the last one lies.
    lane: usize,
    last: [(u64, u64); 2],
}

impl Room {
    /// Room of `bytes` bytes, a multiple of a cache line.
    pub fn new(bytes: u64) -> Room {
        debug_assert!(bytes.is_multiple_of(LINE));
        Room { bytes, taken: Vec::new(), operations: VecDeque::new(), lane: 1, last: [(0, 0); 2] }
    }

    /// Nobody reads operations before this one any more.
    pub(super) fn free_before(&mut self, operation: u64) {
        if self.operations.front().is_some_and(|first| *first < operation) {
            while self.operations.front().is_some_and(|first| *first < operation) {
                self.operations.pop_front();
            }
            self.taken.retain(|(_, _, taken)| *taken >= operation);
        }
    }

    /// Whether it is time to ask which contributions are read no more: another rank's answer takes
    /// as long as writing a short one, and memory beyond the caches longer.
    pub(super) fn is_filling(&self, bytes: u64) -> bool {
        let (_, _, end) = self.lane(bytes);
        let last = self.taken.iter().rfind(|(from, _, _)| *from < end);
        last.is_some_and(|(_, last, _)| last + bytes > end)
    }

    fn few(&self) -> u64 {
        FEW_BYTES.min(self.bytes / 8)
    }

    /// The lane of the next contribution of `bytes` bytes, and where that lane begins and ends.
    fn lane(&self, bytes: u64) -> (usize, u64, u64) {
        match (bytes <= LANE / 2 && self.few() == FEW_BYTES, self.lane) {
            (false, _) if self.bytes < SMALLEST => (0, 0, self.few()),
            (false, _) => (0, 0, self.few().max((LONG_ONES * bytes).min(SMALLEST))),
            (true, 0) => (1, LANE, FEW_BYTES),
            (true, _) => (0, 0, LANE),
        }
    }

    /// Where the next contribution begins if it is as long as the last one, and the others read that
    /// as soon as those before.
    pub fn likely(&self) -> u64 {
        let (from, to) = self.last[self.lane];
        let bytes = to - from;
        let (lane, start, end) = self.lane(bytes);
        let (from, to) = self.last[lane];
        let behind = to + bytes <= end || (from < start + bytes && to + bytes <= self.bytes);
        if behind {
            to.max(start)
        } else {
            start
        }
    }

    /// Takes room for the contribution to an operation, later than all before; its offset, or `None`
    /// if there is too little.
    pub fn take(&mut self, operation: u64, bytes: u64) -> Option<u64> {
        let bytes = bytes.next_multiple_of(LINE);
        let (lane, start, _) = self.lane(bytes);
        let (place, from) = self.gap(start, bytes).or_else(|| self.gap(0, bytes))?;
        self.taken.insert(place, (from, from + bytes, operation));
        self.operations.push_back(operation);
        self.lane = lane;
        self.last[lane] = (from, from + bytes);
        Some(from)
    }

    /// The lowest free place from an offset on: which one of those that are taken it will be, and its
    /// offset.
    fn gap(&self, start: u64, bytes: u64) -> Option<(usize, u64)> {
        let mut from = start;
        let gap = self.taken.iter().position(|(start, end, _)| {
            let fits = *start >= from + bytes;
            from = if fits { from } else { from.max(*end) };
            fits
        });
        (from + bytes <= self.bytes).then(|| (gap.unwrap_or(self.taken.len()), from))
    }

    /// How many bytes there should be, for twice the present contributions and two more of `bytes` bytes;
    /// no more than there are, if that suffices.
    pub fn enough(&self, bytes: u64) -> u64 {
        let taken: u64 = self.taken.iter().map(|(from, to, _)| to - from).sum();
        let twice = (2 * (taken + bytes.next_multiple_of(LINE))).next_power_of_two().max(SMALLEST);
        if twice < self.bytes || bytes > self.bytes {
            twice
        } else {
            self.bytes
        }
    }

    /// How many bytes there should be, for the present contributions and one more of `bytes` bytes.
    pub fn larger(&self, bytes: u64) -> u64 {
        (2 * bytes.next_multiple_of(LINE)).max(2 * self.bytes).next_power_of_two()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_of_a_length_take_turns_in_twice_their_bytes() {
        let mut room = Room::new(512);
        assert_eq!(
            [room.take(0, 200), room.take(1, 256), room.take(2, 1)],
            [Some(0), Some(256), None]
        );
        for operation in 2..20 {
            room.free_before(operation - 1);
            let likely = room.likely();
            assert_eq!(room.take(operation, 256), Some(operation % 2 * 256));
            assert!(operation < 3 || likely == operation % 2 * 256);
        }
        assert_eq!(room.take(20, 513), None, "longer than the ring");
        assert_eq!((room.larger(513), room.larger(1)), (2048, 1024));
    }

    #[test]
    fn short_ones_take_turns_in_two_lanes() {
        let mut room = Room::new(64 << 10);
        let lie = |n: u64| n % 2 * LANE + n / 2 % 8 * 512;
        for operation in 0..100 {
            let likely = room.likely();
            if room.is_filling(500) {
                room.free_before(operation);
            }
            assert_eq!(room.take(operation, 500), Some(lie(operation)));
            assert!(operation < 2 || likely == lie(operation));
        }
        assert_eq!(room.take(100, 3000), Some(1024), "longer ones lie where there is room");
    }

    #[test]
    fn long_ones_lie_one_behind_the_other_before_a_place_is_used_again() {
        for (bytes, places) in [(4 << 10, 16), (16 << 10, 8), (64 << 10, 2)] {
            let mut room = Room::new(SMALLEST);
            for operation in 0..100 {
                let likely = room.likely();
                if room.is_filling(bytes) {
                    room.free_before(operation);
                }
                let from = operation % places * bytes;
                assert_eq!(room.take(operation, bytes), Some(from));
                assert!(operation == 0 || likely == from);
            }
        }
    }

    #[test]
    fn who_reads_is_asked_once_an_eighth_is_taken() {
        for (bytes, few) in [(512, 64), (64 << 10, FEW_BYTES), (1 << 20, FEW_BYTES)] {
            let mut room = Room::new(bytes);
            assert!(!room.is_filling(bytes), "nothing is taken");
            for operation in 0..few / 64 {
                assert!(!room.is_filling(64) || few == 64);
                room.take(operation, 64).unwrap();
            }
            assert!(room.is_filling(64));
        }
    }

    #[test]
    fn contributions_of_any_lengths_lie_apart_and_within() {
        let (mut room, mut live, mut state) = (Room::new(1024), VecDeque::new(), 1u64);
        for operation in 0..5000u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let bytes = 1 + (state >> 33) % 400;
            while live.len() as u64 > (state >> 50) % 5 {
                live.pop_front();
                room.free_before(live.front().map_or(operation, |(first, _)| *first));
            }
            let Some(offset) = room.take(operation, bytes) else { continue };
            let end = offset + bytes;
            assert!(offset.is_multiple_of(LINE) && end <= 1024);
            for (other, (from, to)) in &live {
                let (from, to): (u64, u64) = (*from, *to);
                assert!(end <= from || to <= offset, "{operation} and {other}");
            }
            live.push_back((operation, (offset, end)));
        }
    }
}
