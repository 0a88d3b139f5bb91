//! `exchange`: two ranks. For short vectors they exchange their contributions, and both fold both.
//! Longer ones go in blocks that stay in the cache: of each block a rank gets the other's
//! contribution to its half and folds it, and the ranks exchange the folded halves. Contributions
//! are folded where they lie into where the result is wanted, without a copy; the other rank's is
//! received there, too, unless the reduction is in place.
//!
//! Cost, n bytes, b blocks: short vectors α + n β + n γ, longer ones 2 b α + n β + n/2 γ (to a root
//! the folded half goes one way only).

use crate::collectives::gather_slices;
use crate::exchanges::exchange;
use crate::prelude::*;
use crate::reduction::{is_short, rows, SCRATCH};

pub const ROW: Schedule = Schedule {
    name: "exchange",
    description: "two ranks exchange contributions, of long vectors a half each, and fold \
                  them where they lie",
    takes,
    scratch: rows,
    cost: Cost::Fixed(seconds),
    run: Some(stepwise::run::<Exchange>),
    later: Some(stepwise::later::<Exchange>()),
    ..Schedule::USUAL
};

fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, gamma) = (job.bytes as f64, machine.folding(job.family, 2));
    let once = machine.call + machine.alltoall;
    if job.to == Destination::All && is_short(2, job.bytes) {
        return once + n * (machine.alltoall_byte + gamma);
    }
    let blocks = job.blocks(SCRATCH) as f64;
    let half = blocks * once + n / 2.0 * machine.alltoall_byte;
    let back = match job.to.root() {
        None => half,
        Some(_) => {
            let once = machine.call + machine.allgather;
            blocks * once + n / 2.0 * machine.allgather_byte
        }
    };
    half + n / 2.0 * gamma + back
}

/// Bytes of half a block. Longer messages are faster, until the halves of both contributions, one
/// of which becomes the result, no longer fit in a core's own cache (`make bench SMALLEST=512K`
/// with 256 KiB to 1 MiB, of 2 MiB of cache; 1 MiB is as fast). The scratch holds one and, where
/// the caller's buffers are not contiguous, a block after it.
const HALF: usize = 512 << 10;
const _: () = assert!(HALF <= SCRATCH && 3 * HALF <= 2 * SCRATCH);

fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match (case.ranks, case.fold.two()) {
        (2, Some(_)) if case.fold.size() > HALF => Err("an element is larger than half a block"),
        (2, Some(_)) => Ok(()),
        (2, None) => Err("the operator takes whole contributions only"),
        _ => Err("it takes exactly two ranks"),
    }
}

struct Exchange;

impl Body for Exchange {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        other: *mut u8,
    ) -> Outcome {
        let (rank, size, count) = (transport.rank(), reduction.fold.size(), reduction.count);
        let rows = reduction.fold.two().expect("`takes` has checked that");
        let team = reduction.settings.team();
        let fold = |own: *const u8, theirs: *const u8, into: *mut u8, n: usize| {
            let (left, right) = if rank == 0 { (own, theirs) } else { (theirs, own) };
            // SAFETY: n elements of this rank's contribution and of the other's; the results may
            // take the place of one of the two.
            unsafe { rows.fold_two(team, left, right, into, n) }
        };
        if reduction.to == Destination::All && is_short(2, count.saturating_mul(size)) {
            let stage = other.wrapping_add(count * size);
            // SAFETY: the scratch holds a contribution of this length, and one more where the
            // caller's buffers are not contiguous.
            return unsafe {
                let own = reduction.contribution(0, count, stage)?;
                let result = reduction.result_row(0, stage);
                let other = if result.cast_const() == own { other } else { result };
                match M::SUSPENDS {
                    false => transport.exchange((own, count), (other, count))?,
                    true => {
                        let (messages, bytes) = (transport.needed_messages(), count * size);
                        exchange::<M>(messages, 1 - rank, (own, bytes), (other, bytes)).await?;
                    }
                }
                fold(own, other, result, count)?;
                reduction.deliver(result, 0, count)
            };
        }
        for (from, total) in reduction.blocks(2 * (HALF / size)) {
            let cut = Cut::new(total, 2);
            let half = |rank: usize| cut.start(rank) * size;
            let (mine, theirs) = (cut.length(rank), cut.length(1 - rank));
            let stage = other.wrapping_add(cut.length(0) * size);
            // SAFETY: the block lies within the vector, and half of it in the scratch, with all of
            // it behind where the caller's buffers are not contiguous; in place, a half is sent
            // before it is overwritten.
            unsafe {
                let own = reduction.contribution(from, total, stage)?;
                let result = reduction.result_row(from, stage);
                let receives = reduction.to.reaches(rank);
                let into = if receives { result.add(half(rank)) } else { other };
                let other = if into.cast_const() == own.add(half(rank)) { other } else { into };
                let send = own.add(half(1 - rank));
                match M::SUSPENDS {
                    false => transport.exchange((send, theirs), (other, mine))?,
                    true => {
                        let (send, recv) = ((send, theirs * size), (other, mine * size));
                        exchange::<M>(transport.needed_messages(), 1 - rank, send, recv).await?;
                    }
                }
                fold(own.add(half(rank)), other, into, mine)?;
                let (to, folded) = (reduction.to, into.cast_const());
                let place = result.wrapping_add(half(1 - rank));
                match (to == Destination::All, M::SUSPENDS) {
                    (true, false) => {
                        transport.exchange_results((folded, mine), (place, theirs))?;
                    }
                    (true, true) => {
                        let (send, recv) = ((folded, mine * size), (place, theirs * size));
                        exchange::<M>(transport.needed_results(), 1 - rank, send, recv).await?;
                    }
                    (false, false) => transport.gather_slices(to, cut, folded, result)?,
                    (false, true) => {
                        gather_slices(transport, to, (cut, size), folded, result).await?;
                    }
                }
                if receives {
                    reduction.deliver(result, from, total)?;
                }
            }
        }
        Ok(())
    }
}
