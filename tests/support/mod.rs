//! What the tests without MPI share: the oracle, hostile values, and ranks
//! simulated inside one process.
#![allow(dead_code)]

pub mod accumulators;
pub mod elements;
pub mod hostile;
pub mod level_oracle;
pub mod listed;
pub mod mailbox;
pub mod oracle;
pub mod properties;
pub mod simulated;
