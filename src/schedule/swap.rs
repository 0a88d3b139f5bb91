//! `swap`: two ranks. For short vectors each sends the other its contribution,
//! and both fold both; longer ones go in blocks that stay in the cache: of each
//! block a rank gets the other's contribution to its half, folds it, and the
//! folded halves are swapped. Contributions are folded from where they lie into
//! where the result is wanted, without a copy.
//!
//! Cost, n bytes, b blocks: short vectors α + n β + n γ, longer ones
//! 2 b α + n β + n/2 γ (to a root: the last half goes one way).

use super::{is_short, receives, Cut, Destination, Reduction, Transport};
use crate::arithmetic::{Fault, Fold};

/// Bytes of half a block. Longer messages are faster, until a half of each
/// contribution and of the result no longer fit into a core's own cache
/// (`make bench SMALLEST=512K` with 64 KiB to 1 MiB, of 2 MiB of cache).
const HALF: usize = 512 << 10;

/// Two ranks, and a fold of rows from where they lie.
pub(super) fn takes(fold: &dyn Fold, ranks: usize) -> bool {
    ranks == 2 && fold.two().is_some()
}

pub(super) unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    other: *mut u8,
) -> Result<(), Fault> {
    let (rank, size, count) = (transport.rank(), reduction.fold.size(), reduction.count);
    let rows = reduction.fold.two().expect("`takes` was asked");
    let fold = |own: *const u8, into: *mut u8, n: usize| {
        let theirs = other.cast_const();
        let (left, right) = if rank == 0 { (own, theirs) } else { (theirs, own) };
        // SAFETY: n elements of this rank's contribution, of the other's in the
        // scratch, and room for the results; in place, `into` is `own`.
        unsafe { rows.fold_two(left, right, into, n) }
    };
    if reduction.to == Destination::All && is_short(2, count, reduction.fold) {
        // SAFETY: the scratch holds a contribution of this length.
        unsafe { transport.swap(reduction.send, count, other, count)? };
        fold(reduction.send, reduction.recv, count);
        return Ok(());
    }
    for from in (0..count).step_by(2 * (HALF / size)) {
        let cut = Cut::new((2 * (HALF / size)).min(count - from), 2);
        let place = |rank: usize| (from + cut.start(rank)) * size;
        let (mine, theirs) = (cut.length(rank), cut.length(1 - rank));
        // SAFETY: both halves lie within the vector, and HALF bytes fit into the
        // scratch; in place, a half is sent before it is overwritten.
        unsafe {
            transport.swap(reduction.send.add(place(1 - rank)), theirs, other, mine)?;
            let into = if receives(transport, reduction.to) {
                reduction.recv.add(place(rank))
            } else {
                other
            };
            fold(reduction.send.add(place(rank)), into, mine);
            let block = reduction.recv.wrapping_add(from * size);
            transport.gather_slices(reduction.to, cut, into, block)?;
        }
    }
    Ok(())
}
