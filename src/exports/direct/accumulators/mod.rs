//! Accumulators: filled on the host or from a GPU, and merged over ranks.

pub mod accumulator;
pub(super) mod buffers;
pub mod over_ranks;
