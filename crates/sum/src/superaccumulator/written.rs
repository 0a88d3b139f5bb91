//! Superaccumulators that are worked on as they are written ([`FixedPoint::write`]): long integers
//! in two's complement, 32 bits a digit, and flags.
//!
//! Cost: one pass over the bytes.

use super::fixed_point::{union, FixedPoint, ONLY_MINUS_ZERO};
use samebits_kernel::binary::{Finite, Specials};

fn digit(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(*bytes.first_chunk().expect("four bytes"))
}

impl<const WORDS: usize, const LOWEST: i32> FixedPoint<WORDS, LOWEST> {
    /// Writes the sum of one number.
    pub fn write_one(value: f64, bytes: &mut [u8]) {
        if !value.is_finite() || value == 0.0 {
            let mut specials = Specials::default();
            if value != 0.0 {
                specials.add(value);
            }
            let minus_zero = u32::from(value.to_bits() == 1 << 63) * ONLY_MINUS_ZERO;
            bytes[..4 * WORDS].fill(0);
            let flags = specials.bits() | minus_zero;
            return bytes[4 * WORDS..Self::BYTES].copy_from_slice(&flags.to_le_bytes());
        }
        let Finite { significand, exponent, negative } = Finite::of(value);
        let position = (exponent - LOWEST) as usize;
        let shifted = i128::from(significand) << (position % 32);
        let integer = if negative { -shifted } else { shifted };
        let (digits, flags) = bytes[..Self::BYTES].split_at_mut(4 * WORDS);
        let (below, rest) = digits.split_at_mut(4 * (position / 32));
        let (own, above) = rest.split_at_mut(16);
        below.fill(0);
        own.copy_from_slice(&integer.to_le_bytes());
        above.fill(if negative { 0xff } else { 0 });
        flags.fill(0);
    }

    /// Merges one that is written into another.
    pub fn merge_written(left: &[u8], right: &mut [u8]) {
        let (left, left_flags) = left[..Self::BYTES].split_at(4 * WORDS);
        let (right, right_flags) = right[..Self::BYTES].split_at_mut(4 * WORDS);
        let mut carry = 0;
        for (left, right) in left.chunks_exact(4).zip(right.chunks_exact_mut(4)) {
            let sum = u64::from(digit(left)) + u64::from(digit(right)) + carry;
            right.copy_from_slice(&(sum as u32).to_le_bytes());
            carry = sum >> 32;
        }
        let flags = union(digit(left_flags), digit(right_flags));
        right_flags.copy_from_slice(&flags.to_le_bytes());
    }
}
