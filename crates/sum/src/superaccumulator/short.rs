//! The short form of a superaccumulator: four words of 64 bits in two's complement, and where they
//! begin. It holds every sum whose bits lie within 192 bits, and many of up to 255: most sums of
//! numbers of similar magnitude, in a fraction of a cache line. Where one does not fit, there is
//! none, and the superaccumulator itself travels.
//!
//! Cost: a merge of two that begin at the same word is four additions with carry.

use super::fixed_point::{union, Superaccumulator, OF_ALL, ONLY_MINUS_ZERO};

/// Words of a short form.
pub(super) const WORDS: usize = 4;

/// Digits of 32 bits.
const DIGITS: usize = 2 * WORDS;

/// Bytes of a short form that is written.
pub const SHORT_BYTES: usize = 8 + 8 * WORDS;

/// The exponent of a superaccumulator's lowest bit, and its digits.
pub(super) const LOWEST: i32 = -1074;
const ALL: usize = 68;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Short {
    /// Those of a superaccumulator.
    pub(super) flags: u32,
    /// The words of 64 bits below the first, from the superaccumulator's lowest on.
    pub(super) base: u32,
    pub(super) words: [u64; WORDS],
}

impl Short {
    /// The sum of nothing, which merges without effect.
    pub const NOTHING: Short = Short { flags: OF_ALL, base: 0, words: [0; WORDS] };

    /// That of a sum, if it has one.
    pub fn of(sum: &Superaccumulator) -> Option<Short> {
        let mut short = Short { flags: sum.flags(), ..Short::default() };
        let Some(low) = sum.words.iter().position(|word| *word != 0) else { return Some(short) };
        let high = sum.words.iter().rposition(|word| *word != 0)?;
        short.base = low as u32 / 2;
        let first = 2 * short.base as usize;
        let mut carry = 0;
        let mut digit = |place: usize| {
            let sum = sum.words.get(place).unwrap_or(&0) + carry;
            carry = sum >> 32;
            sum as u32
        };
        for (i, word) in short.words.iter_mut().enumerate() {
            let (low, high) = (digit(first + 2 * i), digit(first + 2 * i + 1));
            *word = u64::from(low) | u64::from(high) << 32;
        }
        // What is above has to be nothing but the sign.
        let sign = short.sign();
        let fits = (first + DIGITS..=high).all(|place| digit(place) == sign as u32);
        (fits && carry == sign as i64).then_some(short)
    }

    /// That of two integers below 2^62 times powers of two, of which the second is the smaller one,
    /// by at most 2^64: the sum of numbers not all of which are zero.
    pub fn of_two([(high, upper), (low, lower)]: [(i64, i32); 2]) -> Short {
        debug_assert!((LOWEST..=upper).contains(&lower) && upper - lower <= 64);
        let value = (i128::from(high) << (upper - lower)) + i128::from(low);
        let (base, place) = ((lower - LOWEST) as u32 / 64, (lower - LOWEST) as u32 % 64);
        let sign = (value >> 127) as u64;
        // (In two steps, because a shift by 64 is none.)
        let above = |value: i128| (value >> (63 - place) >> 1) as u64;
        let words = [(value as u64) << place, above(value), above(value >> 64), sign];
        Short { flags: 0, base, words }
    }

    /// That of a sum of at most 2^15 integers times powers of two, of at least one number that is
    /// not zero, if it has one.
    pub fn of_integers(integers: impl Iterator<Item = (i128, i32)> + Clone) -> Option<Short> {
        let integers = integers.filter(|(integer, _)| *integer != 0);
        let mut short = Short::default();
        let Some(lowest) = integers.clone().map(|(_, exponent)| exponent).min() else {
            return Some(short);
        };
        short.base = u32::try_from(lowest - LOWEST).ok()? / 64;
        for (integer, exponent) in integers {
            let position = (exponent - LOWEST) as u32 - 64 * short.base;
            let bits = 128 - integer.unsigned_abs().leading_zeros();
            // It has to be in the superaccumulator's range, too.
            if position + bits > 64 * WORDS as u32 - 16 || exponent + bits as i32 > 1024 {
                return None;
            }
            short.add(integer, position);
        }
        Some(short)
    }

