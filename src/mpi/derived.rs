//! When a derived datatype goes: it gets an attribute, which is deleted with it. Then nothing is
//! taken for known any more that was learnt of a handle ([`handles`]).
//!
//! Cost: 0.1 µs when something is learnt of a datatype for the first time.

use super::family::Handle;
use super::handles;
use super::keyval::{do_not_copy, Key};
use super::Library;
use libc::{c_int, c_void};
use std::ptr;

static KEY: Key = Key::new();

/// MPI_Type_free: nothing that synchronises may be done here.
unsafe extern "C" fn delete(
    _datatype: Handle,
    _keyval: c_int,
    _attribute: *mut c_void,
    _extra: *mut c_void,
) -> c_int {
    handles::changed();
    0
}

impl Library {
    /// Whether what is learnt of a datatype holds for as long as [`handles::state`] stays the
    /// same: of MPI's own it does for ever, and of any other from now on, if it takes an attribute.
    pub fn is_watched(&self, datatype: Handle) -> bool {
        self.predefined().has(datatype)
            || (!self.family.ranks_share_a_process() && self.watch(datatype).is_some())
    }

    /// Sees to it that the datatype has the attribute.
    fn watch(&self, datatype: Handle) -> Option<()> {
        let functions = &self.functions;
        let make = |keyval: &mut c_int| {
            // SAFETY: two callbacks with the standard's signatures.
            unsafe { (functions.type_create_keyval)(do_not_copy, delete, keyval, ptr::null_mut()) }
        };
        let keyval = KEY.get(self.constants.keyval_invalid, make).ok()?;
        let (mut attribute, mut found) = (ptr::null_mut::<c_void>(), 0);
        // SAFETY: a datatype that a reduction takes, a key of ours for datatypes, out-parameters
        // of the right types.
        let code = unsafe {
            let out = (&raw mut attribute).cast();
            match (functions.type_get_attr)(datatype, keyval, out, &mut found) {
                0 if found == 0 => (functions.type_set_attr)(datatype, keyval, ptr::null_mut()),
                code => code,
            }
        };
        (code == 0).then_some(())
    }

    /// Frees the key before MPI goes away.
    pub fn forget_datatypes(&self) {
        // SAFETY: a key of ours.
        KEY.free(|keyval| unsafe { (self.functions.type_free_keyval)(keyval) });
        handles::changed();
    }
}
