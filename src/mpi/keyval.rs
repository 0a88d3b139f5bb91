//! An attribute key, created on first use, and again if a program reduces during MPI_Finalize (in
//! a delete callback on MPI_COMM_SELF) or opens another session.

use super::checked;
use super::family::Handle;
use crate::arithmetic::Fault;
use crate::lock::lock;
use libc::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

/// A key.
pub(super) struct Key {
    /// The key with [`Key::MADE`]; 0 while there is none. Keys may have any value.
    value: AtomicU64,
    making: Mutex<()>,
}

impl Key {
    const MADE: u64 = 1 << 32;

    /// None yet.
    pub(super) const fn new() -> Key {
        Key { value: AtomicU64::new(0), making: Mutex::new(()) }
    }

    /// The key, if there is one.
    pub(super) fn known(&self) -> Option<c_int> {
        let value = self.value.load(Ordering::Acquire);
        (value != 0).then_some(value as u32 as c_int)
    }

    /// The key; if there is none, the one that `make` puts in the place of the invalid one.
    pub(super) fn get(
        &self,
        invalid: c_int,
        make: impl FnOnce(&mut c_int) -> c_int,
    ) -> Result<c_int, Fault> {
        if let Some(keyval) = self.known() {
            return Ok(keyval);
        }
        let _making = lock(&self.making);
        if let Some(keyval) = self.known() {
            return Ok(keyval);
        }
        let mut keyval = invalid;
        checked(make(&mut keyval))?;
        self.value.store(Key::MADE | u64::from(keyval as u32), Ordering::Release);
        Ok(keyval)
    }

    /// Has it freed; what still has an attribute keeps it, and the function that deletes it.
    pub(super) fn free(&self, free: impl FnOnce(&mut c_int) -> c_int) {
        let _making = lock(&self.making);
        let Some(mut keyval) = self.known() else { return };
        self.value.store(0, Ordering::Release);
        free(&mut keyval);
    }
}

/// The function that copies an attribute with its communicator or datatype: the duplicate is one
/// of its own, and has none.
pub(super) unsafe extern "C" fn do_not_copy(
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
