//! What a communicator has for schedules beside the MPI library's collectives: made only
//! where it reduces again and again, or where the user names a schedule that needs it.

use super::process::Process;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::{Communicator, Means};
use crate::mpi::family::Handle;
use crate::mpi::private::Private;
use crate::mpi::shared_memory::SharedMemory;
use crate::schedule::{Choices, Needs};

/// The reduction of a communicator, counted from 1, before which they are made: those that
/// reduce less often would spend more time on that than they save.
const REPEATED: u32 = 4;

/// What the communicator has; made now, collectively, if it is time. All ranks come here
/// with the same reduction and the same choices.
#[inline]
pub fn means<'a>(
    process: &Process,
    choices: &Choices,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<&'a Means, Fault> {
    match communicator.means() {
        Some(means) => Ok(means),
        None => make(process, choices, comm, communicator),
    }
}

#[cold]
fn make<'a>(
    process: &Process,
    choices: &Choices,
    comm: Handle,
    communicator: &'a Communicator,
) -> Result<&'a Means, Fault> {
    static NONE: Means = Means { shared: None, private: None };
    let needs = choices.schedule.map(|wanted| wanted.schedule.needs);
    let due = match needs {
        _ if communicator.size == 1 => return Ok(&NONE),
        Some(Needs::Nothing) => return Ok(&NONE),
        Some(_) => true,
        None => communicator.count() >= REPEATED,
    };
    if !due {
        return Ok(&NONE);
    }
    let (rank, ranks) = (communicator.rank, communicator.size);
    // (The MPI library may raise floating-point flags; the caller's come back.)
    let library = &process.library;
    let wants = |means| needs.is_none_or(|needs| needs == means);
    let means = within(Environment::VectorAndX87, || {
        let mut means = Means { shared: None, private: None };
        // (Ranks that take turns in one process must not wait outside MPI.)
        if wants(Needs::Node) && !library.family.ranks_share_a_process() {
            means.shared = SharedMemory::set_up(library, comm, rank, ranks)?;
        }
        if wants(Needs::Messages) {
            means.private = Private::new(library, comm)?;
        }
        Ok(means)
    })?;
    Ok(communicator.keep(means))
}
