//! Measures the machine that the ranks of a communicator are on, for the cost model: each
//! parameter by what it is a parameter of, with as many rounds as fit into a fraction of a
//! second ([`bench`]). All ranks find the same numbers.

mod bench;
mod collectives;
mod local;
mod messages;
mod shared;

use crate::arithmetic::Fault;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::Library;
use crate::schedule::node::nodes::Split;
use crate::schedule::{Destination, Machine, Transport};
use bench::Bench;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Measures it, the ranks of a machine being split so; collective. What the ranks have no
/// means for, memory in common or messages, keeps its default.
pub fn measure(
    library: &Library,
    comm: Handle,
    communicator: &Communicator,
    split: Option<Split>,
) -> Result<Machine, Fault> {
    let bench = Bench { library, comm, rank: communicator.rank, ranks: communicator.size };
    let mut machine = Machine::DEFAULT;
    local::measure(&bench, &mut machine)?;
    collectives::measure(&bench, &mut machine)?;
    shared::measure(&bench, split, &mut machine)?;
    messages::measure(&bench, &mut machine)?;
    Ok(machine)
}

/// The number of nodes that the ranks are on, by their names; collective.
pub fn hosts(library: &Library, comm: Handle, communicator: &Communicator) -> Result<usize, Fault> {
    let mut hasher = DefaultHasher::new();
    fs::read("/proc/sys/kernel/hostname").unwrap_or_default().hash(&mut hasher);
    let own = hasher.finish();
    let mut all = vec![0u64; communicator.size];
    let transport = collectives::transport(library, comm, (communicator.rank, communicator.size));
    // SAFETY: a number from each rank.
    unsafe {
        let (from, to) = ((&raw const own).cast(), all.as_mut_ptr().cast());
        transport.gather_rows(Destination::All, from, to, size_of::<u64>())?;
    }
    all.sort_unstable();
    all.dedup();
    Ok(all.len())
}
