//! NVIDIA's driver library, libcuda.so.1, as far as buffers need it.
//!
//! The calling thread may have no current context, or one of another device: each copy is made in
//! the context to which the memory belongs, and the caller's contexts are restored after it.

use super::driver::{checked, look_up, Driver, Failure, Outcome};
use crate::abi::functions::functions;
use libc::{c_int, c_uint, c_void};
use samebits_base::lock::lock;
use std::{ptr::null_mut, sync::Mutex};

// CUcontext, and CUdeviceptr: an integer as wide as a pointer.
type Context = *mut c_void;
type Address = usize;

functions! {
    /// They return a CUresult. The names are the symbols', which cuda.h hides behind macros.
    pointer_get_attribute = "cuPointerGetAttribute": fn(*mut c_void, c_int, Address);
    pointer_get_attributes = "cuPointerGetAttributes": fn(c_uint, *mut c_int, *mut *mut c_void, Address);
    memcpy_dtoh = "cuMemcpyDtoH_v2": fn(*mut c_void, Address, usize);
    memcpy_htod = "cuMemcpyHtoD_v2": fn(Address, *const c_void, usize);
    memcpy_dtoh_async = "cuMemcpyDtoHAsync_v2": fn(*mut c_void, Address, usize, *mut c_void);
    memcpy_htod_async = "cuMemcpyHtoDAsync_v2": fn(Address, *const c_void, usize, *mut c_void);
    mem_host_register = "cuMemHostRegister_v2": fn(*mut c_void, usize, c_uint);
    mem_host_unregister = "cuMemHostUnregister": fn(*mut c_void);
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

/// Errors of cuPointerGetAttributes, but not of cuPointerGetAttribute, where it is documented to
/// need what may not be there: CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_CONTEXT.
const ONE_BY_ONE: [c_int; 2] = [1, 201];

// CUmemorytype.
const HOST: u32 = 1;
const DEVICE: u32 = 2;

/// CU_MEMHOSTREGISTER_PORTABLE: for all contexts.
const PORTABLE: c_uint = 1;

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

    /// Two attributes of an address. Of memory that the driver does not know they are 0, or null:
    /// unlike cuPointerGetAttribute this takes no time to report an error.
    ///
    /// # Safety
    /// T and U are the types that the driver documents for them.
    unsafe fn attributes<T: Default, U>(
        &self,
        (first, second): (c_int, c_int),
        of: *const u8,
        none: U,
    ) -> Result<(T, U), c_int> {
        let mut values = (T::default(), none);
        let mut attributes = [first, second];
        let mut outs = [(&raw mut values.0).cast::<c_void>(), (&raw mut values.1).cast()];
        let get = self.functions.pointer_get_attributes;
        // SAFETY: the values have the attributes' sizes; the driver does not read the address.
        let code = unsafe { get(2, attributes.as_mut_ptr(), outs.as_mut_ptr(), of.addr()) };
        if !ONE_BY_ONE.contains(&code) {
            return if code == 0 { Ok(values) } else { Err(code) };
        }
        for (attribute, out) in attributes.into_iter().zip(outs) {
            // SAFETY: as above.
            match unsafe { (self.functions.pointer_get_attribute)(out, attribute, of.addr()) } {
                0 => {}
                code => return Err(code),
            }
        }
        Ok(values)
    }

    /// The context of a device pointer's memory; the device's primary one for memory of pools.
    fn context(&self, device: *const u8) -> Result<Context, Failure> {
        // SAFETY: an int and a CUcontext.
        let known = unsafe { self.attributes((DEVICE_ORDINAL, CONTEXT), device, null_mut()) };
        let (ordinal, context): (c_int, Context) =
            known.map_err(|code| Failure("cuPointerGetAttributes", code))?;
        if !context.is_null() {
            return Ok(context);
        }
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
        let (kind, managed) =
            unsafe { self.attributes::<u32, u32>((MEMORY_TYPE, IS_MANAGED), address, 0)? };
        Ok(kind == DEVICE && managed == 0)
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

    unsafe fn begin_to_host(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        let (copy, at) = (self.functions.memcpy_dtoh_async, device.addr());
        self.within(device, || {
            // SAFETY: upheld by the caller.
            let code = unsafe { copy(host.cast(), at, bytes, DEFAULT_STREAM) };
            checked("cuMemcpyDtoHAsync_v2", code)
        })
    }

    unsafe fn begin_to_device(&self, host: *const u8, device: *mut u8, bytes: usize) -> Outcome {
        let (copy, at) = (self.functions.memcpy_htod_async, device.addr());
        self.within(device, || {
            // SAFETY: upheld by the caller.
            let code = unsafe { copy(at, host.cast(), bytes, DEFAULT_STREAM) };
            checked("cuMemcpyHtoDAsync_v2", code)
        })
    }

    fn wait(&self, device: *const u8) -> Outcome {
        self.within(device, || {
            // SAFETY: a stream that is always there.
            let code = unsafe { (self.functions.stream_synchronize)(DEFAULT_STREAM) };
            checked("cuStreamSynchronize", code)
        })
    }

    fn is_pinned(&self, host: *const u8) -> bool {
        // SAFETY: as in on_device.
        let known = unsafe { self.attributes::<u32, u32>((MEMORY_TYPE, IS_MANAGED), host, 0) };
        known.is_ok_and(|(kind, _)| kind == HOST)
    }

    unsafe fn pin(&self, device: *const u8, host: *mut u8, bytes: usize) -> Outcome {
        self.within(device, || {
            // SAFETY: upheld by the caller.
            let code = unsafe { (self.functions.mem_host_register)(host.cast(), bytes, PORTABLE) };
            checked("cuMemHostRegister_v2", code)
        })
    }

    fn unpin(&self, device: *const u8, host: *mut u8) -> Outcome {
        self.within(device, || {
            // SAFETY: the driver checks the address.
            let code = unsafe { (self.functions.mem_host_unregister)(host.cast()) };
            checked("cuMemHostUnregister", code)
        })
    }
}
