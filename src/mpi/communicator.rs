//! What we know of a communicator, kept as an attribute of it: made at its
//! first reduction, freed with it. Memory: one small structure a communicator.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;
use libc::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::Mutex;

/// A communicator, seen from this rank.
#[derive(Debug)]
pub struct Communicator {
    /// This rank.
    pub rank: usize,
    /// The number of ranks (of the local group, in an intercommunicator).
    pub size: usize,
    /// Whether it is an intercommunicator.
    pub inter: bool,
    /// Whether its ranks have compared their policies.
    pub agreed: AtomicBool,
}

/// The key under which our attribute is kept; [`NONE`] while there is none.
static KEYVAL: AtomicI64 = AtomicI64::new(NONE);
const NONE: i64 = i64::MIN;

impl Communicator {
    /// What we know of the communicator behind a handle, which is not null;
    /// learnt now, if this is its first reduction.
    pub fn of(library: &Library, comm: Handle) -> Result<&Communicator, Fault> {
        let keyval = keyval(library)?;
        let mut attribute: *mut c_void = std::ptr::null_mut();
        let mut found: c_int = 0;
        // SAFETY: out-parameters of the right type; the attribute, if it is
        // there, is ours: a Communicator, which lives until the communicator
        // is freed, and that may not happen during a collective call on it.
        unsafe {
            let out = (&raw mut attribute).cast();
            checked((library.functions.comm_get_attr)(comm, keyval, out, &mut found))?;
            if found != 0 {
                return Ok(&*attribute.cast::<Communicator>());
            }
        }
        let (rank, size) = library.rank_and_size(comm)?;
        let mut inter: c_int = 0;
        // SAFETY: a valid communicator (it has a rank) and an out-parameter.
        checked(unsafe { (library.functions.comm_test_inter)(comm, &mut inter) })?;
        let state = Box::into_raw(Box::new(Communicator {
            rank,
            size,
            inter: inter != 0,
            agreed: AtomicBool::new(size == 1),
        }));
        // SAFETY: the attribute owns the box from now on, or we take it back.
        unsafe {
            if let Err(fault) =
                checked((library.functions.comm_set_attr)(comm, keyval, state.cast()))
            {
                drop(Box::from_raw(state));
                return Err(fault);
            }
            Ok(&*state)
        }
    }

    /// Frees what is kept of a communicator before MPI is finalised.
    pub fn forget(library: &Library, comm: Handle) {
        let Some(keyval) = existing_keyval() else { return };
        let mut attribute: *mut c_void = std::ptr::null_mut();
        let mut found: c_int = 0;
        // SAFETY: as above; deleting the attribute calls our delete function.
        unsafe {
            let out = (&raw mut attribute).cast();
            if (library.functions.comm_get_attr)(comm, keyval, out, &mut found) == 0 && found != 0 {
                (library.functions.comm_delete_attr)(comm, keyval);
            }
        }
    }
}

fn existing_keyval() -> Option<c_int> {
    let keyval = KEYVAL.load(Ordering::Acquire);
    (keyval != NONE).then_some(keyval as c_int)
}

/// The key, made at the first use.
#[inline]
fn keyval(library: &Library) -> Result<c_int, Fault> {
    existing_keyval().map_or_else(|| create_keyval(library), Ok)
}

#[cold]
fn create_keyval(library: &Library) -> Result<c_int, Fault> {
    static CREATION: Mutex<()> = Mutex::new(());
    let _one_at_a_time = CREATION.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(keyval) = existing_keyval() {
        return Ok(keyval);
    }
    let mut keyval = library.constants.keyval_invalid;
    let none = std::ptr::null_mut();
    // SAFETY: two callbacks with the standard's signatures.
    checked(unsafe {
        (library.functions.comm_create_keyval)(do_not_copy, delete, &mut keyval, none)
    })?;
    KEYVAL.store(i64::from(keyval), Ordering::Release);
    Ok(keyval)
}

/// Gives the key back before MPI goes away: with another session it may come back
/// without it.
pub fn release_keyval(library: &Library) {
    let keyval = KEYVAL.swap(NONE, Ordering::AcqRel);
    if keyval != NONE {
        let mut keyval = keyval as c_int;
        // SAFETY: a key that was created and not freed.
        unsafe { (library.functions.comm_free_keyval)(&mut keyval) };
    }
}

/// MPI_Comm_dup: the duplicate is a communicator of its own.
unsafe extern "C" fn do_not_copy(
    _comm: Handle,
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

/// MPI_Comm_free: nothing that synchronises may be done here.
unsafe extern "C" fn delete(
    _comm: Handle,
    _keyval: c_int,
    attribute: *mut c_void,
    _extra: *mut c_void,
) -> c_int {
    // SAFETY: the attribute is the box that was set in `of`, deleted once.
    drop(unsafe { Box::from_raw(attribute.cast::<Communicator>()) });
    0
}
