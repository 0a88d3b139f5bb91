//! Nonblocking and persistent reductions on an intercommunicator: what [`crate::intercomm`] is to
//! blocking ones. Contributions come to the other group by one exchange ([`super::groups`]), which
//! is started in the call, and are folded when the request completes.
//!
//! In MPI_Ireduce the root's neighbours, whose arguments mean nothing, cannot wait to be told whether
//! the others exchange anything or pass the call on. In either case they start an exchange of nothing:
//! collectives match by their number on the communicator, and one that gives and takes nothing
//! sends no message. (So it is in Open MPI and MPICH, whose own MPI_Ireduce is nothing but a number
//! there.) Where the others refuse the call, or there are no elements, they start such an exchange
//! too.

use super::groups::{BlockLengths, Groups};
use super::rows::{Rows, Shape, TOO_LONG};
use crate::call::classify::{self, Declined, PassOn, NATIVE};
use crate::call::evaluation::Reducer;
use crate::call::Call;
use crate::decision::agree_later::start_comparison;
use crate::intercomm::{are_buffers, checked_role, intercomm_of, NO_RESULT};
use crate::{communicator::Communicator, context::Context};
use samebits_base::fault::Fault;
use samebits_fold::Builtin;
use samebits_kernel::fpenv::preserving_vector_environment;
use samebits_kernel::{Format, Kind, Operator};
use samebits_mpi::calls::intercomm::Role;
use samebits_schedule::Destination;
use samebits_sum::names::Arithmetic;
use std::ptr;

/// A reduction by a request that was decided on.
pub struct Decided {
    pub communicator: &'static Communicator,
    pub reducer: Reducer,
    pub shape: Shape,
    /// This rank's contribution.
    pub send: *const u8,
    /// What the report says of the call, where this rank neither gives nor gets anything and, as far
    /// as it knows, nothing is made reproducible.
    pub bystander: Option<PassOn>,
}

/// Decides on a call that was declined because it is one between two groups, and no other.
#[cold]
pub fn decide(context: &Context, call: &Call<'_>, declined: Declined) -> Result<Decided, Declined> {
    let library = &context.library;
    let (communicator, remote) = intercomm_of(library, call, declined)?;
    let choices = communicator.choices(context.policy());
    let reducer = classify::intercomm_reducer(library, choices, &call.operation);
    let shape = |delivered, reducer: &Reducer| {
        let ranks = communicator.size;
        Shape {
            rank: communicator.rank,
            ranks,
            to: Destination::All,
            count: call.operation.count as usize,
            blocks: call.blocks(ranks),
            size: reducer.with_fold(library, call.comm, |fold| fold.size()),
            groups: Some(Groups { remote, to: delivered }),
        }
    };
    let Destination::Root(root) = call.to else {
        let (reducer, send) = (reducer?, call.send);
        let delivered = match call.to {
            Destination::Blocks(None) => Destination::Blocks(BlockLengths::Equal),
            Destination::Blocks(Some(_)) => Destination::Blocks(BlockLengths::Unknown),
            _ => Destination::All,
        };
        let shape = shape(delivered, &reducer);
        if !are_buffers(library, call, &reducer, (true, shape.row() > 0)) {
            return Err(PassOn::InvalidBuffers.into());
        }
        return Ok(Decided { communicator, reducer, shape, send, bystander: None });
    };
    let role = checked_role(library, call, (root, remote), &reducer)?;
    // Whatever else it is, because the root's neighbours do not know; judged when it completes.
    start_comparison(context, call.name, call.comm, communicator)?;
    if choices.arithmetic() == Arithmetic::Native {
        return Err(NATIVE.into());
    }
    let delivered = Destination::Root(role);
    // Where there are no elements Open MPI 4.1's own call takes no number.
    if role != Role::Bystander && call.operation.count != 0 {
        let reducer = reducer?;
        // The root has no contribution.
        let send = if role == Role::Root { call.recv.cast_const() } else { call.send };
        let shape = shape(delivered, &reducer);
        return Ok(Decided { communicator, reducer, shape, send, bystander: None });
    }
    // A bystander does the same whatever it passes.
    let too_long = |reducer: &Reducer| {
        shape(delivered, reducer).is_too_long(context.policy().nonblocking_memory.contributions)
    };
    let bystander = match &reducer {
        Ok(reducer) if too_long(reducer) => Some(PassOn::Unsupported(TOO_LONG)),
        Ok(_) => None,
        Err(Declined::PassOn(reason)) if *reason != PassOn::Rejected => Some(*reason),
        Err(_) => Some(NO_RESULT),
    };
    let reducer = reducer.unwrap_or_else(|_| any_reducer());
    let nothing = Destination::Root(Role::Bystander);
    let shape = Shape { count: 0, ..shape(nothing, &reducer) };
    Ok(Decided { communicator, reducer, shape, send: ptr::null(), bystander })
}

/// One that is not used.
fn any_reducer() -> Reducer {
    let sum = Builtin::of(Kind::Real(Format::Double), Operator::Sum, Arithmetic::Tree);
    Reducer::Builtin(sum.expect("doubles have sums"))
}

/// Whether the policies are compared in a call that is passed on for that reason, because other
/// ranks do not know the reason.
pub fn compares(context: &Context, call: &Call<'_>, reason: PassOn) -> Result<bool, Fault> {
    let library = &context.library;
    let cannot = !call.has_root()
        || library.is_null_communicator(call.comm)
        || matches!(reason, PassOn::Rejected | PassOn::InvalidBuffers);
    Ok(!cannot && Communicator::of(library, call.comm)?.remote().is_some())
}

/// Takes part in a call that is refused, because the root's neighbours do not know that.
pub fn refused(context: &'static Context, call: &Call<'_>) -> Result<(), Fault> {
    let library = &context.library;
    if !call.has_root() {
        return Ok(());
    }
    let communicator = Communicator::of(library, call.comm)?;
    let Some(remote) = communicator.remote() else { return Ok(()) };
    let shape = Shape {
        rank: communicator.rank,
        ranks: communicator.size,
        to: Destination::All,
        count: 0,
        blocks: None,
        size: 1,
        groups: Some(Groups { remote, to: Destination::Root(Role::Bystander) }),
    };
    let rows = Rows::new(context, &shape, false);
    preserving_vector_environment(|| {
        // SAFETY: nothing is read; it is complete before the rows are gone.
        let mut pending = unsafe { rows.bring_together(call.comm, &shape, ptr::null())? };
        // There is nobody to wait for.
        pending.wait(library)
    })
}
