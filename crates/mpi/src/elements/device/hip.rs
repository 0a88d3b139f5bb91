//! AMD's runtime library, libamdhip64.so, as far as buffers need it.

use super::driver::{checked, look_up, Driver, Failure, Outcome};
use crate::abi::functions::functions;
use libc::{c_int, c_uint, c_void};

functions! {
    /// The runtime's functions; each returns a hipError_t.
    pointer_get_attributes = "hipPointerGetAttributes": fn(*mut Attributes, *const c_void);
    memcpy = "hipMemcpy": fn(*mut c_void, *const c_void, usize, c_int);
    memcpy_async = "hipMemcpyAsync": fn(*mut c_void, *const c_void, usize, c_int, *mut c_void);
    host_register = "hipHostRegister": fn(*mut c_void, usize, c_uint);
    host_unregister = "hipHostUnregister": fn(*mut c_void);
    stream_synchronize = "hipStreamSynchronize": fn(*mut c_void);
    get_device = "hipGetDevice": fn(*mut c_int);
    set_device = "hipSetDevice": fn(c_int);
    get_last_error = "hipGetLastError": fn();
    runtime_get_version = "hipRuntimeGetVersion": fn(*mut c_int);
}

/// hipPointerAttribute_t. ROCm 6 has renamed its first field, `memoryType`, to `type`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Attributes {
    memory_type: c_int,
    device: c_int,
    device_pointer: usize,
    host_pointer: usize,
    is_managed: c_int,
    allocation_flags: c_uint,
    /// For what later versions may add.
    more: [u64; 12],
}

/// The default one.
const STREAM: *mut c_void = std::ptr::null_mut();

/// hipHostRegisterPortable: for all devices.
const PORTABLE: c_uint = 1;

// hipMemcpyKind.
const HOST_TO_DEVICE: c_int = 1;
const DEVICE_TO_HOST: c_int = 2;

/// hipMemoryTypeDevice, by hipRuntimeGetVersion's version, which is smaller before ROCm 4.2.
fn device_type(version: c_int) -> c_int {
    match version {
        60_000_000.. => 2, // ROCm 6, as in CUDA
        _ => 1,
    }
}

#[derive(Debug)]
pub(super) struct Hip {
    functions: Functions,
    /// hipMemoryTypeDevice.
    device_type: c_int,
}

impl Hip {
    /// The runtime, if the program has loaded it.
    pub(super) fn find() -> Option<Hip> {
        let functions = look_up("libamdhip64", Functions::look_up)?;
        let mut version = 0;
        // SAFETY: an out-parameter.
        let code = unsafe { (functions.runtime_get_version)(&mut version) };
        (code == 0).then(|| Hip { functions, device_type: device_type(version) })
    }

    fn attributes(&self, address: *const u8) -> Result<Attributes, c_int> {
        let mut attributes = Attributes::default();
        let get = self.functions.pointer_get_attributes;
        // SAFETY: an out-parameter; the runtime does not read the address.
        let code = unsafe { get(&mut attributes, address.cast()) };
        if code == 0 {
            return Ok(attributes);
        }
        // The runtime remembers an error, and the program would take it for its own.
        // SAFETY: may be called at any time.
        unsafe { (self.functions.get_last_error)() };
        Err(code)
    }

    /// Works on the device to which an address belongs, and restores the caller's current device.
    fn within(&self, device: *const u8, work: impl FnOnce() -> Outcome) -> Outcome {
        let functions = &self.functions;
        let mut current = 0;
        let attributes = self.attributes(device);
        let owner = attributes.map_err(|code| Failure("hipPointerGetAttributes", code))?.device;
        // SAFETY: an out-parameter; devices that the runtime named.
        unsafe {
            checked("hipGetDevice", (functions.get_device)(&mut current))?;
            if current != owner {
                checked("hipSetDevice", (functions.set_device)(owner))?;
            }
            let done = work();
            if current != owner {
                checked("hipSetDevice", (functions.set_device)(current))?;
            }
            done
        }
    }

    /// Copies like hipMemcpy. `device` is the one of the addresses that is on a device.
    unsafe fn copy(
        &self,
        (from, to): (*const u8, *mut u8),
        device: *const u8,
        bytes: usize,
        kind: c_int,
    ) -> Outcome {
        self.within(device, || {
            // SAFETY: the copy is as the caller says.
            checked("hipMemcpy", unsafe {
                (self.functions.memcpy)(to.cast(), from.cast(), bytes, kind)
            })?;
            // As hipMemcpy may not, depending on the kind of host memory.
            self.synchronize()
        })
    }

    /// As [`Hip::copy`], but the copy is only begun.
    unsafe fn begin(
        &self,
        (from, to): (*const u8, *mut u8),
        device: *const u8,
        bytes: usize,
        kind: c_int,
    ) -> Outcome {
        let copy = self.functions.memcpy_async;
        self.within(device, || {
            // SAFETY: the copy is as the caller says.
            let code = unsafe { copy(to.cast(), from.cast(), bytes, kind, STREAM) };
            checked("hipMemcpyAsync", code)
        })
    }

    fn synchronize(&self) -> Outcome {
        // SAFETY: a stream that is always there.
        checked("hipStreamSynchronize", unsafe { (self.functions.stream_synchronize)(STREAM) })
    }

    /// An outcome, of whose error the runtime is made to forget.
    fn forgotten(&self, outcome: Outcome) -> Outcome {
        if outcome.is_err() {
            // SAFETY: may be called at any time.
            unsafe { (self.functions.get_last_error)() };
        }
        outcome
    }
}

impl Driver for Hip {
    fn on_device(&self, address: *const u8) -> Result<bool, c_int> {
        let attributes = self.attributes(address)?;
        Ok(attributes.memory_type == self.device_type && attributes.is_managed == 0)
    }

    unsafe fn to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.copy((device, host), device, bytes, DEVICE_TO_HOST) }
    }

    unsafe fn to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.copy((host, device), device, bytes, HOST_TO_DEVICE) }
    }

    unsafe fn begin_to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.begin((device, host), device, bytes, DEVICE_TO_HOST) }
    }

    unsafe fn begin_to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.begin((host, device), device, bytes, HOST_TO_DEVICE) }
    }

    fn wait(&self, device: *const u8) -> Outcome {
        self.within(device, || self.synchronize())
    }

    fn is_pinned(&self, host: *const u8) -> bool {
        // hipMemoryTypeHost is the number before the device's in all versions.
        self.attributes(host).is_ok_and(|known| known.memory_type == self.device_type - 1)
    }

    unsafe fn pin(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        self.forgotten(self.within(device, || {
            // SAFETY: upheld by the caller.
            let code = unsafe { (self.functions.host_register)(host.cast(), bytes, PORTABLE) };
            checked("hipHostRegister", code)
        }))
    }

    fn unpin(&self, device: *const u8, host: *mut u8) -> Outcome {
        self.forgotten(self.within(device, || {
            // SAFETY: the runtime checks the address.
            let code = unsafe { (self.functions.host_unregister)(host.cast()) };
            checked("hipHostUnregister", code)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_type_depends_on_the_version() {
        assert_eq!(device_type(405), 1, "ROCm 4");
        assert_eq!(device_type(50_700_000), 1, "ROCm 5.7");
        assert_eq!(device_type(60_032_830), 2, "ROCm 6.0");
        assert_eq!(device_type(70_000_000), 2, "ROCm 7");
    }
}
