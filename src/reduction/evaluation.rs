//! An arithmetic with everything it needs to evaluate a call, whichever it is.

use crate::arithmetic::record::Merge;
use crate::arithmetic::tree::Tree;
use crate::arithmetic::{Arithmetic, Builtin, Combine, Fold};
use crate::kernel::fpenv::Environment;
use crate::mpi::family::Handle;
use crate::mpi::reduce_local::{ReduceLocal, UserOp};
use crate::mpi::Library;

/// How the contributions are reduced: what all that belongs to it can be made from again.
#[derive(Clone, Copy, Debug)]
pub enum Reducer {
    /// By our own kernels.
    Builtin(Builtin),
    /// By the tree with a user-defined operator.
    UserOp(UserOp),
}

impl Reducer {
    /// The arithmetic.
    pub fn arithmetic(&self) -> Arithmetic {
        match self {
            Reducer::Builtin(own) => own.arithmetic(),
            Reducer::UserOp(_) => Arithmetic::Tree,
        }
    }

    /// As for [`Builtin::environment`].
    pub fn environment(&self) -> Environment {
        match self {
            Reducer::Builtin(own) => own.environment(),
            Reducer::UserOp(_) => Environment::Caller,
        }
    }

    /// Whether elements may lie at absolute addresses, their buffer being
    /// MPI_BOTTOM, the null address; everywhere else that is no buffer.
    pub fn absolute(&self) -> bool {
        match self {
            Reducer::Builtin(_) => false,
            Reducer::UserOp(local) => local.absolute(),
        }
    }

    /// Runs `work` with the arithmetic as schedules see it, in a reduction on the communicator.
    #[inline]
    pub fn with_fold<R>(
        &self,
        library: &Library,
        comm: Handle,
        work: impl FnOnce(&dyn Fold) -> R,
    ) -> R {
        match self {
            Reducer::Builtin(own) => work(own.fold()),
            Reducer::UserOp(local) => work(&Tree(ReduceLocal::new(library, comm, *local))),
        }
    }
}

/// An arithmetic with everything it needs.
#[derive(Debug)]
pub enum Evaluation<'a> {
    /// By our own kernels.
    Builtin(Builtin),
    /// The tree with MPI_Reduce_local: boxed, because it is several times as long as the
    /// others, and all are moved.
    UserOp(Box<Tree<ReduceLocal<'a>>>),
}

impl<'a> Evaluation<'a> {
    /// In a reduction on the communicator.
    pub fn of(reducer: Reducer, library: &'a Library, comm: Handle) -> Self {
        match reducer {
            Reducer::Builtin(own) => Evaluation::Builtin(own),
            Reducer::UserOp(local) => {
                Evaluation::UserOp(Box::new(Tree(ReduceLocal::new(library, comm, local))))
            }
        }
    }

    /// The arithmetic.
    pub fn arithmetic(&self) -> Arithmetic {
        match self {
            Evaluation::Builtin(own) => own.arithmetic(),
            Evaluation::UserOp(_) => Arithmetic::Tree,
        }
    }

    /// As for [`Builtin::environment`].
    pub fn environment(&self) -> Environment {
        match self {
            Evaluation::Builtin(own) => own.environment(),
            Evaluation::UserOp(fold) => fold.0.environment(),
        }
    }

    /// The arithmetic as schedules of distributed arrays see it.
    pub fn merge(&self) -> &dyn Merge {
        match self {
            Evaluation::Builtin(own) => own.merge(),
            Evaluation::UserOp(merge) => merge.as_ref(),
        }
    }

    /// The arithmetic as schedules see it.
    pub fn fold(&self) -> &dyn Fold {
        match self {
            Evaluation::Builtin(own) => own.fold(),
            Evaluation::UserOp(fold) => fold.as_ref(),
        }
    }
}
