//! Floating-point environments that a program may have set.

/// The MXCSR of programs: by default; with every flag raised; rounding down, up and to zero;
/// flushing to zero and reading subnormal numbers as zero; with traps.
#[cfg(target_arch = "x86_64")]
pub const ENVIRONMENTS: [u32; 7] =
    [0x1f80, 0x1fbf, 0x3f80, 0x5f80, 0x7f80, 0x9fc0, 0xffc0 & !(0x1f << 7)];
#[cfg(not(target_arch = "x86_64"))]
pub const ENVIRONMENTS: [u32; 1] = [0];

/// Calls `work`, a function that the compiler does not know, in an environment. Panics if it
/// changes that.
#[cfg(target_arch = "x86_64")]
pub fn in_environment<R>(environment: u32, work: impl FnOnce() -> R) -> R {
    use std::arch::asm;
    let (mut before, mut after) = (0u32, 0u32);
    // SAFETY: saves the register and sets another valid value, which is replaced again before any
    // arithmetic but that of `work`.
    unsafe {
        asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &mut before, in(reg) &environment);
    }
    let result = work();
    // SAFETY: as above.
    unsafe {
        asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &mut after, in(reg) &before);
    }
    assert_eq!(after, environment, "modes, traps and flags stay");
    result
}
#[cfg(not(target_arch = "x86_64"))]
pub fn in_environment<R>(_environment: u32, work: impl FnOnce() -> R) -> R {
    work()
}
