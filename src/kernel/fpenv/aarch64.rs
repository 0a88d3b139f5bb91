//! aarch64: FPCR and FPSR.

use std::arch::asm;

/// FPCR: modes and traps; FPSR: flags.
#[derive(Clone, Copy, Debug)]
pub struct VectorImage {
    control: u64,
    status: u64,
}

impl VectorImage {
    /// With no trap: bits 8 to 12 and 15 of FPCR enable them.
    #[inline]
    pub fn masked(mut self) -> Self {
        self.control &= !0x9f00;
        self
    }

    #[inline]
    fn load(&self) {
        // SAFETY: writes values that the registers have held.
        unsafe {
            asm!("msr fpcr, {}", in(reg) self.control, options(nostack));
            asm!("msr fpsr, {}", in(reg) self.status, options(nostack));
        }
    }
}

pub struct Vector {
    saved: VectorImage,
}

impl Vector {
    #[inline]
    pub fn enter() -> Self {
        let saved = Vector::now();
        // SAFETY: sets FPCR to its default (round to nearest, no flush to zero, no traps),
        // which is always allowed.
        unsafe { asm!("msr fpcr, {}", in(reg) 0u64, options(nostack)) };
        Vector { saved }
    }

    #[inline]
    pub fn now() -> VectorImage {
        let (control, status): (u64, u64);
        // SAFETY: reads FPCR and FPSR.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) control, options(nostack));
            asm!("mrs {}, fpsr", out(reg) status, options(nostack));
        }
        VectorImage { control, status }
    }

    #[inline]
    pub fn switch(to: &VectorImage) -> Self {
        let saved = Vector::now();
        to.load();
        Vector { saved }
    }
}

impl Drop for Vector {
    fn drop(&mut self) {
        self.saved.load();
    }
}

/// There is no x87 unit on this architecture.
#[derive(Clone, Copy, Debug)]
pub struct X87Image;

impl X87Image {
    pub fn masked(self) -> Self {
        self
    }
}

/// Likewise.
pub struct X87;

impl X87 {
    pub fn enter() -> Self {
        X87
    }
    pub fn now() -> X87Image {
        X87Image
    }
    pub fn switch(_: &X87Image) -> Self {
        X87
    }
}

#[cfg(test)]
mod tests {
    use crate::kernel::fpenv::*;
    use std::arch::asm;

    /// FPCR: round upward; flush to zero; default NaNs.
    const UPWARD: u64 = 1 << 22;
    const FLUSH: u64 = 1 << 24;
    const DEFAULT_NAN: u64 = 1 << 25;
    /// FPSR: a division by zero; an inexact result; a flushed operand; saturation.
    const DIVISION: u64 = 1 << 1;
    const INEXACT: u64 = 1 << 4;
    const FLUSHED: u64 = 1 << 7;
    const SATURATION: u64 = 1 << 27;

    /// FPCR and FPSR.
    fn registers() -> (u64, u64) {
        let (control, status): (u64, u64);
        // SAFETY: reads two registers.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) control, options(nostack));
            asm!("mrs {}, fpsr", out(reg) status, options(nostack));
        }
        (control, status)
    }

    fn set((control, status): (u64, u64)) {
        // SAFETY: the tests pass values without reserved bits.
        unsafe {
            asm!("msr fpcr, {}", in(reg) control, options(nostack));
            asm!("msr fpsr, {}", in(reg) status, options(nostack));
        }
    }

    /// In assembler, since Rust knows no environment but the default one and may move
    /// an addition across a change of it.
    fn add(a: f64, b: f64) -> f64 {
        let sum;
        // SAFETY: computes on two registers, and raises flags.
        unsafe {
            asm!("fadd {:d}, {:d}, {:d}", out(vreg) sum, in(vreg) a, in(vreg) b,
                 options(nostack));
        }
        sum
    }

    /// The same in vector registers, as in `kernel::row::vector`.
    fn add_vectors(a: f64, b: f64) -> f64 {
        let sum;
        // SAFETY: as above; the upper halves are zero, or whatever they are.
        unsafe {
            asm!("fadd {:v}.2d, {:v}.2d, {:v}.2d", out(vreg) sum, in(vreg) a, in(vreg) b,
                 options(nostack));
        }
        sum
    }

    const SUBNORMAL: f64 = f64::from_bits(1);

    /// The sums that a mode can change: rounded up, and of a subnormal.
    fn sums() -> [u64; 4] {
        [add(1.0, 1e-30), add_vectors(1.0, 1e-30), add(SUBNORMAL, 0.0), add_vectors(SUBNORMAL, 0.0)]
            .map(f64::to_bits)
    }

    /// Without this the other tests could not fail: the processor (or what emulates
    /// it) has to do what its control register says.
    #[test]
    fn the_processor_heeds_the_modes() {
        let before = registers();
        set((UPWARD | FLUSH, 0));
        let (control, status) = registers();
        let got = sums();
        let raised = registers().1;
        set(before);
        let above = 1.0f64.next_up().to_bits();
        assert_eq!((control, status), (UPWARD | FLUSH, 0));
        assert_eq!(got, [above, above, 0, 0]);
        assert_eq!(raised, INEXACT | FLUSHED);
    }

    #[test]
    fn the_callers_modes_and_flags_come_back_and_ours_are_the_default() {
        let before = registers();
        let callers = (UPWARD | FLUSH | DEFAULT_NAN, DIVISION | SATURATION);
        set(callers);
        let inside = within(Environment::Vector, || (registers().0, sums(), registers().1));
        let after = registers();
        set(before);
        let one = 1.0f64.to_bits();
        assert_eq!(inside.0, 0);
        assert_eq!(inside.1, [one, one, 1, 1], "to nearest, and nothing is flushed");
        assert_eq!(inside.2 & INEXACT, INEXACT, "we did raise a flag");
        assert_eq!(after, callers);
    }

    #[test]
    fn the_callers_modes_come_back_from_a_panic() {
        let before = registers();
        set((UPWARD, DIVISION));
        let caught = std::panic::catch_unwind(|| {
            within(Environment::VectorAndX87, || {
                add(1.0, 1e-30);
                // No hook, which would print, and in the caller's environment.
                std::panic::resume_unwind(Box::new(()))
            })
        });
        let after = registers();
        set(before);
        assert!(caught.is_err());
        assert_eq!(after, (UPWARD, DIVISION));
    }

    #[test]
    fn the_callers_own_environment_is_left_alone() {
        let before = registers();
        set((UPWARD | FLUSH, DIVISION));
        let (inside, got) = within(Environment::Caller, || (registers(), sums()));
        let after = registers();
        set(before);
        let above = 1.0f64.next_up().to_bits();
        assert_eq!(inside, (UPWARD | FLUSH, DIVISION));
        assert_eq!(got, [above, above, 0, 0]);
        let raised = DIVISION | INEXACT | FLUSHED;
        assert_eq!(after.1, raised, "what is raised there is the caller's");
    }
}
