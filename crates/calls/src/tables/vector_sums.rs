//! The sums over distributed vectors. Of each row are made two functions of `samebits.h`, blocking
//! and nonblocking, the procedures of the Fortran module, and the functions for C++ and Python.

use crate::direct_rows::Given::{self, *};
use crate::direct_rows::VectorSum;

/// A sum whose result is of the elements' type, and whose name in Python is the same.
const fn row(
    name: &'static str,
    arguments: &'static [Given],
    (term, statistic): (&'static str, &'static str),
) -> VectorSum {
    let errors = "those of all functions over a communicator";
    VectorSum {
        name,
        in_python: name,
        arguments,
        is_real: false,
        term,
        statistic,
        what: "",
        comment: "",
        errors,
    }
}

/// New ones come last: programs in Fortran that are compiled know them by their numbers.
pub const VECTOR_SUMS: &[VectorSum] = &[
    VectorSum {
        what: "the sum of x*y, of exact products",
        comment: "Computes the dot product of two distributed vectors, the exact sum of x[i] y[i] over \
                  all elements of all ranks, rounded once. This rank holds n elements of each at x and \
                  y; n may be 0, and x and y NULL then. The elements are of type float, double or their \
                  complex types.\n\n\
                  The bits of the result depend neither on the number of ranks nor on how the vectors \
                  are distributed. Nothing overflows or underflows on the way. A product of complex \
                  numbers is the sum of its four real products.",
        ..row("dot", &[X, Y, N, Result], ("Term::Products { conjugated: false }", "Statistic::Sum"))
    },
    VectorSum {
        in_python: "vdot",
        what: "the sum of conj(x)*y, of exact products",
        comment: "Like samebits_allreduce_dot, of the complex conjugates of x[i]. For real elements \
                  there is no difference.",
        ..row(
            "conjugated_dot",
            &[X, Y, N, Result],
            ("Term::Products { conjugated: true }", "Statistic::Sum"),
        )
    },
    VectorSum {
        what: "the dot products of x with several vectors, in one exchange",
        comment: "Computes the dot products of one distributed vector with k others, in one pass over x \
                  and one exchange: results[j] is what samebits_allreduce_dot returns for x and ys[j].",
        errors: "those of all functions over a communicator; MPI_ERR_COUNT if k is negative, \
                 MPI_ERR_ARG if ys is NULL",
        ..row(
            "dots",
            &[K, X, Ys, N, Results],
            ("Term::Products { conjugated: false }", "Statistic::Sum"),
        )
    },
    VectorSum {
        in_python: "vdots",
        what: "the dot products of conj(x) with several vectors, in one exchange",
        comment: "Like samebits_allreduce_dots, of the complex conjugates of x[i].",
        errors: "those of samebits_allreduce_dots",
        ..row(
            "conjugated_dots",
            &[K, X, Ys, N, Results],
            ("Term::Products { conjugated: true }", "Statistic::Sum"),
        )
    },
    VectorSum {
        in_python: "norm",
        is_real: true,
        what: "the Euclidean norm",
        comment: "Computes the Euclidean norm of a distributed vector: the square root of the exact sum \
                  of |x[i]|^2, rounded once. Nothing overflows or underflows on the way. The result is \
                  real: a float or a double, also of complex elements. An infinity gives infinity, a \
                  NaN gives NaN; the norm of no element is 0.",
        ..row("norm2", &[X, N, Result], ("Term::Squares", "Statistic::Norm"))
    },
    VectorSum {
        is_real: true,
        what: "the sum of magnitudes, |re| + |im| of complex elements",
        comment: "Computes the exact sum of |x[i]| over a distributed vector, rounded once; of complex \
                  elements that of |re x[i]| + |im x[i]|. The result is real. An element counts where \
                  its byte in mask is not 0; if mask is NULL, all elements count.",
        ..row("sum_abs", &[X, Mask, N, Result], ("Term::Magnitudes", "Statistic::RealSum"))
    },
    VectorSum {
        what: "the sum of w*x, of exact products; weights are of the type of x, of its real type, or \
               integers of 4 or 8 bytes",
        comment: "Computes the exact sum of w[i] x[i] over a distributed vector, rounded once. The \
                  weights are of type weights: that of the elements, that of their real numbers, or a \
                  signed or unsigned integer of 4 or 8 bytes (MPI_INT, MPI_UNSIGNED, MPI_LONG, \
                  MPI_INT64_T, MPI_INTEGER, ...). An element counts where its byte in mask is not 0; if \
                  mask is NULL, all elements count.",
        errors: "those of all functions over a communicator; MPI_ERR_TYPE if weights is another type",
        ..row(
            "weighted_sum",
            &[X, W, Weights, Mask, N, Result],
            ("Term::Weighted(Weights::Same)", "Statistic::Sum"),
        )
    },
    VectorSum {
        is_real: true,
        what: "the sum of |x*w|^2, where x*w is rounded as in a loop",
        comment: "Computes the exact sum of |x[i] w[i]|^2 over a distributed vector, where each product \
                  x[i] w[i] is rounded as in a loop, and the sum once. Weights are of the type of the \
                  elements; the result is real. An element counts where its byte in mask is not 0; if \
                  mask is NULL, all elements count.",
        ..row(
            "weighted_squares",
            &[X, W, Mask, N, Result],
            ("Term::WeightedSquares", "Statistic::RealSum"),
        )
    },
    VectorSum {
        what: "the sum of (w*x)*y, where w*x is rounded as in a loop",
        comment: "Computes the exact sum of (w[i] x[i]) y[i] over distributed vectors, where each \
                  product w[i] x[i] is rounded as in a loop, and the sum once. Weights are of the type \
                  of the elements. A product of complex numbers (a + bi)(c + di) is rounded to (ac - \
                  bd) + (ad + bc)i, each operation once. An element counts where its byte in mask is \
                  not 0; if mask is NULL, all elements count.",
        ..row(
            "weighted_dot",
            &[X, Y, W, Mask, N, Result],
            ("Term::WeightedProducts { conjugated: false }", "Statistic::Sum"),
        )
    },
    VectorSum {
        in_python: "weighted_vdot",
        what: "the sum of conj(w*x)*y, where w*x is rounded as in a loop",
        comment: "Like samebits_allreduce_weighted_dot, of the complex conjugates of the products w[i] \
                  x[i].",
        ..row(
            "weighted_conjugated_dot",
            &[X, Y, W, Mask, N, Result],
            ("Term::WeightedProducts { conjugated: true }", "Statistic::Sum"),
        )
    },
    VectorSum {
        what: "the mean of the elements that count",
        comment: "Computes the mean of a distributed vector: the exact sum divided by the number N of \
                  elements that count, rounded once. An element counts where its byte in mask is not \
                  0; if mask is NULL, all elements count. The mean of no element is NaN.",
        ..row("mean", &[X, Mask, N, Result], ("Term::Numbers", "Statistic::Mean"))
    },
    VectorSum {
        is_real: true,
        what: "the variance of the N elements that count: the squared distances from the mean, divided \
               by N - ddof; NaN where that is not positive",
        comment: "Computes the variance of a distributed vector: the sum of |x[i] - mean|^2 over the N \
                  elements that count, divided by N - ddof, where the mean is not rounded and the \
                  result is, once. ddof is 0 for the population, 1 for a sample. The result is real. An \
                  element counts where its byte in mask is not 0; if mask is NULL, all elements count. \
                  It is NaN where N - ddof is not positive or an element is not finite, and +0.0 of one \
                  element with ddof 0.",
        ..row(
            "variance",
            &[X, Mask, N, Ddof, Result],
            ("Term::Moments", "Statistic::Variance { ddof: 0 }"),
        )
    },
];
