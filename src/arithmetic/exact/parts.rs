//! The data of exact partials: superaccumulators, each in its [short form](Short) where it has one.
//! The short forms of all of them come first, so that they suffice where there are no others; behind
//! them is room for what has none, of numbers and then of products.
//!
//! Cost: a merge of two short forms is four additions; else 68 for numbers, 134 for products.

use crate::arithmetic::superaccumulator::{
    FixedPoint, ProductSuperaccumulator, Short, Superaccumulator, SHORT_BYTES,
};

const OF_NUMBERS: usize = Superaccumulator::BYTES;
const OF_PRODUCTS: usize = ProductSuperaccumulator::BYTES;

fn wide(sum: Superaccumulator) -> ProductSuperaccumulator {
    let mut wide = ProductSuperaccumulator::default();
    wide.merge(sum);
    wide
}

/// How many superaccumulators there are; those of numbers come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub numbers: usize,
    pub products: usize,
}

impl Parts {
    pub fn count(self) -> usize {
        self.numbers + self.products
    }

    /// Bytes of all short forms.
    pub fn short_bytes(self) -> usize {
        self.count() * SHORT_BYTES
    }

    pub fn bytes(self) -> usize {
        self.short_bytes() + self.numbers * OF_NUMBERS + self.products * OF_PRODUCTS
    }

    /// Whether all parts are short.
    pub fn are_short(self, data: &[u8]) -> bool {
        data.chunks_exact(SHORT_BYTES).take(self.count()).all(Short::is_written)
    }

    fn place_of_long(self, part: usize) -> usize {
        let numbers = part.min(self.numbers);
        self.short_bytes() + numbers * OF_NUMBERS + (part - numbers) * OF_PRODUCTS
    }

    pub fn short(self, part: usize, data: &[u8]) -> Option<Short> {
        Short::read(&data[part * SHORT_BYTES..])
    }

    pub fn write_short(self, part: usize, short: &Short, data: &mut [u8]) {
        short.write(&mut data[part * SHORT_BYTES..]);
    }

    /// A part of numbers.
    pub fn sum_of_numbers(self, part: usize, data: &[u8]) -> Superaccumulator {
        match self.short(part, data) {
            Some(short) => short.long(),
            None => Superaccumulator::read(&data[self.place_of_long(part)..]),
        }
    }

    /// Any part.
    pub fn sum(self, part: usize, data: &[u8]) -> ProductSuperaccumulator {
        match self.short(part, data) {
            None if part >= self.numbers => {
                ProductSuperaccumulator::read(&data[self.place_of_long(part)..])
            }
            _ => wide(self.sum_of_numbers(part, data)),
        }
    }

    /// Writes a part that is a sum of numbers, in its short form if it has one.
    pub fn write_numbers(self, part: usize, sum: &Superaccumulator, data: &mut [u8]) {
        match Short::of(sum) {
            Some(short) => self.write_short(part, &short, data),
            None if part < self.numbers => self.write_long(part, sum.clone(), data),
            None => self.write_long(part, wide(sum.clone()), data),
        }
    }

    /// Writes a part that has no short form.
    pub fn write_long<const W: usize, const L: i32>(
        self,
        part: usize,
        sum: FixedPoint<W, L>,
        data: &mut [u8],
    ) {
        Short::write_none(&mut data[part * SHORT_BYTES..]);
        sum.write(&mut data[self.place_of_long(part)..]);
    }

    /// Merges data, or their short forms, into others.
    pub fn merge(self, into: &mut [u8], data: &[u8]) {
        for part in 0..self.count() {
            let [left, right] = [&*into, data].map(|data| self.short(part, data));
            if let Some(short) = left.zip(right).and_then(|(left, right)| left.merge(right)) {
                self.write_short(part, &short, into);
            } else if part < self.numbers {
                let mut sum = self.sum_of_numbers(part, into);
                sum.merge(self.sum_of_numbers(part, data));
                self.write_numbers(part, &sum, into);
            } else {
                let mut sum = self.sum(part, into);
                sum.merge(self.sum(part, data));
                self.write_long(part, sum, into);
            }
        }
    }
}
