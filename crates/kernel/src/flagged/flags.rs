//! The flags of the vector unit, in MXCSR.

use std::arch::asm;

/// All exceptions masked, round to nearest, no flag: what the default environment is.
const CLEAR: u32 = 0x1f80;

/// Invalid, overflow, underflow, inexact.
const RAISED: u32 = 0x01 | 0x08 | 0x10 | 0x20;

/// Lowers all flags. The caller has the default environment, and restores the caller's flags.
#[inline(always)]
pub fn lower() {
    // SAFETY: a valid value, whose modes are those that hold.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &CLEAR, options(nostack)) }
}

/// Whether an operation was inexact since, or invalid. (Assembly is not moved past other assembly.)
#[inline(always)]
pub fn raised() -> bool {
    let mut now = 0u32;
    // SAFETY: stores the register to a local.
    unsafe { asm!("stmxcsr [{}]", in(reg) &mut now, options(nostack)) };
    now & RAISED != 0
}
