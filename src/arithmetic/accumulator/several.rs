//! The dot products of one vector with several others, each in an accumulator of its own, with the
//! one vector read once: a block of it stays in the first-level cache while it is multiplied by the
//! same block of each of the others.
//!
//! Cost: that of as many dot products, of which each reads one vector from memory instead of two.

use super::product_row::ProductRow;
use super::products::Shape;
use super::{Accumulator, Refusal, Sums};
use crate::arithmetic::number::{for_format, Numbers};

/// Bytes of a block: half of a small first-level cache.
const BLOCK: usize = 16 << 10;

/// Adds the n products of x and `ys[k]` to `sums[k]`, as [`Accumulator::add_products`] does; all or,
/// where that fails, none. The accumulators were created alike.
///
/// # Safety
/// All vectors have n elements, at any address; the environment is the default one.
pub unsafe fn add_products_to_several(
    sums: &mut [Accumulator],
    x: *const u8,
    ys: &[*const u8],
    n: usize,
    conjugated: bool,
) -> Result<(), Refusal> {
    debug_assert_eq!(sums.len(), ys.len());
    let Some(first) = sums.first() else {
        return Ok(());
    };
    let spec = *first.spec();
    let Numbers { format, components } = spec.numbers;
    let mut counts = Vec::with_capacity(sums.len());
    for sum in &*sums {
        first.check_spec(sum.spec())?;
        counts.push(sum.with_more(n as u128 * components as u128)?);
    }
    let (step, mut rows) = (BLOCK / spec.size(), vec![ProductRow::new(components); sums.len()]);
    let shape = Shape { components, conjugated };
    for from in (0..n).step_by(step) {
        let length = step.min(n - from);
        let block = |row: *const u8| row.wrapping_add(from * spec.size());
        for ((sum, y), row) in sums.iter_mut().zip(ys).zip(&mut rows) {
            let two = [block(x), block(*y)];
            // SAFETY: a block of both vectors.
            unsafe {
                match &mut sum.sums {
                    Sums::Exact(sums) => {
                        for_format!(
                            format,
                            sums.add_rows_of_products(
                                row,
                                two.map(<*const u8>::cast),
                                length,
                                shape
                            )
                        );
                    }
                    _ => sum.add_products(two, length, conjugated)?,
                }
            }
        }
    }
    for (sum, count) in sums.iter_mut().zip(counts) {
        sum.count = count;
    }
    Ok(())
}
