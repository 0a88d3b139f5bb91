//! `ring`: reduce-scatter around a ring, then the slices are gathered (Shan et al. 2019,
//! section III-D): each rank gets a slice of the vector. The partial of a slice starts behind its
//! owner and goes to the left, each rank merging its own contribution, so that it is always of
//! consecutive ranks, around the end.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: (p - 1) α + w n (p-1)/p β + w n (p-1)/p γ, and
//! the MPI library's gather, (p - 1) α + n (p-1)/p β at most. Any p; little scratch. Long
//! vectors go in rounds; long slices are merged by the threads of a rank, which divides γ.

use super::slices;
use crate::merging::{self, aligned, block};
use crate::messages::Messages;
use crate::prelude::*;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, Partials};
use samebits_fold::Family;

pub const ROW: Schedule = Schedule {
    name: "ring",
    description: "reduce-scatter around a ring, and gather: messages between neighbours only",
    takes,
    scratch,
    cost: Cost::Blocks { seconds, degree: Degree::None },
    run: Some(run),
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

/// What lies where in a rank's scratch, for rounds of at most n elements; what is received comes
/// first.
struct RingScratch {
    /// Merged partials, in turn.
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
        let merged = max_bytes(rank, 1..=ranks);
        let received = max_bytes((rank + 1) % ranks, 1..=ranks - 1);
        let row = received + 2 * merged;
        let staged = if case.fold.buffers().is_some() { aligned(slice * size) } else { 0 };
        let result = row + 2 * staged;
        let whole = if staged > 0 { n * size } else { slice * size };
        RingScratch {
            merged: [received, received + merged],
            stages: [row, row + staged],
            result,
            bytes: result + aligned(whole),
        }
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

unsafe fn run(transport: &dyn Transport, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    let (rank, ranks, fold) = (transport.rank(), transport.size(), reduction.fold);
    let case = reduction.case(ranks);
    let n = round(&case, &reduction.settings);
    let layout = RingScratch::new(&case, rank, n);
    let partials = case.partials();
    let messages = transport.messages().expect("`takes` was asked");
    let place = |at: usize| scratch.wrapping_add(at);
    let receives = reduction.to.reaches(rank);
    for from in (0..reduction.count).step_by(n) {
        let total = n.min(reduction.count - from);
        let cut = Cut::new(total, ranks);
        let own = cut.length(rank);
        let round = Round { partials, messages, reduction, rank, ranks, from, cut };
        // SAFETY: the round lies within the vector, and its partials in the scratch; in place, all
        // of the contribution was merged or sent before it is overwritten.
        unsafe {
            let partial =
                round.reduce(scratch, layout.merged.map(place), layout.stages.map(place))?;
            let stage = place(layout.result);
            let result = if receives { reduction.result_row(from, stage) } else { stage };
            let start = if receives { cut.start(rank) * fold.size() } else { 0 };
            let slice = result.wrapping_add(start);
            if own > 0 {
                partials.finish(reduction.settings.team(), partial, ranks, own, slice)?;
            }
            transport.gather_slices(reduction.to, cut, slice, result)?;
            if receives {
                reduction.deliver(result, from, total)?;
            }
        }
    }
    Ok(())
}

struct Round<'a> {
    partials: &'a dyn Partials,
    messages: &'a dyn Messages,
    reduction: &'a Reduction<'a>,
    rank: usize,
    ranks: usize,
    from: usize,
    cut: Cut,
}

impl Round<'_> {
    /// The partial of all ranks, of this rank's slice.
    unsafe fn reduce(
        &self,
        received: *mut u8,
        [mut into, mut other]: [*mut u8; 2],
        stages: [*mut u8; 2],
    ) -> Result<*mut u8, Fault> {
        let &Round { partials, messages, rank, ranks, cut, .. } = self;
        let (left, right) = ((rank + ranks - 1) % ranks, (rank + 1) % ranks);
        let team = self.reduction.settings.team();
        let contribution = |slice: usize, stage| {
            let (from, n) = (self.from + cut.start(slice), cut.length(slice));
            // SAFETY: a slice lies within the vector.
            unsafe { self.reduction.contribution(from, n, stage) }
        };
        let mut partial = contribution(right, stages[0])?;
        // SAFETY: upheld by the caller; what is sent is waited for before its buffer is used
        // again.
        unsafe {
            if ranks == 1 {
                let bytes = cut.length(0) * self.reduction.fold.size();
                std::ptr::copy_nonoverlapping(partial, into, bytes);
                return Ok(into);
            }
            for step in 0..ranks - 1 {
                let (sent, slice) = ((rank + 1 + step) % ranks, (rank + 2 + step) % ranks);
                let theirs = Ranks::cyclic(right, step + 1, ranks);
                let n = cut.length(slice);
                let mut receiving = None;
                if n > 0 {
                    let max_bytes = partials.most(&theirs, ranks, n);
                    receiving = Some(messages.receive(right, received, max_bytes)?);
                }
                let mut sending = None;
                if cut.length(sent) > 0 {
                    let of = Ranks::cyclic(rank, step + 1, ranks);
                    let own = Partial { of: &of, at: partial };
                    let bytes = partials.length(own, ranks, cut.length(sent));
                    sending = Some(messages.send(left, partial, bytes)?);
                }
                if let Some(receiving) = receiving {
                    messages.wait(receiving)?;
                    let (of, at) = (Ranks::one(rank), contribution(slice, stages[1])?);
                    let (own, theirs) =
                        (Partial { of: &of, at }, Partial { of: &theirs, at: received });
                    partials.merge(team, own, theirs, ranks, n, into)?;
                }
                if let Some(sending) = sending {
                    messages.wait(sending)?;
                }
                partial = into;
                std::mem::swap(&mut into, &mut other);
            }
            Ok(other)
        }
    }
}