    /// Adds the integer times 2^position (above the lowest bit), which is far from too large.
    #[inline(always)]
    fn add(&mut self, integer: i128, position: u32) {
        let (low, shift) = (u128::from(integer as u64) << (position % 64), position % 64);
        let high = ((integer >> 64) << shift) + (low >> 64) as i128;
        let (digits, sign) = ([low as u64, high as u64], (high >> 127) as u64);
        let top = (high >> 64) as u64;
        let first = position as usize / 64;
        let mut carry = false;
        for (i, word) in self.words.iter_mut().enumerate().skip(first) {
            let more = match i - first {
                0 => digits[0],
                1 => digits[1],
                2 => top,
                _ => sign,
            };
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over | again);
        }
    }

    /// That of zeros: of nothing but -0.0, or not.
    pub fn zero(only_minus_zero: bool) -> Short {
        Short { flags: u32::from(only_minus_zero) * ONLY_MINUS_ZERO, ..Short::default() }
    }

    /// The words, in two's complement, and the word at which they begin.
    pub fn place(&self) -> (usize, [u64; WORDS]) {
        (self.base as usize, self.words)
    }

    /// All bits 1 if the sum is negative, else 0.
    pub(super) fn sign(&self) -> u64 {
        sign_of(self.words[WORDS - 1])
    }

    pub fn write(&self, bytes: &mut [u8]) {
        // (In one store, as whoever copies it reads it.)
        let head = u64::from(self.flags) | u64::from(self.base) << 32;
        bytes[..8].copy_from_slice(&head.to_le_bytes());
        for (to, word) in bytes[8..SHORT_BYTES].chunks_exact_mut(8).zip(self.words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// One that was written; none where [`Short::write_none`] was.
    pub fn read(bytes: &[u8]) -> Option<Short> {
        let number = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().expect("four"));
        let (flags, base) = (number(0), number(4));
        let words = std::array::from_fn(|i| {
            u64::from_le_bytes(*bytes[8 + 8 * i..].first_chunk().expect("eight"))
        });
        (base != u32::MAX).then_some(Short { flags, base, words })
    }

    /// Writes that there is none.
    pub fn write_none(bytes: &mut [u8]) {
        bytes[..SHORT_BYTES].fill(0xff);
    }

    pub fn is_written(bytes: &[u8]) -> bool {
        bytes[4..8] != [0xff; 4]
    }

    /// Adds one that was written, if the sum has a short form; else nothing has changed. (In place:
    /// most begin at the same word, and then the sum stays in registers.)
    #[inline(always)]
    pub fn add_written(&mut self, bytes: &[u8]) -> bool {
        let word =
            |i: usize| u64::from_le_bytes(*bytes[8 * i..].first_chunk::<8>().expect("eight"));
        let (flags, base) = (word(0) as u32, (word(0) >> 32) as u32);
        if base != self.base {
            let merged = Short::read(bytes).and_then(|other| self.merge(other));
            return merged.map(|merged| *self = merged).is_some();
        }
        let (mut words, mut carry) = (self.words, false);
        for (i, to) in words.iter_mut().enumerate() {
            let (sum, first) = to.overflowing_add(word(1 + i));
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*to, carry) = (sum, first | second);
        }
        let (own, other, sum) = (self.sign(), sign_of(word(WORDS)), sign_of(words[WORDS - 1]));
        if own == other && sum != own {
            return false;
        }
        (self.flags, self.words) = (union(self.flags, flags), words);
        true
    }

    /// The sum of two, if that has a short form.
    pub fn merge(self, other: Short) -> Option<Short> {
        let flags = union(self.flags, other.flags);
        if self.words == [0; WORDS] {
            return Some(Short { flags, ..other });
        }
        if other.words == [0; WORDS] {
            return Some(Short { flags, ..self });
        }
        if self.base == other.base {
            let mut carry = false;
            let words = std::array::from_fn(|i| {
                let (sum, first) = self.words[i].overflowing_add(other.words[i]);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first | second;
                sum
            });
            let short = Short { flags, base: self.base, words };
            let same = self.sign() == other.sign();
            return (!same || short.sign() == self.sign()).then_some(short);
        }
        self.merge_apart(other, flags)
    }

    /// [`Short::merge`] of two that begin at different words.
    fn merge_apart(self, other: Short, flags: u32) -> Option<Short> {
        let (low, high) = if self.base < other.base { (self, other) } else { (other, self) };
        let apart = (high.base - low.base) as usize;
        // One word more, for the carry.
        let mut sum = [0u64; 2 * WORDS + 1];
        let length = apart + WORDS + 1;
        if length > sum.len() {
            return None;
        }
        let mut carry = false;
        for (i, to) in sum[..length].iter_mut().enumerate() {
            let one = low.words.get(i).copied().unwrap_or(low.sign());
            let above = i
                .checked_sub(apart)
                .map_or(0, |i| high.words.get(i).copied().unwrap_or(high.sign()));
            let (first, over) = one.overflowing_add(above);
            let (second, more) = first.overflowing_add(u64::from(carry));
            (*to, carry) = (second, over | more);
        }
        let sum = &sum[..length];
        let Some(first) = sum.iter().position(|word| *word != 0) else {
            return Some(Short { flags, base: low.base, words: [0; WORDS] });
        };
        let sign = sign_of(sum[length - 1]);
        let word = |i: usize| sum.get(i).copied().unwrap_or(sign);
        let words = std::array::from_fn(|i| word(first + i));
        let short = Short { flags, base: low.base + first as u32, words };
        let above = (first + WORDS..length).all(|i| word(i) == sign);
        (above && short.sign() == sign).then_some(short)
    }

    /// The superaccumulator of that sum.
    pub fn long(&self) -> Superaccumulator {
        let mut sum = Superaccumulator::default();
        let sign = self.sign();
        let digit = |i: usize| {
            let word = self.words.get(i / 2).copied().unwrap_or(sign);
            (word >> (32 * (i % 2))) as u32
        };
        let first = 2 * self.base as usize;
        for place in first..ALL {
            // The highest has the sign.
            sum.words[place] = match place == ALL - 1 {
                true => i64::from(digit(place - first) as i32),
                false => i64::from(digit(place - first)),
            };
        }
        sum.since_settled = 1;
        sum.set_flags(self.flags);
        sum
    }
}

