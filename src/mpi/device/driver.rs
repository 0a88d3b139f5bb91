//! A driver of GPUs: what it has to do, and where it is found.

use crate::mpi::locate::Object;
use libc::c_int;
use std::fmt;

/// A driver of GPUs, by which their memory is reached.
pub trait Driver: fmt::Debug + Sync {
    /// Whether an address leads to memory of a device that the host cannot
    /// read; an error where the driver does not say.
    fn on_device(&self, address: *const u8) -> Result<bool, c_int>;

    /// Copies bytes from a device; they are there when this returns.
    ///
    /// # Safety
    /// `host` has room for them. (Whether `device` holds them, the driver looks.)
    unsafe fn to_host(&self, device: *const u8, host: *mut u8, bytes: usize)
        -> Result<(), Failure>;

    /// Copies bytes to a device; they are there when this returns.
    ///
    /// # Safety
    /// `host` holds them.
    unsafe fn to_device(
        &self,
        host: *const u8,
        device: *mut u8,
        bytes: usize,
    ) -> Result<(), Failure>;
}

/// Why a buffer could not be copied: a function of a driver, and what it returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure(pub(super) &'static str, pub(super) c_int);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure(function, code) = self;
        write!(f, "{function} failed with error {code}")
    }
}

/// The code that a function of a driver returned: anything but 0 is a failure.
pub(super) fn checked(function: &'static str, code: c_int) -> Result<(), Failure> {
    if code == 0 {
        Ok(())
    } else {
        Err(Failure(function, code))
    }
}

/// The loaded library whose file name begins so, and its functions.
pub(super) fn look_up<F>(prefix: &str, functions: fn(&Object) -> Result<F, String>) -> Option<F> {
    // The handle is never closed, so the library stays.
    functions(&Object::named(prefix)?).ok()
}
