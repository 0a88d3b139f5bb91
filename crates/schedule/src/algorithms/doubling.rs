//! `doubling:G`: recursive doubling in rank order (a butterfly; Rabenseifner 2004): in round
//! k = 0, 1, …, s - 1 the ranks whose numbers differ in bit k exchange their partials and merge
//! them, nearest ranks first, so that partials are always of 2^k consecutive ranks; after the last
//! round all have the result. With a root only the half with the root in it receives: a binomial
//! tree. Where the number of ranks is no power of two, pairs of neighbours are merged first, and
//! one of them gets its result from the other ([`crate::hypercube`]). Prefixes are in
//! [`super::prefixes`].
//!
//! With G > 1, where G divides the number of ranks, groups of G neighbours first cut the vector
//! into G pieces ([`crate::groups`]): each rank merges one piece of its group, the
//! butterfly goes over the groups, separately for every piece, and then the group's ranks exchange
//! the results.
//!
//! Cost, n bytes, p = 2^s ranks, partials of w n bytes: s α + (1 + (s - 1) w) n β + s w n γ.
//! For any other p, α + n β + w n γ before, and α + n β after that, but for a root. Half of the
//! latencies of `halving`, for s times the bytes: for short vectors on many ranks. G > 1 takes
//! 2 (α + 2 (G - 2) r) more (r: receiving or sending a message), log2 G rounds fewer, and divides
//! the bytes of the others by G.

use super::prefixes;
use crate::exchanges::{exchange, receive, send};
use crate::groups::{self, RankGroup};
use crate::growing::Growing;
use crate::hypercube::Hypercube;
use crate::merging::{self, aligned, block, ScratchDivision};
use crate::prelude::*;
use crate::row::ScheduleParameter;
use samebits_fold::Family;

pub const ROW: Schedule = Schedule {
    name: "doubling",
    description: "recursive doubling in rank order: pairs of ranks exchange and merge all that \
                  they have, in a logarithmic number of rounds; groups of G ranks first divide the \
                  vector among themselves",
    parameter: Some(ScheduleParameter {
        takes: "G from 1 to 64, the ranks of a group",
        min: 1,
        max: 64,
    }),
    prefixes: true,
    takes,
    scratch,
    cost: Cost::Blocks { seconds, degree: Degree::OneOf(&[1, 2, 4, 8, 16]) },
    run: Some(stepwise::run::<Doubling>),
    later: Some(stepwise::later::<Doubling>()),
    ..merging::ROW
};

/// In sums by levels the number of contributors decides what a partial holds, and each prefix has
/// another one.
fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.to.is_prefix() && case.fold.family() == Family::Levels {
        true => Err("partial results of sums by levels are for a fixed number of ranks"),
        false => merging::takes(case),
    }
}

fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    if job.to.is_prefix() {
        return prefixes::seconds(machine, job, settings);
    }
    let blocks = job.blocks(settings.block) as f64;
    let size = groups::size(job.ranks, settings);
    let (n, gamma) = (job.bytes as f64 / blocks / size as f64, machine.merging(job.family));
    let &Machine { alpha, beta, merge, .. } = machine;
    let round = |width: f64| alpha + merge + n * (width * beta + job.width * gamma);
    let nodes = job.ranks / size;
    let (mut width, mut all, mut rounds) = (1.0, 0.0, nodes.ilog2());
    if size > 1 {
        width = job.width;
        all += groups::seconds(machine, size, n, merge + n * job.width * gamma);
        all += groups::seconds(machine, size, n, 0.0);
    }
    if !nodes.is_power_of_two() {
        rounds += 1;
        if job.to == Destination::All {
            all += alpha + n * beta;
        }
    }
    if let Some(others) = rounds.checked_sub(1) {
        all += round(width) + f64::from(others) * round(job.width);
    }
    blocks * all
}

/// The layout of a rank's scratch, for blocks of at most n elements: what is received, then
/// two buffers for merged partials, used alternately, and a row of the block.
struct DoublingScratch {
    merged: [usize; 2],
    row: usize,
    bytes: usize,
}

