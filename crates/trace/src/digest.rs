//! Digests of elements: XXH3 with 64 bits (seed 0), of the bytes of all elements one after the
//! other.
//!
//! Cost: one pass; 5 ns for a short one.

use std::hash::Hasher;
use twox_hash::XxHash3_64;

/// Digests bytes that come in pieces.
pub struct Digest {
    bytes: usize,
    whole: u64,
    pieces: Option<Box<XxHash3_64>>,
}

impl Digest {
    /// Of this many bytes.
    pub fn of(bytes: usize) -> Digest {
        Digest { bytes, whole: 0, pieces: None }
    }

    /// Of bytes in one piece.
    #[inline]
    pub fn whole(bytes: &[u8]) -> u64 {
        XxHash3_64::oneshot(bytes)
    }

    #[inline]
    pub fn add(&mut self, piece: &[u8]) {
        if piece.len() == self.bytes {
            self.whole = Digest::whole(piece);
        } else {
            self.pieces.get_or_insert_default().write(piece);
        }
    }

    #[inline]
    pub fn finish(self) -> u64 {
        self.pieces.map_or(self.whole, |pieces| pieces.finish())
    }
}

/// A digest of elements of `size` bytes that does not depend on how they are distributed: the sum
/// of a hash of each. `array` tells those of several arrays apart.
pub fn of_elements(bytes: &[u8], size: usize, array: u64) -> u64 {
    let hash = |element: &[u8]| {
        let (words, rest) = element.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let words = words.iter().chain((!rest.is_empty()).then_some(&last));
        words.fold(mixed(array), |hash, word| mixed(hash ^ u64::from_le_bytes(*word)))
    };
    bytes.chunks_exact(size).fold(0, |sum: u64, element| sum.wrapping_add(hash(element)))
}

/// A digest of some words.
pub fn of_words(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash, word| mixed(hash ^ word))
}

/// Each bit of the number in all bits (MurmurHash3's last step).
fn mixed(number: u64) -> u64 {
    let mut n = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    n = (n ^ n >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    n = (n ^ n >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    n ^ n >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_not_matter_how_the_bytes_are_cut() {
        let bytes: Vec<u8> = (0..10_000u32).map(|i| ((i * i) >> 3) as u8).collect();
        let digest = |piece: usize| {
            let mut digest = Digest::of(bytes.len());
            bytes.chunks(piece).for_each(|piece| digest.add(piece));
            digest.finish()
        };
        let whole = digest(bytes.len());
        assert_eq!(whole, Digest::whole(&bytes));
        for piece in [1, 7, 64, 1000, 9999] {
            assert_eq!(digest(piece), whole, "{piece}");
        }
        let mut other = bytes.clone();
        other[5000] ^= 1;
        assert_ne!(XxHash3_64::oneshot(&other), whole);
    }

    #[test]
    fn elements_may_be_distributed_in_any_way() {
        let bytes: Vec<u8> = (0..1200u32).map(|i| ((i * i) >> 2) as u8).collect();
        for size in [1, 4, 8, 12, 24] {
            let whole = of_elements(&bytes, size, 0);
            for cut in [0, 24, 240, 1176] {
                let (one, other) = bytes.split_at(cut);
                let sum = of_elements(one, size, 0).wrapping_add(of_elements(other, size, 0));
                assert_eq!(sum, whole);
            }
            assert_ne!(of_elements(&bytes, size, 1), whole);
            let mut changed = bytes.clone();
            changed[77] ^= 4;
            assert_ne!(of_elements(&changed, size, 0), whole);
        }
    }

    #[test]
    fn it_is_xxh3() {
        // Of the reference implementation.
        assert_eq!(Digest::of(0).finish_empty(), 0x2d06_8005_38d3_94c2);
        let mut digest = Digest::of(3);
        digest.add(b"abc");
        assert_eq!(digest.finish(), 0x78af_5f94_892f_3950);
    }

    impl Digest {
        fn finish_empty(mut self) -> u64 {
            self.add(&[]);
            self.finish()
        }
    }
}
