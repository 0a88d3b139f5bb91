//! The arguments that each function is measured on: those of a realistic program, neither tiny nor
//! huge.

/// How arguments are spread between the least and the greatest.
#[derive(Clone, Copy)]
pub enum Spread {
    Even,
    /// Even by their logarithms.
    Scales,
}

#[derive(Clone, Copy)]
pub struct Range {
    pub least: f64,
    pub greatest: f64,
    pub spread: Spread,
}

const fn even(least: f64, greatest: f64) -> Range {
    Range { least, greatest, spread: Spread::Even }
}

const fn scales(least: f64, greatest: f64) -> Range {
    Range { least, greatest, spread: Spread::Scales }
}

/// By the function's name: the range of its first argument, and of its second.
const RANGES: &[(&str, Range, Range)] = &[
    ("acos", even(-1.0, 1.0), NONE),
    ("acosh", scales(1.01, 100.0), NONE),
    ("acospi", even(-1.0, 1.0), NONE),
    ("asin", even(-1.0, 1.0), NONE),
    ("asinh", even(-20.0, 20.0), NONE),
    ("asinpi", even(-1.0, 1.0), NONE),
    ("atan", even(-10.0, 10.0), NONE),
    ("atan2", even(-10.0, 10.0), even(-10.0, 10.0)),
    ("atan2pi", even(-10.0, 10.0), even(-10.0, 10.0)),
    ("atanh", even(-0.99, 0.99), NONE),
    ("atanpi", even(-10.0, 10.0), NONE),
    ("cbrt", scales(1e-3, 1e3), NONE),
    ("cos", even(-10.0, 10.0), NONE),
    ("cosh", even(-10.0, 10.0), NONE),
    ("cospi", even(-10.0, 10.0), NONE),
    ("erf", even(-3.0, 3.0), NONE),
    ("erfc", even(-2.0, 6.0), NONE),
    ("exp", even(-20.0, 20.0), NONE),
    ("exp10", even(-10.0, 10.0), NONE),
    ("exp2", even(-20.0, 20.0), NONE),
    ("expm1", even(-3.0, 3.0), NONE),
    ("hypot", even(-10.0, 10.0), even(-10.0, 10.0)),
    ("lgamma", scales(0.1, 100.0), NONE),
    ("log", scales(1e-3, 1e3), NONE),
    ("log10", scales(1e-3, 1e3), NONE),
    ("log1p", scales(1e-3, 1e3), NONE),
    ("log2", scales(1e-3, 1e3), NONE),
    ("pow", scales(1e-2, 1e2), even(-8.0, 8.0)),
    ("sin", even(-10.0, 10.0), NONE),
    ("sincos", even(-10.0, 10.0), NONE),
    ("sinh", even(-10.0, 10.0), NONE),
    ("sinpi", even(-10.0, 10.0), NONE),
    ("tan", even(-10.0, 10.0), NONE),
    ("tanh", even(-3.0, 3.0), NONE),
    ("tanpi", even(-10.0, 10.0), NONE),
    ("tgamma", even(0.5, 20.0), NONE),
];

const NONE: Range = even(0.0, 0.0);

/// The ranges of a function's two arguments.
pub fn of(function: &str) -> Option<[Range; 2]> {
    RANGES.iter().find(|row| row.0 == function).map(|row| [row.1, row.2])
}

impl Range {
    /// The number at this place, which is between 0 and 1.
    pub fn at(self, place: f64) -> f64 {
        match self.spread {
            Spread::Even => self.least + place * (self.greatest - self.least),
            Spread::Scales => self.least * (self.greatest / self.least).powf(place),
        }
    }
}
