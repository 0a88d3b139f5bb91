//! csqrt.
//!
//! For x >= 0 the root of x + iy is u + i y/(2u), where u is the root of (|x + iy| + x)/2, and for
//! x < 0 the parts change places. All in pairs, so that each part is rounded once, but for what
//! 2^-100 may do.

use super::number::{complex, Double};
use super::pair::{two_to, Pair};

pub fn csqrt(z: Double) -> Double {
    let (x, y) = (z.re.abs(), z.im.abs());
    if y == f64::INFINITY {
        return complex(f64::INFINITY, z.im);
    }
    if z.re.is_nan() {
        return complex(f64::NAN, f64::NAN);
    }
    if x == f64::INFINITY {
        return match (z.re > 0.0, z.im.is_nan()) {
            (true, true) => complex(z.re, f64::NAN),
            (true, false) => complex(z.re, 0f64.copysign(z.im)),
            (false, true) => complex(f64::NAN, f64::INFINITY),
            (false, false) => complex(0.0, f64::INFINITY.copysign(z.im)),
        };
    }
    if y.is_nan() {
        return complex(f64::NAN, f64::NAN);
    }
    if x == 0.0 && y == 0.0 {
        return complex(0.0, z.im);
    }
    let (large, small) = parts(x, y);
    if z.re >= 0.0 {
        complex(large, small.copysign(z.im))
    } else {
        complex(small, large.copysign(z.im))
    }
}

/// u and y/(2u), for x >= 0 and y >= 0.
fn parts(x: f64, y: f64) -> (f64, f64) {
    if y == 0.0 {
        return (x.sqrt(), 0.0);
    }
    // Scaled by a power of 4, so that the larger one is near 1, unless it is within 2^-200 and 2^200.
    let size = if x > y { x } else { y };
    let (up, down) = if size > two_to(200) {
        (two_to(-600), two_to(300))
    } else if size < two_to(-800) {
        (two_to(1000), two_to(-500))
    } else if size < two_to(-200) {
        (two_to(600), two_to(-300))
    } else {
        (1.0, 1.0)
    };
    let (a, b) = (x * up, y * up);
    let distance = (Pair::square(a) + Pair::square(b)).root();
    let large = (distance + Pair::from(a)).scaled(0.5).root();
    // Where b lost bits, or the quotient would, for y is that much smaller, the last step is taken with
    // y itself.
    let small = if b < two_to(-700) {
        let small = Pair::from(y) / large.scaled(2.0 * down);
        small.rounded()
    } else {
        (Pair::from(b) / large.scaled(2.0)).rounded() * down
    };
    (large.rounded() * down, small)
}
