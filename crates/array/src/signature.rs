//! What all ranks of a call must have in common. Its hash is the header word of the first message
//! ([`samebits_schedule::opening`]).

use super::failure::Class;
use samebits_schedule::opening::FLAGS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    pub function: u32,
    pub arrays: u32,
    /// The datatype's meaning, not its handle.
    pub datatype: u32,
    /// The operator, in 24 bits; all user-defined ones are the same.
    pub operator: u32,
    /// The root + 1; 0 if all ranks get the results.
    pub root: u32,
    /// A hash of the rest: the arithmetic, the shares of a plan, the kind of accumulator.
    pub rest: u64,
}

/// The error class of ranks that differ, by the first [field](Signature::fields) that does.
pub const CLASSES: [Class; 6] =
    [Class::Arg, Class::Count, Class::Type, Class::Op, Class::Root, Class::Arg];

impl Signature {
    #[inline]
    pub fn of(function: u32) -> Signature {
        Signature { function, arrays: 0, datatype: 0, operator: 0, root: 0, rest: 0 }
    }

    /// The fields in the order of their comparison.
    pub fn fields(&self) -> [u64; CLASSES.len()] {
        let Signature { function, arrays, datatype, operator, root, rest } = *self;
        [function.into(), arrays.into(), datatype.into(), operator.into(), root.into(), rest]
    }

    /// The header word of the call: without [`FLAGS`], and not 0.
    #[inline]
    pub fn word(&self) -> u64 {
        let [function, arrays, datatype, operator, root, rest] = self.fields();
        let kinds = datatype << 32 | operator << 8 | function;
        hash([arrays << 32 | root, kinds, rest]) & !FLAGS | 1 << 63
    }
}

#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub signature: &'a Signature,
    pub word: u64,
    pub describe: &'a dyn Fn() -> String,
}

/// A hash of words; different words have the same one with a probability of 2^-59.
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
    fn different_calls_have_different_header_words() {
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
        assert!(words.iter().all(|word| word & FLAGS == 0 && *word != 0));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 1 + others.len());
        assert!(others.iter().all(|other| other.fields() != one.fields()));
    }
}
