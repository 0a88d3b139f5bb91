//! What goes through memory that the ranks share.
//!
//! A rank reads the lines of the others one after the other, but they are under way at the same
//! time: those behind the first are taken to cost a quarter of it.

use super::machine::Machine;

/// Until a rank has seen what all others have written.
pub fn signal(machine: &Machine, ranks: usize) -> f64 {
    machine.shared * (1.0 + ranks.saturating_sub(2) as f64 / 4.0)
}

/// Rows of so many bytes of all ranks on each of them, which writes its own, too.
pub fn rows(machine: &Machine, ranks: usize, bytes: f64) -> f64 {
    signal(machine, ranks) + (ranks + 1) as f64 * bytes * machine.shared_byte
}
