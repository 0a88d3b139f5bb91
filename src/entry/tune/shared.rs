//! What memory takes that the ranks of each node share, all nodes at the same time: see
//! `schedule/cost/node.rs`.

use super::bench::{line, Bench};
use crate::arithmetic::Fault;
use crate::kernel::fpenv::Caller;
use crate::mpi::shared_memory::SharedMemory;
use crate::mpi::waiting::Together;
use crate::schedule::node::nodes::Split;
use crate::schedule::node::segment::ROOM;
use crate::schedule::{node, Destination, Machine};

/// Bytes of each rank that are measured.
const SIZES: [usize; 5] = [8, 512, 4 << 10, 16 << 10, 32 << 10];
const _: () = assert!(SIZES[SIZES.len() - 1] <= ROOM);

pub(super) fn measure(
    bench: &Bench<'_>,
    split: Option<Split>,
    machine: &mut Machine,
) -> Result<(), Fault> {
    let &Bench { library, comm, rank, ranks } = bench;
    if library.family.ranks_share_a_process() {
        return Ok(());
    }
    let caller = &Caller::UNCHANGED;
    let memory = SharedMemory::set_up(library, comm, rank, ranks, split)?.ok();
    let Some(together) = Together::new(library, caller, memory.as_ref()) else { return Ok(()) };
    let SharedMemory { segment, nodes, .. } = together.memory;
    let (here, most) = (segment.ranks(), nodes.most());
    let longest = *SIZES.last().expect("there are some");
    let (from, mut into) = (vec![1u8; longest], vec![0u8; longest * most]);
    let mut points = Vec::new();
    for n in SIZES {
        let seconds = bench.seconds(|| {
            let (from, into) = (from.as_ptr(), into.as_mut_ptr());
            if here == 1 {
                return Ok(());
            }
            // SAFETY: a row of this rank's, and room for those of all on its node.
            unsafe { node::gather(&together, Destination::All, from, into, n) };
            Ok(())
        })?;
        points.push((((most + 1) * n) as f64, seconds));
    }
    let (first, slope) = line(&points);
    machine.shared = first / (1.0 + (most - 2) as f64 / 4.0);
    machine.shared_byte = slope;
    Ok(())
}
