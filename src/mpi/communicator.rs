//! What we know of a communicator, kept as an attribute of it: made at its
//! first reduction, freed with it. Memory: one small structure a communicator.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;
use libc::{c_int, c_void};
use once_cell::sync::OnceCell;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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

static KEYVAL: OnceCell<c_int> = OnceCell::new();

/// How many communicators of ours were freed: what a thread remembers of its last
/// one holds as long as this is the same.
static FREED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The communicator of this thread's last reduction, what we know of it, and
    /// FREED at that time. A twentieth of a short reduction is saved by not asking
    /// MPI for the attribute.
    static LAST: Cell<(Handle, *const Communicator, u64)> =
        const { Cell::new((0, std::ptr::null(), 0)) };
}

impl Communicator {
    /// What we know of the communicator behind a handle, which is not null;
    /// learnt now, if this is its first reduction.
    pub fn of(library: &Library, comm: Handle) -> Result<&Communicator, Fault> {
        let (comm, freed) = (library.family.handle(comm), FREED.load(Ordering::Acquire));
        let (last, known, freed_then) = LAST.get();
        if last == comm && freed_then == freed && !known.is_null() {
            // SAFETY: no attribute was deleted since this one was found.
            return Ok(unsafe { &*known });
        }
        let found = Communicator::look_up(library, comm)?;
        LAST.set((comm, found, freed));
        Ok(found)
    }

    /// As [`Communicator::of`], from MPI.
    fn look_up(library: &Library, comm: Handle) -> Result<&Communicator, Fault> {
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
        let Some(&keyval) = KEYVAL.get() else { return };
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

/// The key under which our attribute is kept, made at the first use.
fn keyval(library: &Library) -> Result<c_int, Fault> {
    KEYVAL
        .get_or_try_init(|| {
            let mut keyval = library.constants.keyval_invalid;
            // SAFETY: two callbacks with the standard's signatures.
            checked(unsafe {
                (library.functions.comm_create_keyval)(
                    do_not_copy,
                    delete,
                    &mut keyval,
                    std::ptr::null_mut(),
                )
            })?;
            Ok(keyval)
        })
        .copied()
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
    FREED.fetch_add(1, Ordering::Release);
    // SAFETY: the attribute is the box that was set in `of`, deleted once.
    drop(unsafe { Box::from_raw(attribute.cast::<Communicator>()) });
    0
}
