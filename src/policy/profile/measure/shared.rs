//! Shared memory between the ranks of each node, measured on all nodes at the same time: see
//! `schedule/cost/shared.rs`.

use super::bench::{line, Bench};
use crate::arithmetic::Fault;
use crate::kernel::fpenv::Caller;
use crate::mpi::shared_memory::SharedMemory;
use crate::mpi::shared_memory_setup::NotSetUp;
use crate::mpi::waiting::NodeView;
use crate::schedule::node::nodes::Split;
use crate::schedule::node::segment::SLOT_BYTES;
use crate::schedule::{node, Destination, Machine};

/// Bytes of each rank that are measured.
const SIZES: [usize; 5] = [8, 512, 4 << 10, 16 << 10, 32 << 10];
const _: () = assert!(SIZES[SIZES.len() - 1] <= SLOT_BYTES);

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
    let memory = match SharedMemory::set_up(library, comm, rank, ranks, split) {
        Ok(memory) => Some(memory),
        Err(NotSetUp::Without(_)) => None,
        Err(NotSetUp::Fault(fault)) => return Err(fault),
    };
    let Some(together) = NodeView::new(library, caller, memory.as_ref()) else { return Ok(()) };
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
