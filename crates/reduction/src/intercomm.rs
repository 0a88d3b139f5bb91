//! Reductions on an intercommunicator: each group gets that of the other group's contributions, in
//! the order of the other group's ranks, by the MPI library's collectives between the groups.
//!
//! Cost, n bytes, p ranks in the larger group: an allgather between the groups (or a gather to the
//! root) for each [`SCRATCH`](samebits_schedule::SCRATCH) / p bytes, after which each rank that gets
//! any of the result folds all rows: (p - 1) n γ. No shared memory and no messages.
//!
//! In MPI_Reduce the arguments of the root's neighbours, who get nothing, mean nothing: these ranks
//! cannot tell whether the call is passed on, nor in how many blocks it goes. So they compare
//! their policies in any such call, and where there are any the contributors tell them, in a
//! broadcast of eight bytes.

use super::call::classify::{
    self, is_buffer, takes_aliases, Declined, PassOn, INTERCOMMUNICATOR, NATIVE,
};
use super::call::{evaluation::Reducer, notices};
use super::{call::Call, context::Context, decision::agree::agree};
use crate::communicator::Communicator;
use crate::report::Outcome;
use libc::c_int;
use samebits_base::fault::{memory, Fault};
use samebits_base::threads::MIN_PARALLEL_BYTES;
use samebits_fold::{Buffers, Fold, WithBuffers};
use samebits_kernel::fpenv::{within, Caller, Environment};
use samebits_mpi::abi::family::Family;
use samebits_mpi::calls::intercomm::{Intercomm, Role};
use samebits_mpi::{elements::device::staged::Staged, Library};
use samebits_schedule::breakdown::{fold::Timed, Part, Watch};
use samebits_schedule::{block, Choices, Destination, Reduction, Settings};
use samebits_sum::names::Arithmetic;
use std::ops::Range;
use std::ptr;

/// What a rank does for a result that it does not get.
pub(super) const NO_RESULT: PassOn = PassOn::Harmless("no result on this rank");

const SCHEDULE: &str = "gather between groups";

/// Does a reduction that was declined because it is one between two groups, and no other.
#[cold]
pub fn reduce(
    context: &Context,
    call: &Call<'_>,
    declined: Declined,
    watch: Option<&Watch>,
) -> Result<(), Declined> {
    let (communicator, remote) = intercomm_of(&context.library, call, declined)?;
    let choices = communicator.choices(context.policy());
    let groups = IntercommReduction { context, call, communicator, remote, choices, watch };
    match call.to {
        Destination::Root(root) => groups.to_root(root),
        _ => groups.to_all(),
    }
}

/// The intercommunicator of a call that was declined because it is on one, and the ranks of the
/// other group; in MPI_Reduce also of calls that were declined for the arguments of a rank whose
/// arguments may mean nothing.
pub(super) fn intercomm_of(
    library: &Library,
    call: &Call<'_>,
    declined: Declined,
) -> Result<(&'static Communicator, usize), Declined> {
    let Declined::PassOn(reason) = declined else { return Err(declined) };
    let may_be = match call.to {
        // Whatever else the rank passes, it may be the root's neighbour.
        Destination::Root(_) if library.is_null_communicator(call.comm) => false,
        Destination::Root(root) => {
            reason != PassOn::Rejected || root == library.constants.proc_null
        }
        _ => reason == INTERCOMMUNICATOR,
    };
    if !may_be {
        return Err(declined);
    }
    let communicator = Communicator::of(library, call.comm)?;
    let remote = communicator.remote().ok_or(declined)?;
    Ok((communicator, remote))
}

/// Whether the buffers are such that the MPI library itself returns no error for them.
pub(super) fn are_buffers(
    library: &Library,
    call: &Call<'_>,
    reducer: &Reducer,
    (sends, receives): (bool, bool),
) -> bool {
    let recv = call.recv.cast_const();
    let is_buffer = |at: *const u8| is_buffer(library, at, reducer.absolute());
    // MPICH's family takes any there.
    let looks = library.family == Family::OpenMpi;
    let aliased = looks && sends && receives && ptr::eq(call.send, recv) && !recv.is_null();
    (!sends || is_buffer(call.send))
        && (!receives || is_buffer(recv))
        && (!aliased || takes_aliases(library, call))
}

