//! The processor's flag of results that were tiny and inexact (IEEE 754's underflow).
//!
//! As long as it is down, no product is zero but with a factor that is, and TwoProduct has split each
//! one into two doubles without error, however small.
//!
//! The compiler knows of no flags, but memory is not read before [`lower`], whose assembly might write
//! it, and results are in memory before [`raised`] looks. What else is computed in between may raise
//! the flag in vain.

/// Lowers the flag. The caller has the default environment, and restores the caller's flags.
#[inline(always)]
pub fn lower() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    mxcsr::lower();
}

/// Whether it is raised, or not to be relied on: an emulator may keep no flags, and of other
/// processors than x86-64's it is not read.
#[inline(always)]
pub fn raised() -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    return mxcsr::raised() || !mxcsr::works();
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    true
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod mxcsr {
    use once_cell::sync::OnceCell;
    use std::arch::asm;
    use std::hint::black_box;

    const UNDERFLOW: u32 = 0x10;

    #[inline(always)]
    fn now() -> u32 {
        let mut now = 0u32;
        // SAFETY: stores the register to a local. (Assembly is not moved past other assembly.)
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut now, options(nostack)) };
        now
    }

    /// (Writing the register takes longer than reading it.)
    #[inline(always)]
    pub fn lower() {
        let now = now();
        if now & UNDERFLOW != 0 {
            let lowered = now & !UNDERFLOW;
            // SAFETY: a value that the register has held, but for a flag.
            unsafe { asm!("ldmxcsr [{}]", in(reg) &lowered, options(nostack)) }
        }
    }

    #[inline(always)]
    pub fn raised() -> bool {
        now() & UNDERFLOW != 0
    }

    /// Whether the flag is kept, on this machine.
    #[inline]
    pub fn works() -> bool {
        static WORKS: OnceCell<bool> = OnceCell::new();
        *WORKS.get_or_init(tells)
    }

    /// Leaves the flag as it was, but for what is raised in vain.
    #[cold]
    fn tells() -> bool {
        let raises = |one: f64, other: f64| {
            lower();
            let (mut product, factors) = (0.0, black_box([one, other]));
            // SAFETY: a multiplication, of locals.
            unsafe {
                asm!("movsd {0}, [{1}]", "mulsd {0}, [{1} + 8]", "movsd [{2}], {0}",
                     out(xmm_reg) _, in(reg) &factors, in(reg) &mut product, options(nostack));
            }
            black_box(product);
            raised()
        };
        let before = raised();
        // Tiny and inexact; tiny, exact; zero; inexact.
        let works = raises(f64::MIN_POSITIVE, 1.0 / 3.0)
            && raises(f64::MIN_POSITIVE, f64::MIN_POSITIVE)
            && !raises(f64::MIN_POSITIVE, 0.5)
            && !raises(0.0, f64::MIN_POSITIVE)
            && !raises(1.0 / 3.0, 1.0 / 3.0);
        if !before {
            lower();
        } else {
            raises(f64::MIN_POSITIVE, f64::MIN_POSITIVE);
        }
        works
    }
}
