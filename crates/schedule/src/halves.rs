//! The vector is halved before trees of messages reduce the pieces: what [`super::algorithms`]'
//! `halving` and `split` have in common.
//!
//! In step k = 0, 1, …, s - 1 of the halving a rank sends its partner, the rank whose number
//! differs in bit k, its partial of one half of what it still has, and merges what it receives for
//! the other half. Nearest partners go first, so that partials are always of 2^k consecutive
//! ranks. Then a rank has one of 2^s pieces of the vector, as has every 2^s'th rank: an f-nomial
//! tree of those reduces the piece. Results take the same way back; to a root, only the half with
//! the root in it receives.
//!
//! Where 2^s does not divide the number of ranks, as many pairs of neighbours as are too many are
//! merged first: one sends the other its whole contribution. (A root always receives.)
//!
//! The pieces are cut at the beginning: each has a partial by itself, and half of a vector is half
//! of the pieces, one after the other in one message.

use super::cost::merged;
use super::flow::{self, Down, Endpoint};
use super::merging::{self, aligned, block};
use super::messages::{exchange, Messages};
use super::pairs::Halves;
use super::pieces::{Cutting, Pieces};
use super::place::TreeLayout;
use super::prelude::*;
use samebits_fold::vectors::ranks::Ranks;
use std::ops::Range;

pub(super) trait Splits {
    /// How often it does, for a vector of so many blocks, and at most `max` times.
    fn splits(max: u32, blocks: usize) -> u32;
}

/// What lies where in a rank's scratch, for rounds of at most n elements; what is received comes
/// first.
struct HalvesScratch {
    /// Merged partials, in turn.
    merged: [usize; 2],
    /// A row of all elements.
    row: usize,
    tree: TreeLayout,
    tree_at: usize,
    bytes: usize,
}

impl HalvesScratch {
    fn new(halves: &Halves, case: &Case<'_>, node: usize, n: usize) -> HalvesScratch {
        let (partials, row_bytes) = (case.partials(), aligned(n * case.fold.size()));
        let pieces = 1usize << halves.splits;
        let piece = n.div_ceil(pieces);
        let max_bytes = |of: &Ranks| aligned(partials.most(of, halves.ranks, piece));
        let (mut received, mut merged) = (0, 0);
        if node < halves.pairs {
            received = row_bytes;
            merged = pieces * max_bytes(&halves.block(node, 0));
        }
        for k in 0..halves.splits {
            let left = pieces >> (k + 1);
            received = received.max(left * max_bytes(&halves.block(node ^ 1 << k, k)));
            merged = merged.max(left * max_bytes(&halves.block(node, k + 1)));
        }
        let tree = TreeLayout::new(halves.position(node), partials, halves.ranks, piece, 1, 0);
        let row = received + 2 * merged;
        let tree_at = row + row_bytes;
        let bytes = tree_at + tree.bytes;
        HalvesScratch { merged: [received, received + merged], row, tree, tree_at, bytes }
    }
}

/// The halving, and the elements of a round: the same on all ranks.
fn rounds<S: Splits>(case: &Case<'_>, settings: &Settings) -> (Halves, usize) {
    let &Case { fold, ranks, count, to, .. } = case;
    let size = fold.size();
    let elements = (settings.block / size).max(1);
    let splits = S::splits(ranks.ilog2(), count.div_ceil(elements));
    let (pairs, degree) = (ranks % (1 << splits), settings.degree);
    let halves = Halves { ranks, splits, pairs, root: to.root(), degree };
    let anywhere = Halves { root: None, ..halves };
    let wanted = elements.saturating_mul(1 << splits).min(count).saturating_mul(size);
    let needed = |n| HalvesScratch::new(&anywhere, case, 0, n).bytes;
    (halves, block(wanted, size, needed))
}

