//! What we know of a communicator, kept as an attribute of it: made at its
//! first reduction, freed with it. Memory: one structure a communicator, of at
//! most [`BOUND`] bytes whatever its size.

use super::family::Handle;
use super::handles;
use super::keyval::{do_not_copy, Key};
use super::private::PrivateComm;
use super::shared_memory::{NoSharedMemory, SharedMemory};
use super::spare::{self, Reusable};
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::lock::lock;
use crate::schedule::opening::FormHistory;
use crate::schedule::Choices;
use libc::{c_int, c_void};
use once_cell::sync::OnceCell;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard};

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
    /// Whether all of them are on machines that the profile was measured on.
    pub tuned: AtomicBool,
    /// What [`Communicator::pays`] has found, 0 while it has not been asked.
    pays: AtomicU8,
    /// Its number in [`known`].
    number: u64,
    /// What was chosen for it otherwise than by the environment: a box, or null.
    choices: AtomicPtr<Choices>,
    /// What direct calls keep from one to the next.
    pub last: Mutex<Option<Box<[u64; KEPT]>>>,
    /// The form of their first message.
    pub opening: FormHistory,
    /// Nanoseconds that its reductions have taken, by the model, while it had nothing but the
    /// MPI library's collectives.
    spent: AtomicU64,
    /// The memory that its ranks share, or why they do not.
    pub shared: OnceCell<Result<Box<SharedMemory>, NoSharedMemory>>,
    /// A communicator for messages between its ranks; none where there is no room for it.
    pub private: OnceCell<Option<Box<PrivateComm>>>,
}

/// Words that direct calls keep.
pub const KEPT: usize = 9;

/// The memory that we keep for a communicator, as docs/how-it-works.md states it.
pub const BOUND: usize = 392;
const _: () = assert!(
    size_of::<Communicator>()
        + size_of::<Choices>()
        + size_of::<SharedMemory>()
        + size_of::<PrivateComm>()
        + 8 * KEPT
        <= BOUND
);

thread_local! {
    /// The communicator that this thread has asked for last, its handle, and the state then:
    /// asking the MPI library takes a good part of the time of a short reduction. (No
    /// communicator goes while a thread is in a collective call on it.)
    static LAST: Cell<(u64, Handle, Option<&'static Communicator>)> =
        const { Cell::new((0, 0, None)) };
}

/// The communicators that have our attribute, in the order in which they got it.
fn known() -> MutexGuard<'static, BTreeMap<u64, Handle>> {
    static KNOWN: Mutex<BTreeMap<u64, Handle>> = Mutex::new(BTreeMap::new());
    lock(&KNOWN)
}

