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
//! The pieces are cut at the beginning: each has a partial of its own, and half of a vector is half
//! of the pieces, one after the other in one message.

use super::cost::merged;
use super::exchanges::{exchange, receive, send};
use super::flow::{self, Down, Endpoint};
use super::hypercube::Hypercube;
use super::merging::{self, aligned, block, ScratchDivision};
use super::messages::Messages;
use super::pieces::{Cutting, Pieces};
use super::place::TreeLayout;
use super::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;

pub(super) trait Splits: 'static {
    /// How often the vector is halved if it has that many blocks; at most `max` times.
    fn splits(max: u32, blocks: usize) -> u32;
}

/// The layout of a rank's scratch, for rounds of at most n elements; what is received comes
/// first.
struct HalvesScratch {
    /// Two buffers for merged partials, used alternately.
    merged: [usize; 2],
    /// A row of all elements.
    row: usize,
    tree: TreeLayout,
    tree_at: usize,
    bytes: usize,
}

impl HalvesScratch {
    fn new(cube: &Hypercube, case: &Case<'_>, node: usize, n: usize) -> HalvesScratch {
        let (partials, row_bytes) = (case.partials(), aligned(n * case.fold.size()));
        let pieces = 1usize << cube.splits;
        let piece = n.div_ceil(pieces);
        let max_bytes = |of: &Ranks| aligned(partials.most(of, cube.ranks, piece));
        let (mut received, mut merged) = (0, 0);
        if node < cube.pairs {
            received = row_bytes;
            merged = pieces * max_bytes(&cube.block(node, 0));
        }
        for k in 0..cube.splits {
            let left = pieces >> (k + 1);
            received = received.max(left * max_bytes(&cube.block(node ^ 1 << k, k)));
            merged = merged.max(left * max_bytes(&cube.block(node, k + 1)));
        }
        let tree = TreeLayout::new(cube.position(node), partials, cube.ranks, piece, 1, 0);
        let mut scratch = ScratchDivision::default();
        scratch.take(received);
        let (merged, row) = (scratch.take_two(merged), scratch.take(row_bytes));
        let tree_at = scratch.take(tree.bytes);
        HalvesScratch { merged, row, tree, tree_at, bytes: scratch.bytes }
    }
}

/// The halving, and the elements of a round: the same on all ranks.
fn rounds<S: Splits>(case: &Case<'_>, settings: &Settings) -> (Hypercube, usize) {
    let &Case { fold, ranks, count, to, .. } = case;
    let size = fold.size();
    let elements = (settings.block / size).max(1);
    let splits = S::splits(ranks.ilog2(), count.div_ceil(elements));
    let (pairs, degree) = (ranks % (1 << splits), settings.degree);
    let cube = Hypercube { ranks, splits, pairs, root: to.root(), degree };
    let anywhere = Hypercube { root: None, ..cube };
    let wanted = elements.saturating_mul(1 << splits).min(count).saturating_mul(size);
    let needed = |n| HalvesScratch::new(&anywhere, case, 0, n).bytes;
    (cube, block(wanted, size, needed))
}

pub(super) const fn row<S: Splits>(
    name: &'static str,
    description: &'static str,
    degree: Degree,
) -> Schedule {
    let (scratch, cost) = (scratch::<S>, Cost::Blocks { seconds: seconds::<S>, degree });
    Schedule {
        name,
        description,
        scratch,
        cost,
        run: Some(stepwise::run::<Halves<S>>),
        later: Some(stepwise::later::<Halves<S>>()),
        ..merging::ROW
    }
}

fn seconds<S: Splits>(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let splits = S::splits(job.ranks.ilog2(), job.blocks(settings.block));
    let rounds = job.blocks(settings.block.max(1).saturating_mul(1 << splits)) as f64;
    rounds * merged::halves(machine, job, settings, splits, job.bytes as f64 / rounds)
}

fn scratch<S: Splits>(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let (cube, n) = rounds::<S>(case, settings);
    HalvesScratch::new(&cube, case, cube.node(rank), n).bytes
}

struct Halves<S>(PhantomData<S>);

impl<S: Splits> Body for Halves<S> {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        scratch: *mut u8,
    ) -> Outcome {
        let rank = transport.rank();
        let case = reduction.case(transport.size());
        let (cube, n) = rounds::<S>(&case, &reduction.settings);
        let node = cube.node(rank);
        let runner = Runner {
            transport,
            messages: transport.needed_messages(),
            results: transport.needed_results(),
            reduction,
            layout: HalvesScratch::new(&cube, &case, node, n),
            cube,
            rank,
            node,
            scratch,
        };
        for (from, total) in reduction.blocks(n) {
            // SAFETY: upheld by the caller; the layout is that of `scratch`.
            unsafe { runner.round::<M>(from, total).await? };
        }
        Ok(())
    }
}

struct Runner<'a> {
    transport: &'a dyn Transport,
    messages: &'a dyn Messages,
    results: &'a dyn Messages,
    reduction: &'a Reduction<'a>,
    cube: Hypercube,
    rank: usize,
    node: usize,
    layout: HalvesScratch,
    scratch: *mut u8,
}

