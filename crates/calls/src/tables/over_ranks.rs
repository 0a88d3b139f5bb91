//! The functions of `samebits.h` that all ranks of a communicator call, besides the sums over vectors:
//! their names behind `samebits_`.

pub const OVER_RANKS: &[&str] = &[
    "allreduce_array",
    "reduce_array",
    "allreduce_arrays",
    "reduce_arrays",
    "allreduce_region",
    "reduce_region",
    "allreduce_pieces",
    "reduce_pieces",
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
