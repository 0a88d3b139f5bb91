//! The floating-point environment inside a fold.
//!
//! The bits must not depend on how the caller's program was built or on what
//! it did to the processor: another rounding mode, flush to zero
//! (`-ffast-math`), a shortened x87 precision or enabled traps. So every fold
//! of ours runs in the default environment, and the caller gets its own back,
//! modes, traps and sticky flags, with no flag raised by us (DESIGN.md,
//! section 2).
//!
//! Cost: two `stmxcsr`/`ldmxcsr` pairs, a few nanoseconds; the x87 unit is
//! saved only where a kernel uses it, because `fldenv` is slow.

/// Which part of the floating-point environment a fold needs in its default state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// The caller's own, untouched: user-defined operators run in it.
    Caller,
    /// The vector unit in its default state.
    Vector,
    /// The vector unit and (on x86) the x87 unit, for long double.
    VectorAndX87,
}

/// Runs `work` in the environment asked for and restores the caller's after it,
/// also when `work` panics.
pub fn within<R>(environment: Environment, work: impl FnOnce() -> R) -> R {
    let _vector = (environment != Environment::Caller).then(arch::Vector::enter);
    let _x87 = (environment == Environment::VectorAndX87).then(arch::X87::enter);
    work()
}

/// Runs `work` in the caller's own environment, whose flags are after it as before.
pub fn undisturbed<R>(work: impl FnOnce() -> R) -> R {
    Caller::before(Environment::VectorAndX87).run(work)
}

/// The caller's environment, for what runs in it in the middle of work [`within`] another: the
/// MPI library, which may call functions of the user's at any time. Its traps are masked: the
/// library computes for itself, too, and that must not end a program that has enabled them.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    vector: Option<arch::VectorImage>,
    x87: Option<arch::X87Image>,
}

impl Caller {
    /// The environment of now, before work within the one given.
    #[inline]
    pub fn before(environment: Environment) -> Caller {
        Caller {
            vector: (environment != Environment::Caller).then(|| arch::Vector::now().masked()),
            x87: (environment == Environment::VectorAndX87).then(|| arch::X87::now().masked()),
        }
    }

    /// Runs `work` in it. The environment of now, its flags included, comes back after it, also
    /// when `work` panics.
    #[inline]
    pub fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        let _vector = self.vector.as_ref().map(arch::Vector::switch);
        let _x87 = self.x87.as_ref().map(arch::X87::switch);
        work()
    }
}

/// Miri knows no assembler, and always computes in the default environment.
#[cfg(miri)]
mod arch {
    #[derive(Clone, Copy, Debug)]
    pub struct VectorImage;
    #[derive(Clone, Copy, Debug)]
    pub struct X87Image;

    impl VectorImage {
        pub fn masked(self) -> Self {
            self
        }
    }

    impl X87Image {
        pub fn masked(self) -> Self {
            self
        }
    }

    pub struct Vector;
    pub struct X87;

    impl Vector {
        pub fn enter() -> Self {
            Vector
        }
        pub fn now() -> VectorImage {
            VectorImage
        }
        pub fn switch(_: &VectorImage) -> Self {
            Vector
        }
    }

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
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod arch {
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
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod arch {
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
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!(
    "samebits knows the floating-point environment of x86_64 and aarch64 only; \
     another architecture needs an `arch` module in src/kernel/fpenv.rs"
);

#[cfg(all(test, target_arch = "x86_64", not(miri)))]
mod tests {
    use super::*;
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
        let kept = undisturbed(|| {
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

#[cfg(all(test, target_arch = "aarch64", not(miri)))]
mod tests {
    use super::*;
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

    /// The same in vectors, as the trees go (src/kernel/row/neon.rs).
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
