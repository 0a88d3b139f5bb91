//! The arguments: special ones, and random ones over the ranges in which functions behave differently.

pub use crate::random::Random;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Doubles and floats alike: f32 takes the nearest float, so specials of both are there.
pub trait Argument: Sized + Copy {
    fn any(random: &mut Random) -> Self;
    fn from_double(x: f64) -> Self;
    fn specials() -> Vec<Self>;
    /// The next number after the integer that this is.
    fn nudged(self, random: &mut Random) -> Self;
}

impl Argument for f64 {
    fn any(random: &mut Random) -> f64 {
        f64::from_bits(random.next())
    }
    fn from_double(x: f64) -> f64 {
        x
    }
    fn specials() -> Vec<f64> {
        let mut all = vec![];
        for bits in [
            0,
            1,
            0xf_ffff_ffff_ffff,
            0x10_0000_0000_0000,
            0x7fef_ffff_ffff_ffff,
            0x7ff0_0000_0000_0000,
            0x7ff0_0000_0000_0001,
            0x7ff8_0000_0000_0000,
            0x7ff8_1234_5678_9abc,
            0x7ff4_0000_dead_beef,
        ] {
            all.extend([f64::from_bits(bits), f64::from_bits(bits | 1 << 63)]);
        }
        all
    }
    fn nudged(self, random: &mut Random) -> f64 {
        f64::from_bits(self.to_bits().wrapping_add(random.next() % 5).wrapping_sub(2))
    }
}

impl Argument for f32 {
    fn any(random: &mut Random) -> f32 {
        f32::from_bits(random.next() as u32)
    }
    fn from_double(x: f64) -> f32 {
        x as f32
    }
    fn specials() -> Vec<f32> {
        let mut all = vec![];
        for bits in [
            0,
            1,
            0x7f_ffff,
            0x80_0000,
            0x7f7f_ffff,
            0x7f80_0000,
            0x7f80_0001,
            0x7fc0_0000,
            0x7fc1_2345,
            0x7fa0_dead,
        ] {
            all.extend([f32::from_bits(bits), f32::from_bits(bits | 1 << 31)]);
        }
        all
    }
    fn nudged(self, random: &mut Random) -> f32 {
        f32::from_bits(self.to_bits().wrapping_add((random.next() % 5) as u32).wrapping_sub(2))
    }
}

/// Numbers at which something changes in some function.
const LANDMARKS: &[f64] = &[
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    4.0,
    8.0,
    10.0,
    27.0,
    100.0,
    1000.0,
    22.5,
    88.72,
    103.97,
    127.0,
    128.0,
    149.0,
    150.0,
    307.9,
    308.25,
    323.3,
    708.0,
    709.78,
    710.47,
    745.13,
    1022.0,
    1024.0,
    1074.0,
    1075.0,
    5.92,
    26.54,
    27.3,
    3.92,
    9.01,
    19.06,
    10.06,
    FRAC_PI_2,
    PI,
    TAU,
    1e5,
    1048576.0,
    16777216.0,
    1e9,
    1e15,
    9007199254740992.0,
    1e22,
    1e38,
    1e300,
];

/// At least `count` arguments: special ones in each lane, then random ones.
pub fn arguments<T: Argument>(count: usize, random: &mut Random) -> Vec<T> {
    let mut all: Vec<T> = vec![];
    let specials = T::specials();
    for (index, &special) in specials.iter().enumerate() {
        // Among ordinary ones, now in this lane, now in that.
        for place in 0..16 {
            let ordinary = T::from_double(random.between(0.1, 2.0));
            all.push(if place == (index * 5) % 16 { special } else { ordinary });
        }
    }
    all.extend(specials);
    for &landmark in LANDMARKS {
        for sign in [1.0, -1.0] {
            for _ in 0..3 {
                all.push(T::from_double(sign * landmark).nudged(random));
                let near = landmark * (1.0 + random.between(-1e-3, 1e-3));
                all.push(T::from_double(sign * near));
            }
        }
    }
    while all.len() < count || !all.len().is_multiple_of(16) {
        // Whole vectors of a kind: a kernel's fast path is taken only when no lane is special.
        let kind = random.next() % 12;
        for _ in 0..16 {
            let magnitude = random.between(-30.0, 30.0);
            let x = match kind {
                0 => {
                    let power = random_power(random, -1080.0, 1024.0);
                    random.signed(power)
                }
                1 => random.between(0.0, 10.0),
                2 => random.between(-10.0, 10.0),
                3 => random.between(-745.0, 745.0),
                4 => random.between(-1.0, 1.0),
                5 => random.between(0.9, 1.1),
                6 => random.signed(magnitude.exp2()),
                7 => random.between(-1e5, 1e5),
                8 => (random.next() % 2048) as f64 - 1024.0,
                9 => random_power(random, -150.0, 130.0),
                10 => random.between(-100.0, 100.0),
                _ => {
                    all.push(T::any(random));
                    continue;
                }
            };
            all.push(T::from_double(x));
        }
    }
    all
}

fn random_power(random: &mut Random, low: f64, high: f64) -> f64 {
    random.between(low, high).exp2()
}