impl Runner<'_> {
    async unsafe fn round<M: Mode>(&self, from: usize, total: usize) -> Outcome {
        let (cube, reduction, scratch) = (&self.cube, self.reduction, self.scratch);
        let (size, team) = (reduction.fold.size(), reduction.settings.team());
        let cut = Cut::new(total, 1 << cube.splits);
        let row = scratch.wrapping_add(self.layout.row);
        let partials = reduction.partials();
        let cutting = Cutting { partials, ranks: cube.ranks, size, cut, team };
        let all = reduction.to == Destination::All;
        let acting = cube.rank(self.node);
        // A contribution is not needed any more when results are put in the same row.
        let receives = reduction.to.reaches(self.rank);
        let result = if receives { reduction.result_row(from, row) } else { row };
        // SAFETY: the round lies within the vector, and what is received in the scratch; what
        // is sent is waited for before its buffer is used again.
        unsafe {
            let own = reduction.contribution(from, total, row)?;
            if acting != self.rank {
                send::<M>(self.messages, acting, own, total * size).await?;
                if all {
                    receive::<M>(self.results, acting, result, total * size).await?;
                    reduction.deliver(result, from, total)?;
                }
                return Ok(());
            }
            let partial = self.halve::<M>(cutting, own, total).await?;
            let piece = partial.range.start;
            let n = cut.length(piece);
            if n > 0 {
                let row = result.wrapping_add(cut.start(piece) * size);
                let ends = MergedPiece { partial: partial.at, n, row };
                let (tree, scratch) = (&self.layout.tree, scratch.add(self.layout.tree_at));
                let down = if all { Down::Overlapped } else { Down::Never };
                flow::run::<M>(self.transport, reduction, tree, &ends, down, scratch).await?;
            }
            if !self.unite::<M>(cut, piece, result).await? {
                return Ok(());
            }
            if all && self.node < cube.pairs {
                let neighbour = cube.neighbour(self.rank);
                send::<M>(self.results, neighbour, result, total * size).await?;
            }
            reduction.deliver(result, from, total)
        }
    }

    /// The partial of this rank's piece.
    async unsafe fn halve<M: Mode>(
        &self,
        cutting: Cutting<'_>,
        own: *const u8,
        total: usize,
    ) -> Result<Pieces, Fault> {
        let (cube, scratch) = (&self.cube, self.scratch);
        let [mut into, mut other] = self.layout.merged.map(|at| scratch.wrapping_add(at));
        // SAFETY: as in `round`; the two buffers are filled alternately.
        unsafe {
            let mut pieces = cutting.locate(Ranks::one(self.rank), 0..cutting.cut.ranks(), own);
            if self.node < cube.pairs {
                let neighbour = cube.neighbour(self.rank);
                receive::<M>(self.messages, neighbour, scratch, total * cutting.size).await?;
                let of = Ranks::one(neighbour);
                let theirs = cutting.locate(of, pieces.range.clone(), scratch);
                pieces = cutting.merge(&pieces, &theirs, into)?;
                std::mem::swap(&mut into, &mut other);
            }
            for k in 0..cube.splits {
                let partner = self.node ^ 1 << k;
                let middle = pieces.range.len() / 2 + pieces.range.start;
                let (low, high) = (pieces.range.start..middle, middle..pieces.range.end);
                let (keep, give) = if self.node < partner { (low, high) } else { (high, low) };
                let of = cube.block(partner, k);
                let received = (scratch, cutting.max_bytes(&of, &keep));
                let partner = cube.rank(partner);
                exchange::<M>(self.messages, partner, pieces.bytes(&give), received).await?;
                let theirs = cutting.locate(of, keep, scratch);
                pieces = cutting.merge(&pieces, &theirs, into)?;
                std::mem::swap(&mut into, &mut other);
            }
            Ok(pieces)
        }
    }

    /// Gathers the results of all pieces on the ranks that get them. Returns whether this rank is
    /// one of those.
    async unsafe fn unite<M: Mode>(
        &self,
        cut: Cut,
        piece: usize,
        result: *mut u8,
    ) -> Result<bool, Fault> {
        let (cube, size) = (&self.cube, self.reduction.fold.size());
        let part = |node: usize| node >> cube.splits;
        if cube.root.is_some_and(|root| part(cube.node(root)) != part(self.node)) {
            return Ok(false);
        }
        let place = |range: &Range<usize>| {
            let (start, end) = (cut.start(range.start), cut.start(range.end));
            (result.wrapping_add(start * size), (end - start) * size)
        };
        let mut range = piece..piece + 1;
        for k in (0..cube.splits).rev() {
            let partner = self.node ^ 1 << k;
            let (start, n) = (range.start, range.len());
            let theirs =
                if self.node < partner { start + n..start + 2 * n } else { start - n..start };
            let ((own, bytes), (other, their_bytes)) = (place(&range), place(&theirs));
            let (sends, receives) = cube.sends_and_receives(self.node, k);
            let own = (own.cast_const(), if sends { bytes } else { 0 });
            let other = (other, if receives { their_bytes } else { 0 });
            // SAFETY: two parts of the row of results.
            unsafe { exchange::<M>(self.results, cube.rank(partner), own, other).await? };
            if !receives {
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
    row: *mut u8,
}

impl Endpoint for MergedPiece {
    fn blocks(&self) -> usize {
        1
    }
    fn elements(&self, _block: usize) -> usize {
        self.n
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
