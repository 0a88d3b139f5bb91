//! Partials of vectors: what a set of ranks contributes to n elements, for schedules that merge
//! contributions on their way. Merging is exactly associative, so the order in which sets are
//! united changes no bit.
//!
//! The partial of a single rank is its contribution, a row of n elements, as it is. A partial of
//! more ranks is what the arithmetic makes of it (`tree/vectors.rs`, `exact/vectors.rs`,
//! `levelled/vectors.rs`); how long it may be follows from the set, the number of all ranks and n.

pub(super) mod buffer;
pub(super) mod chunked;
pub(super) mod chunks;
pub(super) mod columns;
pub(super) mod combine;
pub(super) mod fold;
pub mod ranks;
pub mod two;

use ranks::Ranks;
use samebits_base::cache_line::CACHE_LINE;
use samebits_base::fault::Outcome;
use samebits_base::threads::Team;

#[derive(Clone, Copy, Debug)]
pub struct Partial<'a> {
    /// Whose contributions it holds; not empty.
    pub of: &'a Ranks,
    /// Its bytes, [`Partials::length`] of them, aligned to [`ALIGNMENT`]; a contribution may
    /// have any alignment.
    pub at: *const u8,
}

pub const ALIGNMENT: usize = CACHE_LINE;

/// An arithmetic on partials of vectors. The caller sets the floating-point environment.
pub trait Partials {
    /// The most bytes of a partial of n elements of such a set of `ranks` ranks: those of the
    /// contribution, where it is of a single one.
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize;

    /// About how many bytes the partial of so many consecutive ranks has for each byte of the
    /// vector, for predictions. The same on all ranks.
    fn width(&self, ranks: usize) -> f64;

    /// The bytes of this partial: what has to be sent.
    ///
    /// # Safety
    /// It is one of n elements.
    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize;

    /// Makes, at `into`, the partial of the ranks of both; divided among the threads of a team
    /// where several may work at once.
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
    ) -> Outcome;

    /// Writes the n results of a partial of all ranks, a row, to `into`; divided likewise.
    ///
    /// # Safety
    /// A partial of n elements, which is used up; there is room at `into`, apart from it, at any
    /// alignment.
    unsafe fn finish(
        &self,
        team: Team,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Outcome;
}
