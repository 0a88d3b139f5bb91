//! What of a call has to be the same on all ranks: the word that the first message begins with
//! ([`crate::schedule::opening`]) is made of that.

use super::failure::Class;
use crate::schedule::opening::FLAG;

/// What all ranks have to call alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The function, by its number.
    pub function: u32,
    /// How many arrays there are; 0 where there are none.
    pub arrays: u32,
    /// The datatype, by what it is.
    pub datatype: u32,
    /// The operator, in 24 bits; that of a user only as such.
    pub operator: u32,
    /// The root, counted from 1; 0 where all ranks get the results.
    pub root: u32,
    /// What else there is: the arithmetic, the shares of a plan, what an accumulator is for.
    pub rest: u64,
}

/// The error class where ranks differ in one of the [`Signature::fields`]: that of the first in
/// which they do.
pub const CLASSES: [Class; 6] =
    [Class::Arg, Class::Count, Class::Type, Class::Op, Class::Root, Class::Arg];

impl Signature {
    /// That function, of nothing more.
    pub fn of(function: u32) -> Signature {
        Signature { function, arrays: 0, datatype: 0, operator: 0, root: 0, rest: 0 }
    }

    /// What is compared, the first of them first.
    pub fn fields(&self) -> [u64; CLASSES.len()] {
        let Signature { function, arrays, datatype, operator, root, rest } = *self;
        [function.into(), arrays.into(), datatype.into(), operator.into(), root.into(), rest]
    }

    /// The word of the call, without [`FLAG`] and not 0.
    #[inline]
    pub fn word(&self) -> u64 {
        let Signature { function, arrays, datatype, operator, root, rest } = *self;
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let kinds = pair(datatype, operator << 8 | function);
        hash([pair(arrays, root), kinds, rest]) & !FLAG | 1 << 63
    }
}

/// A call, as its ranks compare it.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// What has to be the same.
    pub signature: &'a Signature,
    /// The [word](Signature::word) of that.
    pub word: u64,
    /// The call in words, for messages.
    pub describe: &'a dyn Fn() -> String,
}

/// A number that differs where the words do, but for one chance in 2^62.
#[inline]
pub fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    words.into_iter().fold(ODD, |hash, word| {
        let product = u128::from(hash ^ word.rotate_left(23)) * u128::from(!ODD);
        product as u64 ^ (product >> 64) as u64 ^ hash.rotate_left(7)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_differ_have_different_words() {
        let one = Signature { arrays: 2, datatype: 2, operator: 2, root: 1, ..Signature::of(9) };
        let others = [
            Signature { function: 3, ..one },
            Signature { arrays: 3, ..one },
            Signature { datatype: 0x102, ..one },
            Signature { operator: 3, ..one },
            Signature { root: 2, ..one },
            Signature { rest: 1 << 32, ..one },
            Signature { arrays: 1, root: 2, ..one },
        ];
        let mut words: Vec<u64> = others.iter().map(Signature::word).chain([one.word()]).collect();
        assert!(words.iter().all(|word| word & FLAG == 0 && *word != 0));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 1 + others.len());
        for other in others {
            assert_ne!(other.fields(), one.fields());
        }
    }
}
