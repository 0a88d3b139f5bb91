//! The requests of nonblocking and persistent reductions. The program's handle is that of an inactive
//! persistent request (`Library::inactive_request`), so that it is unique and never changes before
//! completion. What it stands for is here.
//!
//! Cost: a program that has no such request pays for one load in each function that completes
//! requests; else for a lock, and for a search among the requests that are open.

use super::nonblocking::{Prepared, Started};
use crate::arithmetic::Fault;
use crate::lock::lock;
use crate::mpi::{family::Handle, Library};
use libc::{c_int, c_void};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// What a request of ours is when somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is of the MPI library.
    Foreign,
    /// A persistent one that was not started.
    Inactive,
    Pending,
    /// With this error code; until it is [retired](retire).
    Complete(c_int),
}

#[derive(Default)]
struct Request {
    started: Option<Started>,
    outcome: Option<c_int>,
    persistent: Option<Prepared>,
}

// SAFETY: the buffers that a prepared reduction knows are the caller's, who hands them over with the
// request to whichever thread starts it.
unsafe impl Send for Request {}

/// The open requests; one is absent while a thread works on it.
static OPEN: Mutex<BTreeMap<Handle, Option<Box<Request>>>> = Mutex::new(BTreeMap::new());
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Operations under way whose requests the program has freed.
static FREED: Mutex<Vec<Started>> = Mutex::new(Vec::new());

/// Whether there is any.
#[inline]
pub fn any() -> bool {
    NUMBER.load(Ordering::Relaxed) != 0
}

/// Which of these handles are ours, by their places.
pub fn ours(library: &Library, handles: impl Iterator<Item = Handle>) -> Vec<(usize, Handle)> {
    let open = lock(&OPEN);
    let handles = handles.map(|handle| library.family.handle(handle)).enumerate();
    handles.filter(|(_, handle)| open.contains_key(handle)).collect()
}

fn open(library: &Library, comm: Handle, request: Request) -> Result<Handle, Fault> {
    // Errors of freed requests are told to nobody.
    lock(&FREED).retain_mut(|started| matches!(started.test(), Ok(false)));
    let handle = library.family.handle(library.inactive_request(comm)?);
    let mut open = lock(&OPEN);
    open.insert(handle, Some(Box::new(request)));
    NUMBER.store(open.len(), Ordering::Relaxed);
    Ok(handle)
}

/// A request of a reduction that is under way.
pub fn open_started(library: &Library, comm: Handle, started: Started) -> Result<Handle, Fault> {
    open(library, comm, Request { started: Some(started), ..Request::default() })
}

/// A persistent request, inactive.
pub fn open_prepared(library: &Library, comm: Handle, prepared: Prepared) -> Result<Handle, Fault> {
    open(library, comm, Request { persistent: Some(prepared), ..Request::default() })
}

/// Takes a request out while it is worked on: the MPI library may call the program meanwhile.
fn with<R>(handle: Handle, work: impl FnOnce(&mut Request) -> R) -> Option<R> {
    struct Out(Handle, Option<Box<Request>>);
    impl Drop for Out {
        fn drop(&mut self) {
            if let Some(place) = lock(&OPEN).get_mut(&self.0) {
                *place = self.1.take();
            }
        }
    }
    let request = lock(&OPEN).get_mut(&handle)?.take()?;
    let mut out = Out(handle, Some(request));
    Some(work(out.1.as_mut().expect("it was taken")))
}

impl Request {
    fn state(&self) -> State {
        match (self.outcome, &self.started) {
            (Some(code), _) => State::Complete(code),
            (None, Some(_)) => State::Pending,
            (None, None) => State::Inactive,
        }
    }

    /// What it stands for is done, and its memory is free; the program is still to be told.
    fn complete(&mut self, result: Result<(), Fault>) {
        self.outcome = Some(result.map_or_else(|Fault(code)| code, |()| 0));
        self.started = None;
    }
}

/// Lets an operation make progress, and completes it if all is there.
pub fn test(handle: Handle) -> State {
    let tested = with(handle, |request| {
        if let Some(started) = &mut request.started {
            match started.test() {
                Ok(false) => {}
                Ok(true) => request.complete(Ok(())),
                Err(fault) => request.complete(Err(fault)),
            }
        }
        request.state()
    });
    tested.unwrap_or_else(|| elsewhere(handle))
}

/// Completes an operation.
pub fn wait(handle: Handle) -> State {
    let waited = with(handle, |request| {
        if let Some(started) = &mut request.started {
            let result = started.wait();
            request.complete(result);
        }
        request.state()
    });
    waited.unwrap_or_else(|| elsewhere(handle))
}

/// The state of a handle that is not ours, or that another thread is working on.
fn elsewhere(handle: Handle) -> State {
    match lock(&OPEN).contains_key(&handle) {
        true => State::Pending,
        false => State::Foreign,
    }
}

/// The program knows that a request is complete. Returns whether its handle becomes null, as that of
/// a persistent one does not.
pub fn retire(library: &Library, handle: Handle) -> bool {
    let persistent = with(handle, |request| {
        request.outcome = None;
        request.persistent.is_some()
    });
    let gone = persistent == Some(false);
    if gone {
        close(library, handle);
    }
    gone
}

fn close(library: &Library, handle: Handle) {
    let mut open = lock(&OPEN);
    let request = open.remove(&handle);
    NUMBER.store(open.len(), Ordering::Relaxed);
    drop(open);
    if request.is_some() {
        library.reuse_inactive_request(handle);
    }
}

/// Starts a persistent reduction of ours; `None` if the request is not one.
pub fn start(library: &Library, handle: Handle) -> Option<c_int> {
    with(handle, |request| match (&request.persistent, request.state()) {
        (Some(prepared), State::Inactive) if prepared.is_orphaned() => {
            library.raise(library.comm_alone(), library.constants.err_comm)
        }
        (Some(prepared), State::Inactive) => match prepared.start() {
            Ok(started) => {
                request.started = Some(started);
                0
            }
            Err(Fault(code)) => code,
        },
        _ => library.raise(library.comm_alone(), library.constants.err_request),
    })
}

/// Frees a request of ours as the MPI library would; returns its error code, and whether the handle
/// becomes null.
pub fn free(library: &Library, handle: Handle) -> (c_int, bool) {
    let answer = with(handle, |request| {
        if let (Some(started), None) = (&mut request.started, &request.persistent) {
            if let Some(code) = started.refused(library.functions.request_free) {
                return code;
            }
        }
        lock(&FREED).extend(request.started.take());
        0
    });
    match answer {
        Some(0) => {
            close(library, handle);
            (0, true)
        }
        code => (code.unwrap_or(0), false),
    }
}

/// Completes what the program has not asked for any more, before MPI ends, and frees the table.
pub fn finish_freed() {
    let freed = std::mem::take(&mut *lock(&FREED));
    for mut started in freed {
        // Nobody can be told of an error.
        let _ = started.wait();
    }
    // (An empty map keeps its memory.)
    let mut open = lock(&OPEN);
    if open.is_empty() {
        *open = BTreeMap::new();
    }
}

/// Cancels a request of ours as the MPI library would, which forbids that.
pub fn cancel(library: &Library, handle: Handle) -> c_int {
    let cancel: unsafe extern "C-unwind" fn(*mut c_void) -> c_int = library.functions.cancel;
    let answer = with(handle, |request| {
        request.started.as_mut().and_then(|started| started.refused(cancel))
    });
    let refused = || library.raise(library.comm_alone(), library.constants.err_request);
    answer.flatten().unwrap_or_else(refused)
}
