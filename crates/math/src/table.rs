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
    /// One number; the sign of gamma is written through a pointer to an int.
    Sign,
}

/// A function, of doubles and of floats.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name without what its end says of the type and of the form: `lgamma` of `lgammaf_r`.
    pub stem: &'static str,
    /// What follows the type in the name: `_r`, or nothing.
    pub tail: &'static str,
    /// The folder of its source.
    pub source: &'static str,
    pub shape: Shape,
    /// Whether programs call it by its name. (Old ones call some by their `__…_finite` names alone.)
    pub public: bool,
    /// Whether glibc has a name `__…_finite` for it, which programs call that were compiled with
    /// -ffast-math before glibc 2.31.
    pub finite: bool,
    /// Other stems that the C library knows it by.
    pub also: &'static [&'static str],
    /// Whether a subnormal argument can change a result that is neither tiny, infinite nor NaN. Where
    /// the processor takes such arguments for zero, the function has to look at them (c/entry.h).
    pub sees_subnormals: bool,
    /// Whether errno is ERANGE after a result that is zero by underflow.
    pub underflows: bool,
    /// Whether a subnormal result can be exact, so that it is no underflow.
    pub exact_subnormals: bool,
}

const fn function(stem: &'static str, shape: Shape) -> Function {
    Function {
        stem,
        tail: "",
        source: stem,
        shape,
        public: true,
        finite: false,
        also: &[],
        sees_subnormals: false,
        underflows: false,
        exact_subnormals: false,
    }
}

const fn one(stem: &'static str) -> Function {
    function(stem, Shape::One)
}

const fn two(stem: &'static str) -> Function {
    Function { sees_subnormals: true, ..function(stem, Shape::Two) }
}

impl Function {
    const fn finite(self) -> Function {
        Function { finite: true, ..self }
    }

    const fn sees_subnormals(self) -> Function {
        Function { sees_subnormals: true, ..self }
    }

    const fn underflows(self) -> Function {
        Function { underflows: true, ..self }
    }

    const fn exact_subnormals(self) -> Function {
        Function { exact_subnormals: true, ..self }
    }
}

pub const FUNCTIONS: &[Function] = &[
    one("acos").finite().sees_subnormals(),
    one("acosh").finite(),
    one("acospi").sees_subnormals(),
    one("asin").finite(),
    one("asinh"),
    one("asinpi"),
    one("atan"),
    two("atan2").finite().underflows(),
    two("atan2pi").underflows(),
    one("atanh").finite(),
    one("atanpi"),
    one("cbrt"),
    one("cos").sees_subnormals(),
    one("cosh").finite().sees_subnormals(),
    one("cospi").sees_subnormals(),
    one("erf"),
    one("erfc").sees_subnormals().underflows(),
    one("exp").finite().sees_subnormals().underflows(),
    Function { also: &["pow10"], ..one("exp10").finite().sees_subnormals().underflows() },
    one("exp2").finite().sees_subnormals().underflows().exact_subnormals(),
    one("expm1"),
    two("hypot").finite().exact_subnormals(),
    Function { also: &["gamma"], ..one("lgamma").sees_subnormals() },
    Function { tail: "_r", shape: Shape::Sign, ..one("lgamma").finite().sees_subnormals() },
    one("log").finite(),
    one("log10").finite(),
    one("log1p"),
    one("log2").finite(),
    two("pow").finite().underflows().exact_subnormals(),
    one("sin"),
    function("sincos", Shape::SinCos),
    one("sinh").finite(),
    one("sinpi"),
    one("tan"),
    one("tanh"),
    one("tanpi"),
    one("tgamma").sees_subnormals().underflows(),
    // |tgamma(x)| and its sign.
    Function {
        tail: "_r",
        source: "tgamma",
        shape: Shape::Sign,
        public: false,
        ..one("gamma").finite().sees_subnormals().underflows()
    },
];

pub const UNDERFLOWS: i32 = 1;
pub const EXACT_SUBNORMALS: i32 = 2;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Double,
    Float,
}

impl Type {
    pub const ALL: [Type; 2] = [Type::Double, Type::Float];

    /// As C spells it.
    pub fn c(self) -> &'static str {
        match self {
            Type::Double => "double",
            Type::Float => "float",
        }
    }

    /// As Rust spells it.
    pub fn rust(self) -> &'static str {
        match self {
            Type::Double => "f64",
            Type::Float => "f32",
        }
    }

    /// What a function's name says of the type.
    pub fn suffix(self) -> &'static str {
        self.suffixes()[0]
    }

    /// All that C has for this type; its own comes first.
    fn suffixes(self) -> &'static [&'static str] {
        match self {
            Type::Double => &["", "f64", "f32x"],
            Type::Float => &["f", "f32"],
        }
    }

    /// The folder of the sources.
    pub fn folder(self) -> &'static str {
        match self {
            Type::Double => "binary64",
            Type::Float => "binary32",
        }
    }
}

impl Function {
    /// Its name for a type.
    pub fn name(&self, ty: Type) -> String {
        format!("{}{}{}", self.stem, ty.suffix(), self.tail)
    }

    /// What `settle` is told of it: a sum of [`UNDERFLOWS`] and [`EXACT_SUBNORMALS`].
    pub const fn rules(&self) -> i32 {
        (if self.underflows { UNDERFLOWS } else { 0 })
            + (if self.exact_subnormals { EXACT_SUBNORMALS } else { 0 })
    }

    /// The symbols that the library exports for it.
    pub fn exported(&self, ty: Type) -> Vec<String> {
        let mut names = Vec::new();
        if self.public {
            names.extend(ty.suffixes().iter().map(|s| format!("{}{s}{}", self.stem, self.tail)));
            names
                .extend(self.also.iter().map(|stem| format!("{stem}{}{}", ty.suffix(), self.tail)));
        }
        if self.finite {
            names.push(format!("__{}_finite", self.name(ty)));
        }
        names
    }
}

/// Functions that have a fast path in `src/fast/`, for variants with a fused multiply-add.
pub const FAST: &[&str] = &[
    "acosh", "asinh", "cos", "cosh", "erfc", "exp", "exp2", "hypot", "hypotf", "lgamma", "log",
    "log1p", "log2", "pow", "powf", "sin", "sincos", "tan", "tanh",
];

/// A set of instructions that the functions are compiled for. All give the same bits.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// As users write it, and as the C symbols end.
    pub name: &'static str,
    pub symbol: &'static str,
    /// What the C compiler gets.
    pub flags: &'static [&'static str],
    /// Whether it has a fused multiply-add.
    pub fused: bool,
}

/// The variants of x86-64, from the one that every processor has to the fastest.
pub const X86_64: &[Variant] = &[
    Variant { name: "x86-64", symbol: "base", flags: &["-march=x86-64"], fused: false },
    Variant { name: "x86-64-v3", symbol: "v3", flags: &["-march=x86-64-v3"], fused: true },
];

/// Those of aarch64, where every processor has a fused multiply-add.
pub const AARCH64: &[Variant] =
    &[Variant { name: "aarch64", symbol: "base", flags: &[], fused: true }];
