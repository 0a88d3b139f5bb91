//! NVIDIA's driver library, libcuda.so.1, as far as buffers need it.
//!
//! The calling thread may have no current context, or one of another device: each copy is made in
//! the context to which the memory belongs, and the caller's contexts are restored after it.

use super::driver::{checked, look_up, Driver, Failure, Outcome};
use crate::abi::functions::functions;
use libc::{c_int, c_void};
use samebits_base::lock::lock;
use std::{ptr::null_mut, sync::Mutex};

// CUcontext, and CUdeviceptr: an integer as wide as a pointer.
type Context = *mut c_void;
type Address = usize;

functions! {
    /// They return a CUresult. The names are the symbols', which cuda.h hides behind macros.
    pointer_get_attribute = "cuPointerGetAttribute": fn(*mut c_void, c_int, Address);
    memcpy_dtoh = "cuMemcpyDtoH_v2": fn(*mut c_void, Address, usize);
    memcpy_htod = "cuMemcpyHtoD_v2": fn(Address, *const c_void, usize);
    stream_synchronize = "cuStreamSynchronize": fn(*mut c_void);
    ctx_push_current = "cuCtxPushCurrent_v2": fn(Context);
    ctx_pop_current = "cuCtxPopCurrent_v2": fn(*mut Context);
    primary_ctx_retain = "cuDevicePrimaryCtxRetain": fn(*mut Context, c_int);
}

// CUpointer_attribute.
const CONTEXT: c_int = 1;
const MEMORY_TYPE: c_int = 2;
const IS_MANAGED: c_int = 8;
const DEVICE_ORDINAL: c_int = 9;

// CU_MEMORYTYPE_DEVICE.
const DEVICE: u32 = 2;

/// It waits for all other blocking streams of its context, also the per-thread default streams.
const DEFAULT_STREAM: *mut c_void = null_mut();

#[derive(Debug)]
pub(super) struct Cuda {
    functions: Functions,
    /// The primary contexts in use, by device, as addresses. They are retained for ever.
    primary: Mutex<Vec<(c_int, usize)>>,
}

impl Cuda {
    /// The driver, if the program has loaded it.
    pub(super) fn find() -> Option<Cuda> {
        let functions = look_up("libcuda.so", Functions::look_up)?;
        Some(Cuda { functions, primary: Mutex::default() })
    }

    /// An attribute of an address. T must be the type that the driver documents for it.
    unsafe fn attribute<T>(&self, attribute: c_int, of: *const u8, none: T) -> Result<T, c_int> {
        let mut value = none;
        let out = (&raw mut value).cast();
        // SAFETY: `value` has the attribute's size; the driver does not read the address.
        match unsafe { (self.functions.pointer_get_attribute)(out, attribute, of.addr()) } {
            0 => Ok(value),
            code => Err(code),
        }
    }

    /// The context of a device pointer's memory; the device's primary one for memory of pools.
    fn context(&self, device: *const u8) -> Result<Context, Failure> {
        let failed = |code| Failure("cuPointerGetAttribute", code);
        // SAFETY: a CUcontext.
        let context: Context =
            unsafe { self.attribute(CONTEXT, device, null_mut()) }.map_err(failed)?;
        if !context.is_null() {
            return Ok(context);
        }
        // SAFETY: an int.
        let ordinal: c_int =
            unsafe { self.attribute(DEVICE_ORDINAL, device, 0) }.map_err(failed)?;
        let mut primary = lock(&self.primary);
        if let Some((_, context)) = primary.iter().find(|(device, _)| *device == ordinal) {
            return Ok(std::ptr::with_exposed_provenance_mut(*context));
        }
        let mut context: Context = null_mut();
        // SAFETY: an out-parameter and a device that the driver named.
        let code = unsafe { (self.functions.primary_ctx_retain)(&mut context, ordinal) };
        checked("cuDevicePrimaryCtxRetain", code)?;
        primary.push((ordinal, context.expose_provenance()));
        Ok(context)
    }

    /// Works in the context of a device pointer.
    fn within(&self, device: *const u8, work: impl FnOnce() -> Outcome) -> Outcome {
        let context = self.context(device)?;
        // SAFETY: a context that the driver named.
        checked("cuCtxPushCurrent_v2", unsafe { (self.functions.ctx_push_current)(context) })?;
        let (result, mut popped) = (work(), null_mut());
        // SAFETY: an out-parameter; our context is on top.
        let code = unsafe { (self.functions.ctx_pop_current)(&mut popped) };
        result.and(checked("cuCtxPopCurrent_v2", code))
    }
}

impl Driver for Cuda {
    fn on_device(&self, address: *const u8) -> Result<bool, c_int> {
        // SAFETY: a CUmemorytype, which is an unsigned int, and a bool, which is written as one.
        // (The host can read managed memory, of either type.)
        unsafe {
            Ok(self.attribute(MEMORY_TYPE, address, 0u32)? == DEVICE
                && self.attribute(IS_MANAGED, address, 0u32)? == 0)
        }
    }

    unsafe fn to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        self.within(device, || {
            // SAFETY: upheld by the caller.
            let code = unsafe { (self.functions.memcpy_dtoh)(host.cast(), device.addr(), bytes) };
            checked("cuMemcpyDtoH_v2", code)
        })
    }

    unsafe fn to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome {
        self.within(device, || {
            // From pageable memory the copy may return before the bytes have arrived.
            // SAFETY: upheld by the caller.
            unsafe {
                let code = (self.functions.memcpy_htod)(device.addr(), host.cast(), bytes);
                checked("cuMemcpyHtoD_v2", code)?;
                let code = (self.functions.stream_synchronize)(DEFAULT_STREAM);
                checked("cuStreamSynchronize", code)
            }
        })
    }
}
