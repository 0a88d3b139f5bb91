//! Rare results: tiny, zero, infinite, not a number. The functions come here with them
//! (`c/entry.h`), so nothing here costs an ordinary call anything.
//!
//! - A NaN that was given comes back quiet, with its sign and its payload; of two, the first. A NaN
//!   that the function makes is the positive one without a payload, whatever the processor makes.
//! - Where the processor takes subnormal numbers for zero, or makes zeros of them, the function is
//!   called again without that.

use std::arch::asm;

/// What the two types of numbers have in common.
trait Real: Copy {
    const QUIET: Self;
    fn is_nan(self) -> bool;
    /// The same NaN, quiet.
    fn quiet(self) -> Self;
}

macro_rules! real {
    ($type:ty) => {
        impl Real for $type {
            const QUIET: Self = <$type>::from_bits(Self::NAN_BITS);
            fn is_nan(self) -> bool {
                <$type>::is_nan(self)
            }
            fn quiet(self) -> Self {
                <$type>::from_bits(self.to_bits() | Self::QUIET_BIT)
            }
        }
    };
}

trait Layout {
    type Bits;
    const QUIET_BIT: Self::Bits;
    const NAN_BITS: Self::Bits;
}

impl Layout for f64 {
    type Bits = u64;
    const QUIET_BIT: u64 = 1 << 51;
    const NAN_BITS: u64 = 0x7ff8 << 48;
}

impl Layout for f32 {
    type Bits = u32;
    const QUIET_BIT: u32 = 1 << 22;
    const NAN_BITS: u32 = 0x7fc0 << 16;
}

real!(f64);
real!(f32);

/// A result, by the rules for NaN. (`pow` and `hypot` give a number for some arguments that are none.)
fn settled<T: Real, const N: usize>(arguments: [T; N], result: T) -> T {
    if !result.is_nan() {
        return result;
    }
    arguments.into_iter().find(|x| x.is_nan()).map_or(T::QUIET, T::quiet)
}

/// Calls `again` without flushing of subnormal numbers, if the caller has it on.
#[cfg(target_arch = "x86_64")]
fn unflushed<R>(again: impl FnOnce() -> R) -> Option<R> {
    const DENORMALS_ARE_ZERO: u32 = 1 << 6;
    const FLUSH_TO_ZERO: u32 = 1 << 15;
    const FLUSHED: u32 = DENORMALS_ARE_ZERO | FLUSH_TO_ZERO;
    let mut callers = 0u32;
    // SAFETY: writes the register's 32 bits to the variable.
    unsafe { asm!("stmxcsr [{}]", in(reg) &mut callers, options(nostack)) };
    if callers & FLUSHED == 0 {
        return None;
    }
    let mut within = callers & !FLUSHED;
    // SAFETY: only the two modes change; no instruction of ours between depends on them.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &within, options(nostack)) };
    let result = again();
    // SAFETY: as above; the flags that were raised stay.
    unsafe {
        asm!("stmxcsr [{}]", in(reg) &mut within, options(nostack));
        within |= callers & FLUSHED;
        asm!("ldmxcsr [{}]", in(reg) &within, options(nostack));
    }
    Some(result)
}

/// As on x86-64: one bit of FPCR does both.
#[cfg(target_arch = "aarch64")]
fn unflushed<R>(again: impl FnOnce() -> R) -> Option<R> {
    const FLUSH_TO_ZERO: u64 = 1 << 24;
    let callers: u64;
    // SAFETY: reads the register.
    unsafe { asm!("mrs {}, fpcr", out(reg) callers, options(nostack)) };
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

macro_rules! settle {
    ($type:ty, $one:ident, $two:ident, $sincos:ident) => {
        #[no_mangle]
        extern "C" fn $one(x: $type, result: $type, again: extern "C" fn($type) -> $type) -> $type {
            unflushed(|| again(x)).unwrap_or_else(|| settled([x], result))
        }

        #[no_mangle]
        extern "C" fn $two(
            x: $type,
            y: $type,
            result: $type,
            again: extern "C" fn($type, $type) -> $type,
        ) -> $type {
            unflushed(|| again(x, y)).unwrap_or_else(|| settled([x, y], result))
        }

        /// # Safety
        /// `sine` and `cosine` point to the two results.
        #[no_mangle]
        unsafe extern "C" fn $sincos(
            x: $type,
            sine: *mut $type,
            cosine: *mut $type,
            again: unsafe extern "C" fn($type, *mut $type, *mut $type),
        ) {
            // SAFETY: the caller's pointers.
            unsafe {
                if unflushed(|| again(x, sine, cosine)).is_none() {
                    *sine = settled([x], *sine);
                    *cosine = settled([x], *cosine);
                }
            }
        }
    };
}

settle!(f64, samebits_settle_one_double, samebits_settle_two_double, samebits_settle_sincos_double);
settle!(f32, samebits_settle_one_float, samebits_settle_two_float, samebits_settle_sincos_float);
