//! Numbers that break sums: cancellation, ties, subnormals, overflow, NaN,
//! infinities, signed zeros, wide spreads. Deterministic.

use super::oracle::{soft, Bits};
use samebits_kernel::Format;

/// A small deterministic generator (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

fn layout(format: Format) -> (u32, u32) {
    match format {
        Format::Half => (10, 5),
        Format::Float => (23, 8),
        Format::Double => (52, 11),
        Format::LongDouble => (63, 15),
        Format::Quad => (112, 15),
    }
}

/// A number of the format. `mood` picks the kind of data, so that a whole
/// column can be of one kind: 0 anything, 1 tame, 2 near overflow, 3 tiny,
/// 4 few bits (ties and cancellation), 5 specials often.
pub fn number(format: Format, random: &mut Random, mood: u64) -> Bits {
    let (fraction_bits, exponent_bits) = layout(format);
    let bias = (1u128 << (exponent_bits - 1)) - 1;
    let top = (1u128 << exponent_bits) - 1;
    let any_fraction = random.wide() & ((1 << fraction_bits) - 1);
    let sign = u128::from(random.below(2)) << (fraction_bits + exponent_bits);
    let spread = |random: &mut Random, n: u64| u128::from(random.below(n));
    let (exponent, fraction) = match mood {
        0 => (spread(random, top as u64), any_fraction),
        1 => (bias - 3 + spread(random, 6), any_fraction),
        2 => (top - 1 - spread(random, 3), any_fraction),
        3 => (spread(random, 3), any_fraction),
        4 => {
            let places = u128::from(random.below(u64::from(fraction_bits) + 2));
            let exponent = (bias + 4 - places.min(bias + 3)).max(1);
            (exponent, (any_fraction & 1) << (fraction_bits - 1))
        }
        _ => match random.below(8) {
            0 => (top, any_fraction | 1),
            1 | 2 => (top, 0),
            3 | 4 => (0, 0),
            _ => (bias, any_fraction),
        },
    };
    sign | exponent << fraction_bits | fraction
}

/// One element of each rank: a column, with cancelling pairs now and then.
pub fn column(format: Format, ranks: usize, random: &mut Random) -> Vec<Bits> {
    // Specials now and then only, or every larger sum would be a NaN.
    let mood = match random.below(12) {
        mood @ 0..=4 => mood,
        5 => 5,
        _ => random.below(5),
    };
    let zeros_only = random.below(16) == 0;
    let mut column = Vec::with_capacity(ranks);
    for rank in 0..ranks {
        let value = number(format, random, mood);
        let opposite = || {
            let (fraction_bits, exponent_bits) = layout(format);
            column[rank - 1] ^ 1u128 << (fraction_bits + exponent_bits)
        };
        let minus_zero = soft(format).sub(0, 0) | {
            let (fraction_bits, exponent_bits) = layout(format);
            1u128 << (fraction_bits + exponent_bits)
        };
        let value = match random.below(8) {
            _ if zeros_only => minus_zero,
            0 if rank > 0 => opposite(),
            _ => value,
        };
        column.push(value);
    }
    column
}
