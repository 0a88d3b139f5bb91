//! Measures the parameters of the cost model. All ranks get the same numbers.

mod bench;
mod collectives;
mod local;
mod messages;
mod shared;

use crate::communicator::Communicator;
use bench::Bench;
use samebits_base::fault::Fault;
use samebits_mpi::{abi::family::Handle, Library};
use samebits_schedule::{node::nodes::Split, Destination, Machine, Transport};
use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Collective. Parameters of resources that the ranks do not have keep their defaults.
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

/// The number of nodes that the ranks are on, by host name; collective.
pub fn hosts(library: &Library, comm: Handle, communicator: &Communicator) -> Result<usize, Fault> {
    let mut hasher = DefaultHasher::new();
    fs::read("/proc/sys/kernel/hostname").unwrap_or_default().hash(&mut hasher);
    let own = hasher.finish();
    let mut all = vec![0u64; communicator.size];
    let transport = collectives::transport(library, comm, (communicator.rank, communicator.size));
    let (from, to) = ((&raw const own).cast(), all.as_mut_ptr().cast());
    // SAFETY: a number from each rank.
    unsafe { transport.gather_rows(Destination::All, from, to, size_of::<u64>())? };
    Ok(all.iter().collect::<HashSet<_>>().len())
}
