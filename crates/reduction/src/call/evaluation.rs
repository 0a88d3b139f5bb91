//! How elements are evaluated: by own kernels, or in a tree with a user-defined operator.

use samebits_fold::{bundle::Bundles, tree::Tree, Builtin, Fold};
use samebits_kernel::fpenv::Environment;
use samebits_mpi::operators::reduce_local::{ReduceLocal, UserOp};
use samebits_mpi::{abi::family::Handle, Library};
use samebits_sum::names::Arithmetic;

/// How contributions are reduced; cached with a decision.
#[derive(Clone, Copy, Debug)]
pub enum Reducer {
    Builtin(Builtin),
    UserOp(UserOp),
    /// Records of a direct call's partials.
    Bundles(Bundles),
}

impl Reducer {
    pub fn arithmetic(&self) -> Arithmetic {
        match self {
            Reducer::Builtin(builtin) => builtin.arithmetic(),
            Reducer::UserOp(_) => Arithmetic::Tree,
            Reducer::Bundles(_) => Arithmetic::Exact,
        }
    }

    pub fn environment(&self) -> Environment {
        match self {
            Reducer::Builtin(builtin) => builtin.environment(),
            Reducer::UserOp(_) => Environment::Caller,
            Reducer::Bundles(_) => Environment::Vector,
        }
    }

    /// Whether elements may lie at absolute addresses, so that MPI_BOTTOM (null) is a buffer.
    pub fn absolute(&self) -> bool {
        match self {
            Reducer::Builtin(_) | Reducer::Bundles(_) => false,
            Reducer::UserOp(user_op) => user_op.absolute(),
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
            Reducer::Builtin(builtin) => work(builtin.fold()),
            Reducer::UserOp(user_op) => work(&Tree(ReduceLocal::new(library, comm, *user_op))),
            Reducer::Bundles(bundles) => work(bundles),
        }
    }
}
