//! What a rank answers of its slice: which row holds the results, or that there are none.

use crate::arithmetic::Fault;

/// In place of the number of a row: the rank could not fold its slice. Behind it, in the low
/// half, the error code.
const FAILED: u64 = 1 << 63;

/// The answer.
pub(super) fn word(folded: Result<usize, Fault>) -> u64 {
    folded.map_or_else(|Fault(code)| FAILED | u64::from(code as u32), |row| row as u64)
}

/// What it says.
pub(super) fn row(word: u64) -> Result<usize, Fault> {
    match word & FAILED {
        0 => Ok(word as usize),
        _ => Err(Fault(word as u32 as i32)),
    }
}
