//! The data of exact partials: superaccumulators, each in its [short form](Short) where it has one.
//! The short forms of all of them come first, so that they suffice where there are no others; behind
//! them is room for what has none, of numbers and then of products.
//!
//! Cost: a merge of two short forms is four additions; else 68 for numbers, 134 for products.

use samebits_sum::superaccumulator::{
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

    /// Merges all of these data, or their short forms, to `into`, whatever that holds. There are at
    /// most three parts: those of the variance of complex numbers.
    pub fn merge_all(self, all: &mut dyn Iterator<Item = &[u8]>, into: &mut [u8]) {
        match self.count() {
            1 => self.merge_short::<1>(all, into),
            2 => self.merge_short::<2>(all, into),
            3 => self.merge_short::<3>(all, into),
            parts => unreachable!("{parts} parts"),
        }
        all.for_each(|data| self.merge(into, data));
    }

    /// Merges those that come before a sum without a short form, and that one. Meanwhile the sums
    /// are in registers.
    #[inline(always)]
    fn merge_short<const N: usize>(self, all: &mut dyn Iterator<Item = &[u8]>, into: &mut [u8]) {
        let mut sums = [Short::NOTHING; N];
        let parts = self.count().min(N);
        let write = |sums: &[Short; N], into: &mut [u8]| {
            (0..parts).for_each(|part| self.write_short(part, &sums[part], into));
        };
        for data in &mut *all {
            let added = |part: &usize| sums[*part].add_written(&data[part * SHORT_BYTES..]);
            let merged = (0..parts).take_while(added).count();
            if merged < parts {
                write(&sums, into);
                return (merged..parts).for_each(|part| self.merge_part(part, into, data));
            }
        }
        write(&sums, into);
    }

    /// Merges data, or their short forms, into others.
    pub fn merge(self, into: &mut [u8], data: &[u8]) {
        (0..self.count()).for_each(|part| self.merge_part(part, into, data));
    }

    fn merge_part(self, part: usize, into: &mut [u8], data: &[u8]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of a few numbers, near one another or not.
    fn sum(next: &mut impl FnMut() -> u64) -> Superaccumulator {
        let mut sum = Superaccumulator::default();
        let spread = [1, 30, 90, 190, 2046][next() as usize % 5];
        for _ in 0..[0, 1, 3][next() as usize % 3] {
            let exponent = (1000 + next() % spread) % 2047;
            sum.add(match next() % 40 {
                0 => -0.0,
                1 => f64::INFINITY,
                2 => f64::NAN,
                _ => f64::from_bits(next() & !(0x7ff << 52) | exponent << 52),
            });
        }
        sum
    }

    #[test]
    fn merging_all_is_merging_one_after_another() {
        let mut random = 1u64;
        let mut next = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            random ^ random >> 29
        };
        let (mut short, mut long) = (0, 0);
        for (numbers, products) in [(1, 0), (0, 1), (2, 0), (0, 2), (3, 0), (2, 1)] {
            let parts = Parts { numbers, products };
            for case in 0..if cfg!(miri) { 5 } else { 500 } {
                let rows: Vec<_> = (0..1 + case % 9)
                    .map(|_| {
                        let mut row = vec![0; parts.bytes()];
                        (0..parts.count())
                            .for_each(|part| parts.write_numbers(part, &sum(&mut next), &mut row));
                        row
                    })
                    .collect();
                let mut right = rows[0].clone();
                rows[1..].iter().for_each(|row| parts.merge(&mut right, row));
                let mut got = vec![0xaa; parts.bytes()];
                parts.merge_all(&mut rows.iter().map(|row| &row[..]), &mut got);
                for part in 0..parts.count() {
                    let written = [&got, &right].map(|data| {
                        let mut bytes = [0; OF_PRODUCTS];
                        parts.sum(part, data).write(&mut bytes);
                        bytes
                    });
                    assert_eq!(written[0], written[1], "part {part} of {parts:?}, case {case}");
                    *if parts.short(part, &got).is_some() { &mut short } else { &mut long } += 1;
                }
            }
        }
        assert!(cfg!(miri) || short > 1000 && long > 1000, "{short} are short, {long} are not");
    }
}
