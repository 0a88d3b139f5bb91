//! Where a writer has room: a ring of bytes in which contributions lie in the order in which they
//! were posted, each in one piece.

use std::collections::VecDeque;

/// Contributions lie at multiples of a cache line.
const LINE: u64 = 64;

#[derive(Debug)]
pub struct Room {
    bytes: u64,
    /// Where the next contribution goes, counted on over all rounds.
    head: u64,
    /// The operations that may still be read, and where they begin.
    taken: VecDeque<(u64, u64)>,
}

impl Room {
    /// A ring of so many bytes, a multiple of a cache line.
    pub fn new(bytes: u64) -> Room {
        debug_assert!(bytes.is_multiple_of(LINE));
        Room { bytes, head: 0, taken: VecDeque::new() }
    }

    /// Nobody reads operations before this one any more.
    pub fn free_before(&mut self, operation: u64) {
        while self.taken.front().is_some_and(|(taken, _)| *taken < operation) {
            self.taken.pop_front();
        }
    }

    /// Takes room for the contribution to an operation, later than all before; its offset, or `None`
    /// if there is too little.
    pub fn take(&mut self, operation: u64, bytes: u64) -> Option<u64> {
        let bytes = bytes.next_multiple_of(LINE);
        if bytes > self.bytes {
            return None;
        }
        let Some(&(_, tail)) = self.taken.front() else {
            self.head = bytes;
            self.taken.push_back((operation, 0));
            return Some(0);
        };
        let phase = self.head % self.bytes;
        let start = match phase + bytes <= self.bytes {
            true => self.head,
            false => self.head + self.bytes - phase,
        };
        if start + bytes - tail > self.bytes {
            return None;
        }
        self.head = start + bytes;
        self.taken.push_back((operation, start));
        Some(start % self.bytes)
    }

    /// How many bytes a ring should have in which this one's contributions and one of so many fit.
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
