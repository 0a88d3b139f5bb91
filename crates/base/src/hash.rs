//! Multiplicative hashing (Knuth, *The Art of Computer Programming*, volume 3, section 6.4): a number
//! times 2^64 / φ, of which the highest bits are taken, because each bit of the number changes those.
//! It spreads what our tables are looked up by: handles (addresses a power of two apart, or small
//! numbers), addresses of names, and lengths.
//!
//! It is for tables of one process: what other ranks or files see has digests of its own.
//!
//! Cost: a multiplication.

use std::hash::{BuildHasher, Hasher};

/// 2^64 divided by the golden ratio φ, to the nearest odd number.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number whose highest bits are its place in a table.
#[inline]
pub const fn spread(number: u64) -> u64 {
    number.wrapping_mul(GOLDEN_RATIO)
}

/// The place of a number in a table whose length is a power of two.
#[inline]
pub const fn place<const PLACES: usize>(number: u64) -> usize {
    const { assert!(PLACES.is_power_of_two() && PLACES > 1) };
    (spread(number) >> (u64::BITS - PLACES.ilog2())) as usize
}

/// A hash of several numbers, or of a name, for [`std::collections::HashMap`].
#[derive(Clone, Copy, Default)]
pub struct Mix(u64);

/// Makes a new [`Mix`].
#[derive(Clone, Copy, Default)]
pub struct Mixing;

impl BuildHasher for Mixing {
    type Hasher = Mix;

    #[inline]
    fn build_hasher(&self) -> Mix {
        Mix(0)
    }
}

impl Hasher for Mix {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        // Names are of different lengths, or differ at their ends.
        let (head, tail) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>());
        if let (Some(head), Some(tail)) = (head, tail) {
            self.write_u64(u64::from_le_bytes(*head));
            self.write_u64(u64::from_le_bytes(*tail) ^ bytes.len() as u64);
        } else {
            bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        let spread = spread(self.0 ^ number);
        // A HashMap finds places by the lowest bits, too.
        self.0 = spread ^ spread >> 32;
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// How many of 64 places hold 64 numbers: 40 on average of any numbers, mostly more of these.
    fn places(numbers: impl Fn(u64) -> u64) -> usize {
        (0..64).map(|i| place::<64>(numbers(i))).collect::<HashSet<_>>().len()
    }

    #[test]
    fn addresses_and_small_numbers_get_different_places() {
        assert_eq!(GOLDEN_RATIO, (2.0f64.powi(64) / 1.618_033_988_749_895) as u64 & !0x7ff | 0x415);
        for shift in 0..56 {
            assert!(places(|i| i << shift) >= 20, "{shift}");
            assert!(places(|i| 0x7f00_0013_0000 + (i << shift)) >= 20, "{shift}");
        }
    }

    #[test]
    fn names_and_numbers_have_hashes_of_their_own() {
        let mut all = HashSet::new();
        for name in ["MPI_Allreduce", "MPI_Allreduce_c", "MPI_Reduce", "MPI_Op", "MPI_O", ""] {
            assert!(all.insert(Mixing.hash_one(name)), "{name}");
        }
        for number in 0..1000usize {
            assert!(all.insert(Mixing.hash_one(number << 9)), "{number}");
            assert!(all.insert(Mixing.hash_one((number, 1u32, 2u8))), "{number}");
        }
    }
}
