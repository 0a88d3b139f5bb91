//! The share of a distributed array that a rank holds, as a partial.

pub mod contribution;
pub mod joins;
pub mod pieces;
pub mod record;
pub mod shape;
