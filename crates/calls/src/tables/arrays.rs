//! The reductions of distributed arrays: of each row are made `samebits_allreduce_NAME` and
//! `samebits_reduce_NAME`.

use crate::direct_rows::ArrayReduction;

pub const ARRAY_REDUCTIONS: &[ArrayReduction] = &[
    ArrayReduction {
        name: "array",
        arguments: &[("local", "*const c_void"), ("n", "usize"), ("result", "*mut c_void")],
        by: "reduce_one(&call, local, None, n, result)",
        comment: "Reduces an array that is distributed over the ranks of a communicator to one element, \
                  which is stored at result on all ranks. Each rank holds n consecutive elements at \
                  local, in rank order; n may be 0.\n\n\
                  The bits of the result depend neither on the number of ranks nor on how the array is \
                  distributed. Sums of float and double, real and complex, are exact and rounded once, \
                  unless SAMEBITS_ARITHMETIC says otherwise; everything else is reduced in a binary tree \
                  over all elements. User-defined operators need not be commutative. The result of an \
                  empty array is the operator's identity, which a user-defined operator does not have.",
        differ: "local, n, result",
        but: "",
        errors: "those of all functions over a communicator; MPI_ERR_COUNT if the array is empty and \
                 the operator user-defined",
    },
    ArrayReduction {
        name: "arrays",
        arguments: &[
            ("arrays", "c_int"),
            ("locals", "*const *const c_void"),
            ("n", "*const usize"),
            ("results", "*mut c_void"),
        ],
        by: "reduce_listed(&call, arrays, locals, n, results)",
        comment: "Reduces several arrays at once, each to one element as samebits_allreduce_array does, \
                  at the latency of one reduction. This rank holds n[i] elements of array i at locals[i]; \
                  the results are stored one after another at results.",
        differ: "locals, n, results",
        but: ", but not the number of arrays",
        errors: "those of samebits_allreduce_array; MPI_ERR_COUNT if arrays is negative, MPI_ERR_ARG if \
                 a list is NULL",
    },
    ArrayReduction {
        name: "region",
        arguments: &[
            ("local", "*const c_void"),
            ("start", "u64"),
            ("n", "usize"),
            ("result", "*mut c_void"),
        ],
        by: "reduce_one(&call, local, Some(start), n, result)",
        comment: "Like samebits_allreduce_array, for shares that are not in rank order: this rank's n \
                  elements are those of the array from index start on. The shares of all ranks tile the \
                  array. If n is 0, start is ignored.",
        differ: "local, start, n, result",
        but: "",
        errors: "those of samebits_allreduce_array; MPI_ERR_COUNT if shares overlap or leave a gap",
    },
    ArrayReduction {
        name: "pieces",
        arguments: &[
            ("local", "*const c_void"),
            ("pieces", "c_int"),
            ("starts", "*const u64"),
            ("lengths", "*const usize"),
            ("result", "*mut c_void"),
        ],
        by: "reduce_pieces(&call, local, (pieces, starts, lengths), result)",
        comment: "Like samebits_allreduce_array, with the same bits, for shares that are several runs of \
                  indices, as in block-cyclic arrays and partitioned meshes: this rank holds the \
                  lengths[i] elements of the array from index starts[i] on, for each of the pieces. The \
                  elements of its pieces lie one piece after another at local. The pieces of all ranks \
                  tile the array, in any order; each may be empty.",
        differ: "local, pieces, starts, lengths, result",
        but: "",
        errors: "those of samebits_allreduce_array; MPI_ERR_COUNT if pieces is negative, or if pieces \
                 overlap or leave a gap; MPI_ERR_ARG if a list is NULL",
    },
];