pub(super) const fn row<S: Splits>(
    name: &'static str,
    description: &'static str,
    degree: Degree,
) -> Schedule {
    let (scratch, cost) = (scratch::<S>, Cost::Blocks { seconds: seconds::<S>, degree });
    Schedule { name, description, scratch, cost, run: Some(run::<S>), ..merging::ROW }
}

fn seconds<S: Splits>(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let splits = S::splits(job.ranks.ilog2(), job.blocks(settings.block));
    let rounds = job.blocks(settings.block.max(1).saturating_mul(1 << splits)) as f64;
    rounds * merged::halves(machine, job, settings, splits, job.bytes as f64 / rounds)
}

fn scratch<S: Splits>(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let (halves, n) = rounds::<S>(case, settings);
    HalvesScratch::new(&halves, case, halves.node(rank), n).bytes
}

unsafe fn run<S: Splits>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Outcome {
    let (rank, count) = (transport.rank(), reduction.count);
    let case = reduction.case(transport.size());
    let (halves, n) = rounds::<S>(&case, &reduction.settings);
    let node = halves.node(rank);
    let runner = Runner {
        transport,
        messages: transport.messages().expect("`takes` was asked"),
        results: transport.results().expect("`takes` was asked"),
        reduction,
        layout: HalvesScratch::new(&halves, &case, node, n),
        halves,
        rank,
        node,
        scratch,
    };
    for from in (0..count).step_by(n) {
        // SAFETY: upheld by the caller; the layout is that of `scratch`.
        unsafe { runner.round(from, n.min(count - from))? };
    }
    Ok(())
}

struct Runner<'a> {
    transport: &'a dyn Transport,
    messages: &'a dyn Messages,
    results: &'a dyn Messages,
    reduction: &'a Reduction<'a>,
    halves: Halves,
    rank: usize,
    node: usize,
    layout: HalvesScratch,
    scratch: *mut u8,
}

