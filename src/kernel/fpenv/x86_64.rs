//! x86-64: MXCSR, and the x87 unit's environment.

use std::arch::asm;

/// All exceptions masked, round to nearest, no flush to zero, no
/// denormals-are-zero, no flag set.
const DEFAULT_MXCSR: VectorImage = VectorImage(0x1f80);

/// MXCSR: modes, masks and flags.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct VectorImage(u32);

impl VectorImage {
    /// With no trap.
    #[inline]
    pub fn masked(self) -> Self {
        VectorImage(self.0 | 0x1f80)
    }
}

pub struct Vector {
    saved: VectorImage,
}

impl Vector {
    #[inline]
    pub fn enter() -> Self {
        Vector::switch(&DEFAULT_MXCSR)
    }

    #[inline]
    pub fn now() -> VectorImage {
        let mut now = VectorImage(0);
        // SAFETY: stores the control register to a local. The asm blocks are compiler
        // barriers for memory, through which all operands and results of a fold go.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut now, options(nostack)) };
        now
    }

    #[inline]
    pub fn switch(to: &VectorImage) -> Self {
        let saved = Vector::now();
        // SAFETY: loads a valid value: the default one, or one that the register has held.
        unsafe { asm!("ldmxcsr [{}]", in(reg) to, options(nostack)) };
        Vector { saved }
    }
}

impl Drop for Vector {
    fn drop(&mut self) {
        // SAFETY: loads the value that the register held on entry.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &self.saved, options(nostack)) }
    }
}

/// The 28-byte image that `fnstenv` writes in 64-bit mode.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(4))]
pub struct X87Image([u8; 28]);

impl X87Image {
    /// With no trap: the masks are the lowest bits of the control word, which comes first.
    pub fn masked(mut self) -> Self {
        self.0[0] |= 0x3f;
        self
    }
}

pub struct X87 {
    saved: X87Image,
}

impl X87 {
    pub fn enter() -> Self {
        let mut saved = X87Image([0; 28]);
        // SAFETY: `fnstenv` stores 28 bytes to a local of that size;
        // `fninit` is allowed because the ABI has the x87 stack empty at a
        // call, and gives full precision, round to nearest, all masked.
        unsafe {
            asm!("fnstenv [{}]", "fninit", in(reg) &mut saved.0, options(nostack));
        }
        X87 { saved }
    }

    pub fn now() -> X87Image {
        let mut now = X87Image([0; 28]);
        // SAFETY: stores 28 bytes to a local of that size, and loads them again, since
        // storing masks the traps.
        unsafe {
            asm!("fnstenv [{0}]", "fldenv [{0}]", in(reg) &mut now.0, options(nostack));
        }
        now
    }

    pub fn switch(to: &X87Image) -> Self {
        let saved = X87::now();
        // SAFETY: loads an image of before; the x87 stack is empty now as then.
        unsafe { asm!("fldenv [{}]", in(reg) &to.0, options(nostack)) };
        X87 { saved }
    }
}

impl Drop for X87 {
    fn drop(&mut self) {
        // SAFETY: loads the image stored on entry; flags raised in between
        // are discarded with the status word.
        unsafe { asm!("fldenv [{}]", in(reg) &self.saved.0, options(nostack)) }
    }
}

#[cfg(test)]
mod tests {
    use crate::kernel::fpenv::*;
    use std::arch::asm;

    fn mxcsr() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores the control register to a local.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut value, options(nostack)) }
        value
    }

    fn set_mxcsr(value: u32) {
        // SAFETY: the tests pass values without reserved bits.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &value, options(nostack)) }
    }

    #[inline(never)]
    fn add(a: f64, b: f64) -> f64 {
        std::hint::black_box(a) + std::hint::black_box(b)
    }

    #[test]
    fn the_callers_modes_and_flags_come_back_and_ours_are_the_default() {
        let before = mxcsr();
        // Round upward, flush to zero, denormals are zero, the division flag set.
        set_mxcsr(0x1f80 | 0x4000 | 0x8000 | 0x0040 | 0x0004);
        let inside = within(Environment::Vector, || {
            let control = mxcsr();
            (control, add(1.0, 1e-30), add(f64::from_bits(1), 0.0))
        });
        let after = mxcsr();
        set_mxcsr(before);
        assert_eq!(inside.0 & !0x3f, 0x1f80);
        assert_eq!(inside.1, 1.0, "rounded to nearest, not upward");
        assert_eq!(inside.2.to_bits(), 1, "a subnormal is not flushed");
        assert_eq!(after, 0x1f80 | 0x4000 | 0x8000 | 0x0040 | 0x0004);
    }

    #[test]
    fn in_the_middle_of_our_work_the_callers_environment_is_there_for_others() {
        let before = mxcsr();
        let callers = 0x1f80 | 0x4000 | 0x8000 | 0x0004;
        set_mxcsr(callers);
        let caller = Caller::before(Environment::VectorAndX87);
        let (others, ours) = within(Environment::VectorAndX87, || {
            let others = caller.run(|| {
                let now = mxcsr();
                add(1.0, 1e-30);
                (now, words().0)
            });
            (others, (mxcsr(), words()))
        });
        let kept = preserving_fp_environment(|| {
            add(1.0, 1e-30);
            mxcsr()
        });
        let after = mxcsr();
        set_mxcsr(before);
        assert_eq!(others, (callers, words().0));
        assert_eq!(ours, (0x1f80, (0x037f, 0)), "no flag raised by the others");
        assert_eq!((kept & !0x3f, after), (callers & !0x3f, callers));
    }

    #[test]
    fn the_callers_own_environment_is_left_alone() {
        let before = mxcsr();
        set_mxcsr(0x1f80 | 0x4000);
        let inside = within(Environment::Caller, mxcsr);
        set_mxcsr(before);
        assert_eq!(inside & 0x6000, 0x4000);
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
