//! `ring`: reduce-scatter around a ring, then the slices are gathered (Shan et al. 2019,
//! section III-D): each rank gets a slice of the vector. The partial of a slice starts after its
//! owner and goes to the left, each rank merging its own contribution, so that it is always of
//! consecutive ranks, around the end.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: (p - 1) α + w n (p-1)/p β + w n (p-1)/p γ, and
//! the MPI library's gather, (p - 1) α + n (p-1)/p β at most. Any p; little scratch. Long
//! vectors go in rounds; long slices are merged by the threads of a rank, which divides γ.

use super::slices;
use crate::collectives::gather_slices;
use crate::growing::Growing;
use crate::merging::{self, aligned, block, ScratchDivision};
use crate::prelude::*;
use crate::stepwise::wait;
use samebits_fold::Family;

pub const ROW: Schedule = Schedule {
    name: "ring",
    description: "reduce-scatter around a ring, and gather: messages between neighbours only",
    takes,
    scratch,
    cost: Cost::Blocks { seconds, degree: Degree::None },
    run: Some(stepwise::run::<Ring>),
    later: Some(stepwise::later::<Ring>()),
    ..merging::ROW
};

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let (ranks, n) = (job.ranks, job.bytes as f64);
    let rounds = job.blocks(settings.block.max(1).saturating_mul(ranks)) as f64;
    let (steps, part) = ((ranks - 1) as f64, (ranks - 1) as f64 / ranks as f64);
    let &Machine { alpha, beta, merge, .. } = machine;
    // Ranks around the end are hardly ever a subtree, so their partial has many.
    let width = match job.family {
        Family::Tree => job.width * f64::from(ranks.next_power_of_two().ilog2()),
        Family::Exact | Family::Levels => job.width,
    };
    let scatter =
        steps * rounds * (alpha + merge) + width * n * part * (beta + machine.merging(job.family));
    scatter + steps * rounds * alpha + n * part * beta
}

fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    merging::takes(case).and_then(|()| slices::takes(case))
}

/// The layout of a rank's scratch, for rounds of at most n elements; what is received comes
/// first.
struct RingScratch {
    /// Two buffers for merged partials, used alternately.
    merged: [usize; 2],
    /// Two rows of a slice, where the caller's buffers are not contiguous.
    stages: [usize; 2],
    /// A row of all slices where they are not, or on a rank that gets no result one of a slice.
    result: usize,
    bytes: usize,
}

impl RingScratch {
    fn new(case: &Case<'_>, rank: usize, n: usize) -> RingScratch {
        let (partials, ranks) = (case.partials(), case.ranks);
        let (slice, size) = (n.div_ceil(ranks), case.fold.size());
        let max_bytes = |first: usize, counts: std::ops::RangeInclusive<usize>| {
            let sets = counts.map(|count| Ranks::cyclic(first, count, ranks));
            sets.map(|of| aligned(partials.most(&of, ranks, slice))).max().unwrap_or(0)
        };
        let is_staged = case.fold.buffers().is_some();
        let mut scratch = ScratchDivision::default();
        scratch.take(max_bytes((rank + 1) % ranks, 1..=ranks - 1));
        let merged = scratch.take_two(max_bytes(rank, 1..=ranks));
        let stages = scratch.take_two(if is_staged { aligned(slice * size) } else { 0 });
        let result = scratch.take(aligned(if is_staged { n } else { slice } * size));
        RingScratch { merged, stages, result, bytes: scratch.bytes }
    }
}

/// The elements of a round: the same on all ranks.
fn round(case: &Case<'_>, settings: &Settings) -> usize {
    let size = case.fold.size();
    let wanted = (settings.block / size).max(1).saturating_mul(case.ranks).min(case.count);
    block(wanted.saturating_mul(size), size, |n| RingScratch::new(case, 0, n).bytes)
}

fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    RingScratch::new(case, rank, round(case, settings)).bytes
}

struct Ring;

impl Body for Ring {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        scratch: *mut u8,
    ) -> Outcome {
        let (rank, ranks, size) = (transport.rank(), transport.size(), reduction.fold.size());
        let case = reduction.case(ranks);
        let n = round(&case, &reduction.settings);
        let layout = RingScratch::new(&case, rank, n);
        let place = |at: usize| scratch.wrapping_add(at);
        let receives = reduction.to.reaches(rank);
        for (from, total) in reduction.blocks(n) {
            let cut = Cut::new(total, ranks);
            let places = (scratch, layout.merged.map(place), layout.stages.map(place));
            let stage = place(layout.result);
            let result = if receives { reduction.result_row(from, stage) } else { stage };
            let slice = if receives { result.wrapping_add(cut.start(rank) * size) } else { stage };
            // SAFETY: the round lies within the vector, and its partials in the scratch; in place,
            // all of the contribution was merged or sent before it is overwritten.
            unsafe {
                let partial = reduce_scatter::<M>(transport, reduction, from, cut, places).await?;
                if partial.n > 0 {
                    partial.finish(slice)?;
                }
                let to = reduction.to;
                match M::SUSPENDS {
                    false => transport.gather_slices(to, cut, slice, result)?,
                    true => gather_slices(transport, to, (cut, size), slice, result).await?,
                }
                if receives {
                    reduction.deliver(result, from, total)?;
                }
            }
        }
        Ok(())
    }
}

/// The partial of all ranks, of this rank's slice of a round that begins at `from`.
async unsafe fn reduce_scatter<'a, M: Mode>(
    transport: &dyn Transport,
    reduction: &'a Reduction<'a>,
    from: usize,
    cut: Cut,
    (received, merged, stages): (*mut u8, [*mut u8; 2], [*mut u8; 2]),
) -> Result<Growing<'a>, Fault> {
    let (rank, ranks, messages) = (transport.rank(), transport.size(), transport.needed_messages());
    let (left, right) = ((rank + ranks - 1) % ranks, (rank + 1) % ranks);
    let contribution = |slice: usize, stage, places| {
        let (from, n) = (from + cut.start(slice), cut.length(slice));
        // SAFETY: a slice lies within the vector.
        let at = unsafe { reduction.contribution(from, n, stage)? };
        Ok::<_, Fault>(Growing { reduction, ranks, n, of: Ranks::one(rank), at, places })
    };
    let mut partial = contribution(right, stages[0], merged)?;
    for step in 0..ranks - 1 {
        let theirs = Ranks::cyclic(right, step + 1, ranks);
        let mut next = contribution((rank + 2 + step) % ranks, stages[1], partial.places)?;
        // SAFETY: upheld by the caller; what is sent is waited for before its buffer is used
        // again.
        unsafe {
            let receiving = match next.n {
                0 => None,
                _ => Some(messages.receive(right, received, next.most(&theirs))?),
            };
            let sending = match partial.n {
                0 => None,
                _ => Some(messages.send(left, partial.at, partial.length())?),
            };
            if let Some(receiving) = receiving {
                wait::<M>(messages, receiving).await?;
                next.merge(&theirs, received)?;
            }
            if let Some(sending) = sending {
                wait::<M>(messages, sending).await?;
            }
        }
        partial = next;
    }
    Ok(partial)
}
