//! `ring`: reduce-scatter around a ring, then the slices are gathered (Shan et al. 2019,
//! section III-D): each rank has a slice of the vector in the end. What is known of a slice
//! starts behind it, and every rank on its way, each time the one to the left, merges its own
//! contribution; so it always is of consecutive ranks, around the end.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: (p - 1) α + w n (p-1)/p β + w n (p-1)/p γ, and
//! the MPI library's gather, (p - 1) α + n (p-1)/p β at most. Any p; little scratch. Long
//! vectors go in rounds; long slices are merged by the threads of a rank, which divides γ.

use super::slices;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::{Partial, Partials};
use crate::arithmetic::{Family, Fault, Fold};
use crate::schedule::case::{Case, Settings};
use crate::schedule::cost::{Cost, Machine, Workload};
use crate::schedule::merging::{self, aligned, block};
use crate::schedule::messages::Messages;
use crate::schedule::reduction::{receives, Reduction};
use crate::schedule::row::Schedule;
use crate::schedule::transport::{Cut, Transport};

pub const ROW: Schedule = Schedule {
    name: "ring",
    description: "reduce-scatter around a ring, and gather: messages between neighbours only",
    takes,
    scratch,
    cost: Cost::Blocks { seconds, degree: false },
    run: Some(run),
    ..merging::ROW
};

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let (ranks, n) = (job.ranks, job.bytes as f64);
    let rounds = job.blocks(settings.block.max(1).saturating_mul(ranks)) as f64;
    let (steps, part) = ((ranks - 1) as f64, (ranks - 1) as f64 / ranks as f64);
    let &Machine { alpha, beta, merge, .. } = machine;
    // (A tree's subtrees hardly ever are what comes around the end.)
    let width = match job.family {
        Family::Tree => job.width * f64::from(ranks.next_power_of_two().ilog2()),
        Family::Exact | Family::Levels => job.width,
    };
    let scatter =
        steps * rounds * (alpha + merge) + width * n * part * (beta + machine.merging(job.family));
    scatter + steps * rounds * alpha + n * part * beta
}

/// Slices are gathered by a collective of the MPI library.
fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    merging::takes(case).and_then(|()| slices::takes(case))
}

/// What lies where in a rank's scratch, for rounds of at most n elements.
struct Layout {
    /// What is known, in turn; what is received lies in front.
    merged: [usize; 2],
    /// Two rows of a slice, and one of all slices, where the caller's buffers are not contiguous.
    stages: [usize; 2],
    result: usize,
    bytes: usize,
}

impl Layout {
    fn new(fold: &dyn Fold, ranks: usize, rank: usize, n: usize) -> Layout {
        let partials = fold.partials().expect("`takes` was asked");
        let (slice, size) = (n.div_ceil(ranks), fold.size());
        let most = (0..=ranks).map(|count| Ranks::cyclic(rank, count, ranks)).skip(1);
        let most = most.map(|of| aligned(partials.most(&of, ranks, slice))).max();
        let before = (1..ranks).map(|count| Ranks::cyclic((rank + 1) % ranks, count, ranks));
        let before = before.map(|of| aligned(partials.most(&of, ranks, slice))).max();
        let (merged, received) = (most.unwrap_or(0), before.unwrap_or(0));
        let row = received + 2 * merged;
        let staged = if fold.buffers().is_some() { aligned(slice * size) } else { 0 };
        // (A rank that gets no result needs a place for its slice's.)
        let result = row + 2 * staged;
        let whole = if staged > 0 { n * size } else { slice * size };
        Layout {
            merged: [received, received + merged],
            stages: [row, row + staged],
            result,
            bytes: result + aligned(whole),
        }
    }
}

/// The elements of a round: the same on all ranks.
fn round(fold: &dyn Fold, ranks: usize, count: usize, settings: &Settings) -> usize {
    let size = fold.size();
    let wanted = (settings.block / size).max(1).saturating_mul(ranks).min(count);
    block(wanted.saturating_mul(size), size, |n| Layout::new(fold, ranks, 0, n).bytes)
}

fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let n = round(case.fold, case.ranks, case.count, settings);
    Layout::new(case.fold, case.ranks, rank, n).bytes
}

unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (rank, ranks, fold) = (transport.rank(), transport.size(), reduction.fold);
    let n = round(fold, ranks, reduction.count, &reduction.settings);
    let layout = Layout::new(fold, ranks, rank, n);
    let partials = fold.partials().expect("`takes` was asked");
    let messages = transport.messages().expect("`takes` was asked");
    let place = |at: usize| scratch.wrapping_add(at);
    for from in (0..reduction.count).step_by(n) {
        let total = n.min(reduction.count - from);
        let cut = Cut::new(total, ranks);
        let own = cut.length(rank);
        let around = Around { partials, messages, reduction, rank, ranks, from, cut };
        // SAFETY: the round lies within the vector, and what is made of it in the scratch; in
        // place, all of the contribution was merged or sent before it is overwritten.
        unsafe {
            let known =
                around.reduce(scratch, layout.merged.map(place), layout.stages.map(place))?;
            let receives = receives(transport, reduction.to);
            let result = match receives {
                true => reduction.result_row(from, place(layout.result)),
                false => place(layout.result),
            };
            let start = if receives { cut.start(rank) * fold.size() } else { 0 };
            let slice = result.wrapping_add(start);
            if own > 0 {
                partials.finish(reduction.settings.team(), known, ranks, own, slice)?;
            }
            transport.gather_slices(reduction.to, cut, slice, result)?;
            if receives {
                reduction.deliver(result, from, total)?;
            }
        }
    }
    Ok(())
}

/// A round of the ring, on one rank.
struct Around<'a> {
    partials: &'a dyn Partials,
    messages: &'a dyn Messages,
    reduction: &'a Reduction<'a>,
    rank: usize,
    ranks: usize,
    from: usize,
    cut: Cut,
}

impl Around<'_> {
    /// What all ranks know of this rank's slice.
    unsafe fn reduce(
        &self,
        received: *mut u8,
        [mut into, mut other]: [*mut u8; 2],
        stages: [*mut u8; 2],
    ) -> Result<*mut u8, Fault> {
        let (partials, rank, ranks, cut) = (self.partials, self.rank, self.ranks, self.cut);
        let (left, right) = ((rank + ranks - 1) % ranks, (rank + 1) % ranks);
        let team = self.reduction.settings.team();
        let contribution = |slice: usize, stage| {
            let (from, n) = (self.from + cut.start(slice), cut.length(slice));
            // SAFETY: a slice lies within the vector.
            unsafe { self.reduction.contribution(from, n, stage) }
        };
        let mut known = contribution(right, stages[0])?;
        // SAFETY: upheld by the caller; what is sent is waited for before its place is used
        // again.
        unsafe {
            if ranks == 1 {
                let bytes = cut.length(0) * self.reduction.fold.size();
                std::ptr::copy_nonoverlapping(known, into, bytes);
                return Ok(into);
            }
            for step in 0..ranks - 1 {
                let (sent, slice) = ((rank + 1 + step) % ranks, (rank + 2 + step) % ranks);
                let theirs = Ranks::cyclic(right, step + 1, ranks);
                let n = cut.length(slice);
                let receiving = match n {
                    0 => None,
                    n => {
                        let most = partials.most(&theirs, ranks, n);
                        Some(self.messages.receive(right, received, most)?)
                    }
                };
                let sending = match cut.length(sent) {
                    0 => None,
                    n => {
                        let of = Ranks::cyclic(rank, step + 1, ranks);
                        let bytes = partials.length(Partial { of: &of, at: known }, ranks, n);
                        Some(self.messages.send(left, known, bytes)?)
                    }
                };
                if let Some(receiving) = receiving {
                    self.messages.wait(receiving)?;
                    let (own, at) = (Ranks::one(rank), contribution(slice, stages[1])?);
                    let theirs = Partial { of: &theirs, at: received };
                    let own = Partial { of: &own, at };
                    partials.merge(team, own, theirs, ranks, n, into)?;
                }
                if let Some(sending) = sending {
                    self.messages.wait(sending)?;
                }
                known = into;
                std::mem::swap(&mut into, &mut other);
            }
            Ok(other)
        }
    }
}
