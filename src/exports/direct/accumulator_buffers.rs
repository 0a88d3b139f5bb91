//! Elements for an accumulator, and its value, wherever they lie: what is on a GPU is
//! copied, some at a time.

use super::failure::{Class, Failure};
use crate::arithmetic::accumulator::{Accumulator, Refusal};
use crate::arithmetic::memory;
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::device::{self, Drivers};

/// Bytes that are copied from a GPU at a time.
const PIECE: usize = 512 << 10;

/// Adds n elements of some rows by `add`, in the floating-point environment that it needs.
/// All of them, or none where that fails.
///
/// # Safety
/// So many elements lie in each row, on the host or on a GPU.
pub unsafe fn on_host<const ROWS: usize>(
    sum: &mut Accumulator,
    rows: [*const u8; ROWS],
    n: usize,
    add: impl Fn(&mut Accumulator, [*const u8; ROWS], usize) -> Result<(), Refusal>,
) -> Result<(), Failure> {
    let drivers = Drivers::loaded();
    let holding = |row: &*const u8| drivers.holding(*row);
    if n == 0 || !drivers.any() || !rows.iter().any(|row| holding(row).is_some()) {
        return Ok(within(Environment::Vector, || add(sum, rows, n))?);
    }
    let size = sum.purpose().size();
    let step = PIECE / size;
    let mut stage = rows.map(|row| holding(&row).map(|driver| (driver, memory(PIECE))));
    // Nothing is added where a later piece fails.
    let mut copy = sum.clone();
    for from in (0..n).step_by(step) {
        let length = step.min(n - from);
        let mut pieces = rows.map(|row| row.wrapping_add(from * size));
        for (piece, stage) in pieces.iter_mut().zip(&mut stage) {
            if let Some((driver, room)) = stage {
                // SAFETY: room for the piece.
                let copied = unsafe { driver.to_host(*piece, room.as_mut_ptr(), length * size) };
                copied.map_err(not_copied)?;
                *piece = room.as_ptr();
            }
        }
        within(Environment::Vector, || add(&mut copy, pieces, length))?;
    }
    *sum = copy;
    Ok(())
}

/// Stores an element.
///
/// # Safety
/// There is room for it, on the host or on a GPU.
pub unsafe fn store(element: &[u8], to: *mut u8) -> Result<(), Failure> {
    // SAFETY: upheld by the caller.
    unsafe {
        match Drivers::loaded().holding(to) {
            Some(driver) => {
                driver.to_device(element.as_ptr(), to, element.len()).map_err(not_copied)?;
            }
            None => std::ptr::copy_nonoverlapping(element.as_ptr(), to, element.len()),
        }
    }
    Ok(())
}

fn not_copied(failure: device::Failure) -> Failure {
    Failure::new(Class::Buffer, format!("a buffer on a GPU cannot be copied: {failure}"))
}
