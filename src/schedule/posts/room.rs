//! Where a writer has room: contributions lie each in one piece, at the lowest place that is free.
//! So the same memory is used again and again, and stays in the caches, however much there is.
//!
//! Cost: a look at each contribution that may still be read, up to the place.

use std::collections::VecDeque;

/// Contributions lie at multiples of a cache line.
const LINE: u64 = 64;

/// As many bytes as there are at first on a communicator.
const SMALLEST: u64 = 64 << 10;

/// So many bytes are taken without asking what is read no more; of few bytes an eighth.
const FEW_BYTES: u64 = 8 << 10;

#[derive(Debug)]
pub struct Room {
    bytes: u64,
    /// Where contributions lie, in the order of their places: from, to, operation.
    taken: Vec<(u64, u64, u64)>,
    /// The operations that they belong to, in their order.
    operations: VecDeque<u64>,
}

impl Room {
    /// So many bytes, a multiple of a cache line.
    pub fn new(bytes: u64) -> Room {
        debug_assert!(bytes.is_multiple_of(LINE));
        Room { bytes, taken: Vec::new(), operations: VecDeque::new() }
    }

    /// Nobody reads operations before this one any more.
    pub fn free_before(&mut self, operation: u64) {
        if self.operations.front().is_some_and(|first| *first < operation) {
            while self.operations.front().is_some_and(|first| *first < operation) {
                self.operations.pop_front();
            }
            self.taken.retain(|(_, _, taken)| *taken >= operation);
        }
    }

    /// Whether it is time to ask which contributions are read no more: another rank's answer takes
    /// as long as writing a short one, and memory beyond the caches longer.
    pub fn is_filling(&self, bytes: u64) -> bool {
        let few = FEW_BYTES.min(self.bytes / 8);
        self.taken.last().is_some_and(|(_, end, _)| end + bytes > few)
    }

    /// Takes room for the contribution to an operation, later than all before; its offset, or `None`
    /// if there is too little.
    pub fn take(&mut self, operation: u64, bytes: u64) -> Option<u64> {
        let bytes = bytes.next_multiple_of(LINE);
        let mut from = 0;
        let gap = self.taken.iter().position(|(start, end, _)| {
            let fits = *start - from >= bytes;
            from = if fits { from } else { *end };
            fits
        });
        let place = gap.unwrap_or(self.taken.len());
        if from + bytes > self.bytes {
            return None;
        }
        self.taken.insert(place, (from, from + bytes, operation));
        self.operations.push_back(operation);
        Some(from)
    }

    /// How many bytes there should be, for twice as many contributions as these and two of so many;
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

    /// How many bytes there should be, for as many contributions as these and one of so many.
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
            assert_eq!(room.take(operation, 256), Some(operation % 2 * 256));
        }
        assert_eq!(room.take(20, 513), None, "longer than the ring");
        assert_eq!((room.larger(513), room.larger(1)), (2048, 1024));
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
