//! Distributed arrays on simulated ranks.

use super::mailbox;
use super::simulated::{Rank, Shared};
use super::turns::on_ranks;
use samebits_array::rows::LocalElements;
use samebits_fold::share::record::Failed;
use samebits_fold::share::record::Lift;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::partials::{self, Array, MergeMethod};
use samebits_schedule::Destination;
use samebits_sum::share::Share;
use std::ffi::c_void;

/// Distributed arrays, cut among ranks: `shares[a][r]` is rank r's share of array a,
/// whose elements are bytes of `elements[a]`. Returns what each rank then has as
/// results, and who it thinks has failed. A rank in `failing` takes part with that
/// status and no elements.
pub fn reduce_arrays(
    merge: &(dyn Lift + Sync),
    elements: &[Vec<u8>],
    shares: &[Vec<Share>],
    method: MergeMethod,
    to: Destination,
    failing: &[(usize, i32)],
) -> Vec<(Vec<u8>, Option<Failed>)> {
    let shape = merge.shape();
    let (size, bytes) = (shares[0].len(), shape.element);
    let shared = &Shared::new(&Nodes::one(size));
    let orders: &Vec<Vec<usize>> = &shares
        .iter()
        .map(|shares| {
            let mut order: Vec<usize> = (0..size).collect();
            order.sort_by_key(|&rank| (shares[rank].start, shares[rank].end));
            order
        })
        .collect();
    on_ranks(size, |rank| {
        let messages = mailbox::Box::new(rank, size, &shared.mailbox);
        let segment = &shared.segment(rank);
        let transport = Rank { rank, size, extent: 1, shared, messages: &messages, segment };
        let status = failing.iter().find(|(failing, _)| *failing == rank);
        let status = status.map_or(0, |(_, status)| *status);
        let mut results = vec![0u128; (shares.len() * bytes).div_ceil(16)];
        let first_result = results.as_mut_ptr().cast::<u8>();
        let elements: &Vec<&[u8]> = &(0..shares.len())
            .map(|a| &elements[a][shares[a][rank].start as usize * bytes..])
            .collect();
        let locals: &Vec<*const c_void> = &elements
            .iter()
            .map(|first| if status == 0 { first.as_ptr().cast() } else { std::ptr::null() })
            .collect();
        let (buffers, staged, threads) = (None, &[][..], 1 + rank % 3);
        let contribution =
            &LocalElements { by: merge, size: bytes, locals, buffers, staged, threads };
        let arrays: Vec<Array<'_>> = (0..shares.len())
            .map(|a| {
                let share = shares[a][rank];
                let roots = shares[a].iter().map(|share| share.subtree_count());
                Array {
                    number: a,
                    share,
                    record: method.record(&shape, roots.max().unwrap(), share.total),
                    result: first_result.wrapping_add(a * bytes),
                    order: (rank % 2 == 0 || !orders[a].is_sorted()).then_some(&orders[a][..]),
                }
            })
            .collect();
        let reduction =
            partials::ArrayReduction { merge, shape, method, buffers, contribution, to, status };
        let needed = partials::scratch_needed(method, &shape, &arrays, size);
        let mut scratch = vec![u128::MAX; needed.div_ceil(16)];
        // SAFETY: buffers and scratch are as long as is demanded.
        let failed = unsafe {
            partials::reduce(&transport, &reduction, &arrays, scratch.as_mut_ptr().cast())
        };
        let results = results.iter().flat_map(|word| word.to_le_bytes());
        (results.take(shares.len() * bytes).collect(), failed.unwrap())
    })
}
