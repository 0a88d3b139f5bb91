//! What decides the bits of a reduction, over untyped elements. Knows nothing of placement, messages or
//! MPI.
//!
//! The types that matter:
//!
//! - [`Fold`] evaluates contributions that lie in one place, as rows in rank order, one result for each
//!   column.
//! - [`vectors::Partials`] are what some ranks' contributions to a vector come to, for schedules that
//!   merge on the way. Merging is exactly associative, so the bits do not depend on who merges what.
//! - [`share::record::Merge`] is the same for a distributed array, of which each rank lifts its share to
//!   a partial ([`share::record::Lift`]).
//! - [`Builtin`] is an arithmetic on a datatype and by an operator that MPI predefines; [`tree::Tree`]
//!   takes any operator ([`Combine`]).
//!
//! Typed sums, and the formats of their accumulators, are those of [`samebits_sum`].

pub mod bundle;
pub mod exact;
pub mod field;
pub mod fixed_width;
pub mod levelled;
pub mod offload;
pub mod share;
pub mod sums;
pub mod tree;
pub mod vectors;

pub use vectors::buffer::AlignedBuffer;
pub use vectors::combine::Combine;
pub use vectors::fold::{Buffers, Family, Fold, FoldTwo, Folded, WithBuffers};

use exact::ExactSum;
use fixed_width::FixedWidth;
use levelled::LevelledSum;
use samebits_kernel::fpenv::Environment;
use samebits_kernel::{lookup, Kernel, Kind, Operator};
use samebits_sum::names::Arithmetic;
use share::record::Lift;
use tree::Tree;

/// An arithmetic on a datatype and by an operator that MPI predefines, which cannot be freed.
#[derive(Clone, Copy, Debug)]
pub enum Builtin {
    Exact(ExactSum),
    Levels(LevelledSum),
    Tree(Tree<Kernel>),
}

impl Builtin {
    /// What reduces elements of a kind by an operator where sums are wanted by that arithmetic:
    /// what it does not define is reduced by the tree. None where the operator is not defined
    /// on the kind.
    pub fn of(kind: Kind, operator: Operator, arithmetic: Arithmetic) -> Option<Builtin> {
        let kernel = lookup(kind, operator)?;
        let order_free = match (arithmetic, operator) {
            (Arithmetic::Exact, Operator::Sum) => ExactSum::of(kind).map(Builtin::Exact),
            (by_levels, Operator::Sum) => LevelledSum::of(kind, by_levels).map(Builtin::Levels),
            _ => None,
        };
        Some(order_free.unwrap_or(Builtin::Tree(Tree(kernel))))
    }

    pub fn arithmetic(&self) -> Arithmetic {
        match self {
            Builtin::Exact(_) => Arithmetic::Exact,
            Builtin::Levels(sum) => sum.arithmetic(),
            Builtin::Tree(_) => Arithmetic::Tree,
        }
    }

    /// The floating-point environment of the whole reduction: the MPI library's communication
    /// may raise flags too.
    pub fn environment(&self) -> Environment {
        match self {
            Builtin::Exact(_) | Builtin::Levels(_) => Environment::Vector,
            Builtin::Tree(fold) => fold.0.environment(),
        }
    }

    /// The arithmetic as schedules see it.
    #[inline]
    pub fn fold(&self) -> &(dyn Fold + Sync) {
        match self {
            Builtin::Exact(fold) => fold,
            Builtin::Levels(fold) => fold,
            Builtin::Tree(fold) => fold.as_fold(),
        }
    }

    /// Partials of one width of contributions of so many ranks, if it has them; for prefixes, if it
    /// has those.
    pub fn fixed_width(&self, ranks: usize, prefixes: bool) -> Option<FixedWidth> {
        match self {
            Builtin::Exact(sum) => Some(FixedWidth::exact(sum)),
            Builtin::Levels(sum) => FixedWidth::levels(sum, ranks, prefixes),
            Builtin::Tree(tree) => FixedWidth::chosen(tree.0),
        }
    }

    /// The arithmetic as schedules of distributed arrays see it.
    #[inline(never)] // what it names would be there once more in each crate that inlines it
    pub fn merge(&self) -> &(dyn Lift + Sync) {
        match self {
            Builtin::Exact(merge) => merge,
            Builtin::Levels(merge) => merge,
            Builtin::Tree(merge) => merge,
        }
    }
}
