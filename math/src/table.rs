//! The functions: the one table from which the build script compiles them, and from which their
//! exported names, the choice of the instruction set and the tests follow.

/// What a function takes and gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number, one result.
    One,
    /// Two numbers, one result.
    Two,
    /// One number; the results are written through two pointers.
    SinCos,
}

/// A function of doubles, which has a form for floats, with an `f` at its name's end.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub name: &'static str,
    pub shape: Shape,
}

const fn one(name: &'static str) -> Function {
    Function { name, shape: Shape::One }
}

const fn two(name: &'static str) -> Function {
    Function { name, shape: Shape::Two }
}

pub const FUNCTIONS: &[Function] = &[
    one("acos"),
    one("acosh"),
    one("acospi"),
    one("asin"),
    one("asinh"),
    one("asinpi"),
    one("atan"),
    two("atan2"),
    two("atan2pi"),
    one("atanh"),
    one("atanpi"),
    one("cbrt"),
    one("cos"),
    one("cosh"),
    one("cospi"),
    one("erf"),
    one("erfc"),
    one("exp"),
    one("exp10"),
    one("exp2"),
    one("expm1"),
    two("hypot"),
    one("lgamma"),
    one("log"),
    one("log10"),
    one("log1p"),
    one("log2"),
    two("pow"),
    one("sin"),
    Function { name: "sincos", shape: Shape::SinCos },
    one("sinh"),
    one("sinpi"),
    one("tan"),
    one("tanh"),
    one("tanpi"),
    one("tgamma"),
];

/// A set of instructions that the functions are compiled for. All give the same bits.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// As users write it, and as the C symbols end.
    pub name: &'static str,
    pub symbol: &'static str,
    /// What the C compiler gets.
    pub flags: &'static [&'static str],
}

/// The variants of x86-64, from the one that every processor has to the fastest.
pub const X86_64: &[Variant] = &[
    Variant { name: "x86-64", symbol: "base", flags: &["-march=x86-64"] },
    Variant { name: "x86-64-v3", symbol: "v3", flags: &["-march=x86-64-v3"] },
];

/// Those of aarch64, where every processor has a fused multiply-add.
pub const AARCH64: &[Variant] = &[Variant { name: "aarch64", symbol: "base", flags: &[] }];