/// The word behind one that is the highest.
fn sign_of(word: u64) -> u64 {
    (word as i64 >> 63) as u64
}

#[cfg(test)]
mod tests {
    use super::super::BYTES;
    use super::*;

    /// Sums of a few numbers, near one another or not.
    fn sums() -> Vec<Superaccumulator> {
        let mut random = 1u64;
        let mut next = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            random ^ random >> 29
        };
        let special = [0.0, -0.0, f64::MAX, f64::NAN, f64::INFINITY, -f64::INFINITY];
        (0..6000)
            .map(|i| {
                let (base, spread) = (next() % 2046, [1, 30, 90, 190, 2046][i % 5]);
                let mut sum = Superaccumulator::default();
                for _ in 0..[0, 1, 2, 9][i / 5 % 4] {
                    let exponent = (base + next() % spread) % 2047;
                    let number = f64::from_bits(next() & !(0x7ff << 52) | exponent << 52);
                    sum.add(if i % 50 == 7 { special[next() as usize % 6] } else { number });
                }
                sum
            })
            .collect()
    }

    fn written(sum: &Superaccumulator) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        sum.clone().write(&mut bytes);
        bytes
    }

    #[test]
    fn a_short_form_is_the_sum() {
        let (mut some, mut none) = (0, 0);
        for sum in sums() {
            let Some(short) = Short::of(&sum) else {
                none += 1;
                continue;
            };
            some += 1;
            let mut bytes = [0; SHORT_BYTES];
            short.write(&mut bytes);
            assert_eq!(Short::read(&bytes), Some(short));
            assert_eq!(written(&short.long()), written(&sum));
            assert_eq!(short.to_f64().to_bits(), sum.clone().to_f64().to_bits(), "{short:?}");
            assert_eq!(short.to_f32().to_bits(), sum.clone().to_f32().to_bits(), "{short:?}");
            if short.sign() == 0 {
                let (root, float) = (short.rooted::<f64>(), short.rooted::<f32>());
                assert_eq!(root.to_bits(), sum.clone().rooted::<f64>().to_bits(), "{short:?}");
                assert_eq!(float.to_bits(), sum.rooted::<f32>().to_bits(), "{short:?}");
            }
        }
        assert!(some > 3000 && none > 500, "{some} have one, {none} do not");
        let mut bytes = [0; SHORT_BYTES];
        Short::write_none(&mut bytes);
        assert!(Short::read(&bytes).is_none() && !Short::is_written(&bytes));
    }

    #[test]
    fn merging_is_adding() {
        let (sums, mut some) = (sums(), 0);
        for (i, one) in sums.iter().enumerate() {
            for other in [&sums[i * 7 % 6000], &sums[(i + 5) % 6000], one] {
                let (Some(a), Some(b)) = (Short::of(one), Short::of(other)) else { continue };
                let mut sum = one.clone();
                sum.merge(other.clone());
                let (mut bytes, mut added) = ([0; SHORT_BYTES], a);
                b.write(&mut bytes);
                let same = added.add_written(&bytes);
                if let Some(merged) = a.merge(b) {
                    assert!(same && written(&added.long()) == written(&sum), "{a:?} {b:?}");
                    some += 1;
                    assert_eq!(written(&merged.long()), written(&sum), "{a:?} {b:?}");
                } else {
                    assert!(!same && added == a);
                    // It is wide, or just about.
                    assert!(a.base != b.base || Short::of(&sum).is_none_or(|s| s.base != a.base));
                }
            }
        }
        assert!(some > 3000, "{some}");
    }

    #[test]
    fn bits_cancel_and_carry_over_words() {
        let short = |numbers: &[f64]| {
            let mut sum = Superaccumulator::default();
            numbers.iter().for_each(|number| sum.add(*number));
            Short::of(&sum).unwrap()
        };
        let tiny = f64::from_bits(1);
        for (a, b, sum) in [
            (&[1e16][..], &[1.0][..], 1e16),
            (&[-1e16], &[1e16], 0.0),
            (&[1e60], &[-1e60, 1.0], 1.0),
            (&[2f64.powi(64)], &[-1.0], 2f64.powi(64)),
            (&[tiny], &[-tiny, -tiny], -tiny),
            (&[-0.0], &[-0.0], -0.0),
            (&[], &[-0.0], -0.0),
            (&[], &[], 0.0),
            (&[f64::MAX], &[f64::MAX], f64::INFINITY),
        ] {
            let merged = short(a).merge(short(b)).unwrap();
            assert_eq!(merged.to_f64().to_bits(), sum.to_bits(), "{a:?} {b:?}");
        }
    }
}
