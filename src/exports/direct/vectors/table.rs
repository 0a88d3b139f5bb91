//! The sums over vectors: what the functions in C and in Fortran have in common.

use crate::exports::direct::call::function::Function;
use samebits_fold::sums::vectors::{Term, Weights};
use samebits_fold::sums::Statistic;

/// One of them: its functions, blocking and nonblocking, what is summed, and the statistic of the sum.
#[derive(Clone, Copy, Debug)]
pub struct VectorSum {
    pub functions: [Function; 2],
    pub term: Term,
    pub statistic: Statistic,
}

macro_rules! sums {
    ($($sum:ident = $blocking:ident, $nonblocking:ident: $term:expr, $statistic:expr;)*) => {
        $(
            pub const $sum: VectorSum = VectorSum {
                functions: [Function::$blocking, Function::$nonblocking],
                term: $term,
                statistic: $statistic,
            };
        )*

        /// By the numbers that the Fortran module gives them.
        pub const BY_NUMBER: &[VectorSum] = &[$($sum),*];
    };
}

sums! {
    DOT = AllreduceDot, IallreduceDot: products(false), Statistic::Sum;
    CONJUGATED_DOT = AllreduceConjugatedDot, IallreduceConjugatedDot: products(true), Statistic::Sum;
    DOTS = AllreduceDots, IallreduceDots: products(false), Statistic::Sum;
    CONJUGATED_DOTS = AllreduceConjugatedDots, IallreduceConjugatedDots: products(true), Statistic::Sum;
    NORM2 = AllreduceNorm2, IallreduceNorm2: Term::Squares, Statistic::Norm;
    SUM_ABS = AllreduceSumAbs, IallreduceSumAbs: Term::Magnitudes, Statistic::RealSum;
    WEIGHTED_SUM = AllreduceWeightedSum, IallreduceWeightedSum:
        Term::Weighted(Weights::Same), Statistic::Sum;
    WEIGHTED_SQUARES = AllreduceWeightedSquares, IallreduceWeightedSquares:
        Term::WeightedSquares, Statistic::RealSum;
    WEIGHTED_DOT = AllreduceWeightedDot, IallreduceWeightedDot: weighted(false), Statistic::Sum;
    WEIGHTED_CONJUGATED_DOT = AllreduceWeightedConjugatedDot, IallreduceWeightedConjugatedDot:
        weighted(true), Statistic::Sum;
    MEAN = AllreduceMean, IallreduceMean: Term::Numbers, Statistic::Mean;
    VARIANCE = AllreduceVariance, IallreduceVariance: Term::Moments, Statistic::Variance { ddof: 0 };
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
        match self.statistic {
            Statistic::Variance { .. } => {
                VectorSum { statistic: Statistic::Variance { ddof }, ..self }
            }
            _ => self,
        }
    }
}
