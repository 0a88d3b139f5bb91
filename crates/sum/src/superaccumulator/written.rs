//! Superaccumulators that are worked on as they are written ([`FixedPoint::write`]): long integers
//! in two's complement, 32 bits a digit, and flags.
//!
//! Cost: one pass over the bytes.

use super::fixed_point::FixedPoint;
use samebits_kernel::binary::{Finite, Specials};

/// Nothing but -0.0 was added; nothing at all was. Both hold of a union if they hold of each part.
const OF_ALL: u32 = 0b11000;

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
            let minus_zero = u32::from(value.to_bits() == 1 << 63) << 3;
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
        let (one, other) = (digit(left_flags), digit(right_flags));
        let flags = (one | other) & !OF_ALL | one & other & OF_ALL;
        right_flags.copy_from_slice(&flags.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Superaccumulator, BYTES};
    use super::*;

    /// Floats alone, as wide as these need.
    type Narrow = FixedPoint<13, -210>;

    fn numbers() -> Vec<f64> {
        let mut numbers = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        for exponent in (0..2047u64).step_by(23).chain([1, 2046]) {
            for fraction in [0, 1, (1 << 52) - 1, 0x5_5555_5555_5555] {
                numbers.push(f64::from_bits(exponent << 52 | fraction));
            }
        }
        numbers.iter().flat_map(|number| [*number, -number]).collect()
    }

    fn written<const W: usize, const L: i32>(numbers: &[f64]) -> Vec<u8> {
        let (mut sum, mut bytes) = (FixedPoint::<W, L>::default(), vec![0; 4 * (W + 1)]);
        for number in numbers {
            match *number {
                0.0 => {
                    sum.empty = false;
                    sum.only_minus_zero &= number.is_sign_negative();
                }
                number => sum.add(number),
            }
        }
        sum.write(&mut bytes);
        bytes
    }

    fn check<const W: usize, const L: i32>(numbers: &[f64]) {
        let one = |number: f64| {
            let mut bytes = vec![0xee; 4 * (W + 1)];
            FixedPoint::<W, L>::write_one(number, &mut bytes);
            bytes
        };
        for (i, &number) in numbers.iter().enumerate() {
            assert_eq!(one(number), written::<W, L>(&[number]), "{number:e}");
            let (second, third) = (numbers[i * 7 % numbers.len()], numbers[i * 31 % numbers.len()]);
            let mut merged = one(second);
            FixedPoint::<W, L>::merge_written(&one(number), &mut merged);
            FixedPoint::<W, L>::merge_written(&one(third), &mut merged);
            let all = [number, second, third];
            assert_eq!(merged, written::<W, L>(&all), "{all:?}");
        }
    }

    #[test]
    fn what_is_written_is_that_of_an_accumulator() {
        let numbers = numbers();
        check::<68, -1074>(&numbers);
        let floats: Vec<f64> = (0..255u32 << 23)
            .step_by(987_654)
            .chain([1, 0x7f_ffff, 0x7f7f_ffff])
            .flat_map(|bits| [f32::from_bits(bits), -f32::from_bits(bits)])
            .map(f64::from)
            .chain(numbers[..6].iter().copied())
            .collect();
        check::<13, -210>(&floats);
        for pair in floats.windows(2) {
            let wide = Superaccumulator::read(&written::<68, -1074>(pair)).to_f32();
            let narrow = Narrow::read(&written::<13, -210>(pair)).to_f32();
            assert_eq!(wide.to_bits(), narrow.to_bits(), "{pair:?}");
        }
        assert_eq!(BYTES, written::<68, -1074>(&[]).len());
    }

    #[test]
    fn an_empty_one_changes_nothing() {
        let mut nothing = written::<13, -210>(&[]);
        let minus_zero = written::<13, -210>(&[-0.0]);
        Narrow::merge_written(&minus_zero, &mut nothing);
        assert_eq!(nothing, minus_zero);
    }
}