impl Communicator {
    /// What we know of the communicator behind a handle, which is not null;
    /// learnt now, if this is its first reduction.
    #[inline]
    pub fn of(library: &Library, comm: Handle) -> Result<&'static Communicator, Fault> {
        let now = handles::state();
        let (when, last, communicator) = LAST.get();
        match communicator {
            Some(communicator) if last == comm && when == now => Ok(communicator),
            _ => {
                let communicator = Communicator::ask(library, comm)?;
                LAST.set((now, comm, Some(communicator)));
                Ok(communicator)
            }
        }
    }

    fn ask(library: &Library, comm: Handle) -> Result<&'static Communicator, Fault> {
        let keyval = key(library)?;
        let mut attribute: *mut c_void = ptr::null_mut();
        const UNTOUCHED: c_int = -1;
        let mut found = UNTOUCHED;
        // SAFETY: out-parameters of the right type; the attribute, if it is
        // there, is ours: a Communicator, which lives until the communicator
        // is freed, and that may not happen during a collective call on it.
        unsafe {
            let out = (&raw mut attribute).cast();
            checked((library.functions.comm_get_attr)(comm, keyval, out, &mut found))?;
            match found {
                0 => {}
                // No valid communicator, and the caller's handler has been called:
                // MPICH 5.0 returns success after it.
                UNTOUCHED => return Err(Fault(0)),
                _ => return Ok(&*attribute.cast::<Communicator>()),
            }
        }
        let (rank, size) = library.rank_and_size(comm)?;
        let mut inter: c_int = 0;
        // SAFETY: a valid communicator (it has a rank) and an out-parameter.
        checked(unsafe { (library.functions.comm_test_inter)(comm, &mut inter) })?;
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let state = Box::into_raw(Box::new(Communicator {
            rank,
            size,
            inter: inter != 0,
            agreed: AtomicBool::new(size == 1),
            tuned: AtomicBool::default(),
            pays: AtomicU8::default(),
            number,
            choices: AtomicPtr::default(),
            last: Mutex::default(),
            opening: FormHistory::default(),
            spent: AtomicU64::default(),
            shared: OnceCell::new(),
            private: OnceCell::new(),
        }));
        // SAFETY: the attribute owns the box from now on, or we take it back.
        unsafe {
            if let Err(fault) =
                checked((library.functions.comm_set_attr)(comm, keyval, state.cast()))
            {
                drop(Box::from_raw(state));
                return Err(fault);
            }
            known().insert(number, comm);
            Ok(&*state)
        }
    }

    /// Its number, which no other communicator of this process ever has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether the communicator of that number was not freed.
    pub fn lives(number: u64) -> bool {
        known().contains_key(&number)
    }

    /// What was chosen for it otherwise than by the environment.
    #[inline]
    pub fn choices(&self) -> Option<&Choices> {
        // SAFETY: null, or a box of ours; it is replaced by a collective call on the
        // communicator only, during which no other is made.
        unsafe { self.choices.load(Ordering::Acquire).as_ref() }
    }

    /// Chooses for it; the ranks compare their policies again at its next reduction.
    pub fn choose(&self, choices: Choices) {
        let fresh = Box::into_raw(Box::new(choices));
        let before = self.choices.swap(fresh, Ordering::AcqRel);
        free(before);
        handles::changed();
        self.agreed.store(self.size == 1, Ordering::Relaxed);
    }

    /// Whether it pays to have messages between two ranks, asked once.
    pub fn pays(&self, ask: impl FnOnce() -> bool) -> bool {
        const NO: u8 = 1;
        const YES: u8 = 2;
        if self.pays.load(Ordering::Relaxed) == 0 {
            self.pays.store(if ask() { YES } else { NO }, Ordering::Relaxed);
        }
        self.pays.load(Ordering::Relaxed) == YES
    }

    /// Takes over what another one has left behind, on all ranks.
    pub fn inherit(&self, left: Reusable) {
        match left {
            Reusable::Memory(memory) => drop(self.shared.set(Ok(memory))),
            Reusable::Credit(nanoseconds) => self.spent.store(nanoseconds, Ordering::Relaxed),
        }
    }

    /// Whether its reductions have taken as long as a setup_cost, by the model, with one that takes
    /// so many nanoseconds: the same on all ranks.
    pub fn setup_amortised(&self, setup_cost: u64, nanoseconds: impl FnOnce() -> u64) -> bool {
        let spent = self.spent.load(Ordering::Relaxed);
        if spent >= setup_cost {
            return true;
        }
        let spent = spent.saturating_add(nanoseconds());
        self.spent.store(spent, Ordering::Relaxed);
        spent >= setup_cost
    }

    /// Frees what is kept of all communicators before MPI goes away, also of those
    /// that the program does not free, and the key: with another session MPI may
    /// come back without it.
    pub fn forget_all(library: &Library) {
        let Some(keyval) = KEY.known() else { return };
        loop {
            let first = known().first_key_value().map(|(&number, &comm)| (number, comm));
            let Some((number, comm)) = first else { break };
            // SAFETY: a communicator that has our attribute, and so was not freed;
            // deleting the attribute calls our delete function.
            unsafe { (library.functions.comm_delete_attr)(comm, keyval) };
            // Should the MPI library have refused that.
            known().remove(&number);
        }
        // SAFETY: a key of ours.
        KEY.free(|keyval| unsafe { (library.functions.comm_free_keyval)(keyval) });
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        match self.shared.take() {
            Some(Ok(memory)) => spare::keep(self.size, Reusable::Memory(memory)),
            Some(Err(_)) => {}
            None => spare::keep(self.size, Reusable::Credit(*self.spent.get_mut())),
        }
        free(*self.choices.get_mut());
    }
}

/// Frees a box of choices, if it is one.
fn free(choices: *mut Choices) {
    if !choices.is_null() {
        // SAFETY: made by `choose`, and nobody else's any more.
        drop(unsafe { Box::from_raw(choices) });
    }
}

/// The key under which our attributes are kept.
static KEY: Key = Key::new();

/// The key, made now if there is none.
fn key(library: &Library) -> Result<c_int, Fault> {
    KEY.get(library.constants.keyval_invalid, |keyval| {
        // SAFETY: two callbacks with the standard's signatures.
        unsafe {
            (library.functions.comm_create_keyval)(do_not_copy, delete, keyval, ptr::null_mut())
        }
    })
}

/// MPI_Comm_free: nothing that synchronises may be done here.
unsafe extern "C" fn delete(
    _comm: Handle,
    _keyval: c_int,
    attribute: *mut c_void,
    _extra: *mut c_void,
) -> c_int {
    // SAFETY: the attribute is the box that was set in `of`, deleted once.
    let communicator = unsafe { Box::from_raw(attribute.cast::<Communicator>()) };
    known().remove(&communicator.number);
    // (Whoever sees this does not find it there any more.)
    handles::changed();
    0
}
