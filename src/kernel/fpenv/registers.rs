//! A set of floating-point registers that is saved and restored as a whole.

pub trait Registers {
    /// Sets the default state and returns the one before.
    fn enter() -> Self;
    fn now() -> Self;
    fn load(&self);
    /// The same state with all traps disabled.
    fn masked(self) -> Self;
}

/// Registers whose flags can be told from their modes.
pub trait Flags: Registers {
    /// Whether this is the default state but for flags.
    fn has_default_modes(&self) -> bool;
    fn has_same_flags(&self, other: &Self) -> bool;
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
        to.load();
        Restore(saved)
    }
}

impl<R: Registers> Drop for Restore<R> {
    #[inline]
    fn drop(&mut self) {
        self.0.load();
    }
}

/// Restores flags when dropped, if any have changed: writing the registers takes longer than
/// reading them. The modes have not changed.
pub struct RestoreFlags<R: Flags>(R);

impl<R: Flags> RestoreFlags<R> {
    /// If the modes are the default ones.
    #[inline]
    pub fn in_default_modes() -> Option<Self> {
        let now = R::now();
        now.has_default_modes().then_some(RestoreFlags(now))
    }
}

impl<R: Flags> Drop for RestoreFlags<R> {
    #[inline]
    fn drop(&mut self) {
        if !R::now().has_same_flags(&self.0) {
            self.0.load();
        }
    }
}

/// Registers that do not exist: those of the x87 unit on other architectures, and all of them
/// under Miri, which supports no assembler and always computes in the default environment.
#[cfg(any(miri, not(target_arch = "x86_64")))]
#[derive(Clone, Copy, Debug)]
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

#[cfg(miri)]
impl Flags for Absent {
    fn has_default_modes(&self) -> bool {
        true
    }
    fn has_same_flags(&self, _other: &Self) -> bool {
        true
    }
}
