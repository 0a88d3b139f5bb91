//! Reductions of distributed arrays ([`entries`]): in consecutive shares, in pieces, and by plans, which
//! keep what the ranks hold.

pub mod array;
pub mod entries;
pub mod pieces;
pub mod plan;
pub mod plan_counts;
pub(super) mod prepare;
