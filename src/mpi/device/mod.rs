//! Buffers in the memory of a GPU, which the host cannot read. Only the rank
//! whose buffer it is knows of it, so it is handled on that rank: recognised by
//! asking the GPU's driver, and copied by the driver's functions ([`staged`]).
//! A device pointer is never dereferenced.
//!
//! The driver is a library that the program has loaded, if it uses a GPU; we
//! never load one. What is copied when is what a GPU-aware MPI library assumes
//! too: the caller has waited for the work that writes the send buffer, or has
//! put it into a stream that waits for the default stream and is waited for by it.

mod cuda;
mod driver;
mod hip;
mod host;
pub mod staged;

use super::locate::loads;
use cuda::Cuda;
pub use driver::{Driver, Failure};
use hip::Hip;
use libc::c_int;
use once_cell::sync::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// What drivers say of an address that is none of theirs, or of any address while
/// they hold no memory at all: not initialised, shut down, without a device.
/// CUDA and HIP have the same numbers for it.
const NOT_THEIRS: [c_int; 4] = [1, 3, 4, 100];

/// The drivers that are loaded.
#[derive(Clone, Copy, Debug)]
pub struct Drivers([Option<&'static dyn Driver>; 2]);

impl Drivers {
    /// Those loaded by now. A program may load one at any time, so this looks
    /// again whenever anything has been loaded.
    #[inline]
    pub fn loaded() -> Drivers {
        static LOOKED_AT: AtomicU64 = AtomicU64::new(0);
        static CUDA: OnceCell<Cuda> = OnceCell::new();
        static HIP: OnceCell<Hip> = OnceCell::new();
        let loads = loads();
        if LOOKED_AT.load(Ordering::Acquire) != loads {
            // A library in which a function is missing is older than any that we
            // know; it is left alone.
            let _ = CUDA.get_or_try_init(|| Cuda::find().ok_or(()));
            let _ = HIP.get_or_try_init(|| Hip::find().ok_or(()));
            LOOKED_AT.store(loads, Ordering::Release);
        }
        Drivers([CUDA.get().map(|cuda| cuda as _), HIP.get().map(|hip| hip as _)])
    }

    /// Whether there is any.
    pub fn any(self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// The driver whose device memory an address leads to; none where the host
    /// can read it.
    #[inline]
    pub fn holding(self, address: *const u8) -> Option<&'static dyn Driver> {
        self.0.into_iter().flatten().find(|driver| holds(*driver, address))
    }
}

fn holds(driver: &dyn Driver, address: *const u8) -> bool {
    match driver.on_device(address) {
        Ok(on_device) => on_device,
        Err(code) if NOT_THEIRS.contains(&code) => false,
        // A driver that only tells of an earlier error, say. Host memory must go
        // on working, and a device pointer must not be read: so the kernel is
        // asked. If it is one, the copies will fail and name the error.
        Err(_) => !readable(address),
    }
}

/// Whether the host can read the byte at an address, found out without doing it.
fn readable(address: *const u8) -> bool {
    let mut byte = 0u8;
    let local = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let remote = libc::iovec { iov_base: address.cast_mut().cast(), iov_len: 1 };
    // SAFETY: room for a byte; the kernel looks at the other address.
    let read = unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, &remote, 1, 0) };
    // Where the call is not allowed we know nothing, and host memory is the rule.
    read == 1 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EFAULT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_is_found_out_without_a_crash() {
        let here = 1u8;
        assert!(readable(&here));
        assert!(!readable(std::ptr::without_provenance(8)));
    }

    #[test]
    fn without_a_driver_every_address_is_the_hosts() {
        let here = 1u8;
        assert!(Drivers::loaded().holding(&here).is_none());
    }
}
