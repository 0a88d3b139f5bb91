//! AMD's runtime library, libamdhip64.so, as far as buffers need it.

use super::driver::{checked, look_up, Driver, Failure, Outcome};
use crate::abi::functions::functions;
use libc::{c_int, c_uint, c_void};

functions! {
    /// The runtime's functions; each returns a hipError_t.
    pointer_get_attributes = "hipPointerGetAttributes": fn(*mut Attributes, *const c_void);
    memcpy = "hipMemcpy": fn(*mut c_void, *const c_void, usize, c_int);
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

    /// Copies like hipMemcpy on the device to which the memory belongs, and restores the caller's
    /// current device. `device` is the one of the addresses that is on a device.
    unsafe fn copy(
        &self,
        (from, to): (*const u8, *mut u8),
        device: *const u8,
        bytes: usize,
        kind: c_int,
    ) -> Outcome {
        let functions = &self.functions;
        let mut current = 0;
        let attributes = self.attributes(device);
        let owner = attributes.map_err(|code| Failure("hipPointerGetAttributes", code))?.device;
        // SAFETY: an out-parameter; devices that the runtime named; the copy is as the caller says.
        // The stream is waited for, as hipMemcpy may not, depending on the kind of host memory.
        unsafe {
            checked("hipGetDevice", (functions.get_device)(&mut current))?;
            if current != owner {
                checked("hipSetDevice", (functions.set_device)(owner))?;
            }
            let code = (functions.memcpy)(to.cast(), from.cast(), bytes, kind);
            let copied = checked("hipMemcpy", code).and_then(|()| {
                let code = (functions.stream_synchronize)(std::ptr::null_mut());
                checked("hipStreamSynchronize", code)
            });
            if current != owner {
                checked("hipSetDevice", (functions.set_device)(current))?;
            }
            copied
        }
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
