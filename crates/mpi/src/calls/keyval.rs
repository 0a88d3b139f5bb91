//! An attribute key, created on first use, and once more if a program reduces during MPI_Finalize
//! (in a delete callback on MPI_COMM_SELF) or opens another session.

use crate::abi::functions::{CopyAttribute, DeleteAttribute, Functions};
use crate::{abi::family::Handle, checked, Library};
use libc::{c_int, c_void};
use samebits_base::{fault::Fault, lock::lock};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{ptr, sync::Mutex};

pub struct Key {
    /// The key, which may be any int, with [`Key::EXISTS`]; 0 while there is none.
    value: AtomicU64,
    creating: Mutex<()>,
    functions: KeyFunctions,
    delete: DeleteAttribute,
}

type Create =
    unsafe extern "C-unwind" fn(CopyAttribute, DeleteAttribute, *mut c_int, *mut c_void) -> c_int;
type Free = unsafe extern "C-unwind" fn(*mut c_int) -> c_int;
/// The functions that create and free keys for communicators or for datatypes.
type KeyFunctions = fn(&Functions) -> (Create, Free);

impl Key {
    const EXISTS: u64 = 1 << 32;

    pub const fn new(functions: KeyFunctions, delete: DeleteAttribute) -> Key {
        Key { value: AtomicU64::new(0), creating: Mutex::new(()), functions, delete }
    }

    pub fn known(&self) -> Option<c_int> {
        let value = self.value.load(Ordering::Acquire);
        (value != 0).then_some(value as u32 as c_int)
    }

    /// The key; created now if there is none.
    pub fn get(&self, library: &Library) -> Result<c_int, Fault> {
        if let Some(keyval) = self.known() {
            return Ok(keyval);
        }
        let _creating = lock(&self.creating);
        if let Some(keyval) = self.known() {
            return Ok(keyval);
        }
        let mut keyval = library.constants.keyval_invalid;
        let (create, _) = (self.functions)(&library.functions);
        // SAFETY: two callbacks with the standard's signatures, and an out-parameter.
        checked(unsafe { create(do_not_copy, self.delete, &mut keyval, ptr::null_mut()) })?;
        self.value.store(Key::EXISTS | u64::from(keyval as u32), Ordering::Release);
        Ok(keyval)
    }

    /// Frees the key; attributes that are still set stay, with the callback that deletes them.
    pub fn free(&self, library: &Library) {
        let _creating = lock(&self.creating);
        let Some(mut keyval) = self.known() else { return };
        self.value.store(0, Ordering::Release);
        let (_, free) = (self.functions)(&library.functions);
        // SAFETY: a key that `get` created.
        unsafe { free(&mut keyval) };
    }
}

/// The callback for duplicates of a communicator or datatype: they do not get the attribute.
unsafe extern "C" fn do_not_copy(
    _of: Handle,
    _keyval: c_int,
    _extra: *mut c_void,
    _attribute: *mut c_void,
    _copy: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes the address of an int.
    unsafe { *flag = 0 };
    0
}
