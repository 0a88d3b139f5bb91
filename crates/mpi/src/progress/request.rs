//! The generalised request of a driven reduction, which the program holds.
//!
//! MPICH from 4.3 to 5.0 stops in MPI_Waitall if a request is null and a generalised one is not complete,
//! unless that has a function of its own to be waited for. Such a request must also have one by which
//! it is polled, instead of everything else, in MPI_Wait.

use crate::abi::family::{Handle, HandleSlot};
use crate::abi::hook::Hook;
use crate::Library;
use libc::{c_int, c_void};
use samebits_base::fault::{Fault, Outcome};
use samebits_base::lock::lock;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::Mutex;

/// The handles of all that were not freed yet, and how many they are.
static HANDLES: Mutex<BTreeSet<Handle>> = Mutex::new(BTreeSet::new());
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Whether the program has any.
pub fn has_requests() -> bool {
    NUMBER.load(Ordering::Relaxed) != 0
}

/// What the MPI library answers to a function that it forbids on nonblocking collectives, if it is called
/// for a request of ours: none of these is known to it as such. None if it takes that, or the request
/// is not ours.
pub fn refused(
    library: &Library,
    request: Handle,
    function: unsafe extern "C-unwind" fn(*mut c_void) -> c_int,
) -> Option<c_int> {
    let is_ours = has_requests() && lock(&HANDLES).contains(&request);
    is_ours.then(|| library.answer_on_collective(function).ok()?).flatten()
}

/// What its callbacks know of it.
struct Known {
    library: &'static Library,
    handle: AtomicUsize,
    /// [`ROUNDS`] when it was polled last.
    polled: AtomicUsize,
    /// Set before it is completed.
    code: AtomicI32,
}

/// One that is not complete.
#[derive(Debug)]
pub(super) struct Request {
    library: &'static Library,
    handle: Handle,
    known: *const Known,
}

// SAFETY: what it points to is read by MPI's callbacks after it is completed, and written before.
unsafe impl Send for Request {}

impl Request {
    pub fn new(library: &'static Library) -> Result<Request, Fault> {
        let (handle, polled, code) = Default::default();
        let known = Box::into_raw(Box::new(Known { library, handle, polled, code }));
        // SAFETY: callbacks with the documented signatures, one of which frees the box.
        let request = HandleSlot::filled(|request| unsafe {
            match library.hook {
                Some(Hook::Async(functions)) => (functions.grequest_start)(
                    query,
                    free,
                    cancel,
                    poll,
                    wait,
                    known.cast(),
                    request,
                ),
                _ => (library.functions.grequest_start)(query, free, cancel, known.cast(), request),
            }
        });
        match request {
            Ok(request) => {
                let handle = request.handle(library.family);
                // SAFETY: the box is freed with the request, which is not complete.
                unsafe { (*known).handle.store(handle, Ordering::Relaxed) };
                lock(&HANDLES).insert(handle);
                NUMBER.fetch_add(1, Ordering::Relaxed);
                Ok(Request { library, handle, known })
            }
            Err(fault) => {
                // SAFETY: there is no request.
                drop(unsafe { Box::from_raw(known) });
                Err(fault)
            }
        }
    }

    pub fn handle(&self) -> Handle {
        self.handle
    }

    /// Completes it; who waits for it gets the code of the outcome.
    pub fn complete(self, outcome: Outcome) {
        let code = outcome.map_or_else(|Fault(code)| code, |()| 0);
        // SAFETY: the box is freed with the request, which is not complete.
        unsafe { (*self.known).code.store(code, Ordering::Release) };
        // SAFETY: a generalised request of ours, completed once.
        unsafe { (self.library.functions.grequest_complete)(self.handle) };
    }
}

/// Writes an empty status, as of a nonblocking reduction, and returns the code.
unsafe extern "C" fn query(known: *mut c_void, status: *mut c_void) -> c_int {
    // SAFETY: the box of the request, and a status of the library's.
    unsafe {
        let Known { library, code, .. } = &*known.cast::<Known>();
        let (functions, constants) = (&library.functions, &library.constants);
        (functions.status_set_elements)(status, constants.byte, 0);
        (functions.status_set_cancelled)(status, 0);
        library
            .family
            .set_source_and_tag(status as usize, (constants.any_source, constants.any_tag));
        code.load(Ordering::Acquire)
    }
}

unsafe extern "C" fn free(known: *mut c_void) -> c_int {
    // SAFETY: the box that `new` made, freed once with the request.
    let known = unsafe { Box::from_raw(known.cast::<Known>()) };
    lock(&HANDLES).remove(&known.handle.load(Ordering::Relaxed));
    NUMBER.fetch_sub(1, Ordering::Relaxed);
    0
}

/// Collective operations cannot be cancelled.
unsafe extern "C" fn cancel(known: *mut c_void, _complete: c_int) -> c_int {
    // SAFETY: the box of the request.
    unsafe { (*known.cast::<Known>()).library.constants.err_request }
}

/// How often MPICH has made progress.
static ROUNDS: AtomicUsize = AtomicUsize::new(0);

/// Notes that MPICH makes progress.
pub(super) fn count_round() {
    ROUNDS.fetch_add(1, Ordering::Relaxed);
}

/// Called where a request is looked at, in MPI_Wait again and again. Nothing is done where MPICH makes
/// progress itself between two looks.
unsafe extern "C" fn poll(known: *mut c_void, _status: *mut c_void) -> c_int {
    // SAFETY: the box of the request.
    let Known { library, polled, .. } = unsafe { &*known.cast::<Known>() };
    let rounds = ROUNDS.load(Ordering::Relaxed);
    if polled.swap(rounds, Ordering::Relaxed) == rounds {
        library.make_progress();
    }
    0
}

/// Called again and again until a request is complete, in MPI_Waitall.
unsafe extern "C" fn wait(
    _number: c_int,
    known: *mut *mut c_void,
    _timeout: f64,
    _status: *mut c_void,
) -> c_int {
    // SAFETY: the address of the one request's box.
    unsafe { (*(*known).cast::<Known>()).library.make_progress() };
    0
}
