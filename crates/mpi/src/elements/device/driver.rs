//! What is needed of a GPU's driver, and where it is found.

use crate::abi::locate::Object;
use libc::c_int;
use std::fmt;

/// A driver of GPUs, through which their memory is accessed.
pub trait Driver: fmt::Debug + Sync {
    /// Whether the address is in memory that the host cannot read; an error if that is unknown.
    fn on_device(&self, address: *const u8) -> Result<bool, c_int>;

    /// Copies from a device; the bytes have arrived when this returns.
    ///
    /// # Safety
    /// `host` has space for them. (The driver checks `device`.)
    unsafe fn to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome;

    /// Copies to a device; the bytes have arrived when this returns.
    ///
    /// # Safety
    /// `host` has them. (The driver checks `device`.)
    unsafe fn to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome;

    /// Begins a copy from a device, in the order of the default stream.
    ///
    /// # Safety
    /// `host` has space for the bytes, and is not used until [`Driver::wait`] has returned.
    unsafe fn begin_to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome;

    /// Begins a copy to a device, in the order of the default stream.
    ///
    /// # Safety
    /// `host` has the bytes, and is not changed until [`Driver::wait`] has returned.
    unsafe fn begin_to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome;

    /// Waits for the copies that were begun, and for whatever else is in the default stream of the
    /// memory's context.
    fn wait(&self, device: *const u8) -> Outcome;

    /// Whether host memory is pinned, or the host's for another reason that the driver knows.
    fn is_pinned(&self, host: *const u8) -> bool;

    /// Pins host memory, for copies to or from an address of a device.
    ///
    /// # Safety
    /// It is mapped until it is unpinned.
    unsafe fn pin(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome;

    /// Ends that.
    fn unpin(&self, device: *const u8, host: *mut u8) -> Outcome;
}

/// Why a buffer could not be copied: a function of a driver, and what it returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure(pub(super) &'static str, pub(super) c_int);

pub type Outcome = Result<(), Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure(function, code) = self;
        write!(f, "{function} failed with error {code}")
    }
}

/// The outcome of a driver's function: any code but 0 is a failure.
pub(super) fn checked(function: &'static str, code: c_int) -> Outcome {
    match code {
        0 => Ok(()),
        _ => Err(Failure(function, code)),
    }
}

/// The functions of the loaded library whose file name begins with `prefix`.
pub(super) fn look_up<F>(prefix: &str, functions: fn(&Object) -> Result<F, String>) -> Option<F> {
    // The handle is never closed, so the library stays.
    functions(&Object::named(prefix)?).ok()
}
