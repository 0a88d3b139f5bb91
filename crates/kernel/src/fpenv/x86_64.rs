//! x86-64: MXCSR, and the environment of the x87 unit.

use super::registers::Registers;
use std::arch::asm;

/// MXCSR: modes, masks and flags.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Vector(u32);

/// All exceptions masked, round to nearest, subnormals neither flushed nor read as zero, no flag.
const DEFAULT: Vector = Vector(0x1f80);

/// The six lowest bits.
const FLAGS: u32 = 0x3f;

impl Registers for Vector {
    #[inline]
    fn enter() -> Self {
        let saved = Vector::now();
        if saved.0 & !FLAGS != DEFAULT.0 {
            DEFAULT.load();
        }
        saved
    }

    #[inline]
    fn now() -> Self {
        let mut now = Vector(0);
        // SAFETY: stores the control register to a local. The asm blocks are compiler
        // barriers for memory, through which all operands and results of a fold go.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut now, options(nostack)) };
        now
    }

    #[inline]
    fn load(&self) {
        // SAFETY: a valid value: the default, or one that the register has held.
        unsafe { asm!("ldmxcsr [{}]", in(reg) self, options(nostack)) }
    }

    #[inline]
    fn masked(self) -> Self {
        Vector(self.0 | 0x1f80)
    }
}

/// The 28-byte image that `fnstenv` writes in 64-bit mode.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(4))]
pub struct X87([u8; 28]);

impl Registers for X87 {
    fn enter() -> Self {
        let mut saved = X87([0; 28]);
        // SAFETY: stores 28 bytes to a local of that size. `fninit` sets full precision, round
        // to nearest, all masked; the ABI has the x87 stack empty at a call.
        unsafe {
            asm!("fnstenv [{}]", "fninit", in(reg) &mut saved.0, options(nostack));
        }
        saved
    }

    fn now() -> Self {
        let mut now = X87([0; 28]);
        // SAFETY: stores 28 bytes to a local of that size and loads them again, since storing
        // masks the traps.
        unsafe {
            asm!("fnstenv [{0}]", "fldenv [{0}]", in(reg) &mut now.0, options(nostack));
        }
        now
    }

    fn load(&self) {
        // SAFETY: an image stored before; the x87 stack is empty now as then. Flags raised in
        // between go with the status word.
        unsafe { asm!("fldenv [{}]", in(reg) &self.0, options(nostack)) }
    }

    /// (Reading takes as long as writing.)
    fn restore(&self) {
        self.load();
    }

    /// The masks are the lowest bits of the control word, which comes first.
    fn masked(mut self) -> Self {
        self.0[0] |= 0x3f;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{preserving_fp_environment, within, Caller, Environment, Restore};
    use super::*;

    fn mxcsr() -> u32 {
        Vector::now().0
    }

    /// Runs `work` with that MXCSR, without reserved bits, and returns the MXCSR after it.
    fn with_mxcsr<R>(value: u32, work: impl FnOnce() -> R) -> (R, u32) {
        let _restore = Restore::switch(&Vector(value));
        (work(), mxcsr())
    }

    #[inline(never)]
    fn add(a: f64, b: f64) -> f64 {
        std::hint::black_box(a) + std::hint::black_box(b)
    }

    /// Round upward, flush to zero, the division flag set.
    const CALLERS: u32 = 0x1f80 | 0x4000 | 0x8000 | 0x0004;

    #[test]
    fn the_default_modes_hold_inside_and_the_callers_come_back() {
        // Also: denormals are zero.
        let (inside, after) = with_mxcsr(CALLERS | 0x0040, || {
            within(Environment::Vector, || {
                let control = mxcsr();
                (control, add(1.0, 1e-30), add(f64::from_bits(1), 0.0))
            })
        });
        assert_eq!(inside.0 & !0x3f, 0x1f80);
        assert_eq!(inside.1, 1.0, "rounded to nearest, not upward");
        assert_eq!(inside.2.to_bits(), 1, "a subnormal is not flushed");
        assert_eq!(after, CALLERS | 0x0040);
    }

    #[test]
    fn code_called_in_the_middle_runs_in_the_callers_environment() {
        let ((called, default, preserved), after) = with_mxcsr(CALLERS, || {
            let caller = Caller::before(Environment::VectorAndX87);
            let (called, default) = within(Environment::VectorAndX87, || {
                let called = caller.run(|| {
                    let now = mxcsr();
                    add(1.0, 1e-30);
                    (now, words().0)
                });
                (called, (mxcsr(), words()))
            });
            let preserved = preserving_fp_environment(|| {
                add(1.0, 1e-30);
                mxcsr()
            });
            (called, default, preserved)
        });
        assert_eq!(called, (CALLERS, words().0));
        assert_eq!(default, (0x1f80, (0x037f, 0)), "no flag raised by the called code");
        assert_eq!((preserved & !0x3f, after), (CALLERS & !0x3f, CALLERS));
    }

    #[test]
    fn environment_caller_changes_nothing() {
        let (inside, _) = with_mxcsr(0x1f80 | 0x4000, || within(Environment::Caller, mxcsr));
        assert_eq!(inside & 0x6000, 0x4000);
    }

    #[test]
    fn work_has_the_default_modes_and_leaves_no_flags() {
        const DIVISION: u32 = 0x0004;
        const INEXACT: u32 = 0x0020;
        for caller in [0x1f80, 0x1f80 | DIVISION, 0x1f80 | INEXACT, CALLERS, CALLERS | 0x0040] {
            let ((inside, sum), after) = with_mxcsr(caller, || {
                within(Environment::Vector, || {
                    let sum = add(1.0, 1e-30);
                    (mxcsr(), sum)
                })
            });
            assert_eq!((inside & !0x3f, sum), (0x1f80, 1.0));
            assert_eq!(inside & INEXACT, INEXACT);
            assert_eq!(after, caller);
        }
    }

    /// The x87 unit's control and status words.
    fn words() -> (u16, u16) {
        let (mut control, mut status) = (0u16, 0u16);
        // SAFETY: stores two 16-bit words to locals.
        unsafe {
            asm!("fnstcw [{}]", "fnstsw [{}]", in(reg) &mut control, in(reg) &mut status,
                 options(nostack));
        }
        (control, status)
    }

    #[test]
    fn the_x87_control_and_status_words_come_back() {
        // SAFETY: 0x027f is the double-precision control word with all masked.
        unsafe { asm!("fldcw [{}]", in(reg) &0x027fu16, options(nostack)) };
        let before = words();
        let inside = within(Environment::VectorAndX87, words);
        let after = words();
        // SAFETY: the default control word.
        unsafe { asm!("fldcw [{}]", in(reg) &0x037fu16, options(nostack)) };
        assert_eq!(inside.0, 0x037f);
        assert_eq!(after, before);
    }
}
