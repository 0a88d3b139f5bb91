//! Where errno differs from glibc's. Both set EDOM where a function makes a NaN, and ERANGE at poles,
//! after overflows, and where exp, exp2, exp10, pow, tgamma, erfc and atan2 underflow to zero.

/// A difference, as documentation shows it.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    pub when: &'static str,
    pub here: &'static str,
    pub glibc: &'static str,
}

/// `tests/flags.rs` compares with the glibc that it runs on, and knows these by their order.
pub const DIFFERENCES: [Difference; 4] = [
    Difference {
        when: "an overflow that is rounded to the largest number (not in rounding to nearest)",
        here: "ERANGE",
        glibc:
            "ERANGE only far beyond the limit, and only from exp, exp2, expm1, pow and their floats",
    },
    Difference {
        when: "an underflow whose result is the smallest subnormal number",
        here: "not set: the result is not zero",
        glibc: "ERANGE far below the limit, and from some functions of floats always",
    },
    Difference {
        when: "a result that glibc does not round correctly is zero, infinite or NaN, or ours is",
        here: "as our result is",
        glibc: "as its result is",
    },
    Difference { when: "the tangent of a signalling NaN", here: "not set", glibc: "EDOM" },
];
