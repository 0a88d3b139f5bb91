//! Who gets what of a reduction's result: the one type that says it, from the table of functions to the
//! schedules.

use std::convert::Infallible;

/// Who gets what of the result of a reduction, or of which ranks' contributions. What it says of a
/// root and of blocks depends on its user: to a schedule the root is a rank, and it delivers no
/// blocks by itself; a kind of reduction has a root, `()`, which its calls name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination<Root = usize, Blocks = Infallible> {
    /// Every rank gets all of it.
    All,
    /// One rank gets all of it.
    Root(Root),
    /// Each rank gets a block of it.
    Blocks(Blocks),
    /// Each rank gets the result of the ranks up to itself.
    InclusivePrefix,
    /// Each rank but the first gets the result of the ranks before it.
    ExclusivePrefix,
}

impl<Root, Blocks> Destination<Root, Blocks> {
    /// The same, with what else there is to say of a root and of blocks.
    #[inline(always)]
    pub fn map<R, B>(
        self,
        root: impl FnOnce(Root) -> R,
        blocks: impl FnOnce(Blocks) -> B,
    ) -> Destination<R, B> {
        match self {
            Destination::All => Destination::All,
            Destination::Root(of) => Destination::Root(root(of)),
            Destination::Blocks(of) => Destination::Blocks(blocks(of)),
            Destination::InclusivePrefix => Destination::InclusivePrefix,
            Destination::ExclusivePrefix => Destination::ExclusivePrefix,
        }
    }
}

impl Destination {
    #[inline]
    pub fn reaches(self, rank: usize) -> bool {
        match self {
            Destination::All | Destination::InclusivePrefix => true,
            Destination::Root(root) => root == rank,
            Destination::ExclusivePrefix => rank > 0,
        }
    }

    /// How many of the ranks, from the first one on, contribute to a rank's result.
    #[inline]
    pub fn contributors(self, rank: usize, ranks: usize) -> usize {
        match self {
            Destination::All => ranks,
            Destination::Root(root) if root == rank => ranks,
            Destination::Root(_) => 0,
            Destination::InclusivePrefix => rank + 1,
            Destination::ExclusivePrefix => rank,
        }
    }

    /// Whether another rank's result needs a rank's contribution.
    #[inline]
    pub fn others_need(self, rank: usize, ranks: usize) -> bool {
        match self {
            Destination::All => ranks > 1,
            Destination::Root(root) => root != rank,
            Destination::InclusivePrefix | Destination::ExclusivePrefix => rank + 1 < ranks,
        }
    }

    #[inline]
    pub fn is_prefix(self) -> bool {
        matches!(self, Destination::InclusivePrefix | Destination::ExclusivePrefix)
    }

    #[inline]
    pub fn root(self) -> Option<usize> {
        match self {
            Destination::Root(root) => Some(root),
            _ => None,
        }
    }
}
