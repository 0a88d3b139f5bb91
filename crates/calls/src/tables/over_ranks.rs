//! The functions of `samebits.h` that all ranks of a communicator call, besides sums over vectors and
//! reductions of arrays: their names behind `samebits_`.

pub const OVER_RANKS: &[&str] = &[
    "plan_arrays",
    "plan_regions",
    "plan_pieces",
    "plan_allreduce",
    "plan_reduce",
    "plan_allreduce_counts",
    "plan_reduce_counts",
    "accumulator_allreduce",
    "accumulator_reduce",
    "sums_allreduce",
    "sums_iallreduce",
    "tune",
];
