//! Elements and values of accumulators on the host or on a GPU, which is copied from in blocks.

use samebits_array::failure::{Class, Failure};
use samebits_base::fault::memory;
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::elements::device::{self, Drivers};
use samebits_sum::accumulator::{Accumulator, Refusal};

/// Bytes that are copied from a GPU at a time.
const BLOCK: usize = 512 << 10;

/// Adds n elements of some rows by `add`, in the floating-point environment that it needs: all of
/// them, or none if that fails.
///
/// # Safety
/// Each row has so many elements, on the host or on a GPU.
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
    let size = sum.spec().size();
    let step = BLOCK / size;
    let mut stage = rows.map(|row| holding(&row).map(|driver| (driver, memory(BLOCK))));
    // A later block may fail.
    let mut copy = sum.clone();
    for from in (0..n).step_by(step) {
        let length = step.min(n - from);
        let mut blocks = rows.map(|row| row.wrapping_add(from * size));
        for (block, stage) in blocks.iter_mut().zip(&mut stage) {
            if let Some((driver, buffer)) = stage {
                // SAFETY: the buffer has the length of a block.
                let copied = unsafe { driver.to_host(*block, buffer.as_mut_ptr(), length * size) };
                copied.map_err(not_copied)?;
                *block = buffer.as_ptr();
            }
        }
        within(Environment::Vector, || add(&mut copy, blocks, length))?;
    }
    *sum = copy;
    Ok(())
}

/// Stores an element.
///
/// # Safety
/// There is memory for it, on the host or on a GPU.
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

pub fn not_copied(failure: device::Failure) -> Failure {
    Failure::new(Class::Buffer, format!("a buffer on a GPU cannot be copied: {failure}"))
}
