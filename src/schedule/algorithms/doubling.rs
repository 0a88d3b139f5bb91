//! `doubling`: recursive doubling in rank order (a butterfly; Rabenseifner 2004): in round
//! k = 0, 1, …, s - 1 the ranks whose numbers differ in bit k exchange their partials and merge
//! them, nearest ranks first, so that partials are always of 2^k consecutive ranks; after the last
//! round all have the result. With a root only the half with the root in it receives: a binomial
//! tree. Where the number of ranks is no power of two, pairs of neighbours are merged first, and
//! one of them gets its result from the other ([`crate::schedule::pairs`]). Prefixes are the affair
//! of [`super::prefixes`].
//!
//! Cost, n bytes, p = 2^s ranks, partials of w n bytes: s α + (1 + (s - 1) w) n β + s w n γ.
//! For any other p, α + n β + w n γ before, and α + n β after that, but for a root. Half of the
//! latencies of `halving`, for s times the bytes: for short vectors on many ranks.

use super::prefixes;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::Partial;
use crate::arithmetic::Family;
use crate::schedule::merging::{self, aligned, block};
use crate::schedule::messages::exchange;
use crate::schedule::pairs::Halves;
use crate::schedule::prelude::*;
use std::ops::Range;

pub const ROW: Schedule = Schedule {
    name: "doubling",
    description: "recursive doubling in rank order: two ranks exchange and merge all that they \
                  know, in as many rounds as the ranks double",
    prefixes: true,
    takes,
    scratch,
    cost: Cost::Blocks { seconds, degree: false },
    run: Some(run),
    ..merging::ROW
};

/// In sums by levels the number of contributors decides what a partial holds, and each prefix has
/// another one.
fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.to.is_prefix() && case.fold.family() == Family::Levels {
        true => Err("partials of sums by levels are of one number of ranks"),
        false => merging::takes(case),
    }
}

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    if job.to.is_prefix() {
        return prefixes::seconds(machine, job, settings);
    }
    let blocks = job.blocks(settings.block) as f64;
    let (n, gamma) = (job.bytes as f64 / blocks, machine.merging(job.family));
    let &Machine { alpha, beta, merge, .. } = machine;
    let round = |width: f64| alpha + merge + n * (width * beta + job.width * gamma);
    let (mut rounds, mut back) = (job.ranks.ilog2(), 0.0);
    if !job.ranks.is_power_of_two() {
        rounds += 1;
        if job.to == Destination::All {
            back = alpha + n * beta;
        }
    }
    blocks * (round(1.0) + f64::from(rounds - 1) * round(job.width) + back)
}

/// What lies where in a rank's scratch, for blocks of at most n elements: what is received, then
/// two merged partials, in turn, and a row.
struct Layout {
    merged: [usize; 2],
    row: usize,
    bytes: usize,
}

impl Layout {
    fn new(halves: &Halves, case: &Case<'_>, node: usize, n: usize) -> Layout {
        let (partials, row) = (case.partials(), aligned(n * case.fold.size()));
        let max_bytes = |of: &Ranks| aligned(partials.most(of, halves.ranks, n));
        let mut received = if node < halves.pairs { row } else { 0 };
        let mut merged = max_bytes(&halves.block(node, 0));
        for k in 0..halves.splits {
            received = received.max(max_bytes(&halves.block(node ^ 1 << k, k)));
            merged = merged.max(max_bytes(&halves.block(node, k + 1)));
        }
        let at = received + 2 * merged;
        Layout { merged: [received, received + merged], row: at, bytes: at + row }
    }
}

/// The pairs, and the elements of a block: the same on all ranks.
fn blocks(case: &Case<'_>, settings: &Settings) -> (Halves, usize) {
    let (ranks, splits) = (case.ranks, case.ranks.ilog2());
    let pairs = ranks - (1 << splits);
    let halves = Halves { ranks, splits, pairs, root: case.to.root(), degree: 2 };
    let needed = |n| Layout::new(&halves, case, 0, n).bytes;
    let n = block(settings.block.min(case.bytes()), case.fold.size(), needed);
    (halves, n)
}

fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    if case.to.is_prefix() {
        return prefixes::scratch(case, settings);
    }
    let (halves, n) = blocks(case, settings);
    Layout::new(&halves, case, halves.node(rank), n).bytes
}

unsafe fn run(transport: &dyn Transport, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    if reduction.to.is_prefix() {
        // SAFETY: upheld by the caller.
        return unsafe { prefixes::run(transport, reduction, scratch) };
    }
    let (halves, n) = blocks(&reduction.case(transport.size()), &reduction.settings);
    for from in (0..reduction.count).step_by(n) {
        let n = n.min(reduction.count - from);
        // SAFETY: upheld by the caller; the scratch is as long as for the longest block.
        unsafe { reduce(transport, reduction, &halves, from..from + n, scratch)? };
    }
    Ok(())
}

