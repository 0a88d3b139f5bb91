//! The requests of nonblocking and persistent reductions. The program's handle is that of an inactive
//! persistent request (`Library::inactive_request`), so that it is unique and never changes before
//! completion. What it stands for is here.
//!
//! Cost: a program that has no such request pays for one load in each function that completes
//! requests; else for a lock, and for a look into a table.

use super::nonblocking::Prepared;
use super::request_table::{table, Request, NUMBER};
use super::started::Started;
use crate::arithmetic::Fault;
use crate::mpi::{board::Board, family::Handle, Library};
use libc::{c_int, c_void};
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::Arc;

pub use super::request_table::State;

/// Whether there is any.
#[inline]
pub fn any() -> bool {
    NUMBER.load(Ordering::Relaxed) != 0
}

/// Whether a handle is ours.
pub fn is_ours(handle: Handle) -> bool {
    table().open.contains_key(&handle)
}

/// Which of these handles are ours, by their places.
pub fn ours(library: &Library, handles: impl Iterator<Item = Handle>) -> Vec<(usize, Handle)> {
    let table = table();
    let handles = handles.map(|handle| library.family.handle(handle)).enumerate();
    handles.filter(|(_, handle)| table.open.contains_key(handle)).collect()
}

fn open(library: &Library, comm: Handle, mut request: Request) -> Result<Handle, Fault> {
    let mut locked = table();
    if !locked.freed.is_empty() {
        let mut freed = std::mem::take(&mut locked.freed);
        // (MPI may call the program's error handler, so nothing is locked meanwhile.)
        drop(locked);
        // Errors of freed requests are told to nobody.
        freed.retain_mut(|started| matches!(started.test(), Ok(false)));
        locked = table();
        locked.freed.extend(freed);
    }
    request.reusable = true;
    let mut handle = locked.inactive.pop();
    if handle.is_none() {
        drop(locked);
        let (made, reusable) = library.inactive_request(comm)?;
        (handle, request.reusable) = (Some(library.family.handle(made)), reusable);
        locked = table();
    }
    let handle = handle.expect("it was made");
    locked.open.insert(handle, Some(request));
    locked.count();
    Ok(handle)
}

/// A request of a reduction that is under way.
pub fn open_started(
    library: &Library,
    comm: Handle,
    started: Box<Started>,
) -> Result<Handle, Fault> {
    open(library, comm, Request { started: Some(started), ..Request::default() })
}

/// A persistent request, inactive.
pub fn open_prepared(library: &Library, comm: Handle, prepared: Prepared) -> Result<Handle, Fault> {
    open(library, comm, Request { persistent: Some(Box::new(prepared)), ..Request::default() })
}

/// A request that was taken out while it is worked on, and goes back: the MPI library may call the
/// program meanwhile.
struct Out(Handle, Option<Request>);

impl Drop for Out {
    fn drop(&mut self) {
        if self.1.is_some() {
            let mut table = table();
            table.early.retain(|handle| *handle != self.0);
            if let Some(place) = table.open.get_mut(&self.0) {
                *place = self.1.take();
            }
        }
    }
}

/// Takes a request out for the program, which may complete it in one thread while another one
/// starts others, and completes it early.
fn take_out(handle: Handle) -> Option<Out> {
    loop {
        let mut locked = table();
        match locked.open.get_mut(&handle)?.take() {
            Some(request) => return Some(Out(handle, Some(request))),
            None if !locked.early.contains(&handle) => return None,
            None => {}
        }
        drop(locked);
        std::thread::yield_now();
    }
}

fn take_out_early(handle: Handle) -> Option<Out> {
    let mut locked = table();
    let request = locked.open.get_mut(&handle)?.take()?;
    locked.early.push(handle);
    Some(Out(handle, Some(request)))
}

fn with<R>(handle: Handle, work: impl FnOnce(&mut Request) -> R) -> Option<R> {
    let mut out = take_out(handle)?;
    Some(work(out.1.as_mut().expect("it was taken")))
}

/// Lets an operation make progress, and completes it if all is there.
pub fn test(handle: Handle) -> State {
    with(handle, Request::test).unwrap_or_else(|| elsewhere(handle))
}

/// Completes those that are posted there, as far as they can be: the program asks for them later,
/// and other ranks' memory is waiting for them.
pub fn complete_early(board: &Arc<Board>) {
    let posted = |request: &Request| request.started.as_ref().is_some_and(|s| s.is_on(board));
    let locked = table();
    let of_it = locked.open.iter().filter(|(_, request)| request.as_ref().is_some_and(posted));
    let handles: Vec<Handle> = of_it.map(|(handle, _)| *handle).collect();
    drop(locked);
    for handle in handles {
        if let Some(mut out) = take_out_early(handle) {
            out.1.as_mut().expect("it was taken").test();
        }
    }
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
    match table().open.contains_key(&handle) {
        true => State::Pending,
        false => State::Foreign,
    }
}

