//! What the MPI library's collectives take: see `schedule/cost/collectives.rs`, whose formulas
//! are solved here for their parameters.

use super::bench::{line, Bench, LEAST};
use crate::arithmetic::offload::Addends;
use crate::arithmetic::Fault;
use crate::kernel::fpenv::Caller;
use crate::mpi::family::Handle;
use crate::mpi::transport::Collectives;
use crate::mpi::Library;
use crate::schedule::{Cut, Destination, Machine, Transport};

/// Bytes of each rank that are measured.
const SIZES: [usize; 5] = [8, 256, 4 << 10, 64 << 10, 256 << 10];

/// The most bytes of all ranks.
const MOST: usize = 32 << 20;

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Result<(), Fault> {
    let &Bench { library, comm, rank, ranks, .. } = bench;
    let others = (ranks - 1) as f64;
    let doublings = f64::from(ranks.next_power_of_two().ilog2());
    let sizes = SIZES.iter().copied().filter(|n| *n == SIZES[0] || n * ranks <= MOST);
    let longest = sizes.clone().max().unwrap_or(SIZES[0]);
    let (from, mut into) = (vec![1u8; longest * ranks], vec![0u8; longest * ranks]);
    let (from, into) = (from.as_ptr(), into.as_mut_ptr());
    let all = transport(library, comm, (rank, ranks));

    if library.has_world() {
        let alone = transport(library, library.comm_self(), (0, 1));
        machine.call = bench.seconds(|| {
            // SAFETY: room for the bytes, twice.
            unsafe { alone.gather_rows(Destination::All, from, into, SIZES[0]) }
        })?;
    }

    let mut points = Vec::new();
    for n in sizes.clone() {
        let seconds = bench.seconds(|| {
            // SAFETY: room for as many bytes of each rank.
            unsafe { all.gather_rows(Destination::All, from, into, n) }
        })?;
        points.push((others * n as f64, seconds));
    }
    let (first, slope) = line(&points);
    machine.allgather = ((first - machine.call) / doublings).max(LEAST);
    machine.allgather_byte = slope;

    points.clear();
    for n in sizes.clone() {
        let cut = Cut::new(n * ranks, ranks);
        let seconds = bench.seconds(|| {
            // SAFETY: room for as many bytes for each rank, and from each.
            unsafe { all.exchange_slices(cut, from, into) }
        })?;
        points.push((others * n as f64, seconds));
    }
    let (first, slope) = line(&points);
    machine.alltoall = ((first - machine.call) / others).max(LEAST);
    machine.alltoall_byte = slope;

    points.clear();
    let (addends, mut totals) = (vec![0u64; longest / 8], vec![0u64; longest / 8]);
    for n in sizes {
        let (addends, totals) = (&addends[..n / 8], &mut totals[..n / 8]);
        let seconds = bench.seconds(|| {
            // SAFETY: as many doubles on all ranks: zeros.
            unsafe { all.sums(Destination::All, Addends::Doubles, addends, totals) }
        })?;
        points.push((2.0 * others / ranks as f64 * n as f64, seconds));
    }
    let (first, slope) = line(&points);
    machine.allreduce = ((first - machine.call) / doublings).max(LEAST);
    machine.allreduce_byte = slope;
    Ok(())
}

/// The MPI library's collectives, on bytes.
pub(super) fn transport(
    library: &Library,
    comm: Handle,
    (rank, size): (usize, usize),
) -> Collectives<'_> {
    let caller = &Caller::UNCHANGED;
    Collectives { library, comm, rank, size, element: 1, caller, together: None, messages: None }
}
