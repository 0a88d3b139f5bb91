//! The MPI library's collectives: fits the formulas of `schedule/cost/collectives.rs`.

use super::bench::{Bench, MIN_SECONDS};
use samebits_base::fault::Outcome;
use samebits_fold::offload::Addends;
use samebits_kernel::fpenv::Caller;
use samebits_mpi::{abi::family::Handle, transport::Collectives, Library};
use samebits_schedule::{Cut, Destination, Machine, Transport};

const SIZES: [usize; 5] = [8, 256, 4 << 10, 64 << 10, 256 << 10];
const MAX_BYTES_OF_ALL_RANKS: usize = 32 << 20;

pub(super) fn measure(bench: &Bench<'_>, machine: &mut Machine) -> Outcome {
    let &Bench { library, comm, rank, ranks, .. } = bench;
    let others = (ranks - 1) as f64;
    let doublings = f64::from(ranks.next_power_of_two().ilog2());
    let fitting = SIZES.iter().filter(|n| **n * ranks <= MAX_BYTES_OF_ALL_RANKS).count();
    let sizes = &SIZES[..fitting.max(1)];
    let longest = sizes[sizes.len() - 1];
    let (from, mut into) = (vec![1u8; longest * ranks], vec![0u8; longest * ranks]);
    let (from, into) = (from.as_ptr(), into.as_mut_ptr());
    let all = transport(library, comm, (rank, ranks));

    if library.has_world() {
        let alone = transport(library, library.comm_self(), (0, 1));
        machine.call = bench.seconds(|| {
            // SAFETY: the buffers hold the bytes of one rank.
            unsafe { alone.gather_rows(Destination::All, from, into, SIZES[0]) }
        })?;
    }
    let from_others = |n: usize| others * n as f64;

    let (first, slope) = bench.fit(sizes, from_others, |n| {
        // SAFETY: the buffers hold n bytes of each rank.
        unsafe { all.gather_rows(Destination::All, from, into, n) }
    })?;
    machine.allgather = ((first - machine.call) / doublings).max(MIN_SECONDS);
    machine.allgather_byte = slope;

    let (first, slope) = bench.fit(sizes, from_others, |n| {
        // SAFETY: the buffers hold n bytes for each rank, and from each.
        unsafe { all.exchange_slices(Cut::new(n * ranks, ranks), from, into) }
    })?;
    machine.alltoall = ((first - machine.call) / others).max(MIN_SECONDS);
    machine.alltoall_byte = slope;

    let (addends, mut totals) = (vec![0u64; longest / 8], vec![0u64; longest / 8]);
    let reduced = |n: usize| 2.0 * others / ranks as f64 * n as f64;
    let (first, slope) = bench.fit(sizes, reduced, |n| {
        let (addends, totals) = (&addends[..n / 8], &mut totals[..n / 8]);
        // SAFETY: as many doubles on all ranks, all zero.
        unsafe { all.sums(Destination::All, Addends::Doubles, addends, totals) }
    })?;
    machine.allreduce = ((first - machine.call) / doublings).max(MIN_SECONDS);
    machine.allreduce_byte = slope;
    Ok(())
}

/// The MPI library's collectives, on bytes.
pub(super) fn transport(library: &Library, comm: Handle, place: (usize, usize)) -> Collectives<'_> {
    let ((rank, size), caller) = (place, &Caller::UNCHANGED);
    Collectives { library, comm, rank, size, element: 1, caller, node_view: None, messages: None }
}
