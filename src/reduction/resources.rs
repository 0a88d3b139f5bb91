//! Communication resources of a communicator beyond MPI's collectives. They are set up once its
//! reductions have amortised that, or where the user names a schedule that needs them.

use super::context::Context;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::{preserving_fp_environment, within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::private::PrivateComm;
use crate::mpi::shared_memory::{NoSharedMemory, SharedMemory};
use crate::mpi::shared_memory_setup::NotSetUp;
use crate::schedule::{collective_seconds, messages_are_worthwhile, Choices, Machine, Needs};
use std::hint::black_box;

/// Nanoseconds that set-up takes, about: per node and per rank (`make bench CALL=lifetimes`). A
/// communicator that reduces for less is better off without; one that reduces for longer loses no
/// more than its reductions have taken.
const SET_UP: u64 = 150_000;
const EACH_RANK: u64 = 50_000;

/// More ranks than most nodes have.
const NODE: usize = 128;

/// What a communicator has, for a reduction with certain choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources<'a> {
    /// The memory that its ranks share, each node's.
    pub shared: Option<&'a SharedMemory>,
    /// A communicator for messages between them.
    pub private: Option<&'a PrivateComm>,
    /// Predicted time of such a reduction, counted towards set-up; 0 once that is done.
    earning: u64,
}

impl Resources<'_> {
    /// Whether the resources stay as they are after one more such reduction, which is counted.
    #[inline]
    pub fn are_final(&self, communicator: &Communicator) -> bool {
        self.earning == 0
            || !communicator.setup_amortised(setup_cost(communicator), || self.earning)
    }
}

/// What the communicator's reductions have to take before it gets more.
fn setup_cost(communicator: &Communicator) -> u64 {
    SET_UP + EACH_RANK * communicator.size.min(NODE) as u64
}

/// Whether a communicator with these choices may share memory.
pub fn may_share(choices: &Choices) -> bool {
    matches!(choices.schedule.map(|wanted| wanted.schedule.needs), None | Some(Needs::Node))
}

/// What the communicator has for a reduction of so many bytes; made now, collectively, if it is
/// time. All ranks come here with the same reduction and the same choices. (Direct calls say 0:
/// they find out only by what they send whether the ranks have called alike.)
#[inline]
pub fn resources<'a>(
    context: &Context,
    choices: &Choices,
    comm: Handle,
    communicator: &'a Communicator,
    bytes: usize,
) -> Result<Resources<'a>, Fault> {
    let mut resources = Resources::default();
    if communicator.size == 1 {
        return Ok(resources);
    }
    let needs = choices.schedule.map(|wanted| wanted.schedule.needs);
    let measured = context.measured(communicator);
    let earned = needs.is_some()
        || communicator.setup_amortised(setup_cost(communicator), || {
            resources.earning = nanoseconds(measured, communicator.size, bytes);
            resources.earning
        });
    if may_share(choices) {
        resources.shared = match communicator.shared.get() {
            Some(shared) => shared.as_deref().ok(),
            None if earned => shared(context, comm, communicator)?,
            None => None,
        };
    }
    if needs.is_none() && communicator.shared.get().is_none() {
        return Ok(resources);
    }
    let across = resources.shared.is_some_and(|memory| memory.segment.ranks() < communicator.size);
    let nodes = resources.shared.map(|memory| &*memory.nodes);
    let pay = || communicator.pays(|| messages_are_worthwhile(measured, communicator.size, nodes));
    let wanted = across || needs == Some(Needs::Messages) || (needs.is_none() && pay());
    if wanted {
        resources.private = match communicator.private.get() {
            Some(private) => private.as_deref(),
            None if earned => private(context, comm, communicator)?,
            None => None,
        };
    }
    if earned || !wanted {
        resources.earning = 0;
    }
    Ok(resources)
}

/// What the MPI library's collectives are predicted to take for a reduction of so many bytes.
#[cold]
fn nanoseconds(measured: Option<&Machine>, ranks: usize, bytes: usize) -> u64 {
    // (Of ranks that may well be on one node.)
    let machine = measured.unwrap_or(Machine::unmeasured(true));
    // (What is computed in registers alone could be moved out of there.)
    within(Environment::Vector, || {
        let seconds = collective_seconds(black_box(machine), ranks, bytes);
        black_box((1e9 * seconds) as u64)
    })
}

#[cold]
fn shared<'a>(
    context: &Context,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a SharedMemory>, Fault> {
    let (rank, ranks, library) = (communicator.rank, communicator.size, &context.library);
    // (Ranks that take turns in one process must not wait outside MPI.)
    let made = match library.family.ranks_share_a_process() {
        true => Err(NoSharedMemory::Apart.into()),
        false => {
            let split = context.policy().node;
            preserving_fp_environment(|| SharedMemory::set_up(library, comm, rank, ranks, split))
        }
    };
    let made = match made {
        Ok(memory) => Ok(memory),
        Err(NotSetUp::Without(why)) => Err(why),
        Err(NotSetUp::Fault(fault)) => return Err(fault),
    };
    let reason = made.as_ref().err().and_then(|without| without.reason());
    if let (Some(tallies), Some(reason)) = (&context.tallies, reason) {
        if context.counts_for(communicator) {
            tallies.without_memory(reason);
        }
    }
    Ok(communicator.shared.get_or_init(|| made.map(Box::new)).as_deref().ok())
}

#[cold]
fn private<'a>(
    context: &Context,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a PrivateComm>, Fault> {
    let made = preserving_fp_environment(|| PrivateComm::new(&context.library, comm))?;
    Ok(communicator.private.get_or_init(|| made.map(Box::new)).as_deref())
}
