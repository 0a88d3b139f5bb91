//! What of which vectors is summed.

use samebits_sum::number::Numbers;

/// Of each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// x
    Numbers,
    /// x, and |x|² beside it
    Moments,
    /// |x|; of complex elements |re x| + |im x|
    Magnitudes,
    /// |x|²
    Squares,
    /// x y, or conj(x) y, for each of several y
    Products { conjugated: bool },
    /// w x, with weights of that type
    Weighted(Weights),
    /// |x w|², of the rounded product
    WeightedSquares,
    /// (w x) y, or conj(w x) y, of the rounded product w x
    WeightedProducts { conjugated: bool },
}

/// The type of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// That of the elements.
    Same,
    /// That of the components of complex elements.
    Real,
    I32,
    U32,
    I64,
    U64,
}

impl Weights {
    /// Bytes of a weight.
    pub fn size(self, numbers: Numbers) -> usize {
        match self {
            Weights::Same => numbers.size(),
            Weights::Real => numbers.bytes(),
            Weights::I32 | Weights::U32 => 4,
            Weights::I64 | Weights::U64 => 8,
        }
    }
}

/// A rank's vectors, of as many elements each. Null where the term has no such vector; without a
/// mask all elements count, else those whose byte is not 0.
#[derive(Clone, Copy)]
pub struct Vectors<'a> {
    pub x: *const u8,
    pub ys: &'a [*const u8],
    pub w: *const u8,
    pub mask: *const u8,
    pub n: usize,
}

// SAFETY: addresses belong to nobody; whoever reads there says why it may.
unsafe impl Sync for Vectors<'_> {}
