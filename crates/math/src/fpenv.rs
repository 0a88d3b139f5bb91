//! The floating-point environment: the modes in which subnormal numbers are flushed, and the flags.

use std::arch::asm;
use std::hint::black_box;

#[cfg(target_arch = "x86_64")]
mod register {
    use super::asm;
    /// Subnormal arguments are zero; subnormal results are.
    pub const FLUSHED: u32 = 1 << 6 | 1 << 15;
    pub const OVERFLOW: u32 = 1 << 3;
    pub const UNDERFLOW: u32 = 1 << 4;
    pub const INEXACT: u32 = 1 << 5;
    pub const ROUNDING: u32 = 3 << 13;

    pub fn get() -> u32 {
        let mut value = 0u32;
        // SAFETY: writes the register's 32 bits to the variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut value, options(nostack)) };
        value
    }

    /// # Safety
    /// No floating-point operation of Rust code may depend on what is changed.
    pub unsafe fn set(value: u32) {
        // SAFETY: as above.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &value, options(nostack)) };
    }
}

/// Calls `again` without flushing of subnormal numbers, if the caller has it on. The flags that it
/// raises stay.
#[cfg(target_arch = "x86_64")]
pub fn unflushed<R>(again: impl FnOnce() -> R) -> Option<R> {
    let flushed = register::get() & register::FLUSHED;
    if flushed == 0 {
        return None;
    }
    // SAFETY: only the two modes change, and no operation of ours between depends on them.
    unsafe { register::set(register::get() & !register::FLUSHED) };
    let result = again();
    // SAFETY: as above.
    unsafe { register::set(register::get() | flushed) };
    Some(result)
}

/// Computes with rounding to nearest, and without flushing of subnormal numbers, as compilers take for
/// granted. The flags that it raises stay.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn in_default_modes<R>(compute: impl Fn() -> R) -> R {
    const MODES: u32 = register::ROUNDING | register::FLUSHED;
    let callers = register::get() & MODES;
    if callers == 0 {
        return compute();
    }
    in_other_modes(MODES, callers, compute)
}

#[cfg(target_arch = "x86_64")]
#[cold]
#[inline(never)]
fn in_other_modes<R>(modes: u32, callers: u32, compute: impl Fn() -> R) -> R {
    // SAFETY: the modes are those that the compiler takes for granted.
    unsafe { register::set(register::get() & !modes) };
    // (Or the compiler would round a result after the modes have changed again.)
    let result = black_box(black_box(&compute)());
    // SAFETY: the caller's modes.
    unsafe { register::set(register::get() | callers) };
    result
}

/// Whether an overflow gives the largest number in this rounding mode, and there was one.
#[cfg(target_arch = "x86_64")]
pub fn has_overflowed_to_largest() -> bool {
    let value = register::get();
    value & register::ROUNDING != 0 && value & register::OVERFLOW != 0
}

/// Raises the flags of a result that is subnormal and not exact.
#[cfg(target_arch = "x86_64")]
pub fn raise_underflow() {
    // SAFETY: only flags are set.
    unsafe { register::set(register::get() | register::UNDERFLOW | register::INEXACT) };
}

/// As on x86-64: one bit of FPCR does both.
#[cfg(target_arch = "aarch64")]
pub fn unflushed<R>(again: impl FnOnce() -> R) -> Option<R> {
    const FLUSH_TO_ZERO: u64 = 1 << 24;
    let callers = control();
    if callers & FLUSH_TO_ZERO == 0 {
        return None;
    }
    // SAFETY: only this mode changes; no instruction of ours between depends on it.
    unsafe { asm!("msr fpcr, {}", in(reg) callers & !FLUSH_TO_ZERO, options(nostack)) };
    let result = again();
    // SAFETY: as above.
    unsafe { asm!("msr fpcr, {}", in(reg) callers, options(nostack)) };
    Some(result)
}

#[cfg(target_arch = "aarch64")]
fn control() -> u64 {
    let value: u64;
    // SAFETY: reads the register.
    unsafe { asm!("mrs {}, fpcr", out(reg) value, options(nostack)) };
    value
}

/// As on x86-64.
#[cfg(target_arch = "aarch64")]
#[inline]
pub fn in_default_modes<R>(compute: impl Fn() -> R) -> R {
    // Flushing (of all formats, and of half floats), rounding, and NaN without what it was given.
    const MODES: u64 = 1 << 19 | 3 << 22 | 1 << 24 | 1 << 25;
    let callers = control();
    if callers & MODES == 0 {
        return compute();
    }
    in_other_modes(callers & !MODES, callers, compute)
}

#[cfg(target_arch = "aarch64")]
#[cold]
#[inline(never)]
fn in_other_modes<R>(modes: u64, callers: u64, compute: impl Fn() -> R) -> R {
    // SAFETY: the modes are those that the compiler takes for granted.
    unsafe { asm!("msr fpcr, {}", in(reg) modes, options(nostack)) };
    let result = black_box(black_box(&compute)());
    // SAFETY: the caller's modes.
    unsafe { asm!("msr fpcr, {}", in(reg) callers, options(nostack)) };
    result
}

/// As on x86-64.
#[cfg(target_arch = "aarch64")]
pub fn has_overflowed_to_largest() -> bool {
    const ROUNDING: u64 = 3 << 22;
    const OVERFLOW: u64 = 1 << 2;
    let flags: u64;
    // SAFETY: reads the register.
    unsafe { asm!("mrs {}, fpsr", out(reg) flags, options(nostack)) };
    control() & ROUNDING != 0 && flags & OVERFLOW != 0
}

/// As on x86-64.
#[cfg(target_arch = "aarch64")]
pub fn raise_underflow() {
    const UNDERFLOW: u64 = 1 << 3;
    const INEXACT: u64 = 1 << 4;
    let flags: u64;
    // SAFETY: only flags are set.
    unsafe {
        asm!("mrs {}, fpsr", out(reg) flags, options(nostack));
        asm!("msr fpsr, {}", in(reg) flags | UNDERFLOW | INEXACT, options(nostack));
    }
}
