//! The elements of a share, piece by piece, for order-free sums: where they lie, divided among
//! threads, or loaded to a row first.
//!
//! Cost: that of the work, divided among the threads where there are many elements; a copy of
//! the elements where they do not lie in a row.

use super::record::{Elements, ALIGNMENT};
use samebits_base::fault::{memory, Fault};
use samebits_base::lock::lock;
use samebits_base::threads::{parallel_for, Address};
use samebits_kernel::fpenv::{within, Environment};
use std::sync::Mutex;

/// Bytes of elements that are loaded to a row, or taken by a thread, at a time.
const PIECE: usize = 512 << 10;

/// The least bytes of elements for which starting threads is profitable.
const MIN_PARALLEL: usize = 2 << 20;

/// The sum of elements of `size` bytes: `work` adds rows of at most [`PIECE`] bytes, or all at
/// once, in the environment of sums; `join` adds another thread's sum.
///
/// # Safety
/// The elements are there.
pub unsafe fn over_pieces<S: Default + Send>(
    elements: Elements<'_>,
    size: usize,
    work: impl Fn(&mut S, *const u8, usize) + Sync,
    join: impl Fn(&mut S, S) + Sync,
) -> Result<S, Fault> {
    let Elements { share, address, buffers, threads } = elements;
    let (n, piece) = (share.length() as usize, PIECE / size);
    let length = |i: usize| piece.min(n - i * piece);
    let mut sums = S::default();
    match buffers {
        None if threads == 1 || n * size < MIN_PARALLEL => work(&mut sums, address, n),
        None => {
            let row = Address(address.cast_mut());
            let all = Mutex::new(&mut sums);
            parallel_for(threads, n.div_ceil(piece), |i| {
                let mut more = S::default();
                within(Environment::Vector, || {
                    work(&mut more, row.at(i * piece * size), length(i));
                });
                join(&mut lock(&all), more);
            });
        }
        Some(buffers) => {
            let mut stage = memory(piece.min(n) * size + ALIGNMENT);
            let row = stage.as_mut_ptr();
            for i in 0..n.div_ceil(piece) {
                let offset = (i * piece) as isize * buffers.extent();
                // SAFETY: elements of the share, and room for them.
                unsafe { buffers.load(address.wrapping_offset(offset), row, length(i))? };
                work(&mut sums, row, length(i));
            }
        }
    }
    Ok(sums)
}
