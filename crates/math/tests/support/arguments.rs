//! Arguments: at random, and hostile ones.

pub use super::random::Random;
use super::{Shape, Tested, Type};

impl Random {
    /// A number with an exponent of two from a range.
    fn scaled(&mut self, ty: Type, least: i32, most: i32) -> u64 {
        let bits = self.next();
        let exponent = least + (self.next() % (most - least + 1) as u64) as i32;
        match ty {
            Type::Double => bits & !(0x7ff << 52) | ((exponent + 1023) as u64) << 52,
            Type::Float => bits & 0x807f_ffff | ((exponent + 127) as u64) << 23,
        }
    }

    /// Any number: any bits, or of the size where functions are interesting.
    pub fn arguments(&mut self, tested: &Tested) -> (u64, u64) {
        let ty = tested.ty;
        let mask = if ty == Type::Double { u64::MAX } else { u32::MAX.into() };
        let kind = self.next() % 4;
        if tested.function.shape != Shape::Two {
            return match kind {
                0 => (self.next() & mask, 0),
                1 => (self.scaled(ty, -30, 10), 0),
                _ => (self.scaled(ty, -6, 6), 0),
            };
        }
        if kind == 0 {
            return (self.next() & mask, self.next() & mask);
        }
        if tested.function.stem == "pow" {
            // |y log2 x| up to what just overflows.
            let x = if kind == 1 {
                self.next() & mask >> 1
            } else {
                self.scaled(ty, -3, 2) & mask >> 1
            };
            let number = tested.number(x);
            let most = if ty == Type::Double { 1100.0 } else { 160.0 };
            let y = (self.next() as i64 as f64 / i64::MAX as f64) * most / number.log2();
            return (x, tested.bits(if self.next().is_multiple_of(8) { y.round() } else { y }));
        }
        let (least, most) = if ty == Type::Double { (-1022, 1023) } else { (-126, 127) };
        let middle =
            if kind == 1 { least + (self.next() % (most - least) as u64) as i32 } else { 0 };
        let near = |offset: i32| (middle + offset).clamp(least, most);
        let distance = if kind == 1 { 60 } else { 10 };
        (self.scaled(ty, near(-1), near(1)), self.scaled(ty, near(-distance), near(distance)))
    }
}

/// Numbers at which functions go wrong: limits, special values and what lies beside them.
#[allow(clippy::approx_constant, clippy::excessive_precision)] // near them, as decimals
pub fn hostile(ty: Type) -> Vec<u64> {
    let (quiet, infinite, shift, bias) = match ty {
        Type::Double => (0x7ff8u64 << 48, 0x7ffu64 << 52, 52, 1023i64),
        Type::Float => (0x7fc0 << 16, 0xff << 23, 23, 127),
    };
    let sign = if ty == Type::Double { 1u64 << 63 } else { 1 << 31 };
    let of = |x: f64| if ty == Type::Double { x.to_bits() } else { (x as f32).to_bits().into() };
    let mut all =
        vec![0, 1, 2, 3, (1 << shift) - 1, 1 << shift, (1 << shift) + 1, infinite - 1, infinite];
    all.extend([quiet, quiet + 1954, infinite + 1, infinite + 1954, quiet - 1]);
    let powers = [
        -1060, -1023, -960, -600, -500, -150, -140, -120, -100, -75, -60, -54, -53, -30, -27, -26,
        -25, -24, -13,
    ]
    .into_iter()
    .chain(-4..=12)
    .chain([
        23, 24, 25, 31, 32, 51, 52, 53, 54, 62, 63, 64, 100, 127, 128, 500, 512, 900, 1000, 1023,
    ]);
    for power in powers {
        if (1..2 * bias + 1).contains(&(power + bias)) {
            let bits = ((power + bias) as u64) << shift;
            all.extend([
                bits - 1,
                bits,
                bits + 1,
                bits + (1 << (shift - 1)),
                bits + (bits >> 3) % (1 << shift),
            ]);
        }
    }
    // Integers, halves, quarters; limits of exp and its like, of gamma and of erfc.
    for quarter in 0..60 {
        let bits = of(f64::from(quarter) / 4.0);
        all.extend([bits, bits + 1, bits.saturating_sub(1)]);
    }
    for limit in [
        709.782712893384,
        710.4758600739439,
        -708.3964185322641,
        -744.4400719213812,
        -745.1332191019411,
        1024.0,
        -1022.0,
        -1074.0,
        -1075.0,
        -1076.0,
        308.2547155599167,
        -307.6526555685888,
        -323.3062153431158,
        -324.0,
        88.72283905206835,
        89.41598629223294,
        -87.33654475055312,
        -103.97207708,
        128.0,
        -126.0,
        -149.0,
        -150.0,
        38.53183944,
        -37.92977945,
        -45.1544993,
        171.6243769563027,
        35.0401,
        -170.5,
        -177.5,
        -183.5,
        -184.5,
        -34.5,
        -41.5,
        -42.5,
        26.5432,
        27.2260,
        27.0,
        9.194,
        10.05,
        1e308,
        1e22,
        1e38,
        3.14159265358979,
        1.5707963267948966,
        0.7853981633974483,
        2.4048255576957727,
        6.283185307179586,
        5e15,
        0.1,
        0.3,
        1e-5,
        -2.4570247382208,
        -2.7476826467274,
        1.4616321449683623,
        2.718281828459045,
        1e-300,
        1e-310,
        1e-40,
    ] {
        let bits = of(limit);
        all.extend([bits.wrapping_sub(1), bits, bits + 1]);
    }
    let negative: Vec<_> = all.iter().map(|bits| bits ^ sign).collect();
    all.extend(negative);
    all.sort_unstable();
    all.dedup();
    all
}

/// The hostile arguments of a function: for two-argument functions each with each of a part.
pub fn hostile_arguments(tested: &Tested) -> Vec<(u64, u64)> {
    let all = hostile(tested.ty);
    if tested.function.shape != Shape::Two {
        return all.into_iter().map(|x| (x, 0)).collect();
    }
    let mut pairs = Vec::new();
    for &x in &all {
        for (index, &y) in all.iter().enumerate() {
            if (index as u64).wrapping_mul(7).wrapping_add(x) % 61 == 0
                || special(tested.ty, x) && special(tested.ty, y)
            {
                pairs.push((x, y));
            }
        }
    }
    pairs
}

/// Zero, subnormal, infinite, NaN, the least or the largest normal number, or one.
fn special(ty: Type, bits: u64) -> bool {
    let (shift, exponents) = if ty == Type::Double { (52, 0x7ff) } else { (23, 0xff) };
    let exponent = bits >> shift & exponents;
    exponent <= 1
        || exponent + 1 >= exponents
        || exponent == exponents / 2 && bits & ((1 << shift) - 1) == 0
}
