//! What a communicator has for schedules beside the MPI library's collectives: made only
//! where its reductions have earned it, or where the user names a schedule that needs it.

use super::process::Process;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::{undisturbed, within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::private::Private;
use crate::mpi::shared_memory::{SharedMemory, Without};
use crate::schedule::{collective_seconds, messages_pay, Choices, Machine, Needs};
use std::hint::black_box;

/// Nanoseconds that setting up takes, about: for the first rank of a node, and for each rank
/// whose memory it has to be given (`make bench CALL=lifetimes` shows both). A communicator whose
/// reductions take less in all is better off without; one whose reductions take more has lost no
/// more time than they have taken.
const SET_UP: u64 = 150_000;
const EACH_RANK: u64 = 50_000;

/// More ranks than most nodes have.
const NODE: usize = 128;

/// What a communicator has, for a reduction with certain choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means<'a> {
    /// The memory that its ranks share, each node's.
    pub shared: Option<&'a SharedMemory>,
    /// A communicator for messages between them.
    pub private: Option<&'a Private>,
    /// Nanoseconds by which each such reduction earns more; 0 where it has all that it gets.
    earning: u64,
}

impl Means<'_> {
    /// Whether the communicator that has these gets no more with one more such reduction, which
    /// is counted.
    #[inline]
    pub fn are_all(&self, communicator: &Communicator) -> bool {
        self.earning == 0 || !communicator.has_earned(price(communicator), || self.earning)
    }
}

/// What the communicator's reductions have to take before it gets more.
fn price(communicator: &Communicator) -> u64 {
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
pub fn means<'a>(
    process: &Process,
    choices: &Choices,
    comm: Handle,
    communicator: &'a Communicator,
    bytes: usize,
) -> Result<Means<'a>, Fault> {
    let mut means = Means::default();
    if communicator.size == 1 {
        return Ok(means);
    }
    let needs = choices.schedule.map(|wanted| wanted.schedule.needs);
    let measured = process.measured(communicator);
    let earned = needs.is_some()
        || communicator.has_earned(price(communicator), || {
            means.earning = nanoseconds(measured, communicator.size, bytes);
            means.earning
        });
    if may_share(choices) {
        means.shared = match communicator.shared.get() {
            Some(shared) => shared.as_deref().ok(),
            None if earned => shared(process, comm, communicator)?,
            None => None,
        };
    }
    if needs.is_none() && communicator.shared.get().is_none() {
        return Ok(means);
    }
    let across = means.shared.is_some_and(|memory| memory.segment.ranks() < communicator.size);
    let nodes = means.shared.map(|memory| &*memory.nodes);
    let pay = || communicator.pays(|| messages_pay(measured, communicator.size, nodes));
    let wanted = across || needs == Some(Needs::Messages) || (needs.is_none() && pay());
    if wanted {
        means.private = match communicator.private.get() {
            Some(private) => private.as_deref(),
            None if earned => private(process, comm, communicator)?,
            None => None,
        };
    }
    if earned || !wanted {
        means.earning = 0;
    }
    Ok(means)
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
    process: &Process,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a SharedMemory>, Fault> {
    let (rank, ranks, library) = (communicator.rank, communicator.size, &process.library);
    // (Ranks that take turns in one process must not wait outside MPI.)
    let made = match library.family.ranks_share_a_process() {
        true => Err(Without::Apart),
        false => {
            let split = process.policy().node;
            undisturbed(|| SharedMemory::set_up(library, comm, rank, ranks, split))?
        }
    };
    let reason = made.as_ref().err().and_then(|without| without.reason());
    if let (Some(tallies), Some(reason)) = (&process.tallies, reason) {
        if process.counts_for(communicator) {
            tallies.without_memory(reason);
        }
    }
    Ok(communicator.shared.get_or_init(|| made.map(Box::new)).as_deref().ok())
}

#[cold]
fn private<'a>(
    process: &Process,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a Private>, Fault> {
    let made = undisturbed(|| Private::new(&process.library, comm))?;
    Ok(communicator.private.get_or_init(|| made.map(Box::new)).as_deref())
}
