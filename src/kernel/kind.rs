//! What is reduced: floating-point formats, kinds of elements, operators.

/// A floating-point format.
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

/// What the elements of a reduction are, where rounding or NaN can tell two
/// orders of evaluation apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Real numbers.
    Real(Format),
    /// Complex numbers.
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
#[allow(missing_docs)]
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
