//! What is reduced: floating-point formats, kinds of elements, operators.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// IEEE binary16, 2 bytes.
    Half,
    /// IEEE binary32, 4 bytes.
    Float,
    /// IEEE binary64, 8 bytes.
    Double,
    /// C's long double where it is x87's 80-bit format, 16 bytes.
    LongDouble,
    /// IEEE binary128, 16 bytes.
    Quad,
}

/// The kinds of elements for which rounding or NaN can make the result depend on the order of
/// evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Real(Format),
    Complex(Format),
    /// A real value and an int index (MINLOC, MAXLOC).
    ValueInt(Format),
    /// A real value and an index of the same format (Fortran's 2REAL).
    ValueReal(Format),
}

impl Kind {
    /// The format of the real numbers in an element.
    pub fn format(self) -> Format {
        match self {
            Kind::Real(format)
            | Kind::Complex(format)
            | Kind::ValueInt(format)
            | Kind::ValueReal(format) => format,
        }
    }
}

/// The predefined operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    Max,
    Min,
    Sum,
    Prod,
    Land,
    Band,
    Lor,
    Bor,
    Lxor,
    Bxor,
    Minloc,
    Maxloc,
    Replace,
    NoOp,
}
