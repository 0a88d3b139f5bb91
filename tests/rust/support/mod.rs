//! What the tests without MPI share: the oracle, hostile values, and ranks
//! simulated inside one process.
#![allow(dead_code)]

pub mod accumulator_oracle;
pub mod accumulators;
pub mod array_cases;
pub mod arrays;
pub mod covering;
pub mod elements;
pub mod elsewhere;
pub mod hostile;
pub mod level_oracle;
pub mod listed;
pub mod mailbox;
pub mod mixed;
pub mod modes;
pub mod noted;
pub mod oracle;
pub mod periodic;
pub mod properties;
pub mod rows;
pub mod simulated;
pub mod skipped;
pub mod specification;
pub mod stepwise;
pub mod sum_oracle;
pub mod turns;
pub mod vectors;
pub mod ways;