impl DoublingScratch {
    /// Of a node of the butterfly; the first one, perhaps a pair, needs the most.
    fn new(cube: &Hypercube, case: &Case<'_>, node: usize, n: usize) -> DoublingScratch {
        let size = case.ranks / cube.ranks;
        let (partials, piece) = (case.partials(), n.div_ceil(size));
        let max_bytes = |of: &Ranks| aligned(partials.most(of, case.ranks, piece));
        let block = |node, k| groups::ranks(size, &cube.block(node, k));
        let (mut received, mut merged) = (0, 0);
        if size > 1 {
            received = (size - 1) * aligned(piece * case.fold.size());
            let group = RankGroup { size, member: 0, number: cube.first(node) };
            merged = (2..=size).map(|n| max_bytes(&group.first(n))).max().unwrap_or(0);
        }
        if node < cube.pairs {
            received = received.max(max_bytes(&groups::ranks(size, &Ranks::one(0))));
        }
        for k in 0..cube.splits {
            received = received.max(max_bytes(&block(node ^ 1 << k, k)));
            merged = merged.max(max_bytes(&block(node, k + 1)));
        }
        merged = merged.max(max_bytes(&block(node, 0)));
        let mut scratch = ScratchDivision::default();
        scratch.take(received);
        let merged = scratch.take_two(merged);
        let row = scratch.take(aligned(n * case.fold.size()));
        DoublingScratch { merged, row, bytes: scratch.bytes }
    }
}

/// The pairs of groups, and the elements of a block: the same on all ranks.
fn blocks(case: &Case<'_>, settings: &Settings) -> (Hypercube, usize) {
    let size = groups::size(case.ranks, settings);
    let (ranks, root) = (case.ranks / size, case.to.root().map(|root| root / size));
    let splits = ranks.ilog2();
    let cube = Hypercube { ranks, splits, pairs: ranks - (1 << splits), root, degree: 2 };
    let needed = |n| DoublingScratch::new(&cube, case, 0, n).bytes;
    let n = block(settings.block.min(case.bytes()), case.fold.size(), needed);
    (cube, n)
}

fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    if case.to.is_prefix() {
        return prefixes::scratch(case, settings);
    }
    let (cube, n) = blocks(case, settings);
    let group = RankGroup::of(rank, case.ranks / cube.ranks);
    DoublingScratch::new(&cube, case, cube.node(group.number), n).bytes
}

struct Doubling;

impl Body for Doubling {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        scratch: *mut u8,
    ) -> Outcome {
        if reduction.to.is_prefix() {
            // SAFETY: upheld by the caller.
            return unsafe { prefixes::run::<M>(transport, reduction, scratch).await };
        }
        let (cube, n) = blocks(&reduction.case(transport.size()), &reduction.settings);
        for block in reduction.blocks(n) {
            // SAFETY: upheld by the caller; the scratch is as long as for the longest block.
            unsafe { reduce::<M>(transport, reduction, &cube, block, scratch).await? };
        }
        Ok(())
    }
}

/// Reduces a block of the vector, with scratch as [`DoublingScratch`] says.
async unsafe fn reduce<M: Mode>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    cube: &Hypercube,
    (from, total): (usize, usize),
    scratch: *mut u8,
) -> Outcome {
    let (rank, ranks, fold) = (transport.rank(), transport.size(), reduction.fold);
    let group = RankGroup::of(rank, ranks / cube.ranks);
    let cut = Cut::new(total, group.size);
    let node = cube.node(group.number);
    let layout = DoublingScratch::new(cube, &reduction.case(ranks), node, total);
    let row = scratch.wrapping_add(layout.row);
    // A root's neighbours have a piece of the result in their own rows.
    let receives = reduction.to.reaches(rank);
    let result = if receives { reduction.result_row(from, row) } else { row };
    let (start, n) = (cut.start(group.member), cut.length(group.member));
    let piece = result.wrapping_add(start * fold.size());
    // SAFETY: the layout has space for what is received and merged, alternately in two buffers. What
    // is sent is waited for before its buffer is used again, and before the contribution, which
    // may lie where the results go, is overwritten.
    unsafe {
        let own = reduction.contribution(from, total, row)?;
        let mut growing = Growing {
            reduction,
            ranks,
            n,
            of: Ranks::one(rank),
            at: own.wrapping_add(start * fold.size()),
            places: layout.merged.map(|at| scratch.wrapping_add(at)),
        };
        if group.size > 1 {
            let messages = transport.needed_messages();
            let rows = group.split::<M>(messages, cut, fold.size(), own, scratch).await?;
            growing.of = Ranks::default();
            for (member, row) in rows.into_iter().enumerate().take_while(|_| n > 0) {
                growing.merge(&Ranks::one(group.rank(member)), row)?;
            }
        }
        if n > 0 {
            butterfly::<M>(transport, (cube, &group), growing, scratch, piece).await?;
        }
        if group.size > 1
            && reduction.to.root().is_none_or(|root| root / group.size == group.number)
        {
            let results = transport.needed_results();
            group.unite::<M>(results, cut, fold.size(), result, reduction.to).await?;
        }
        match receives {
            true => reduction.deliver(result, from, total),
            false => Ok(()),
        }
    }
}

