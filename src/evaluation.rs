//! An arithmetic with everything it needs to evaluate a call, whichever it is.

use crate::arithmetic::exact::ExactSum;
use crate::arithmetic::levels::LevelledSum;
use crate::arithmetic::record::Merge;
use crate::arithmetic::tree::Tree;
use crate::arithmetic::{Arithmetic, Combine, Fold};
use crate::kernel::fpenv::Environment;
use crate::kernel::Kernel;
use crate::mpi::reduce_local::{Local, ReduceLocal};

/// An arithmetic on a datatype and by an operator of MPI's own, of which nothing can go away.
#[derive(Clone, Copy, Debug)]
pub enum Own {
    /// The exact sum.
    Exact(ExactSum),
    /// A sum by levels.
    Levels(LevelledSum),
    /// The tree with a kernel of our own.
    Tree(Tree<Kernel>),
}

/// What an arithmetic is, to be kept for the next call.
#[derive(Clone, Copy, Debug)]
pub enum Plain {
    /// Our own kernels.
    Own(Own),
    /// The tree with an operator of the user's.
    Local(Local),
}

/// An arithmetic with everything it needs.
#[derive(Debug)]
pub enum Evaluation<'a> {
    /// By our own kernels.
    Own(Own),
    /// The tree with MPI_Reduce_local: boxed, because it is several times as long as the
    /// others, and all are moved.
    Local(Box<Tree<ReduceLocal<'a>>>),
}

impl Own {
    /// The arithmetic.
    pub fn arithmetic(&self) -> Arithmetic {
        match self {
            Own::Exact(_) => Arithmetic::Exact,
            Own::Levels(sum) => sum.arithmetic(),
            Own::Tree(_) => Arithmetic::Tree,
        }
    }

    /// The floating-point environment that the whole reduction runs in. (The MPI
    /// library's communication may raise flags too.)
    pub fn environment(&self) -> Environment {
        match self {
            Own::Exact(_) | Own::Levels(_) => Environment::Vector,
            Own::Tree(fold) => fold.0.environment(),
        }
    }

    /// The arithmetic as schedules see it.
    #[inline]
    pub fn fold(&self) -> &dyn Fold {
        match self {
            Own::Exact(fold) => fold,
            Own::Levels(fold) => fold,
            Own::Tree(fold) => fold,
        }
    }

    /// The arithmetic as schedules of distributed arrays see it.
    fn merge(&self) -> &dyn Merge {
        match self {
            Own::Exact(merge) => merge,
            Own::Levels(merge) => merge,
            Own::Tree(merge) => merge,
        }
    }
}

impl Evaluation<'_> {
    /// The arithmetic.
    pub fn arithmetic(&self) -> Arithmetic {
        match self {
            Evaluation::Own(own) => own.arithmetic(),
            Evaluation::Local(_) => Arithmetic::Tree,
        }
    }

    /// As of [`Own::environment`].
    pub fn environment(&self) -> Environment {
        match self {
            Evaluation::Own(own) => own.environment(),
            Evaluation::Local(fold) => fold.0.environment(),
        }
    }

    /// Whether elements may lie at absolute addresses, their buffer being
    /// MPI_BOTTOM, the null address; everywhere else that is no buffer.
    pub fn absolute(&self) -> bool {
        match self {
            Evaluation::Own(_) => false,
            Evaluation::Local(fold) => fold.0.local.absolute(),
        }
    }

    /// What it is without anything that has to be dropped.
    pub fn plain(&self) -> Plain {
        match self {
            Evaluation::Own(own) => Plain::Own(*own),
            Evaluation::Local(fold) => Plain::Local(fold.0.local),
        }
    }

    /// The arithmetic as schedules of distributed arrays see it.
    pub fn merge(&self) -> &dyn Merge {
        match self {
            Evaluation::Own(own) => own.merge(),
            Evaluation::Local(merge) => merge.as_ref(),
        }
    }

    /// The arithmetic as schedules see it.
    pub fn fold(&self) -> &dyn Fold {
        match self {
            Evaluation::Own(own) => own.fold(),
            Evaluation::Local(fold) => fold.as_ref(),
        }
    }
}
