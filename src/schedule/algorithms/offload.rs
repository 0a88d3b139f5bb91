//! `offload`: the MPI library's own MPI_SUM adds, on doubles or 64-bit integers whose sums no
//! order of additions changes: so may a network card or a switch that reduces on its own. The
//! ranks first learn the largest of what each has found of its contribution, cut the
//! contributions into addends accordingly, and make results of the totals (Moody et al.
//! 2003; Hallberg and Adcroft 2014; the arithmetic is [`Offload`]'s).
//!
//! Cost, n numbers in b blocks, w addends a number (`prerounded2`: its levels; `exact`: one
//! or two of numbers that are alike), s integers of its survey (1 and 2): b allreduces of
//! 4 s n / b bytes, and as many allreduces or reduces of 8 w n / b bytes, however the library
//! or the network does them; each rank cuts up n numbers and finishes n.

use crate::arithmetic::offload::Offload;
use crate::arithmetic::Fault;
use crate::schedule::case::{Case, Settings};
use crate::schedule::cost::collectives::doublings;
use crate::schedule::cost::{Cost, Machine, Workload};
use crate::schedule::reduction::{receives, Reduction};
use crate::schedule::row::Schedule;
use crate::schedule::transport::Transport;

pub const ROW: Schedule = Schedule {
    name: "offload",
    description: "exact and prerounded2 sums cut into doubles or integers that the MPI \
                  library's own sum, or the network, may add in any order",
    // What it takes depends on the numbers, and it is meant for networks that reduce on
    // their way.
    automatic: false,
    takes,
    scratch,
    cost: Cost::Fixed(seconds),
    run: Some(run),
    ..Schedule::USUAL
};

/// Bytes of a block in the cost model, if its numbers are doubles.
const BLOCK_OF_DOUBLES: usize = 8 * BLOCK;

/// With two addends for each double, and a survey that is half as long.
fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let blocks = job.bytes.div_ceil(BLOCK_OF_DOUBLES).max(1) as f64;
    let latency = machine.call + doublings(job.ranks) * machine.allreduce;
    let sent = 2.0 * (ranks - 1.0) / ranks * 3.0 * n;
    blocks * 2.0 * latency + sent * machine.allreduce_byte + n * machine.offload
}

/// Numbers of a block: as many as are surveyed at one time.
const BLOCK: usize = 12 << 10;

/// Addends of each that there is room for. Where there are more the block goes in pieces.
const ADDENDS: usize = 4;

fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.fold.offload() {
        Some(_) => Ok(()),
        None => Err("nobody else can add it up; exact and prerounded2 sums have such addends"),
    }
}

/// How the scratch is used: addends and their totals, then a stage for elements where the caller's
/// buffers are not contiguous, then what was found. The same on all ranks, but for the stage.
struct Layout {
    /// Elements of a block.
    elements: usize,
    /// Addends of a piece, and as many totals.
    addends: usize,
    /// Integers of a block's survey.
    found: usize,
}

impl Layout {
    fn new(sum: &dyn Offload, ranks: usize, count: usize) -> Layout {
        let elements = (BLOCK / sum.numbers()).min(count);
        let numbers = elements * sum.numbers();
        let addends = (ADDENDS * numbers).max(sum.numbers() * sum.most(ranks));
        Layout { elements, addends, found: sum.surveyed() * numbers }
    }
}

fn scratch(case: &Case<'_>, _settings: &Settings, _rank: usize) -> usize {
    let sum = case.fold.offload().expect("`takes` was asked");
    let layout = Layout::new(sum, case.ranks, case.count);
    let stage = case.fold.buffers().map_or(0, |_| layout.elements * case.fold.size());
    16 * layout.addends + stage + 4 * layout.found
}

unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let sum = reduction.fold.offload().expect("`takes` was asked");
    let layout = Layout::new(sum, transport.size(), reduction.count);
    let stage = scratch.wrapping_add(16 * layout.addends);
    let staged = reduction.fold.buffers().map_or(0, |_| layout.elements * reduction.fold.size());
    // SAFETY: the scratch is as long; any bits are integers.
    let (words, found) = unsafe {
        (
            std::slice::from_raw_parts_mut(scratch.cast::<u64>(), 2 * layout.addends),
            std::slice::from_raw_parts_mut(stage.add(staged).cast::<i32>(), layout.found),
        )
    };
    let receives = receives(transport, reduction.to);
    let mut from = 0;
    while from < reduction.count {
        let n = layout.elements.min(reduction.count - from);
        let found = &mut found[..n * sum.numbers() * sum.surveyed()];
        // SAFETY: from + n ≤ count; the stage has room for a block; in place, a piece is cut
        // up before it is overwritten.
        unsafe {
            let own = reduction.contribution(from, n, stage)?;
            sum.survey(own, n * sum.numbers(), found);
            transport.largest(found)?;
            let result = reduction.result_row(from, stage);
            add_up(transport, reduction, sum, found, words, own, result)?;
            if receives {
                reduction.deliver(result, from, n)?;
            }
        }
        from += n;
    }
    Ok(())
}

/// Reduces a block, piece by piece, into the row of results on the ranks that get them.
///
/// # Safety
/// Something was found of each element of the block, which is a row; there is room for as many
/// results, in the same place or apart.
unsafe fn add_up(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    sum: &dyn Offload,
    found: &[i32],
    words: &mut [u64],
    own: *const u8,
    result: *mut u8,
) -> Result<(), Fault> {
    let (ranks, size) = (transport.size(), reduction.fold.size());
    let (addends, totals) = words.split_at_mut(words.len() / 2);
    let mut rest = found;
    let mut done = 0;
    while !rest.is_empty() {
        let (elements, count) = piece(sum, ranks, rest, addends.len());
        let (found, behind) = rest.split_at(elements * sum.numbers() * sum.surveyed());
        rest = behind;
        let (addends, totals) = (&mut addends[..count], &mut totals[..count]);
        let offset = done * size;
        done += elements;
        // SAFETY: elements of the block, and room for their results.
        unsafe {
            sum.cut(own.add(offset), ranks, found, addends);
            // (Of zeros, say, there are none: all ranks know that.)
            if !addends.is_empty() {
                transport.sums(reduction.to, sum.addends(), addends, totals)?;
            }
            if receives(transport, reduction.to) {
                sum.finish(ranks, found, totals, result.add(offset));
            }
        }
    }
    Ok(())
}

/// The first elements whose addends there is room for, and how many addends they have.
fn piece(sum: &dyn Offload, ranks: usize, found: &[i32], most: usize) -> (usize, usize) {
    let (mut elements, mut addends) = (0, 0);
    for element in found.chunks_exact(sum.numbers() * sum.surveyed()) {
        let numbers = element.chunks_exact(sum.surveyed());
        let more: usize = numbers.map(|found| sum.count(ranks, found)).sum();
        if addends + more > most {
            break;
        }
        elements += 1;
        addends += more;
    }
    (elements, addends)
}