/// Merges the partials of all groups, and puts the results into a row where they are needed.
async unsafe fn butterfly<M: Mode>(
    transport: &dyn Transport,
    (cube, group): (&Hypercube, &RankGroup),
    mut growing: Growing<'_>,
    received: *mut u8,
    result: *mut u8,
) -> Outcome {
    let (messages, results) = (transport.needed_messages(), transport.needed_results());
    let reduction = growing.reduction;
    let (all, bytes) = (reduction.to == Destination::All, growing.n * reduction.fold.size());
    let (node, neighbour) = (cube.node(group.number), cube.neighbour(group.number));
    let of = |numbers: &Ranks| groups::ranks(group.size, numbers);
    let in_pair = group.in_group(neighbour);
    // SAFETY: upheld by the caller.
    unsafe {
        if cube.rank(node) != group.number {
            send::<M>(messages, in_pair, growing.at, growing.length()).await?;
            let expected = if all { bytes } else { 0 };
            return receive::<M>(results, in_pair, result, expected).await;
        }
        if node < cube.pairs {
            let theirs = of(&Ranks::one(neighbour));
            receive::<M>(messages, in_pair, received, growing.most(&theirs)).await?;
            growing.merge(&theirs, received)?;
        }
        for k in 0..cube.splits {
            let partner = node ^ 1 << k;
            let theirs = of(&cube.block(partner, k));
            let (sends, receives) = cube.sends_and_receives(node, k);
            let sent = if sends { growing.length() } else { 0 };
            let expected = if receives { growing.most(&theirs) } else { 0 };
            let with = group.in_group(cube.rank(partner));
            exchange::<M>(messages, with, (growing.at, sent), (received, expected)).await?;
            if !receives {
                return Ok(());
            }
            growing.merge(&theirs, received)?;
        }
        growing.finish(result)?;
        match all && node < cube.pairs {
            true => send::<M>(results, in_pair, result, bytes).await,
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds, bytes sent and bytes merged.
    fn parts(ranks: usize, to: Destination) -> [f64; 3] {
        in_groups(1, ranks, to)
    }

    fn in_groups(degree: usize, ranks: usize, to: Destination) -> [f64; 3] {
        let free = Machine {
            alpha: 0.0,
            beta: 0.0,
            merge: 0.0,
            merge_exact: 0.0,
            receive: 0.0,
            ..Machine::DEFAULT
        };
        let one_second = [
            Machine { alpha: 1.0, ..free },
            Machine { beta: 1.0, ..free },
            Machine { merge_exact: 1.0, ..free },
        ];
        let bytes = degree;
        let job = Workload { family: Family::Exact, width: 2.0, ..Workload::new(ranks, bytes, to) };
        let settings = Settings { degree, ..Settings::default() };
        one_second.map(|machine| seconds(&machine, &job, &settings))
    }

    #[test]
    fn it_costs_what_the_tops_of_the_files_state() {
        let root = Destination::Root(3);
        assert_eq!(parts(16, Destination::All), [4.0, 7.0, 8.0]);
        assert_eq!(parts(16, root), [4.0, 7.0, 8.0]);
        assert_eq!(parts(19, Destination::All), [6.0, 10.0, 10.0]);
        assert_eq!(parts(19, root), [5.0, 9.0, 10.0]);
        assert_eq!(parts(2, Destination::All), [1.0, 1.0, 2.0]);
        // Pieces of a byte: three of each at the beginning and at the end, and two rounds between.
        assert_eq!(in_groups(4, 16, Destination::All), [4.0, 10.0, 10.0]);
        assert_eq!(in_groups(4, 18, Destination::All), [6.0, 40.0, 40.0]);
        let prefixes = [2, 16, 17].map(|ranks| parts(ranks, Destination::InclusivePrefix));
        assert_eq!(prefixes, [[1.0, 1.0, 2.0], [4.0, 7.0, 14.0], [5.0, 9.0, 18.0]]);
    }
}
