//! Buffers in the memory of a GPU, which the host cannot read. Only the rank whose buffer it is
//! knows of it, so it is handled on that rank: recognised by asking the GPU's driver, and copied by
//! the driver's functions ([`staged`]). A device pointer is never dereferenced.
//!
//! The driver is a library that the program has loaded, if it uses a GPU; samebits never loads one.
//! It assumes what a GPU-aware MPI library assumes: the caller has waited for the work that writes
//! the send buffer, or has put it into a stream that synchronises with the default stream.

mod blocks;
mod cuda;
mod driver;
mod hip;
pub mod host;
mod pinned;
pub mod staged;

use crate::abi::locate::loads;
use cuda::Cuda;
pub use driver::{Driver, Failure};
use hip::Hip;
use libc::c_int;
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// The errors of CUDA and HIP for an address that is not theirs, or while they hold no memory: not
/// initialised, shut down, without a device.
const NOT_THEIRS: [c_int; 4] = [1, 3, 4, 100];

#[derive(Clone, Copy, Debug)]
pub struct Drivers([Option<&'static dyn Driver>; 2]);

impl Drivers {
    /// Those loaded by now. Looks again whenever the program has loaded anything.
    #[inline]
    pub fn loaded() -> Drivers {
        static LOOKED_AT: AtomicU64 = AtomicU64::new(0);
        static CUDA: OnceCell<Cuda> = OnceCell::new();
        static HIP: OnceCell<Hip> = OnceCell::new();
        let loads = loads();
        if LOOKED_AT.load(Ordering::Acquire) != loads {
            // A library that lacks a function is older than any supported one, and is not used.
            let _ = CUDA.get_or_try_init(|| Cuda::find().ok_or(()));
            let _ = HIP.get_or_try_init(|| Hip::find().ok_or(()));
            LOOKED_AT.store(loads, Ordering::Release);
        }
        Drivers([CUDA.get().map(|cuda| cuda as _), HIP.get().map(|hip| hip as _)])
    }

    pub fn any(self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// The driver in whose device memory an address is; none where the host can read it.
    #[inline]
    pub fn holding(self, address: *const u8) -> Option<&'static dyn Driver> {
        self.0.into_iter().flatten().find(|driver| match driver.on_device(address) {
            Ok(on_device) => on_device,
            Err(code) if NOT_THEIRS.contains(&code) => false,
            // An earlier error, for example. Host memory must go on working; for a device pointer
            // the copies will fail and name the error.
            Err(_) => !readable(address),
        })
    }
}

/// Whether the host can read the byte at an address, found out without reading it.
fn readable(address: *const u8) -> bool {
    let mut byte = 0u8;
    let local = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let remote = libc::iovec { iov_base: address.cast_mut().cast(), iov_len: 1 };
    // SAFETY: a buffer for a byte; the kernel checks the other address.
    let read = unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, &remote, 1, 0) };
    // Where the call is not allowed, host memory is assumed.
    read == 1 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EFAULT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_addresses_are_recognised_without_a_crash() {
        let local = 1u8;
        assert!(readable(&local));
        assert!(!readable(std::ptr::without_provenance(8)));
    }

    #[test]
    fn without_a_driver_every_address_is_the_hosts() {
        assert!(Drivers::loaded().holding(&1u8).is_none());
    }
}
