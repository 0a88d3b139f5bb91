//! NVIDIA's driver library, libcuda.so.1, as far as buffers need it.
//!
//! A calling thread may have no current context, or one of another device: each
//! copy is made in the context to which the memory belongs, and the caller's
//! contexts are as before after it.

use super::driver::{checked, look_up, Driver, Failure};
use crate::lock::lock;
use crate::mpi::functions::functions;
use libc::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::Mutex;

/// CUcontext.
type Context = *mut c_void;

/// CUdeviceptr: an integer as wide as a pointer.
type Address = usize;

functions! {
    /// The driver's functions; each returns a CUresult. The names are those of
    /// the symbols, which cuda.h hides behind macros.
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

/// CU_MEMORYTYPE_DEVICE.
const DEVICE: u32 = 2;

/// The default stream, which waits for all other blocking streams of its
/// context, the per-thread default streams among them.
const DEFAULT_STREAM: *mut c_void = null_mut();

/// The driver.
#[derive(Debug)]
pub(super) struct Cuda {
    functions: Functions,
    /// Primary contexts that we use, by device, as addresses. They are retained
    /// once and for all: nobody could say when the last buffer is gone.
    primary: Mutex<Vec<(c_int, usize)>>,
}

impl Cuda {
    /// The driver, if the program has loaded it.
    pub(super) fn find() -> Option<Cuda> {
        let functions = look_up("libcuda.so", Functions::look_up)?;
        Some(Cuda { functions, primary: Mutex::default() })
    }

    /// An attribute of an address, whose type is T.
    ///
    /// # Safety
    /// T is the type that the driver documents for the attribute.
    unsafe fn attribute<T>(&self, attribute: c_int, of: *const u8, none: T) -> Result<T, c_int> {
        let mut value = none;
        let out = (&raw mut value).cast();
        // SAFETY: room for the attribute; the driver does not read the address.
        match unsafe { (self.functions.pointer_get_attribute)(out, attribute, of.addr()) } {
            0 => Ok(value),
            code => Err(code),
        }
    }

    /// The context of a device pointer: the one in which it was allocated;
    /// memory of pools, which belongs to none, goes by its device's primary one.
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
        let mut known = lock(&self.primary);
        if let Some((_, context)) = known.iter().find(|(device, _)| *device == ordinal) {
            return Ok(std::ptr::with_exposed_provenance_mut(*context));
        }
        let mut context: Context = null_mut();
        // SAFETY: an out-parameter and a device that the driver named.
        let code = unsafe { (self.functions.primary_ctx_retain)(&mut context, ordinal) };
        checked("cuDevicePrimaryCtxRetain", code)?;
        known.push((ordinal, context.expose_provenance()));
        Ok(context)
    }

    /// Does something in the context of a device pointer.
    fn within(
        &self,
        device: *const u8,
        work: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let context = self.context(device)?;
        // SAFETY: a context that the driver named.
        checked("cuCtxPushCurrent_v2", unsafe { (self.functions.ctx_push_current)(context) })?;
        let result = work();
        let mut popped: Context = null_mut();
        // SAFETY: an out-parameter; our context is on top.
        let code = unsafe { (self.functions.ctx_pop_current)(&mut popped) };
        result.and(checked("cuCtxPopCurrent_v2", code))
    }
}

impl Driver for Cuda {
    fn on_device(&self, address: *const u8) -> Result<bool, c_int> {
        // SAFETY: a CUmemorytype, which is an unsigned int, and a bool that the
        // driver stores as an unsigned int.
        unsafe {
            // Managed memory counts as the host's or the device's, wherever it is
            // just now; the host can read it.
            Ok(self.attribute(MEMORY_TYPE, address, 0u32)? == DEVICE
                && self.attribute(IS_MANAGED, address, 0u32)? == 0)
        }
    }

    unsafe fn to_host(
        &self,
        device: *const u8,
        host: *mut u8,
        bytes: usize,
    ) -> Result<(), Failure> {
        self.within(device, || {
            // SAFETY: upheld by the caller.
            let code = unsafe { (self.functions.memcpy_dtoh)(host.cast(), device.addr(), bytes) };
            checked("cuMemcpyDtoH_v2", code)
        })
    }

    unsafe fn to_device(
        &self,
        host: *const u8,
        device: *mut u8,
        bytes: usize,
    ) -> Result<(), Failure> {
        self.within(device, || {
            // From pageable memory the copy returns when the bytes have been read,
            // not when they have arrived; so the stream is waited for.
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