impl Runner<'_> {
    unsafe fn round(&self, from: usize, total: usize) -> Outcome {
        let (halves, reduction, scratch) = (&self.halves, self.reduction, self.scratch);
        let (size, team) = (reduction.fold.size(), reduction.settings.team());
        let cut = Cut::new(total, 1 << halves.splits);
        let row = scratch.wrapping_add(self.layout.row);
        let partials = reduction.fold.partials().expect("`takes` was asked");
        let cutting = Cutting { partials, ranks: halves.ranks, size, cut, team };
        let all = reduction.to == Destination::All;
        let acting = halves.rank(self.node);
        // A contribution is not needed any more when results are put in the same row.
        let receives = reduction.to.reaches(self.rank);
        let result = if receives { reduction.result_row(from, row) } else { row };
        // SAFETY: the round lies within the vector, and what is received in the scratch; what
        // is sent is waited for before its buffer is used again.
        unsafe {
            let own = reduction.contribution(from, total, row)?;
            if acting != self.rank {
                exchange(self.messages, acting, (own, total * size), (result, 0))?;
                if all {
                    exchange(self.results, acting, (own, 0), (result, total * size))?;
                    reduction.deliver(result, from, total)?;
                }
                return Ok(());
            }
            let partial = self.halve(cutting, own, total)?;
            let piece = partial.range.start;
            let (n, bytes) = (cut.length(piece), cut.length(piece) * size);
            if n > 0 {
                let row = result.wrapping_add(cut.start(piece) * size);
                let ends = MergedPiece { partial: partial.at, n, bytes, row };
                let (tree, scratch) = (&self.layout.tree, scratch.add(self.layout.tree_at));
                let down = if all { Down::Overlapped } else { Down::Never };
                flow::run(self.transport, reduction, tree, &ends, down, scratch)?;
            }
            if !self.unite(cut, piece, result)? {
                return Ok(());
            }
            if all && self.node < halves.pairs {
                let neighbour = halves.neighbour(self.rank);
                exchange(self.results, neighbour, (result, total * size), (result, 0))?;
            }
            reduction.deliver(result, from, total)
        }
    }

    /// The partial of this rank's piece.
    unsafe fn halve(
        &self,
        cutting: Cutting<'_>,
        own: *const u8,
        total: usize,
    ) -> Result<Pieces, Fault> {
        let (halves, scratch) = (&self.halves, self.scratch);
        let [mut into, mut other] = self.layout.merged.map(|at| scratch.wrapping_add(at));
        // SAFETY: as in `round`; the two places are filled in turn.
        unsafe {
            let mut pieces = cutting.locate(Ranks::one(self.rank), 0..cutting.cut.ranks(), own);
            if self.node < halves.pairs {
                let neighbour = halves.neighbour(self.rank);
                exchange(self.messages, neighbour, (own, 0), (scratch, total * cutting.size))?;
                let of = Ranks::one(neighbour);
                let theirs = cutting.locate(of, pieces.range.clone(), scratch);
                pieces = cutting.merge(&pieces, &theirs, into)?;
                std::mem::swap(&mut into, &mut other);
            }
            for k in 0..halves.splits {
                let partner = self.node ^ 1 << k;
                let middle = pieces.range.len() / 2 + pieces.range.start;
                let (low, high) = (pieces.range.start..middle, middle..pieces.range.end);
                let (keep, give) = if self.node < partner { (low, high) } else { (high, low) };
                let of = halves.block(partner, k);
                let received = (scratch, cutting.max_bytes(&of, &keep));
                exchange(self.messages, halves.rank(partner), pieces.bytes(&give), received)?;
                let theirs = cutting.locate(of, keep, scratch);
                pieces = cutting.merge(&pieces, &theirs, into)?;
                std::mem::swap(&mut into, &mut other);
            }
            Ok(pieces)
        }
    }

    /// Gathers the results of all pieces on the ranks that get them. Returns whether this rank is
    /// one of those.
    unsafe fn unite(&self, cut: Cut, piece: usize, result: *mut u8) -> Result<bool, Fault> {
        let (halves, size) = (&self.halves, self.reduction.fold.size());
        let root = halves.root.map(|root| halves.node(root));
        if root.is_some_and(|root| root >> halves.splits != self.node >> halves.splits) {
            return Ok(false);
        }
        let place = |range: &Range<usize>| {
            let (start, end) = (cut.start(range.start), cut.start(range.end));
            (result.wrapping_add(start * size), (end - start) * size)
        };
        let mut range = piece..piece + 1;
        for k in (0..halves.splits).rev() {
            let partner = self.node ^ 1 << k;
            let (start, n) = (range.start, range.len());
            let theirs =
                if self.node < partner { start + n..start + 2 * n } else { start - n..start };
            let ((own, mut send), (other, mut receive)) = (place(&range), place(&theirs));
            let away = root.is_some_and(|root| (self.node ^ root) >> k & 1 == 1);
            if away {
                receive = 0;
            } else if root.is_some() {
                send = 0;
            }
            // SAFETY: two parts of the row of results.
            unsafe { exchange(self.results, halves.rank(partner), (own, send), (other, receive))? };
            if away {
                return Ok(false);
            }
            range = start.min(theirs.start)..start.max(theirs.start) + n;
        }
        Ok(true)
    }
}

/// A piece on its way through a tree, as a single block.
struct MergedPiece {
    partial: *const u8,
    n: usize,
    bytes: usize,
    row: *mut u8,
}

impl Endpoint for MergedPiece {
    fn blocks(&self) -> usize {
        1
    }
    fn length(&self, _block: usize) -> (usize, usize) {
        (self.n, self.bytes)
    }
    unsafe fn own(&self, _block: usize, _stage: *mut u8) -> Result<*const u8, Fault> {
        Ok(self.partial)
    }
    fn result_row(&self, _block: usize, _stage: *mut u8) -> *mut u8 {
        self.row
    }
    unsafe fn deliver(&self, _block: usize, _row: *const u8) -> Outcome {
        Ok(())
    }
}
