//! `offload`: the MPI library's own MPI_SUM adds, on doubles or 64-bit integers whose sums do not
//! depend on the order of additions: so may a network card or a switch that reduces by itself. The
//! ranks first survey their contributions and agree on the maxima, cut the contributions into
//! addends accordingly, and make results of the totals (Moody et al. 2003; Hallberg and Adcroft
//! 2014; the arithmetic is [`Offload`]'s).
//!
//! Cost, n numbers in b blocks, w addends a number (`prerounded2`: its levels; `exact`: one
//! or two if the numbers are of similar size), s integers of its survey (1 and 2): b allreduces of
//! 4 s n / b bytes, and as many allreduces or reduces of 8 w n / b bytes, however the library
//! or the network does them; each rank cuts up n numbers and finishes n.

use crate::cost::collectives::doublings;
use crate::prelude::*;
use samebits_fold::offload::Offload;

pub const ROW: Schedule = Schedule {
    name: "offload",
    description: "exact and prerounded2 sums, cut into doubles or integers that the MPI library's \
                  own sum, or the network, may add in any order",
    // Its time depends on the numbers, and it is meant for networks that reduce.
    automatic: false,
    takes,
    scratch,
    cost: Cost::Fixed(seconds),
    run: Some(run),
    // (Not step by step: what it is for is the library's own sum, a collective.)
    ..Schedule::USUAL
};

/// For doubles, with two addends for each and a survey that is half as long.
fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let blocks = job.blocks(8 * BLOCK) as f64;
    let latency = machine.call + doublings(job.ranks) * machine.allreduce;
    let sent = 2.0 * (ranks - 1.0) / ranks * 3.0 * n;
    blocks * 2.0 * latency + sent * machine.allreduce_byte + n * machine.offload
}

/// Numbers of a block, which are surveyed at one time.
const BLOCK: usize = 12 << 10;

/// Addends of a number that the scratch holds. Where there are more the block goes in pieces.
const ADDENDS: usize = 4;

fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.fold.offload() {
        Some(_) => Ok(()),
        None => Err("it cannot be cut into addends that MPI may sum in any order; exact and \
                     prerounded2 sums can"),
    }
}

/// The scratch: addends and their totals, then a stage for elements (where the caller's buffers are
/// not contiguous), then the survey.
struct OffloadScratch {
    elements: usize,
    /// Addends of a piece, and as many totals.
    addends: usize,
    /// Integers of a block's survey.
    survey: usize,
}

impl OffloadScratch {
    fn new(sum: &dyn Offload, ranks: usize, count: usize) -> OffloadScratch {
        let elements = (BLOCK / sum.numbers()).min(count);
        let numbers = elements * sum.numbers();
        let addends = (ADDENDS * numbers).max(sum.numbers() * sum.most(ranks));
        OffloadScratch { elements, addends, survey: sum.surveyed() * numbers }
    }
}

fn scratch(case: &Case<'_>, _settings: &Settings, _rank: usize) -> usize {
    let sum = case.fold.offload().expect("`takes` has checked that");
    let layout = OffloadScratch::new(sum, case.ranks, case.count);
    let stage = case.fold.buffers().map_or(0, |_| layout.elements * case.fold.size());
    16 * layout.addends + stage + 4 * layout.survey
}

unsafe fn run(transport: &dyn Transport, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    let sum = reduction.fold.offload().expect("`takes` has checked that");
    let layout = OffloadScratch::new(sum, transport.size(), reduction.count);
    let stage = scratch.wrapping_add(16 * layout.addends);
    let staged = reduction.fold.buffers().map_or(0, |_| layout.elements * reduction.fold.size());
    // SAFETY: the scratch is as long; any bits are integers.
    let (words, survey) = unsafe {
        (
            std::slice::from_raw_parts_mut(scratch.cast::<u64>(), 2 * layout.addends),
            std::slice::from_raw_parts_mut(stage.add(staged).cast::<i32>(), layout.survey),
        )
    };
    for (from, n) in reduction.blocks(layout.elements.max(1)) {
        let survey = &mut survey[..n * sum.numbers() * sum.surveyed()];
        // SAFETY: from + n ≤ count; the stage holds a block; in place, a piece is cut up before it
        // is overwritten.
        unsafe {
            let own = reduction.contribution(from, n, stage)?;
            sum.survey(own, n * sum.numbers(), survey);
            transport.largest(survey)?;
            let result = reduction.result_row(from, stage);
            add_up(transport, reduction, sum, survey, words, own, result)?;
            if reduction.to.reaches(transport.rank()) {
                reduction.deliver(result, from, n)?;
            }
        }
    }
    Ok(())
}

/// Reduces a block, a row, piece by piece into the row of results on the ranks that get them, which
/// may be the same.
unsafe fn add_up(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    sum: &dyn Offload,
    survey: &[i32],
    words: &mut [u64],
    own: *const u8,
    result: *mut u8,
) -> Outcome {
    let (ranks, size) = (transport.size(), reduction.fold.size());
    let (addends, totals) = words.split_at_mut(words.len() / 2);
    let mut rest = survey;
    let mut done = 0;
    while !rest.is_empty() {
        let (elements, count) = piece(sum, ranks, rest, addends.len());
        let (survey, behind) = rest.split_at(elements * sum.numbers() * sum.surveyed());
        rest = behind;
        let (addends, totals) = (&mut addends[..count], &mut totals[..count]);
        let offset = done * size;
        done += elements;
        // SAFETY: elements of the block, and space for their results.
        unsafe {
            sum.cut(own.add(offset), ranks, survey, addends);
            // There are none of zeros, say, as all ranks know.
            if !addends.is_empty() {
                transport.sums(reduction.to, sum.addends(), addends, totals)?;
            }
            if reduction.to.reaches(transport.rank()) {
                sum.finish(ranks, survey, totals, result.add(offset));
            }
        }
    }
    Ok(())
}

/// The number of the first elements whose addends fit, and of these addends.
fn piece(sum: &dyn Offload, ranks: usize, survey: &[i32], capacity: usize) -> (usize, usize) {
    let (mut elements, mut addends) = (0, 0);
    for element in survey.chunks_exact(sum.numbers() * sum.surveyed()) {
        let numbers = element.chunks_exact(sum.surveyed());
        let more: usize = numbers.map(|survey| sum.count(ranks, survey)).sum();
        if addends + more > capacity {
            break;
        }
        elements += 1;
        addends += more;
    }
    (elements, addends)
}
