//! `doubling` for prefixes: in round k = 0, 1, … the ranks whose numbers differ in bit k exchange
//! the partials of their blocks of 2^k ranks, as `doubling` does; the upper one of two also merges
//! what it gets with its prefix, the partial of the ranks before it in the block (and of itself,
//! where that is included). Both are always of consecutive ranks, and of complete subtrees of the
//! tree over the ranks of the prefix. A partial is sent down only where ranks beyond both blocks
//! need their union; up, wherever there is a rank.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: ceil(log2 p) rounds, s of them, take s α +
//! (1 + (s - 1) w) n β + (2 s - 1) w n γ: after the last one there is no union.

use crate::exchanges::exchange;
use crate::growing::Growing;
use crate::prefix_scratch::PrefixScratch;
use crate::prelude::*;

/// ceil(log2 p).
fn rounds(ranks: usize) -> u32 {
    ranks.next_power_of_two().ilog2()
}

pub(super) fn seconds(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let blocks = job.blocks(settings.block) as f64;
    let (n, gamma) = (job.bytes as f64 / blocks, machine.merging(job.family));
    let &Machine { alpha, beta, merge, .. } = machine;
    let round = |width: f64| alpha + 2.0 * merge + n * (width * beta + 2.0 * job.width * gamma);
    let all = round(1.0) + f64::from(rounds(job.ranks).max(1) - 1) * round(job.width);
    blocks * (all - merge - n * job.width * gamma)
}

/// What is received, two places each for the block's partial and for the prefix, and a row.
type DoublingScratch = PrefixScratch<6>;

pub(super) fn scratch(case: &Case<'_>, settings: &Settings) -> usize {
    DoublingScratch::new(case, settings).all
}

pub(super) async unsafe fn run<M: Mode>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Outcome {
    let layout = DoublingScratch::new(&reduction.case(transport.size()), &reduction.settings);
    let places = layout.places(scratch);
    for block in reduction.blocks(layout.elements) {
        // SAFETY: upheld by the caller; the scratch is as long as for the longest block.
        unsafe { reduce::<M>(transport, reduction, block, places).await? };
    }
    Ok(())
}

/// Reduces a block of the vector, with scratch as [`DoublingScratch`] says.
async unsafe fn reduce<M: Mode>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    (from, n): (usize, usize),
    [received, one, two, three, four, row]: [*mut u8; 6],
) -> Outcome {
    let (rank, ranks) = (transport.rank(), transport.size());
    let messages = transport.needed_messages();
    let contributors = reduction.to.contributors(rank, ranks);
    // SAFETY: each place has room for a partial of all ranks. What is sent is waited for before it
    // is overwritten, also the contribution, which may lie where the results go.
    unsafe {
        let own = reduction.contribution(from, n, row)?;
        let (of, places) = (Ranks::one(rank), [one, two]);
        let mut total = Growing { reduction, ranks, n, of, at: own, places };
        let (of, places) = (Ranks::default(), [three, four]);
        let mut prefix = Growing { ranks: contributors, of, at: std::ptr::null(), places, ..total };
        // Where this rank's own contribution is included.
        if contributors > rank {
            prefix.merge(&total.of, own)?;
            prefix.settle();
        }
        for k in 0..rounds(ranks) {
            let (half, partner) = (1 << k, rank ^ 1 << k);
            if partner >= ranks {
                continue;
            }
            let theirs = Ranks::from(partner >> k << k..ranks.min((partner >> k << k) + half));
            let is_upper = rank > partner;
            let union_is_needed = (rank >> k >> 1 << 1 << k) + 2 * half < ranks;
            let (sends, receives) = (union_is_needed || !is_upper, union_is_needed || is_upper);
            let sent = if sends { total.length() } else { 0 };
            let expected = if receives { total.most(&theirs) } else { 0 };
            exchange::<M>(messages, partner, (total.at, sent), (received, expected)).await?;
            if is_upper {
                prefix.merge(&theirs, received)?;
                prefix.settle();
            }
            if union_is_needed {
                total.merge(&theirs, received)?;
            }
        }
        if contributors == 0 {
            return Ok(());
        }
        let result = reduction.result_row(from, row);
        prefix.finish(result)?;
        reduction.deliver(result, from, n)
    }
}
