//! The vector halved before trees of messages reduce the parts: what [`super::halving`] and
//! [`super::split`] have in common.
//!
//! In step k = 0, 1, …, s - 1 of the halving a rank hands its partner, the one whose number
//! differs in bit k, what it knows of one half of what is left to it, and merges what it gets
//! for the other half. Nearest partners first, so that a rank always knows of 2^k consecutive
//! ranks. Then it has one of 2^s pieces of the vector, and so has every 2^s'th rank: an
//! f-nomial tree of those reduces the piece. Results go the same way back; to a root, only
//! the half with the root in it receives.
//!
//! Where 2^s does not divide the number of ranks, as many pairs of neighbours become one first
//! as are too many: one sends the other its whole contribution. (A root is one that stays.)
//!
//! The pieces are there from the beginning: what is known of each is a partial by itself, and
//! half of a vector is half of the pieces, one after the other in one message.

use super::case::{Case, Destination, Settings};
use super::cost::merged::Merged;
use super::cost::{Machine, Workload};
use super::flow::{Down, Ends, Flow};
use super::merging::{aligned, block};
use super::messages::exchange;
use super::messages::Messages;
use super::pairs::Halves;
use super::pieces::{Cutting, Pieces};
use super::place::{TreeLayout, TreePosition};
use super::reduction::{receives, Reduction};
use super::transport::{Cut, Transport};
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::{Fault, Fold};
use std::ops::Range;

/// A schedule that halves the vector.
pub(super) trait Splits {
    /// How often it does, the vector being so many blocks long; not more often than so many
    /// ranks can.
    fn splits(most: u32, blocks: usize) -> u32;
}

/// What lies where in a rank's scratch, for rounds of at most n elements.
struct Layout {
    /// What is known, in turn.
    merged: [usize; 2],
    /// A row of all elements.
    row: usize,
    tree: TreeLayout,
    tree_at: usize,
    bytes: usize,
}

impl Layout {
    fn new(
        halves: &Halves,
        place: &TreePosition,
        fold: &dyn Fold,
        node: usize,
        n: usize,
    ) -> Layout {
        let partials = fold.partials().expect("`takes` was asked");
        let pieces = 1usize << halves.splits;
        let piece = n.div_ceil(pieces);
        let most = |of: &Ranks| aligned(partials.most(of, halves.ranks, piece));
        let paired = node < halves.pairs;
        let mut received = if paired { aligned(n * fold.size()) } else { 0 };
        let mut merged = if paired { pieces * most(&halves.block(node, 0)) } else { 0 };
        for k in 0..halves.splits {
            let left = pieces >> (k + 1);
            received = received.max(left * most(&halves.block(node ^ 1 << k, k)));
            merged = merged.max(left * most(&halves.block(node, k + 1)));
        }
        let tree = TreeLayout::new(place, partials, halves.ranks, piece, 1, 0);
        let row = received + 2 * merged;
        let tree_at = row + aligned(n * fold.size());
        let bytes = tree_at + tree.bytes;
        Layout { merged: [received, received + merged], row, tree, tree_at, bytes }
    }
}

/// Who is who, and the elements of a round: the same on all ranks.
fn rounds<S: Splits>(
    fold: &dyn Fold,
    ranks: usize,
    count: usize,
    to: Destination,
    settings: &Settings,
) -> (Halves, usize) {
    let size = fold.size();
    let elements = (settings.block / size).max(1);
    let splits = S::splits(ranks.ilog2(), count.div_ceil(elements));
    let root = match to {
        Destination::All => None,
        Destination::Root(root) => Some(root),
    };
    let (pairs, degree) = (ranks % (1 << splits), settings.degree);
    let halves = Halves { ranks, splits, pairs, root, degree };
    let anywhere = Halves { root: None, ..halves };
    let place = anywhere.place(0);
    let wanted = elements.saturating_mul(1 << splits).min(count).saturating_mul(size);
    let needed = |n| Layout::new(&anywhere, &place, fold, 0, n).bytes;
    (halves, block(wanted, size, needed))
}

/// By the model.
pub(super) fn seconds<S: Splits>(machine: &Machine, job: &Workload, settings: &Settings) -> f64 {
    let splits = S::splits(job.ranks.ilog2(), job.blocks(settings.block));
    let rounds = job.blocks(settings.block.max(1).saturating_mul(1 << splits)) as f64;
    rounds
        * Merged::new(machine, job, settings).halves(job.ranks, splits, job.bytes as f64 / rounds)
}

/// As of the row.
pub(super) fn scratch<S: Splits>(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let Case { fold, ranks, count, to, .. } = *case;
    let (halves, n) = rounds::<S>(fold, ranks, count, to, settings);
    let node = halves.node(rank);
    Layout::new(&halves, &halves.place(node), fold, node, n).bytes
}

/// As of the row.
pub(super) unsafe fn run<S: Splits>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let &Reduction { fold, count, to, ref settings, .. } = reduction;
    let (halves, n) = rounds::<S>(fold, ranks, count, to, settings);
    let node = halves.node(rank);
    let place = halves.place(node);
    let on = On {
        messages: transport.messages().expect("`takes` was asked"),
        results: transport.results().expect("`takes` was asked"),
        reduction,
        layout: Layout::new(&halves, &place, fold, node, n),
        halves,
        rank,
        node,
        place,
        receives: receives(transport, to),
    };
    for from in (0..count).step_by(n) {
        // SAFETY: upheld by the caller; the layout is that of `scratch`.
        unsafe { on.round(from, n.min(count - from), scratch)? };
    }
    Ok(())
}

