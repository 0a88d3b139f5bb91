//! Which of libm's functions may give another result on another CPU, by their names.

/// What all of libm's functions give that are exact, or rounded once by the processor.
const EXACT: &[&str] = &[
    "canonicalize",
    "ceil",
    "cimag",
    "conj",
    "copysign",
    "cproj",
    "creal",
    "drem",
    "fabs",
    "fdim",
    "finite",
    "floor",
    "fma",
    "fmax",
    "fmaximum",
    "fmaximum_mag",
    "fmaximum_mag_num",
    "fmaximum_num",
    "fmaxmag",
    "fmin",
    "fminimum",
    "fminimum_mag",
    "fminimum_mag_num",
    "fminimum_num",
    "fminmag",
    "fmod",
    "frexp",
    "fromfp",
    "fromfpx",
    "getpayload",
    "ilogb",
    "isinf",
    "isnan",
    "ldexp",
    "llogb",
    "llrint",
    "llround",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "nextdown",
    "nexttoward",
    "nextup",
    "remainder",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "scalb",
    "scalbln",
    "scalbn",
    "setpayload",
    "setpayloadsig",
    "significand",
    "sqrt",
    "totalorder",
    "totalordermag",
    "trunc",
    "ufromfp",
    "ufromfpx",
];

/// Beginnings of names of libm's that are no mathematical function, or one that is exact.
const NO_FUNCTION: &[&str] = &[
    "fe",
    "__fe",
    "_LIB_VERSION",
    "matherr",
    "signgam",
    "__signgam",
    "__fpclassify",
    "__signbit",
    "__is",
    "__finite",
    "__sqrt",
    "__fmod",
    "__remainder",
    "__scalb",
    "__drem",
    "f32add",
    "f32div",
    "f32fma",
    "f32mul",
    "f32sqrt",
    "f32sub",
    "f32x",
    "f64add",
    "f64div",
    "f64fma",
    "f64mul",
    "f64sqrt",
    "f64sub",
    "f64x",
    "fadd",
    "fdiv",
    "ffma",
    "fmul",
    "fsqrt",
    "fsub",
    "dadd",
    "ddiv",
    "dfma",
    "dmul",
    "dsqrt",
    "dsub",
];

const SUFFIXES: &[&str] = &["f", "l", "f32", "f64", "f128", "f32x", "f64x"];

/// Whether results may differ from one implementation to another.
pub fn differs(symbol: &str) -> bool {
    let exact = EXACT.iter().any(|name| {
        symbol.strip_prefix(name).is_some_and(|end| end.is_empty() || SUFFIXES.contains(&end))
    });
    !exact && !NO_FUNCTION.iter().any(|begin| symbol.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_and_what_does_not() {
        for symbol in
            ["exp", "expf", "expl", "__exp_finite", "cexp", "jn", "_ZGVbN2v_exp", "lgamma_r"]
        {
            assert!(differs(symbol), "{symbol}");
        }
        for symbol in
            ["sqrt", "sqrtl", "floorf32x", "fmaf128", "remquof", "feraiseexcept", "scalblnl"]
        {
            assert!(!differs(symbol), "{symbol}");
        }
    }
}
