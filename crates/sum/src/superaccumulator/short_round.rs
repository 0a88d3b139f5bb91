//! A short form rounded to a format, and the root of one.
//!
//! Cost: some 30 operations; of a root also two divisions of 128 bits. Results that are no normal
//! numbers are those of the superaccumulator.

use super::fixed_point::{OF_ALL, ONLY_MINUS_ZERO};
use super::natural::root;
use super::round::Rounded;
use super::short::{Short, LOWEST, WORDS};
use samebits_kernel::binary::Specials;

impl Short {
    /// The sum rounded once to double.
    pub fn to_f64(&self) -> f64 {
        self.special().unwrap_or_else(|| self.rounded().unwrap_or_else(|| self.long().to_f64()))
    }

    /// The sum rounded once to float.
    pub fn to_f32(&self) -> f32 {
        self.long().to_f32()
    }

    /// The sum where it is no rounded number: NaN, infinities, zeros.
    fn special(&self) -> Option<f64> {
        let zero = match self.flags & OF_ALL {
            ONLY_MINUS_ZERO => -0.0,
            _ => 0.0,
        };
        let sum = Specials::from_bits(self.flags).sum();
        sum.or((self.words == [0; WORDS]).then_some(zero))
    }

    /// The magnitude, and the highest word that is not zero; none of zero.
    fn magnitude(&self) -> Option<([u64; WORDS], usize)> {
        let mut words = self.words;
        if self.sign() != 0 {
            let mut carry = true;
            for word in &mut words {
                (*word, carry) = (!*word).overflowing_add(u64::from(carry));
            }
        }
        let top = words.iter().rposition(|word| *word != 0)?;
        Some((words, top))
    }

    /// A sum that is not zero, if it is a normal number of double.
    fn rounded(&self) -> Option<f64> {
        let (words, top) = self.magnitude()?;
        let shift = words[top].leading_zeros();
        // The highest 64 bits, and whether there are others.
        let (mut bits, mut rest) = (words[top] << shift, false);
        if top > 0 {
            let below = words[top - 1];
            bits |= if shift == 0 { 0 } else { below >> (64 - shift) };
            rest = below << shift != 0 || words[..top - 1].iter().any(|word| *word != 0);
        }
        let exponent = LOWEST + 64 * (self.base as i32 + top as i32) - shift as i32;
        if !(-1022..=1022).contains(&(exponent + 63)) {
            return None;
        }
        let (kept, dropped) = (bits >> 11, bits & 0x7ff);
        let half = 1 << 10;
        let up = dropped > half || dropped == half && (rest || kept & 1 == 1);
        // A carry out of the significand raises the exponent, as it should.
        let magnitude = ((exponent + 63 + 1022) as u64) << 52;
        Some(f64::from_bits((magnitude + kept + u64::from(up)) | self.sign() & 1 << 63))
    }

    /// The square root of a sum of squares, rounded once.
    pub fn rooted<T: Rounded>(&self) -> T {
        self.root().unwrap_or_else(|| self.long().rooted())
    }

    /// That of one that is not zero, if it is a normal number.
    fn root<T: Rounded>(&self) -> Option<T> {
        let (words, top) = self.special().is_none().then(|| self.magnitude())??;
        // The highest 127 or 128 bits, an even number of places above the lowest one.
        let word = |below: usize| top.checked_sub(below).map_or(0, |place| words[place]);
        let shift = words[top].leading_zeros() & !1;
        let high = u128::from(word(0)) << 64 | u128::from(word(1));
        let bits = high << shift | u128::from(word(2)) >> (64 - shift);
        let rest = word(2) << shift != 0 || word(3) != 0;
        let (root, inexact) = root(bits);
        let exponent = LOWEST + 64 * (self.base as i32 + top as i32 - 1) - shift as i32;
        T::of_integer(root, exponent / 2, inexact || rest)
    }
}