/// A rank at work.
struct On<'a> {
    messages: &'a dyn Messages,
    results: &'a dyn Messages,
    reduction: &'a Reduction<'a>,
    halves: Halves,
    rank: usize,
    node: usize,
    place: TreePosition,
    layout: Layout,
    receives: bool,
}

impl On<'_> {
    unsafe fn round(&self, from: usize, total: usize, scratch: *mut u8) -> Result<(), Fault> {
        let (halves, reduction, size) = (&self.halves, self.reduction, self.reduction.fold.size());
        let (cut, row) =
            (Cut::new(total, 1 << halves.splits), scratch.wrapping_add(self.layout.row));
        let partials = reduction.fold.partials().expect("`takes` was asked");
        let team = reduction.settings.team();
        let cutting = Cutting { partials, ranks: halves.ranks, size, cut, team };
        let all = reduction.to == Destination::All;
        let here = halves.rank(self.node);
        // (A contribution is not needed any more when results are put in the same row.)
        let result = if self.receives { reduction.result_row(from, row) } else { row };
        // SAFETY: the round lies within the vector, and what is received in the scratch; what
        // is sent is waited for before its place is used again.
        unsafe {
            let own = reduction.contribution(from, total, row)?;
            if here != self.rank {
                exchange(self.messages, here, (own, total * size), (result, 0))?;
                if all {
                    exchange(self.results, here, (own, 0), (result, total * size))?;
                    reduction.deliver(result, from, total)?;
                }
                return Ok(());
            }
            let known = self.halve(cutting, own, total, scratch)?;
            let piece = known.range.start;
            let (n, bytes) = (cut.length(piece), cut.length(piece) * size);
            if n > 0 {
                let row = result.wrapping_add(cut.start(piece) * size);
                let flow = Flow {
                    partials,
                    messages: self.messages,
                    results: self.results,
                    ranks: halves.ranks,
                    place: &self.place,
                    layout: &self.layout.tree,
                    ends: &Piece { known: known.at, n, bytes, row },
                    down: if all { Down::Along } else { Down::Never },
                    team,
                };
                flow.run(scratch.add(self.layout.tree_at))?;
            }
            if !self.unite(cut, piece, result)? {
                return Ok(());
            }
            if all && self.node < halves.pairs {
                exchange(self.results, self.partner(), (result, total * size), (result, 0))?;
            }
            reduction.deliver(result, from, total)
        }
    }

    /// The other rank of a pair.
    fn partner(&self) -> usize {
        2 * self.halves.first(self.node) + 1 - self.rank
    }

    /// What is known of the piece that is this rank's.
    unsafe fn halve(
        &self,
        cutting: Cutting<'_>,
        own: *const u8,
        total: usize,
        scratch: *mut u8,
    ) -> Result<Pieces, Fault> {
        let halves = &self.halves;
        let [mut into, mut other] = self.layout.merged.map(|at| scratch.wrapping_add(at));
        // SAFETY: as in `round`; the two places are filled in turn.
        unsafe {
            let mut known = cutting.found(Ranks::one(self.rank), 0..cutting.cut.ranks(), own);
            if self.node < halves.pairs {
                exchange(self.messages, self.partner(), (own, 0), (scratch, total * cutting.size))?;
                let of = Ranks::one(self.partner());
                let theirs = cutting.found(of, known.range.clone(), scratch);
                known = cutting.merge(&known, &theirs, into)?;
                std::mem::swap(&mut into, &mut other);
            }
            for k in 0..halves.splits {
                let partner = self.node ^ 1 << k;
                let middle = known.range.len() / 2 + known.range.start;
                let (low, high) = (known.range.start..middle, middle..known.range.end);
                let (keep, give) = if self.node < partner { (low, high) } else { (high, low) };
                let of = halves.block(partner, k);
                let most = cutting.most(&of, &keep);
                exchange(self.messages, halves.rank(partner), known.bytes(&give), (scratch, most))?;
                let theirs = cutting.found(of, keep, scratch);
                known = cutting.merge(&known, &theirs, into)?;
                std::mem::swap(&mut into, &mut other);
            }
            Ok(known)
        }
    }

    /// Brings the results of all pieces together, or as many of them as should come here;
    /// whether that is all of them.
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
            let (own, other) = (place(&range), place(&theirs));
            let (mut send, mut receive) = (own.1, other.1);
            if let Some(root) = root {
                match (self.node ^ root) >> k & 1 {
                    0 => send = 0,
                    _ => receive = 0,
                }
            }
            // SAFETY: two parts of the row of results.
            unsafe {
                exchange(self.results, halves.rank(partner), (own.0, send), (other.0, receive))?
            };
            if root.is_some_and(|root| (self.node ^ root) >> k & 1 == 1) {
                return Ok(false);
            }
            range = start.min(theirs.start)..start.max(theirs.start) + n;
        }
        Ok(true)
    }
}

/// A piece on its way through a tree.
struct Piece {
    known: *const u8,
    n: usize,
    bytes: usize,
    row: *mut u8,
}

impl Ends for Piece {
    fn blocks(&self) -> usize {
        1
    }
    fn length(&self, _block: usize) -> (usize, usize) {
        (self.n, self.bytes)
    }
    unsafe fn own(&self, _block: usize, _stage: *mut u8) -> Result<*const u8, Fault> {
        Ok(self.known)
    }
    fn row(&self, _block: usize, _stage: *mut u8) -> *mut u8 {
        self.row
    }
    unsafe fn deliver(&self, _block: usize, _row: *const u8) -> Result<(), Fault> {
        Ok(())
    }
    unsafe fn again(&self, _block: usize, _stage: *mut u8) -> Result<*const u8, Fault> {
        Ok(self.row)
    }
}