/// Reduces a block of the vector, with scratch as [`Layout`] says.
unsafe fn reduce(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    halves: &Halves,
    block: Range<usize>,
    scratch: *mut u8,
) -> Outcome {
    let (from, n) = (block.start, block.len());
    let (rank, ranks, fold) = (transport.rank(), transport.size(), reduction.fold);
    let partials = fold.partials().expect("`takes` was asked");
    let messages = transport.messages().expect("`takes` was asked");
    let results = transport.results().expect("`takes` was asked");
    let (team, bytes) = (reduction.settings.team(), n * fold.size());
    let (node, all) = (halves.node(rank), reduction.to == Destination::All);
    let neighbour = halves.neighbour(rank);
    let layout = Layout::new(halves, &reduction.case(ranks), node, n);
    let row = scratch.wrapping_add(layout.row);
    let [mut into, mut other] = layout.merged.map(|at| scratch.wrapping_add(at));
    let receives = reduction.to.reaches(rank);
    let result = if receives { reduction.result_row(from, row) } else { row };
    // SAFETY: the layout has space for what is received and merged, in two buffers in turn; what
    // is sent is waited for before its buffer is used again, and before the contribution, which
    // may lie where the results go, is overwritten.
    unsafe {
        let own = reduction.contribution(from, n, row)?;
        if halves.rank(node) != rank {
            exchange(messages, neighbour, (own, bytes), (result, 0))?;
            if !all {
                return Ok(());
            }
            exchange(results, neighbour, (own, 0), (result, bytes))?;
            return reduction.deliver(result, from, n);
        }
        let (mut of, mut partial) = (Ranks::one(rank), own);
        let mut merge = |of: &mut Ranks, partial: *const u8, theirs: Ranks| {
            let (one, two) = (Partial { of, at: partial }, Partial { of: &theirs, at: scratch });
            partials.merge(team, one, two, ranks, n, into)?;
            *of = of.union(&theirs);
            std::mem::swap(&mut into, &mut other);
            Ok::<_, Fault>(other)
        };
        if node < halves.pairs {
            exchange(messages, neighbour, (own, 0), (scratch, bytes))?;
            partial = merge(&mut of, partial, Ranks::one(neighbour))?;
        }
        for k in 0..halves.splits {
            let partner = node ^ 1 << k;
            let theirs = halves.block(partner, k);
            let mut send = partials.length(Partial { of: &of, at: partial }, ranks, n);
            let mut receive = partials.most(&theirs, ranks, n);
            let away = halves.root.is_some_and(|root| (node ^ halves.node(root)) >> k & 1 == 1);
            if away {
                receive = 0;
            } else if !all {
                send = 0;
            }
            exchange(messages, halves.rank(partner), (partial, send), (scratch, receive))?;
            if away {
                return Ok(());
            }
            partial = merge(&mut of, partial, theirs)?;
        }
        if ranks == 1 {
            std::ptr::copy_nonoverlapping(own, into, bytes);
            partial = into;
        }
        partials.finish(team, partial.cast_mut(), ranks, n, result)?;
        if all && node < halves.pairs {
            exchange(results, neighbour, (result, bytes), (result, 0))?;
        }
        reduction.deliver(result, from, n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds, bytes sent and bytes merged.
    fn parts(ranks: usize, to: Destination) -> [f64; 3] {
        let free =
            Machine { alpha: 0.0, beta: 0.0, merge: 0.0, merge_exact: 0.0, ..Machine::DEFAULT };
        let one_second = [
            Machine { alpha: 1.0, ..free },
            Machine { beta: 1.0, ..free },
            Machine { merge_exact: 1.0, ..free },
        ];
        let job = Workload { family: Family::Exact, width: 2.0, ..Workload::new(ranks, 1, to) };
        one_second.map(|machine| seconds(&machine, &job, &Settings::default()))
    }

    #[test]
    fn it_costs_what_the_tops_of_the_files_state() {
        let root = Destination::Root(3);
        assert_eq!(parts(16, Destination::All), [4.0, 7.0, 8.0]);
        assert_eq!(parts(16, root), [4.0, 7.0, 8.0]);
        assert_eq!(parts(19, Destination::All), [6.0, 10.0, 10.0]);
        assert_eq!(parts(19, root), [5.0, 9.0, 10.0]);
        assert_eq!(parts(2, Destination::All), [1.0, 1.0, 2.0]);
        let prefixes = [2, 16, 17].map(|ranks| parts(ranks, Destination::InclusivePrefix));
        assert_eq!(prefixes, [[1.0, 1.0, 4.0], [4.0, 7.0, 16.0], [5.0, 9.0, 20.0]]);
    }
}
