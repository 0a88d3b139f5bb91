//! AMD's runtime library, libamdhip64.so, as far as buffers need it.

use super::driver::{checked, look_up, Driver, Failure};
use crate::mpi::functions::functions;
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

/// hipPointerAttribute_t. Its first field was called `memoryType` before ROCm 6
/// and is called `type` now; the layout has stayed.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Attributes {
    memory_type: c_int,
    device: c_int,
    device_pointer: usize,
    host_pointer: usize,
    is_managed: c_int,
    allocation_flags: c_uint,
    /// Room for what later versions may add.
    more: [u64; 12],
}

// hipMemcpyKind.
const HOST_TO_DEVICE: c_int = 1;
const DEVICE_TO_HOST: c_int = 2;

/// The version, as hipRuntimeGetVersion gives it, from which on hipMemoryType has
/// CUDA's values. (Versions before 4.2 are counted otherwise, and are smaller.)
const ROCM_6: c_int = 60_000_000;

/// hipMemoryTypeDevice from ROCm 6 on, where 1 is the host's memory, and before,
/// where that is 0.
fn device_type(version: c_int) -> c_int {
    if version >= ROCM_6 {
        2
    } else {
        1
    }
}

/// The runtime.
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

    /// The attributes of an address.
    fn attributes(&self, address: *const u8) -> Result<Attributes, c_int> {
        let mut attributes = Attributes::default();
        // SAFETY: room for the attributes; the runtime does not read the address.
        let code =
            unsafe { (self.functions.pointer_get_attributes)(&mut attributes, address.cast()) };
        if code == 0 {
            return Ok(attributes);
        }
        // The runtime remembers an error, and the program would take it for its own.
        // SAFETY: may be called at any time.
        unsafe { (self.functions.get_last_error)() };
        Err(code)
    }

    /// A copy on the device to which the memory belongs; the caller's device is
    /// the current one again after it.
    ///
    /// # Safety
    /// As hipMemcpy demands; `device` is the one of the two that is on a device.
    unsafe fn copy(
        &self,
        (from, to): (*const u8, *mut u8),
        device: *const u8,
        bytes: usize,
        kind: c_int,
    ) -> Result<(), Failure> {
        let functions = &self.functions;
        let mut current = 0;
        let owner = self
            .attributes(device)
            .map_err(|code| Failure("hipPointerGetAttributes", code))?
            .device;
        // SAFETY: an out-parameter; devices that the runtime named; the copy is as
        // the caller says. The default stream is waited for, whatever kind of
        // host memory the runtime takes ours for.
        unsafe {
            checked("hipGetDevice", (functions.get_device)(&mut current))?;
            if current != owner {
                checked("hipSetDevice", (functions.set_device)(owner))?;
            }
            let copied =
                checked("hipMemcpy", (functions.memcpy)(to.cast(), from.cast(), bytes, kind))
                    .and_then(|()| {
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

    unsafe fn to_host(
        &self,
        device: *const u8,
        host: *mut u8,
        bytes: usize,
    ) -> Result<(), Failure> {
        // SAFETY: upheld by the caller.
        unsafe { self.copy((device, host), device, bytes, DEVICE_TO_HOST) }
    }

    unsafe fn to_device(
        &self,
        host: *const u8,
        device: *mut u8,
        bytes: usize,
    ) -> Result<(), Failure> {
        // SAFETY: upheld by the caller.
        unsafe { self.copy((host, device), device, bytes, HOST_TO_DEVICE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_device_type_goes_by_the_version() {
        assert_eq!(device_type(405), 1, "ROCm 4");
        assert_eq!(device_type(50_700_000), 1, "ROCm 5.7");
        assert_eq!(device_type(60_032_830), 2, "ROCm 6.0");
        assert_eq!(device_type(70_000_000), 2, "ROCm 7");
    }
}
