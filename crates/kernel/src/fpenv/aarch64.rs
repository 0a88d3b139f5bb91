//! aarch64: FPCR and FPSR.

pub use super::registers::Absent as X87;
use super::registers::Registers;
use std::arch::asm;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector {
    /// FPCR: modes and traps.
    control: u64,
    /// FPSR: flags.
    status: u64,
}

impl Registers for Vector {
    #[inline]
    fn enter() -> Self {
        let saved = Vector::now();
        if saved.control != 0 {
            // SAFETY: the default of FPCR (round to nearest, no flush to zero, no traps).
            unsafe { asm!("msr fpcr, {}", in(reg) 0u64, options(nostack)) };
        }
        saved
    }

    #[inline]
    fn now() -> Self {
        let (control, status): (u64, u64);
        // SAFETY: reads two registers.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) control, options(nostack));
            asm!("mrs {}, fpsr", out(reg) status, options(nostack));
        }
        Vector { control, status }
    }

    #[inline]
    fn load(&self) {
        // SAFETY: writes values that the registers have held.
        unsafe {
            asm!("msr fpcr, {}", in(reg) self.control, options(nostack));
            asm!("msr fpsr, {}", in(reg) self.status, options(nostack));
        }
    }

    /// Bits 8 to 12 and 15 of FPCR enable traps.
    #[inline]
    fn masked(mut self) -> Self {
        self.control &= !0x9f00;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{within, Environment, Restore};
    use super::*;

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
        let Vector { control, status } = Vector::now();
        (control, status)
    }

    /// Runs `work` with such registers, without reserved bits, and returns the registers after it.
    fn with<R>((control, status): (u64, u64), work: impl FnOnce() -> R) -> (R, (u64, u64)) {
        let _restore = Restore::switch(&Vector { control, status });
        (work(), registers())
    }

    /// In assembler, since Rust assumes the default environment and may move an addition
    /// across a change of it.
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
        // SAFETY: computes on two registers, whose upper halves do not matter.
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

    /// Without this the other tests could not fail: the processor (or its emulator) has to do
    /// what its control register says.
    #[test]
    fn the_processor_obeys_the_modes() {
        let (((control, status), got), after) = with((UPWARD | FLUSH, 0), || (registers(), sums()));
        let above = 1.0f64.next_up().to_bits();
        assert_eq!((control, status), (UPWARD | FLUSH, 0));
        assert_eq!(got, [above, above, 0, 0]);
        assert_eq!(after.1, INEXACT | FLUSHED);
    }

    #[test]
    fn the_default_modes_hold_inside_and_the_callers_come_back() {
        let callers = (UPWARD | FLUSH | DEFAULT_NAN, DIVISION | SATURATION);
        let (inside, after) = with(callers, || {
            within(Environment::Vector, || (registers().0, sums(), registers().1))
        });
        let one = 1.0f64.to_bits();
        assert_eq!(inside.0, 0);
        assert_eq!(inside.1, [one, one, 1, 1], "to nearest, and nothing is flushed");
        assert_eq!(inside.2 & INEXACT, INEXACT, "a flag was raised inside");
        assert_eq!(after, callers);
    }

    #[test]
    fn the_callers_modes_come_back_from_a_panic() {
        let (caught, after) = with((UPWARD, DIVISION), || {
            std::panic::catch_unwind(|| {
                within(Environment::VectorAndX87, || {
                    add(1.0, 1e-30);
                    // No panic hook: it would print, in the caller's environment.
                    std::panic::resume_unwind(Box::new(()))
                })
            })
        });
        assert!(caught.is_err());
        assert_eq!(after, (UPWARD, DIVISION));
    }

    #[test]
    fn environment_caller_changes_nothing() {
        let ((inside, got), after) = with((UPWARD | FLUSH, DIVISION), || {
            within(Environment::Caller, || (registers(), sums()))
        });
        let above = 1.0f64.next_up().to_bits();
        assert_eq!(inside, (UPWARD | FLUSH, DIVISION));
        assert_eq!(got, [above, above, 0, 0]);
        let raised = DIVISION | INEXACT | FLUSHED;
        assert_eq!(after.1, raised, "flags raised there are the caller's");
    }
}
