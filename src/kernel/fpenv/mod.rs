//! The floating-point environment inside a fold.
//!
//! The bits must not depend on how the caller's program was built or on what
//! it did to the processor: another rounding mode, flush to zero
//! (`-ffast-math`), a shortened x87 precision or enabled traps. So every fold
//! of ours runs in the default environment, and the caller gets its own back,
//! modes, traps and sticky flags, with no flag raised by us.
//!
//! Cost: two `stmxcsr`/`ldmxcsr` pairs, a few nanoseconds; the x87 unit is
//! saved only where a kernel uses it, because `fldenv` is slow.

#[cfg(all(target_arch = "aarch64", not(miri)))]
#[path = "aarch64.rs"]
mod arch;
#[cfg(miri)]
#[path = "miri.rs"]
mod arch;
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[path = "x86_64.rs"]
mod arch;

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
pub fn preserving_fp_environment<R>(work: impl FnOnce() -> R) -> R {
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
    /// The environment of now, whichever that is.
    pub const UNCHANGED: Caller = Caller { vector: None, x87: None };

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

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!(
    "samebits knows the floating-point environment of x86_64 and aarch64 only; \
     another architecture needs an `arch` module in src/kernel/fpenv"
);
