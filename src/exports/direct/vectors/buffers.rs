//! Vectors on the host or on a GPU, which is copied from in blocks.

use crate::exports::direct::accumulators::buffers::not_copied;
use samebits_array::failure::Failure;
use samebits_fold::sums::terms;
use samebits_fold::sums::vectors::{Term, Vectors, Weights};
use samebits_fold::sums::LocalSums;
use samebits_mpi::elements::device::Drivers;
use samebits_sum::number::Numbers;

/// Elements that are copied from a GPU at a time.
const BLOCK: usize = 32 << 10;

/// The sums of the term over the vectors.
///
/// # Safety
/// The vectors are there, on the host or on a GPU; the environment is the default one.
pub unsafe fn sum(
    term: Term,
    numbers: Numbers,
    vectors: Vectors<'_>,
    threads: usize,
) -> Result<Vec<LocalSums>, Failure> {
    let drivers = Drivers::loaded();
    let Vectors { x, ys, w, mask, n } = vectors;
    let on_device = |address: *const u8| drivers.holding(address).is_some();
    let any = drivers.any() && n > 0;
    if !any || !([x, w, mask].into_iter().chain(ys.iter().copied()).any(on_device)) {
        // SAFETY: upheld by the caller.
        return Ok(unsafe { terms::sum(term, numbers, vectors, threads) });
    }
    let of_weights = match term {
        Term::Weighted(weights) => weights.size(numbers),
        _ => Weights::Same.size(numbers),
    };
    // SAFETY: upheld by the caller: no elements of the vectors.
    let mut sums = unsafe { terms::sum(term, numbers, Vectors { n: 0, ..vectors }, 1) };
    for from in (0..n).step_by(BLOCK) {
        let length = BLOCK.min(n - from);
        let mut kept = Vec::new();
        let mut on_host = |row: *const u8, size: usize| -> Result<*const u8, Failure> {
            let block = row.wrapping_add(if row.is_null() { 0 } else { from * size });
            let Some(driver) = drivers.holding(row).filter(|_| !row.is_null()) else {
                return Ok(block);
            };
            let mut copy = vec![0u8; length * size];
            // SAFETY: elements of the vector, and room for them.
            let copied = unsafe { driver.to_host(block, copy.as_mut_ptr(), copy.len()) };
            copied.map_err(not_copied)?;
            kept.push(copy);
            Ok(kept.last().expect("just pushed").as_ptr())
        };
        let size = numbers.size();
        let ys = ys.iter().map(|y| on_host(*y, size)).collect::<Result<Vec<_>, _>>()?;
        let (x, w, mask) = (on_host(x, size)?, on_host(w, of_weights)?, on_host(mask, 1)?);
        // SAFETY: a block of the vectors, on the host.
        let more = unsafe {
            terms::sum(term, numbers, Vectors { x, ys: &ys, w, mask, n: length }, threads)
        };
        sums.iter_mut().zip(more).for_each(|(sum, more)| sum.merge(&more));
    }
    Ok(sums)
}
