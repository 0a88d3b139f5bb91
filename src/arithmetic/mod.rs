//! Arithmetic: what decides the bits. Knows nothing of placement, messages or MPI. Contributions
//! to a vector are evaluated by a [`Fold`], as rows in rank order, or merged as partials
//! ([`vectors`]). For a distributed array each rank reduces its share to a partial, and the
//! partials are merged ([`record::Merge`]).

pub mod accumulator;
mod builtin;
pub mod bundle;
mod chunks;
mod columns;
mod combine;
mod contributions;
pub mod exact;
mod exact_chunks;
mod exact_offload;
pub mod exact_partial;
pub mod exact_row;
mod exact_vectors;
mod exponents;
mod fault;
mod fold;
pub mod levels;
pub mod names;
pub mod offload;
mod pieces;
pub mod ranks;
pub mod record;
pub mod share;
pub mod superaccumulator;
pub mod tree;
pub mod tree_partial;
mod tree_vectors;
pub mod two;
pub mod vectors;

pub use builtin::Builtin;
pub use combine::Combine;
pub use fault::{memory, FatalError, Fault};
pub use fold::{Buffers, Family, Fold, FoldTwo, WithBuffers};
pub use names::{Arithmetic, Description, ALL, WITH_LEVELS};
