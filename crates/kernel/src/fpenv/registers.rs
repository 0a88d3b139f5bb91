//! A set of floating-point registers that is saved and restored as a whole.

pub trait Registers: Copy + PartialEq {
    /// Sets the default state, but for flags, and returns the one before.
    fn enter() -> Self;
    fn now() -> Self;
    fn load(&self);
    /// The same state with all traps disabled.
    fn masked(self) -> Self;
    /// Sets this state again, which was there before. Where reading the registers is cheap, they are
    /// written only if something has changed: writing waits for all instructions before.
    #[inline]
    fn restore(&self) {
        if Self::now() != *self {
            self.load();
        }
    }
}

/// Restores the registers when dropped.
pub struct Restore<R: Registers>(R);

impl<R: Registers> Restore<R> {
    #[inline]
    pub fn enter() -> Self {
        Restore(R::enter())
    }

    #[inline]
    pub fn switch(to: &R) -> Self {
        let saved = R::now();
        if saved != *to {
            to.load();
        }
        Restore(saved)
    }
}

impl<R: Registers> Drop for Restore<R> {
    #[inline]
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// Registers that do not exist: those of the x87 unit on other architectures, and all of them
/// under Miri, which supports no assembler and always computes in the default environment.
#[cfg(any(miri, not(target_arch = "x86_64")))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Absent;

#[cfg(any(miri, not(target_arch = "x86_64")))]
impl Registers for Absent {
    fn enter() -> Self {
        Absent
    }
    fn now() -> Self {
        Absent
    }
    fn load(&self) {}
    fn masked(self) -> Self {
        self
    }
}
