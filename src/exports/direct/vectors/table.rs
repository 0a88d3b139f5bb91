//! The sums over vectors: what the functions in C and in Fortran have in common.

use crate::exports::direct::call::function::Function;
use samebits_fold::sums::vectors::{Term, Weights};
use samebits_fold::sums::Asked;

/// One of them: its functions, blocking and nonblocking, what is summed and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub struct VectorSum {
    pub functions: [Function; 2],
    pub term: Term,
    pub asked: Asked,
}

macro_rules! sums {
    ($($sum:ident = $blocking:ident, $nonblocking:ident: $term:expr, $asked:expr;)*) => {
        $(
            pub const $sum: VectorSum = VectorSum {
                functions: [Function::$blocking, Function::$nonblocking],
                term: $term,
                asked: $asked,
            };
        )*

        /// By the numbers that the Fortran module gives them.
        pub const BY_NUMBER: &[VectorSum] = &[$($sum),*];
    };
}

sums! {
    DOT = AllreduceDot, IallreduceDot: products(false), Asked::Sum;
    CONJUGATED_DOT = AllreduceConjugatedDot, IallreduceConjugatedDot: products(true), Asked::Sum;
    DOTS = AllreduceDots, IallreduceDots: products(false), Asked::Sum;
    CONJUGATED_DOTS = AllreduceConjugatedDots, IallreduceConjugatedDots: products(true), Asked::Sum;
    NORM2 = AllreduceNorm2, IallreduceNorm2: Term::Squares, Asked::Norm;
    SUM_ABS = AllreduceSumAbs, IallreduceSumAbs: Term::Magnitudes, Asked::RealSum;
    WEIGHTED_SUM = AllreduceWeightedSum, IallreduceWeightedSum:
        Term::Weighted(Weights::Same), Asked::Sum;
    WEIGHTED_SQUARES = AllreduceWeightedSquares, IallreduceWeightedSquares:
        Term::WeightedSquares, Asked::RealSum;
    WEIGHTED_DOT = AllreduceWeightedDot, IallreduceWeightedDot: weighted(false), Asked::Sum;
    WEIGHTED_CONJUGATED_DOT = AllreduceWeightedConjugatedDot, IallreduceWeightedConjugatedDot:
        weighted(true), Asked::Sum;
    MEAN = AllreduceMean, IallreduceMean: Term::Numbers, Asked::Mean;
    VARIANCE = AllreduceVariance, IallreduceVariance: Term::Moments, Asked::Variance { ddof: 0 };
}

const fn products(conjugated: bool) -> Term {
    Term::Products { conjugated }
}

const fn weighted(conjugated: bool) -> Term {
    Term::WeightedProducts { conjugated }
}

impl VectorSum {
    /// Whether it takes a list of vectors, and has a result for each.
    pub fn of_many(&self) -> bool {
        matches!(self.functions[0], Function::AllreduceDots | Function::AllreduceConjugatedDots)
    }

    /// With that correction in place of the usual one, if it is a variance.
    pub fn corrected(self, ddof: i32) -> VectorSum {
        match self.asked {
            Asked::Variance { .. } => VectorSum { asked: Asked::Variance { ddof }, ..self },
            _ => self,
        }
    }
}
