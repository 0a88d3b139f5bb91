//! The floating-point environment: MXCSR, while something is called.

use std::arch::asm;

/// What the tests set of it, with a name for messages.
pub const ENVIRONMENTS: [(&str, u32); 6] = [
    ("to nearest", 0),
    ("downward", 1 << 13),
    ("upward", 2 << 13),
    ("towards zero", 3 << 13),
    ("subnormals flushed", 1 << 15 | 1 << 6),
    ("upward, subnormals flushed", 2 << 13 | 1 << 15 | 1 << 6),
];

const DEFAULT: u32 = 0x1f80;

fn read() -> u32 {
    let mut value = 0u32;
    // SAFETY: writes the register to the variable.
    unsafe { asm!("stmxcsr [{}]", in(reg) &mut value, options(nostack)) };
    value
}

fn write(value: u32) {
    // SAFETY: the callers set back what was there; between, only the functions under test compute.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &value, options(nostack)) };
}

/// Calls `call` in that environment.
pub fn within<R>(bits: u32, call: impl FnOnce() -> R) -> R {
    write(DEFAULT | bits);
    let result = call();
    write(DEFAULT);
    result
}

/// The flags that `call` raises.
pub fn flags(call: impl FnOnce()) -> u32 {
    write(DEFAULT);
    call();
    let raised = read() & 0x3f;
    write(DEFAULT);
    raised
}
