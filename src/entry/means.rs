//! What a communicator has for schedules beside the MPI library's collectives: made only
//! where it reduces again and again, or where the user names a schedule that needs it.

use super::process::Process;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::private::Private;
use crate::mpi::shared_memory::SharedMemory;
use crate::schedule::{messages_pay, Choices, Needs};

/// The reduction of a communicator, counted from 1, before which shared memory is set up:
/// communicators that reduce less often would spend more time on that than they save.
const REPEATED: u32 = 4;

/// What a communicator has, for a reduction with certain choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means<'a> {
    /// The memory that its ranks share, each node's.
    pub shared: Option<&'a SharedMemory>,
    /// A communicator for messages between them.
    pub private: Option<&'a Private>,
}

/// What the communicator has; made now, collectively, if it is time. All ranks come here
/// with the same reduction and the same choices.
#[inline]
pub fn means<'a>(
    process: &Process,
    choices: &Choices,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Means<'a>, Fault> {
    let mut means = Means::default();
    if communicator.size == 1 {
        return Ok(means);
    }
    let needs = choices.schedule.map(|wanted| wanted.schedule.needs);
    if matches!(needs, None | Some(Needs::Node)) {
        means.shared = match communicator.shared.get() {
            Some(shared) => shared.as_deref(),
            None if needs.is_none() && communicator.count() < REPEATED => None,
            None => shared(process, comm, communicator)?,
        };
    }
    let across = means.shared.is_some_and(|memory| memory.segment.ranks() < communicator.size);
    // (From the reduction on before which shared memory is set up.)
    let repeated = needs.is_none() && communicator.shared.get().is_some();
    let nodes = means.shared.map(|memory| &*memory.nodes);
    let measured = process.measured(communicator);
    let pay = repeated && communicator.pays(|| messages_pay(measured, communicator.size, nodes));
    if across || pay || needs == Some(Needs::Messages) {
        means.private = match communicator.private.get() {
            Some(private) => private.as_deref(),
            None => private(process, comm, communicator)?,
        };
    }
    Ok(means)
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
        true => None,
        false => {
            let split = process.policy().node;
            quietly(|| SharedMemory::set_up(library, comm, rank, ranks, split))?
        }
    };
    Ok(communicator.shared.get_or_init(|| made.map(Box::new)).as_deref())
}

#[cold]
fn private<'a>(
    process: &Process,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<Option<&'a Private>, Fault> {
    let made = quietly(|| Private::new(&process.library, comm))?;
    Ok(communicator.private.get_or_init(|| made.map(Box::new)).as_deref())
}

/// The MPI library may raise floating-point flags; the caller's come back.
fn quietly<R>(make: impl FnOnce() -> R) -> R {
    within(Environment::VectorAndX87, make)
}
