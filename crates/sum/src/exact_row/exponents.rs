//! An exact sum of doubles by exponent: a total of significands for each sign and exponent (the
//! large superaccumulator of Neal 2015), for rows whose numbers lie too far apart for the levels of
//! [`super`].
//!
//! A number costs one addition to one of 4,096 words and no carry; a word that is half full, and
//! all of them at the end, go to a superaccumulator, as integers. Cost: a load, an addition and a
//! store a number, 32 KB, and some microseconds at the end.

use crate::superaccumulator::Superaccumulator;
use samebits_kernel::summand::Summand;

/// Signs and exponents: the highest 12 bits of a double.
const WORDS: usize = 1 << 12;

/// From here on a word is emptied: it can take one more significand, of 53 bits.
const FULL: u64 = 1 << 62;

/// Totals of significands, by sign and exponent.
pub struct Exponents {
    words: Box<[u64; WORDS]>,
}

impl Exponents {
    pub fn new() -> Exponents {
        Exponents { words: vec![0; WORDS].into_boxed_slice().try_into().expect("the words") }
    }

    /// Adds every `step`-th of n numbers; what is not finite, and full words, go to the
    /// superaccumulator. Safety: the numbers lie there, at any address.
    pub unsafe fn add<T: Summand>(
        &mut self,
        row: *const T,
        n: usize,
        step: usize,
        sum: &mut Superaccumulator,
    ) {
        // Nonzero if any number was not -0.0.
        let mut other = 0;
        for i in (0..n).step_by(step) {
            // SAFETY: one of the numbers.
            let number = unsafe { row.add(i).read_unaligned() }.widen();
            let bits = number.to_bits();
            other |= bits ^ 1 << 63;
            let (top, fraction) = ((bits >> 52) as usize, bits & ((1 << 52) - 1));
            if top & 0x7ff == 0x7ff {
                sum.add(number);
                continue;
            }
            let word = &mut self.words[top];
            *word += fraction | u64::from(top & 0x7ff != 0) << 52;
            if *word >= FULL {
                empty(top, word, sum);
            }
        }
        match other {
            0 if n > 0 => sum.add(-0.0),
            0 => (),
            _ => sum.add_integer(0, 0),
        }
    }

    pub fn empty(&mut self, sum: &mut Superaccumulator) {
        for (top, word) in self.words.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
            empty(top, word, sum);
        }
    }
}

/// Moves a word's total to a superaccumulator.
fn empty(top: usize, word: &mut u64, sum: &mut Superaccumulator) {
    let magnitude = i128::from(std::mem::take(word));
    let exponent = (top & 0x7ff).max(1) as i32 - 1075;
    sum.add_integer(if top >> 11 == 1 { -magnitude } else { magnitude }, exponent);
}
