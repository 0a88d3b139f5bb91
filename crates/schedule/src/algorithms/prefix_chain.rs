//! `chain` for prefixes: each rank gets the partial of the ranks before it, merges its own contribution
//! with it, and sends that on to the next one, before it finishes its own result. So no rank waits for
//! those after it, and scans that follow each other overlap. Vectors go in blocks.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: for the rank in the middle, by the pipelining lemma
//! with d = (p - 1)/2 and s = 1: (d - 1) α + 2 sqrt((d - 1) α w n (β + γ)) + w n (β + γ), and w n γ
//! for its own result, which it merges when it has sent.

use crate::cost::Pipeline;
use crate::exchanges::{receive, wait_for_all};
use crate::growing::Growing;
use crate::merging;
use crate::prefix_scratch::PrefixScratch;
use crate::prelude::*;
use samebits_fold::Family;

/// What is sent on is the partial of the first ranks of all. A prefix of exact sums is finished from
/// that; in the tree the ranks before a rank have another one, and in sums by levels the number of
/// contributors decides what a partial holds.
pub(super) fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.to.is_prefix() && case.fold.family() != Family::Exact {
        true => Err("along a chain it performs scans of exact sums only"),
        false => merging::takes(case),
    }
}

pub(super) fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    let again = job.width * machine.merging(job.family);
    vec![
        Pipeline::new((job.ranks - 1) / 2, 1, job.up(machine)),
        Pipeline::new(1, 1, (machine.merge, again)),
    ]
}

/// What is received, what is sent on, the prefix, and a row.
type ChainScratch = PrefixScratch<4>;

pub(super) fn scratch(case: &Case<'_>, settings: &Settings) -> usize {
    ChainScratch::new(case, settings).all
}

pub(super) async unsafe fn run<M: Mode>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Outcome {
    let layout = ChainScratch::new(&reduction.case(transport.size()), &reduction.settings);
    let places = layout.places(scratch);
    for block in reduction.blocks(layout.elements) {
        // SAFETY: upheld by the caller; the scratch is as long as for the longest block.
        unsafe { reduce::<M>(transport, reduction, block, places).await? };
    }
    Ok(())
}

/// Reduces a block of the vector, with scratch as [`ChainScratch`] says.
async unsafe fn reduce<M: Mode>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    (from, n): (usize, usize),
    [received, one, two, row]: [*mut u8; 4],
) -> Outcome {
    let (rank, ranks) = (transport.rank(), transport.size());
    let messages = transport.needed_messages();
    let contributors = reduction.to.contributors(rank, ranks);
    let (before, this) = (Ranks::from(0..rank), Ranks::one(rank));
    let growing = |ranks, place| Growing {
        reduction,
        ranks,
        n,
        of: before.clone(),
        at: received.cast_const(),
        places: [place, place],
    };
    // SAFETY: each place has room for a partial of all ranks. What is sent is waited for before it
    // is overwritten, also the contribution, which may lie where the results go.
    unsafe {
        let own = reduction.contribution(from, n, row)?;
        let (mut total, mut prefix) = (growing(ranks, one), growing(contributors, two));
        if rank > 0 {
            receive::<M>(messages, rank - 1, received, total.most(&before)).await?;
        }
        let mut sent = Vec::new();
        if rank + 1 < ranks {
            total.merge(&this, own)?;
            sent.push(messages.send(rank + 1, total.at, total.length())?);
        }
        if contributors > rank {
            prefix.merge(&this, own)?;
        }
        if contributors > 0 {
            prefix.settle();
        }
        wait_for_all::<M>(messages, sent).await?;
        if contributors == 0 {
            return Ok(());
        }
        let result = reduction.result_row(from, row);
        prefix.finish(result)?;
        reduction.deliver(result, from, n)
    }
}
