//! Shared memory, on all nodes at the same time: fits the formula of `schedule/cost/shared.rs`.

use super::bench::Bench;
use samebits_base::fault::Outcome;
use samebits_kernel::fpenv::Caller;
use samebits_mpi::memory::{shared::SharedMemory, shared_setup::NotSetUp, waiting::NodeView};
use samebits_schedule::node::nodes::Split;
use samebits_schedule::node::segment::SLOT_BYTES;
use samebits_schedule::{node, Destination, Machine};

const SIZES: [usize; 5] = [8, 512, 4 << 10, 16 << 10, 32 << 10];
const MAX_BYTES: usize = SIZES[SIZES.len() - 1];
const _: () = assert!(MAX_BYTES <= SLOT_BYTES);

pub(super) fn measure(bench: &Bench<'_>, split: Option<Split>, machine: &mut Machine) -> Outcome {
    let &Bench { library, comm, rank, ranks } = bench;
    if library.family.ranks_share_a_process() {
        return Ok(());
    }
    let caller = &Caller::UNCHANGED;
    let memory = match SharedMemory::set_up(library, comm, rank, ranks, split) {
        Ok(memory) => memory,
        Err(NotSetUp::Without(_)) => return Ok(()),
        Err(NotSetUp::Fault(fault)) => return Err(fault),
    };
    let together = NodeView::of(library, caller, comm, &memory);
    let SharedMemory { segment, nodes, .. } = together.memory;
    let most = nodes.max_size();
    let (from, mut into) = (vec![1u8; MAX_BYTES], vec![0u8; MAX_BYTES * most]);
    let copied = |n: usize| ((most + 1) * n) as f64;
    let (first, slope) = bench.fit(&SIZES, copied, |n| {
        if segment.ranks() > 1 {
            let (from, into) = (from.as_ptr(), into.as_mut_ptr());
            // SAFETY: the buffers hold this rank's row, and those of all ranks on its node.
            unsafe { node::gather(&together, Destination::All, from, into, n)? };
        }
        Ok(())
    })?;
    machine.shared = first / (1.0 + (most - 2) as f64 / 4.0);
    machine.shared_byte = slope;
    Ok(())
}
