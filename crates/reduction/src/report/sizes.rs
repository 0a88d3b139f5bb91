//! How many calls had how many bytes, and what time they took: a class for each power of two.
//!
//! Cost: a count of leading zeros and two additions for each call, 640 bytes for each kind.

use std::time::Duration;

/// The last one takes everything of 256 GiB and more.
const CLASSES: usize = 40;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    pub calls: u64,
    pub nanoseconds: u64,
}

#[derive(Clone, Debug)]
pub struct Sizes([Class; CLASSES]);

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes([Class::default(); CLASSES])
    }
}

impl Sizes {
    #[inline]
    pub fn count(&mut self, bytes: u64, time: Duration) {
        let class = &mut self.0[index(bytes)];
        class.calls += 1;
        class.nanoseconds += time.as_nanos() as u64;
    }

    /// Takes back a call that was counted.
    pub fn uncount(&mut self, bytes: u64, time: Duration) {
        let class = &mut self.0[index(bytes)];
        class.calls -= 1;
        class.nanoseconds -= time.as_nanos() as u64;
    }

    /// The classes with calls, each with its least and most bytes.
    pub fn classes(&self) -> impl Iterator<Item = (u64, Option<u64>, Class)> + '_ {
        let all = self.0.iter().enumerate().filter(|(_, class)| class.calls > 0);
        all.map(|(index, class)| {
            let least = if index == 0 { 0 } else { 1 << (index - 1) };
            let most = (index + 1 < CLASSES).then(|| (1 << index) - 1);
            (least, most, *class)
        })
    }
}

/// No bytes, one byte, 2 to 3, 4 to 7, …
#[inline]
fn index(bytes: u64) -> usize {
    ((u64::BITS - bytes.leading_zeros()) as usize).min(CLASSES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_bytes_is_in_its_class() {
        let powers = (0..64).map(|exponent| 1u64 << exponent);
        let numbers = powers.flat_map(|power| [power - 1, power, power + 1]).chain([u64::MAX]);
        for bytes in numbers {
            let mut sizes = Sizes::default();
            sizes.count(bytes, Duration::from_nanos(3));
            let [(least, most, class)] = sizes.classes().collect::<Vec<_>>()[..] else {
                panic!("{bytes} bytes are in one class");
            };
            assert!(least <= bytes && most.is_none_or(|most| bytes <= most), "{bytes}");
            assert!(most.is_none_or(|most| most == 0 || most == 2 * least - 1), "{bytes}");
            assert_eq!(most.is_none(), bytes >= 256 << 30, "{bytes}");
            assert_eq!(class, Class { calls: 1, nanoseconds: 3 });
        }
    }
}
