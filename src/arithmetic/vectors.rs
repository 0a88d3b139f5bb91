//! Partials of vectors: what a set of ranks knows of n elements, for schedules that merge
//! contributions on their way. Merging is exactly associative, so the order in which sets
//! are united changes no bit.
//!
//! The partial of a single rank is its contribution, a row of n elements, as it is. A partial
//! of more ranks is what the arithmetic makes of it (`tree_vectors.rs`, `exact_vectors.rs`,
//! `levels/vectors.rs`); how long it may be follows from the set, the number of all ranks
//! and n.

use super::fault::Fault;
use super::ranks::Ranks;
use crate::threads::Team;

/// A partial, where it lies.
#[derive(Clone, Copy, Debug)]
pub struct Partial<'a> {
    /// Whose contributions it holds; not empty.
    pub of: &'a Ranks,
    /// Its bytes, [`Partials::length`] of them, aligned to [`ALIGNMENT`]; a contribution may
    /// have any alignment.
    pub at: *const u8,
}

/// What partials are aligned to.
pub const ALIGNMENT: usize = 64;

/// An arithmetic on partials of vectors. The caller sees to the floating-point environment.
pub trait Partials {
    /// The most bytes of a partial of n elements of such a set of so many ranks: those of the
    /// contribution, where it is of a single one.
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize;

    /// About how many bytes the partial of so many consecutive ranks has for each byte of the
    /// vector: what a prediction goes by. The same on all ranks.
    fn width(&self, ranks: usize) -> f64;

    /// The bytes of this partial: what has to be sent.
    ///
    /// # Safety
    /// It is one of n elements.
    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize;

    /// Makes, at `into`, the partial of the ranks of both; cut among the threads of a team where
    /// several may work at once.
    ///
    /// # Safety
    /// Two partials of n elements, of sets without a common rank; at `into`, which is aligned
    /// to [`ALIGNMENT`] and apart from both, there is room for [`Partials::most`] bytes.
    unsafe fn merge(
        &self,
        team: Team,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault>;

    /// The n results, of a partial of all ranks, as a row at `into`; cut likewise.
    ///
    /// # Safety
    /// A partial of n elements, which is not needed any more; there is room at `into`, which
    /// is apart from it and may have any alignment.
    unsafe fn finish(
        &self,
        team: Team,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault>;
}
