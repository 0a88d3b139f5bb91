//! The value that an upper layer keeps for each communicator: an attribute of it, made when it is first
//! asked for and freed with the communicator. [`Kept`] is such a value, and a [`Registry`] the static
//! by which it is found. MPI libraries are asked for an attribute only where the thread's last call
//! was on another communicator.

use super::abi::family::Handle;
use super::calls::{handles, keyval::Key};
use super::{checked, Library};
use libc::{c_int, c_void};
use samebits_base::{cache::Last, fault::Fault, lock::lock};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread::LocalKey;
use std::{cell::Cell, collections::BTreeMap, marker::PhantomData, num::NonZeroU32, ptr};

/// What MPI says of a communicator, seen from this rank.
#[derive(Clone, Copy, Debug)]
pub struct Membership {
    pub rank: usize,
    /// Of the local group, in an intercommunicator.
    pub size: usize,
    /// The ranks of the other group, in an intercommunicator.
    pub remote: Option<NonZeroU32>,
    /// A number that no other communicator of this process ever has.
    pub number: u64,
}

/// A value that is kept for each communicator.
pub trait Kept: Send + Sync + Sized + 'static {
    /// Of a communicator that has none yet.
    fn new(membership: Membership) -> Self;

    /// The number in the membership.
    fn number(&self) -> u64;

    /// The registry of all such values.
    fn registry() -> &'static Registry<Self>;

    /// This thread's last look-up.
    fn last() -> &'static LocalKey<LastLookUp<Self>>;
}

/// The generation, handle and value of a thread's last look-up: asking the MPI library takes a good
/// part of a short reduction. No communicator is freed during a call on it.
pub struct LastLookUp<T: 'static>(Cell<Last<(u64, Handle), &'static T>>);

impl<T> LastLookUp<T> {
    pub const fn none() -> LastLookUp<T> {
        LastLookUp(Cell::new(Last::empty()))
    }
}

/// The communicators that have a value.
pub struct Registry<T> {
    key: Key,
    /// In the order in which they got it, by their numbers.
    living: Mutex<BTreeMap<u64, Handle>>,
    /// How many there were.
    numbered: AtomicU64,
    kept: PhantomData<T>,
}

impl<T: Kept> Registry<T> {
    #[allow(clippy::new_without_default)] // it is a static
    pub const fn new() -> Registry<T> {
        Registry {
            key: Key::new(|f| (f.comm_create_keyval, f.comm_free_keyval), delete::<T>),
            living: Mutex::new(BTreeMap::new()),
            numbered: AtomicU64::new(0),
            kept: PhantomData,
        }
    }

    /// The value of a handle, which is not null; made now if there is none.
    #[inline]
    pub fn of(&'static self, library: &Library, comm: Handle) -> Result<&'static T, Fault> {
        let key = (handles::generation(), comm);
        if let Some(value) = T::last().with(|last| last.0.get()).get(&key) {
            return Ok(value);
        }
        let value = self.look_up(library, comm)?;
        T::last().with(|last| last.0.set(Last::new(key, value)));
        Ok(value)
    }

    /// The value of a handle that has one; the MPI library is asked only where it is among those.
    pub fn known(&'static self, library: &Library, comm: Handle) -> Option<&'static T> {
        let is_it = |known: &Handle| library.family.handle(*known) == comm;
        let keyval = self.key.known().filter(|_| self.living().values().any(is_it))?;
        self.attribute(library, comm, keyval).ok()?
    }

    /// The handles of all that have one.
    pub fn handles(&self, library: &Library) -> Vec<Handle> {
        self.living().values().map(|comm| library.family.handle(*comm)).collect()
    }

    /// Whether the communicator of that number exists still.
    pub fn lives(&self, number: u64) -> bool {
        self.living().contains_key(&number)
    }

    /// Frees the values of all communicators before MPI ends, also of those that the program does not
    /// free, and the key: another session may start MPI again without it.
    pub fn forget_all(&self, library: &Library) {
        let Some(keyval) = self.key.known() else { return };
        let first = || self.living().first_key_value().map(|(&number, &comm)| (number, comm));
        while let Some((number, comm)) = first() {
            // SAFETY: a communicator that has our attribute, and so was not freed.
            unsafe { (library.functions.comm_delete_attr)(comm, keyval) };
            // Should the MPI library have refused that.
            self.living().remove(&number);
        }
        self.key.free(library);
    }

    fn living(&self) -> MutexGuard<'_, BTreeMap<u64, Handle>> {
        lock(&self.living)
    }

    /// The attribute of a handle, if it has one.
    fn attribute(
        &'static self,
        library: &Library,
        comm: Handle,
        keyval: c_int,
    ) -> Result<Option<&'static T>, Fault> {
        const UNTOUCHED: c_int = -1;
        let (mut attribute, mut found) = (ptr::null_mut::<c_void>(), UNTOUCHED);
        // SAFETY: out-parameters of the right type. The attribute is ours, and is not deleted
        // during a collective call on the communicator.
        unsafe {
            let out = (&raw mut attribute).cast();
            checked((library.functions.comm_get_attr)(comm, keyval, out, &mut found))?;
            match found {
                0 => Ok(None),
                // No valid communicator: MPICH 5.0 returns success after the error handler.
                UNTOUCHED => Err(Fault(0)),
                _ => Ok(Some(&*attribute.cast::<T>())),
            }
        }
    }

    fn look_up(&'static self, library: &Library, comm: Handle) -> Result<&'static T, Fault> {
        let keyval = self.key.get(library)?;
        if let Some(known) = self.attribute(library, comm, keyval)? {
            return Ok(known);
        }
        let membership = self.membership(library, comm)?;
        let value = Box::into_raw(Box::new(T::new(membership)));
        // SAFETY: the attribute owns the box from now on; if it was refused nobody else does.
        unsafe {
            let set = library.functions.comm_set_attr;
            if let Err(fault) = checked(set(comm, keyval, value.cast())) {
                drop(Box::from_raw(value));
                return Err(fault);
            }
            self.living().insert(membership.number, comm);
            Ok(&*value)
        }
    }

    fn membership(&self, library: &Library, comm: Handle) -> Result<Membership, Fault> {
        let functions = &library.functions;
        let (rank, size) = library.rank_and_size(comm)?;
        let (mut inter, mut remote): (c_int, c_int) = (0, 0);
        // SAFETY: a valid communicator (it has a rank), one of two groups where it says so, and
        // out-parameters.
        unsafe {
            checked((functions.comm_test_inter)(comm, &mut inter))?;
            if inter != 0 {
                checked((functions.comm_remote_size)(comm, &mut remote))?;
            }
        }
        let remote = NonZeroU32::new(remote.unsigned_abs());
        let number = self.numbered.fetch_add(1, Ordering::Relaxed);
        Ok(Membership { rank, size, remote, number })
    }
}

/// Called by MPI_Comm_free: nothing that synchronises may be done.
unsafe extern "C" fn delete<T: Kept>(
    _comm: Handle,
    _keyval: c_int,
    attribute: *mut c_void,
    _extra: *mut c_void,
) -> c_int {
    // SAFETY: the box that `look_up` set as the attribute, deleted once.
    let value = unsafe { Box::from_raw(attribute.cast::<T>()) };
    T::registry().living().remove(&value.number());
    // After it is gone from the registry: a thread that sees the new generation must not find it.
    handles::invalidate();
    0
}
