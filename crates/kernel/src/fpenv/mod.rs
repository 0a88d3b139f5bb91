//! The floating-point environment inside a fold.
//!
//! The bits must not depend on how the caller's program was built or on what it did to the
//! processor: another rounding mode, flush to zero (`-ffast-math`), a shortened x87 precision
//! or enabled traps. So every fold runs in the default environment, and the caller gets its own
//! back: modes, traps and sticky flags, with no flag raised by samebits.
//!
//! Cost: the vector unit's register is read twice. It is written only where the caller's modes are
//! not the default ones, or where flags have changed (one that is raised already, as inexact nearly
//! always is, does not change): writing another value drains the processor, some 7 to 20 ns. The x87
//! unit is saved only for kernels that use it, because `fldenv` is slow.

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod aarch64;
mod registers;
pub mod underflow;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86_64;

#[cfg(all(target_arch = "aarch64", not(miri)))]
use aarch64::{Vector, X87};
#[cfg(miri)]
use registers::{Absent as Vector, Absent as X87};
use registers::{Registers, Restore};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use x86_64::{Vector, X87};

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

/// Runs `work` in the given environment and restores the caller's, even if `work` panics. Flags that
/// the caller has raised may be seen inside.
///
/// The compiler may move plain arithmetic across the change of the registers: `work` calls functions
/// that it does not know.
#[inline]
pub fn within<R>(environment: Environment, work: impl FnOnce() -> R) -> R {
    let _vector = (environment != Environment::Caller).then(Restore::<Vector>::enter);
    let _x87 = (environment == Environment::VectorAndX87).then(Restore::<X87>::enter);
    work()
}

/// Runs `work` in the caller's own environment and restores its flags.
pub fn preserving_fp_environment<R>(work: impl FnOnce() -> R) -> R {
    Caller::before(Environment::VectorAndX87).run(work)
}

/// Likewise where nothing works with long double: the MPI library moves data, and saving the x87
/// unit takes longer than a short reduction.
pub fn preserving_vector_environment<R>(work: impl FnOnce() -> R) -> R {
    Caller::before(Environment::Vector).run(work)
}

/// The caller's environment, for code that runs in the middle of work [`within`] another one:
/// the MPI library, which may call user functions at any time. Its traps are masked, since the
/// library's own arithmetic must not end a program that has enabled them.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    vector: Option<Vector>,
    x87: Option<X87>,
}

impl Caller {
    /// The current environment, whichever that is.
    pub const UNCHANGED: Caller = Caller { vector: None, x87: None };

    /// The current environment, before work within the given one.
    #[inline]
    pub fn before(environment: Environment) -> Caller {
        Caller {
            vector: (environment != Environment::Caller).then(|| Vector::now().masked()),
            x87: (environment == Environment::VectorAndX87).then(|| X87::now().masked()),
        }
    }

    /// Runs `work` in it and restores the current environment with its flags, even if `work`
    /// panics.
    #[inline]
    pub fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        let _vector = self.vector.as_ref().map(Restore::switch);
        let _x87 = self.x87.as_ref().map(Restore::switch);
        work()
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!(
    "samebits knows the floating-point environment of x86_64 and aarch64 only; \
     another architecture needs its `Registers` in crates/kernel/src/fpenv"
);
