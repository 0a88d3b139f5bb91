//! `doubling`: recursive doubling in rank order (a butterfly; Rabenseifner 2004): in round
//! k = 0, 1, …, s - 1 the ranks whose numbers differ in bit k exchange all that they know and
//! merge it, nearest ranks first, so that a rank always knows of 2^k consecutive ranks; after
//! the last round all have the result. With a root only the half with the root in it receives:
//! a binomial tree. Where the number of ranks is no power of two, neighbours become one first,
//! and one of them gets its result from the other ([`crate::schedule::pairs`]).
//!
//! Cost, n bytes, p = 2^s ranks, partials of w n bytes: s α + (1 + (s - 1) w) n β + s w n γ.
//! For any other p, α + n β + w n γ in front, and α + n β behind, but for a root. Half of the
//! latencies of `halving`, for s times the bytes: the way for short vectors on many ranks.

use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::Partial;
use crate::arithmetic::{Fault, Fold};
use crate::schedule::case::{Case, Destination, Settings};
use crate::schedule::cost::{Cost, Machine, Workload};
use crate::schedule::merging::{self, aligned, block};
use crate::schedule::messages::exchange;
use crate::schedule::pairs::Halves;
use crate::schedule::reduction::Reduction;
use crate::schedule::row::Schedule;
use crate::schedule::transport::Transport;

pub const ROW: Schedule = Schedule {
    name: "doubling",
    description: "recursive doubling in rank order: two ranks exchange and merge all that they \
                  know, in as many rounds as the ranks double",
    scratch,
    cost: Cost::Blocks { seconds, degree: false },
    run: Some(run),
    ..merging::ROW
};

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
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

/// What lies where in a rank's scratch, for blocks of at most n elements: what is received, and
/// behind it what is known, in turn, and a row.
struct Layout {
    merged: [usize; 2],
    row: usize,
    bytes: usize,
}

impl Layout {
    fn new(halves: &Halves, fold: &dyn Fold, node: usize, n: usize) -> Layout {
        let partials = fold.partials().expect("`takes` was asked");
        let row = aligned(n * fold.size());
        let most = |of: &Ranks| aligned(partials.most(of, halves.ranks, n));
        let mut received = if node < halves.pairs { row } else { 0 };
        let mut merged = most(&halves.block(node, 0));
        for k in 0..halves.splits {
            received = received.max(most(&halves.block(node ^ 1 << k, k)));
            merged = merged.max(most(&halves.block(node, k + 1)));
        }
        let at = received + 2 * merged;
        Layout { merged: [received, received + merged], row: at, bytes: at + row }
    }
}

/// Who is who, and the elements of a block: the same on all ranks.
fn blocks(
    fold: &dyn Fold,
    ranks: usize,
    count: usize,
    to: Destination,
    settings: &Settings,
) -> (Halves, usize) {
    let root = match to {
        Destination::All => None,
        Destination::Root(root) => Some(root),
    };
    let splits = ranks.ilog2();
    let halves = Halves { ranks, splits, pairs: ranks - (1 << splits), root, degree: 2 };
    let wanted = settings.block.min(count.saturating_mul(fold.size()));
    let n = block(wanted, fold.size(), |n| Layout::new(&halves, fold, 0, n).bytes);
    (halves, n)
}

fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let (halves, n) = blocks(case.fold, case.ranks, case.count, case.to, settings);
    Layout::new(&halves, case.fold, halves.node(rank), n).bytes
}

unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let &Reduction { fold, count, to, ref settings, .. } = reduction;
    let (halves, n) = blocks(fold, transport.size(), count, to, settings);
    for from in (0..count).step_by(n) {
        let n = n.min(count - from);
        // SAFETY: upheld by the caller; the scratch is as long as for the longest block.
        unsafe { reduce(transport, reduction, &halves, from..from + n, scratch)? };
    }
    Ok(())
}

/// Reduces a block.
///
/// # Safety
/// It lies within the vector, and the scratch is as [`Layout`] says.
unsafe fn reduce(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    halves: &Halves,
    block: std::ops::Range<usize>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (from, n) = (block.start, block.len());
    let (rank, ranks, fold) = (transport.rank(), transport.size(), reduction.fold);
    let partials = fold.partials().expect("`takes` was asked");
    let messages = transport.messages().expect("`takes` was asked");
    let results = transport.results().expect("`takes` was asked");
    let (team, bytes) = (reduction.settings.team(), n * fold.size());
    let (node, all) = (halves.node(rank), reduction.to == Destination::All);
    let neighbour = 2 * halves.first(node) + 1 - rank;
    let layout = Layout::new(halves, fold, node, n);
    let row = scratch.wrapping_add(layout.row);
    let [mut into, mut other] = layout.merged.map(|at| scratch.wrapping_add(at));
    let receives = reduction.to.reaches(rank);
    let result = if receives { reduction.result_row(from, row) } else { row };
    // SAFETY: what is received and merged has room in the scratch, where two places are filled
    // in turn; what is sent is waited for before its place is used again, and before the
    // contribution, which may lie where the results go, is overwritten.
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
        let (mut of, mut known) = (Ranks::one(rank), own);
        let mut merge = |of: &mut Ranks, known: *const u8, theirs: Ranks| {
            let (one, two) = (Partial { of, at: known }, Partial { of: &theirs, at: scratch });
            partials.merge(team, one, two, ranks, n, into)?;
            *of = of.union(&theirs);
            std::mem::swap(&mut into, &mut other);
            Ok::<_, Fault>(other)
        };
        if node < halves.pairs {
            exchange(messages, neighbour, (own, 0), (scratch, bytes))?;
            known = merge(&mut of, known, Ranks::one(neighbour))?;
        }
        for k in 0..halves.splits {
            let partner = node ^ 1 << k;
            let theirs = halves.block(partner, k);
            let mut send = partials.length(Partial { of: &of, at: known }, ranks, n);
            let mut receive = partials.most(&theirs, ranks, n);
            let apart = halves.root.map(|root| (node ^ halves.node(root)) >> k & 1 == 1);
            match apart {
                None => {}
                Some(true) => receive = 0,
                Some(false) => send = 0,
            }
            exchange(messages, halves.rank(partner), (known, send), (scratch, receive))?;
            if apart == Some(true) {
                return Ok(());
            }
            known = merge(&mut of, known, theirs)?;
        }
        if ranks == 1 {
            std::ptr::copy_nonoverlapping(own, into, bytes);
            known = into;
        }
        partials.finish(team, known.cast_mut(), ranks, n, result)?;
        if all && node < halves.pairs {
            exchange(results, neighbour, (result, bytes), (result, 0))?;
        }
        reduction.deliver(result, from, n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::Family;

    /// Rounds, bytes sent and bytes merged, each for itself.
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
    fn it_costs_what_is_said_at_the_top() {
        let root = Destination::Root(3);
        assert_eq!(parts(16, Destination::All), [4.0, 7.0, 8.0]);
        assert_eq!(parts(16, root), [4.0, 7.0, 8.0]);
        assert_eq!(parts(19, Destination::All), [6.0, 10.0, 10.0]);
        assert_eq!(parts(19, root), [5.0, 9.0, 10.0]);
        assert_eq!(parts(2, Destination::All), [1.0, 1.0, 2.0]);
    }
}