/// The program knows that a request is complete. Returns whether its handle becomes null, as that of
/// a persistent one does not.
pub fn retire(library: &Library, handle: Handle) -> bool {
    let reusable = with(handle, |request| {
        request.outcome = None;
        request.persistent.is_none().then_some(request.reusable)
    });
    let gone = reusable.flatten();
    if let Some(reusable) = gone {
        close(library, handle, reusable);
    }
    gone.is_some()
}

/// Completes an operation and tells the program ([`wait`] and [`retire`] in one); returns the state
/// before, and whether its handle becomes null. `None` if it is not ours.
pub fn finish(library: &Library, handle: Handle) -> Option<(State, bool)> {
    let mut locked = table();
    let Entry::Occupied(entry) = locked.open.entry(handle) else { return None };
    let once = |request: &Request| request.persistent.is_none() && request.reusable;
    if entry.get().as_ref().is_some_and(once) {
        let request = entry.remove()?;
        // Nobody else asks for this one any more, so its handle is free; not where an exception of
        // the program's operator passes, after which the program still has it.
        locked.inactive.push(handle);
        locked.count();
        drop(locked);
        struct Passing(Handle, Option<Request>);
        impl Drop for Passing {
            fn drop(&mut self) {
                let Some(request) = self.1.take() else { return };
                let mut table = table();
                // (Unless another thread has it by now.)
                if let Some(place) = table.inactive.iter().position(|handle| *handle == self.0) {
                    table.inactive.swap_remove(place);
                    table.open.insert(self.0, Some(request));
                    table.count();
                }
            }
        }
        let mut passing = Passing(handle, Some(request));
        let request = passing.1.as_mut().expect("it was put there");
        if let Some(started) = &mut request.started {
            let result = started.wait();
            request.complete(result);
        }
        let state = request.state();
        passing.1 = None;
        return Some((state, true));
    }
    drop(locked);
    let mut reusable = None;
    let state = with(handle, |request| {
        if let Some(started) = &mut request.started {
            let result = started.wait();
            request.complete(result);
        }
        reusable = request.persistent.is_none().then_some(request.reusable);
        let state = request.state();
        request.outcome = None;
        state
    });
    let Some(state) = state else { return Some((elsewhere(handle), false)) };
    if let Some(reusable) = reusable {
        close(library, handle, reusable);
    }
    Some((state, reusable.is_some()))
}

fn close(library: &Library, handle: Handle, reusable: bool) {
    let mut locked = table();
    let request = locked.open.remove(&handle);
    locked.count();
    if reusable && request.is_some() {
        locked.inactive.push(handle);
    }
    drop(locked);
    if !reusable && request.is_some() {
        library.free_request(handle);
    }
    // What it stood for is dropped unlocked.
    drop(request);
}

/// Starts a persistent reduction of ours; `None` if the request is not one.
pub fn start(library: &Library, handle: Handle) -> Option<c_int> {
    with(handle, |request| match (&request.persistent, request.state()) {
        (Some(prepared), State::Inactive) if prepared.is_orphaned() => {
            library.raise(library.comm_alone(), library.constants.err_comm)
        }
        (Some(prepared), State::Inactive) => match prepared.start(request.idle.take()) {
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
    let mut reusable = false;
    let answer = with(handle, |request| {
        if let (Some(started), None) = (&mut request.started, &request.persistent) {
            if let Some(code) = started.refused(library.functions.request_free) {
                return code;
            }
        }
        let started = request.started.take();
        table().freed.extend(started);
        reusable = request.reusable;
        0
    });
    match answer {
        Some(0) => {
            close(library, handle, reusable);
            (0, true)
        }
        code => (code.unwrap_or(0), false),
    }
}

/// Completes what the program has not asked for any more, before MPI ends, and frees the table.
pub fn finish_freed(library: &Library) {
    let mut locked = table();
    let freed = std::mem::take(&mut locked.freed);
    drop(locked);
    for mut started in freed {
        // Nobody can be told of an error.
        let _ = started.wait();
    }
    let mut locked = table();
    let inactive = std::mem::take(&mut locked.inactive);
    if locked.open.is_empty() {
        *locked.0 = None;
    }
    drop(locked);
    inactive.into_iter().for_each(|handle| library.free_request(handle));
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
