//! The functions of `samebits.h` on local numbers that there are once for each type of elements. Their
//! bodies are in `src/exports/direct/local/`.

use crate::direct_rows::Typed;
use crate::direct_rows::TypedComments::{Like, Own};

const VECTOR: &[(&str, &str)] = &[("x", "*const {}"), ("n", "usize")];
const VECTORS: &[(&str, &str)] = &[("x", "*const {}"), ("y", "*const {}"), ("n", "usize")];

/// Sums of a few numbers.
pub const SHORT_SUMS: &[Typed] = &[
    Typed {
        name: "sum",
        arguments: VECTOR,
        returns: true,
        real: Some("sum_real::<{}>(x, n)"),
        complex: "sum_complex::<{}>(x, n, result)",
        comments: Own {
            double: "Returns the sum of n doubles: the exact sum, rounded once, to nearest even. It is the \
                     same in whatever order they are, in any rounding mode, and on every machine. The sum \
                     is NaN, the positive quiet one, if a number is NaN or both infinities occur, and -0.0 \
                     if all numbers are; of no numbers it is +0.0. x may have any alignment, and be NULL \
                     if n is 0.\n\n\
                     A call takes some 10 ns and less than 1 ns a number (docs/direct.md). It raises no \
                     floating-point flags.",
            rounded: "the exact sum",
            complex: "Stores the sum of n complex numbers at result: of the real parts and of the \
                      imaginary parts, each as samebits_sum_double sums them. The numbers and the result \
                      are of the type double complex of C, std::complex<double> or complex(real64).",
        },
    },
    Typed {
        name: "dot",
        arguments: VECTORS,
        returns: true,
        real: Some("dot_real::<{}>(x, y, n)"),
        complex: "dot_complex::<{}>([x, y], n, false, result)",
        comments: Own {
            double: "Returns the dot product of two vectors of n doubles: the exact sum of the real numbers \
                     x[i]*y[i], however large or small these are, rounded once, to nearest even. Otherwise \
                     like samebits_sum_double; 0 times infinity is NaN, and the sign of a product that is \
                     zero follows from its factors.",
            rounded: "the exact sum",
            complex: "Stores the sum of the products x[i]*y[i] of n complex numbers at result. Each \
                      product is four real products, of which two are summands of the real part and two \
                      of the imaginary part; each part is summed exactly and rounded once.",
        },
    },
    Typed {
        name: "conjugated_dot",
        arguments: VECTORS,
        returns: true,
        real: None,
        complex: "dot_complex::<{}>([x, y], n, true, result)",
        comments: Own {
            double: "",
            rounded: "",
            complex: "Like samebits_dot_double_complex, with the complex conjugates of x[i].",
        },
    },
];

/// A product with a matrix whose indices have that type, by that function.
macro_rules! csr {
    ($name:literal, $index:literal, $comments:expr) => {
        Typed {
            name: $name,
            arguments: &[
                ("rows", "usize"),
                ("row_pointers", concat!("*const ", $index)),
                ("columns", concat!("*const ", $index)),
                ("values", "*const {}"),
                ("x", "*const {}"),
                ("y", "*mut {}"),
            ],
            returns: false,
            real: Some(concat!(
                "multiply::<{}, ",
                $index,
                ", 1>(rows, row_pointers, columns, values.cast(), x.cast(), y.cast())"
            )),
            complex: concat!(
                "multiply::<{}, ",
                $index,
                ", 2>(rows, row_pointers, columns, values, x, y)"
            ),
            comments: $comments,
        }
    };
}

/// Products with sparse matrices.
pub const CSR_PRODUCTS: &[Typed] = &[
    csr!(
        "csr_multiply",
        "i32",
        Own {
            double: "Multiplies a sparse matrix of doubles in compressed rows (CSR) by the vector x: y[i] \
                     becomes the exact sum of the real numbers values[k]*x[columns[k]] over k from \
                     row_pointers[i] to row_pointers[i+1]-1, rounded once, to nearest even, for each i \
                     below rows. So it does not depend on the order of a row's entries, nor on how columns \
                     are numbered or distributed. For each row it is what samebits_dot_double returns.\n\n\
                     row_pointers has rows+1 elements, and columns count from 0; several entries of a row \
                     may have the same column. y must not overlap the other arrays. Local: of a \
                     distributed vector x holds the elements of other ranks that the rows need, too.",
            rounded: "each sum",
            complex: "Like samebits_csr_multiply_double, for the type double complex of C, \
                      std::complex<double> or complex(real64). Each row is what \
                      samebits_dot_double_complex stores.",
        }
    ),
    csr!("csr64_multiply", "i64", Like("csr_multiply", "with row pointers and columns of 64 bits")),
];