/// The role of a rank that passes this root, where the other group has `remote` ranks; the call is
/// declined if the MPI library itself returns an error for it.
pub(super) fn checked_role(
    library: &Library,
    call: &Call<'_>,
    (root, remote): (c_int, usize),
    reducer: &Result<Reducer, Declined>,
) -> Result<Role, Declined> {
    let role = Role::of(&library.constants, root, remote).ok_or(PassOn::Rejected)?;
    let is_root = role == Role::Root;
    match reducer {
        _ if role == Role::Bystander => Ok(role),
        Err(declined @ (Declined::PassOn(PassOn::Rejected) | Declined::Fault(_))) => Err(*declined),
        Ok(reducer) if !are_buffers(library, call, reducer, (!is_root, is_root)) => {
            Err(PassOn::InvalidBuffers.into())
        }
        _ => Ok(role),
    }
}

struct IntercommReduction<'a> {
    context: &'a Context,
    call: &'a Call<'a>,
    communicator: &'a Communicator,
    /// The ranks of the other group.
    remote: usize,
    choices: &'a Choices,
    watch: Option<&'a Watch>,
}

impl IntercommReduction<'_> {
    fn intercomm<'a>(&'a self, caller: &'a Caller) -> Intercomm<'a> {
        let (library, comm) = (&self.context.library, self.call.comm);
        Intercomm { library, comm, rank: self.communicator.rank, caller }
    }

    fn reducer(&self) -> Result<Reducer, Declined> {
        classify::intercomm_reducer(&self.context.library, self.choices, &self.call.operation)
    }

    fn agree(&self) -> Result<(), Fault> {
        agree(self.context, self.call.name, self.call.comm, self.communicator)
    }

    /// The elements of a block: the same on all ranks of both groups.
    fn block(&self, fold: &dyn Fold) -> usize {
        block(self.communicator.size.max(self.remote), fold)
    }

    /// Both groups get a result: each rank all of it, or its block.
    fn to_all(&self) -> Result<(), Declined> {
        let IntercommReduction { context, call, communicator, .. } = *self;
        let (rank, count) = (communicator.rank, call.operation.count as usize);
        let reducer = self.reducer()?;
        let wanted = match call.to {
            Destination::Blocks(_) => {
                let length = |rank| call.block(rank, communicator.size);
                let start = (0..rank).map(length).sum();
                start..start + length(rank)
            }
            _ => 0..count,
        };
        if !are_buffers(&context.library, call, &reducer, (true, !wanted.is_empty())) {
            return Err(PassOn::InvalidBuffers.into());
        }
        self.agree()?;
        self.run(&reducer, None, wanted)?;
        self.count(&reducer);
        Ok(())
    }

    /// One rank gets the result of the group that it is not in.
    fn to_root(&self, root: c_int) -> Result<(), Declined> {
        let IntercommReduction { context, call, communicator, remote, .. } = *self;
        let reducer = self.reducer();
        let role = checked_role(&context.library, call, (root, remote), &reducer)?;
        self.agree()?;
        if self.choices.arithmetic() == Arithmetic::Native {
            return Err(reducer.err().unwrap_or(NATIVE.into()));
        }
        let count = call.operation.count as usize;
        let blocks = reducer.as_ref().map_or(0, |reducer| {
            let block = |fold: &dyn Fold| self.block(fold);
            count.div_ceil(reducer.with_fold(&context.library, call.comm, block))
        });
        let roots_group = match role {
            Role::Contributor(_) => remote,
            _ => communicator.size,
        };
        let mut announced = blocks as u64;
        if roots_group > 1 {
            // In the caller's own environment, and with its flags.
            let caller = &Caller::before(Environment::VectorAndX87);
            announced = self.intercomm(caller).announce(role, announced)?;
        }
        if role != Role::Bystander {
            let reducer = reducer?;
            let wanted = if role == Role::Root { 0..count } else { 0..0 };
            self.run(&reducer, Some(role), wanted)?;
            self.count(&reducer);
            return Ok(());
        }
        if announced == 0 {
            return Err(reducer.err().unwrap_or(NO_RESULT.into()));
        }
        let caller = &Caller::before(Environment::VectorAndX87);
        for _ in 0..announced {
            self.intercomm(caller).join_as_proc_null()?;
        }
        // Otherwise this rank does not know what was reduced; the contributors count it as well.
        if let Ok(reducer) = reducer {
            self.count(&reducer);
        }
        Ok(())
    }

    /// Brings the other group's contributions here block by block and folds them; this rank gets
    /// the wanted elements of the result.
    fn run(
        &self,
        reducer: &Reducer,
        role: Option<Role>,
        wanted: Range<usize>,
    ) -> Result<(), Fault> {
        let IntercommReduction { context, call, .. } = *self;
        let sends = role != Some(Role::Root);
        let environment = reducer.environment();
        let caller = &Caller::before(environment);
        reducer.with_fold(&context.library, call.comm, |fold| {
            // The root has no contribution.
            let send = if sends { call.send } else { call.recv.cast_const() };
            let recv = (!wanted.is_empty()).then_some(call.recv);
            let count = call.operation.count as usize;
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let staged = Staged::needed(fold, true_lb, send, recv, count);
            let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers);
            let copied = WithBuffers { fold, buffers };
            let fold = if buffers.is_some() { &copied } else { fold };
            let timed = self.watch.map(|watch| Timed::new(fold, watch));
            let fold = timed.as_ref().map_or(fold, |timed| timed as &dyn Fold);
            within(environment, || self.fold_blocks(fold, caller, send, role, wanted))
        })
    }

    fn fold_blocks(
        &self,
        fold: &dyn Fold,
        caller: &Caller,
        send: *const u8,
        role: Option<Role>,
        wanted: Range<usize>,
    ) -> Result<(), Fault> {
        let IntercommReduction { context, call, remote, .. } = *self;
        let (count, size, block) = (call.operation.count as usize, fold.size(), self.block(fold));
        let intercomm = &self.intercomm(caller);
        let threads = match remote.saturating_mul(count).saturating_mul(size) {
            0..MIN_PARALLEL_BYTES => 1,
            _ => context.threads(self.choices),
        };
        let settings = Settings { threads, ..Settings::default() };
        let (recv, to) = (call.recv, Destination::All);
        let reduction = Reduction { send, recv, count, to, fold, settings };
        // A block's result that lies where contributions are yet to be sent.
        let is_kept = matches!(call.to, Destination::Blocks(_)) && ptr::eq(send, recv);
        let mut kept = if is_kept { memory(wanted.len() * size) } else { Vec::new() };
        let rows = (remote + 1) * block.min(count) * size;
        context.scratch.with(rows, |rows| {
            for from in (0..count).step_by(block) {
                let n = block.min(count - from);
                let row = n * size;
                let stage = rows.wrapping_add(remote * row);
                // SAFETY: from + n ≤ count; the scratch holds the other group's rows of n elements
                // and one more; the buffers are as the MPI standard demands.
                unsafe {
                    let own = match role {
                        Some(Role::Root) => ptr::null(),
                        _ => reduction.contribution(from, n, stage)?,
                    };
                    self.communicate(|| match role {
                        None => intercomm.exchange_rows(own, rows, row),
                        Some(role) => intercomm.gather_rows(role, own, rows, row),
                    })?;
                    let here = wanted.start.max(from)..wanted.end.min(from + n);
                    if here.is_empty() {
                        continue;
                    }
                    let result = fold.fold(settings.team(), rows, remote, n)?;
                    let result = rows.add(result * row + (here.start - from) * size);
                    let into = here.start - wanted.start;
                    match is_kept {
                        false => reduction.deliver(result, into, here.len())?,
                        true => {
                            let into = kept.as_mut_ptr().add(into * size);
                            ptr::copy_nonoverlapping(result, into, here.len() * size);
                        }
                    }
                }
            }
            match kept.is_empty() {
                true => Ok(()),
                // SAFETY: this rank's block, of which the buffer holds all elements.
                false => unsafe { reduction.deliver(kept.as_ptr(), 0, wanted.len()) },
            }
        })
    }

    fn communicate(&self, work: impl FnOnce() -> Result<(), Fault>) -> Result<(), Fault> {
        match self.watch {
            Some(watch) => watch.time(Part::Communication, work),
            None => work(),
        }
    }

    /// Counts a call that was reduced, for the report.
    fn count(&self, reducer: &Reducer) {
        let requested = self.choices.schedule.map(|requested| requested.schedule.name);
        let instead_of = requested
            .filter(|name| *name != "gather")
            .map(|name| (name, "it works within one group"));
        let arithmetic = reducer.arithmetic().name();
        let outcome = Outcome::Reproduced { arithmetic, schedule: SCHEDULE, instead_of };
        self.call.note(|| outcome);
        if let Some(watch) = self.watch {
            notices::count(self.context, &self.call.into(), outcome, watch);
        }
    }
}
