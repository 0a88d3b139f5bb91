//! The requests of nonblocking and persistent reductions. The program's handle is that of an inactive
//! persistent request (`Library::inactive_request`), so that it is unique and never changes before
//! completion. What it stands for is here.
//!
//! Cost: a program that has no such request pays for one load in each function that completes
//! requests; else for a lock, and for a look into a table.

pub mod by_request;
pub mod bypassed;
pub mod followed;
mod idle;
mod lost;
pub mod passed;
mod table;

use super::call::starts::Starts;
use super::call::traced::Traced;
use super::call::{Completion, Form};
use super::context::Context;
use super::decision::cache::Key;
use super::nonblocking::prepared::Prepared;
use super::nonblocking::started::Started;
use crate::report::{Counted, Outcome};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;
use samebits_base::serial::Guard;
use samebits_mpi::{abi::family::Handle, memory::board::Board, Library};
use samebits_trace::recorder::Recorder;
use std::sync::atomic::Ordering;
use std::sync::Arc;
use table::{table, Request, Table, Thread, NUMBER};

pub use idle::forget as forget_idle;
pub use lost::{lost, Lost};
pub use table::State;

type Locked = Guard<'static, Table>;

/// Whether there is any.
#[inline]
pub fn any() -> bool {
    NUMBER.load(Ordering::Relaxed) != 0
}

/// Whether a handle is ours.
pub fn is_ours(handle: Handle) -> bool {
    table().find(handle).is_some()
}

/// Which of these handles are ours, by their places.
pub fn ours(library: &Library, handles: impl Iterator<Item = Handle>) -> Vec<(usize, Handle)> {
    let mut table = table();
    let handles = handles.map(|handle| library.family.handle(handle)).enumerate();
    handles.filter(|(_, handle)| table.find(*handle).is_some()).collect()
}

/// Completes operations whose requests the program has freed, as far as they can be.
#[cold]
fn test_freed(mut locked: Locked) -> Locked {
    let mut freed = std::mem::take(&mut locked.freed);
    // (MPI may call the program's error handler, so nothing is locked meanwhile.)
    drop(locked);
    // There is no call that could return errors of freed requests.
    freed.retain_mut(|started| matches!(started.test(), Ok(false)));
    let mut locked = table();
    locked.freed.extend(freed);
    locked
}

/// Opens a request; an unused handle stands for it, or a new one.
#[inline]
pub fn open(library: &Library, comm: Handle, mut request: Box<Request>) -> Result<Handle, Fault> {
    let mut locked = table();
    if !locked.freed.is_empty() {
        locked = test_freed(locked);
    }
    request.reusable = true;
    let place = locked.unused.pop();
    let unused = place.and_then(|place| Some((place, locked.entries[place].handle?)));
    let (place, handle) = match unused {
        Some(unused) => unused,
        None => {
            drop(locked);
            let made = library.inactive_request(comm);
            locked = table();
            let (made, reusable) = made.inspect_err(|_| locked.unused.extend(place))?;
            request.reusable = reusable;
            locked.add(place, library.family.handle(made))
        }
    };
    locked.entries[place].request = Some(request);
    locked.open(place);
    Ok(handle)
}

/// A request of a reduction that is under way; `again` is what an equal call may start.
pub fn open_started(
    library: &Library,
    comm: Handle,
    started: Box<Started>,
    again: Option<(Key, Prepared)>,
) -> Result<Handle, Fault> {
    let (key, prepared) = again.map(|(key, prepared)| (key, Box::new(prepared))).unzip();
    let started = Some(started);
    open(library, comm, Box::new(Request { started, key, prepared, ..Request::default() }))
}

/// A persistent request, inactive.
pub fn open_prepared(
    library: &Library,
    comm: Handle,
    prepared: Prepared,
    starts: Starts,
) -> Result<Handle, Fault> {
    let (prepared, starts) = (Some(Box::new(prepared)), Some(Box::new(starts)));
    open(library, comm, Box::new(Request { prepared, starts, ..Request::default() }))
}

/// The trace follows the request of a call that was just made.
#[cold]
pub fn follow(
    context: &Context,
    recorder: &Recorder,
    handle: Handle,
    (traced, served): (Traced, Option<&Outcome>),
    form: Form,
) {
    let Some(mut out) = take_out_in_turn(handle).ours() else {
        if form.completion == Completion::Persistent {
            passed::follow(handle, traced.persistent(recorder, served));
        }
        return;
    };
    let request = out.request();
    match form.completion {
        Completion::Persistent => {
            request.traces = Some(Box::new(traced.persistent(recorder, served)));
        }
        _ => {
            let traced = traced.started(recorder, served);
            match request.outcome {
                // It was completed early.
                Some(code) => traced.complete(context, code),
                None => request.traced = Some(Box::new(traced)),
            }
        }
    }
}

/// The report has counted the call whose request this is.
#[cold]
pub fn is_counted(handle: Handle, counted: Counted) {
    if let Some(mut out) = take_out_in_turn(handle).ours() {
        out.request().counted = Some(Box::new(counted));
    }
}

/// A request that was taken out while it is worked on, and goes back: the MPI library may call the
/// program meanwhile.
struct Out {
    place: usize,
    request: Option<Box<Request>>,
}

impl Out {
    fn request(&mut self) -> &mut Request {
        self.request.as_mut().expect("it was taken")
    }

    /// The program has it no more.
    #[inline]
    fn close(mut self, library: &Library) {
        let Some(request) = self.request.take() else { return };
        let mut handle = None;
        let mut locked = table();
        if !request.reusable {
            handle = locked.forget(self.place);
        }
        locked.close(self.place);
        drop(locked);
        // What it stood for is dropped unlocked.
        idle::put(request);
        handle.into_iter().for_each(|handle| library.free_request(handle));
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        if self.request.is_some() {
            let mut table = table();
            if !table.early.is_empty() {
                table.early.retain(|place| *place != self.place);
            }
            table.entries[self.place].request = self.request.take();
        }
    }
}

/// Takes a request out for the program, which may complete it in one thread while another one
/// starts others, and completes it early.
#[inline]
fn take_out(handle: Handle) -> Taken {
    loop {
        let mut locked = table();
        let Some(place) = locked.find(handle) else { return Taken::Foreign };
        let early = locked.early.contains(&place);
        let entry = &mut locked.entries[place];
        match entry.request.take() {
            Some(request) => {
                entry.taken_by = this_thread();
                return Taken::Ours(Out { place, request: Some(request) });
            }
            None if !early => return Taken::By(entry.taken_by),
            None => {}
        }
        drop(locked);
        std::thread::yield_now();
    }
}

/// Likewise, once no other thread works on it: one may ask for its status.
#[inline]
fn take_out_in_turn(handle: Handle) -> Taken {
    loop {
        match take_out(handle) {
            Taken::By(thread) if thread != this_thread() => std::thread::yield_now(),
            taken => return taken,
        }
    }
}

#[inline]
fn this_thread() -> Thread {
    // SAFETY: it always succeeds.
    unsafe { libc::pthread_self() }
}

enum Taken {
    Ours(Out),
    /// A thread works on it; if it is this one, a function of the program's has called back.
    By(Thread),
    Foreign,
}

impl Taken {
    fn ours(self) -> Option<Out> {
        match self {
            Taken::Ours(out) => Some(out),
            Taken::By(_) | Taken::Foreign => None,
        }
    }

    /// What `work` says of a request, or whether it is ours.
    #[inline]
    fn with(self, work: impl FnOnce(&mut Request) -> State) -> State {
        match self {
            Taken::Ours(mut out) => work(out.request()),
            Taken::By(_) => State::Pending,
            Taken::Foreign => State::Foreign,
        }
    }
}

fn take_out_early(place: usize) -> Option<Out> {
    let mut locked = table();
    let entry = &mut locked.entries[place];
    let request = if entry.open { entry.request.take() } else { None };
    let out = Out { place, request: Some(request?) };
    locked.early.push(place);
    Some(out)
}

/// Lets an operation make progress, and completes it if all is there.
pub fn test(handle: Handle) -> State {
    take_out(handle).with(Request::test)
}

/// Completes those that are posted there, as far as they can be: the program asks for them later,
/// and other ranks' memory is waiting for them.
#[cold]
pub fn complete_early(board: &Arc<Board>) {
    let posted = |request: &Request| request.started.as_ref().is_some_and(|s| s.is_on(board));
    let locked = table();
    let is_of_it = |place: &usize| {
        let request = &locked.entries[*place].request;
        request.as_ref().is_some_and(|request| posted(request))
    };
    let places: Vec<usize> = (0..locked.entries.len()).filter(is_of_it).collect();
    drop(locked);
    for place in places {
        if let Some(mut out) = take_out_early(place) {
            out.request().test();
        }
    }
}

/// Completes an operation.
pub fn wait(handle: Handle) -> State {
    take_out_in_turn(handle).with(|request| {
        request.wait();
        request.state()
    })
}

/// The program knows that a request is complete. Returns whether its handle becomes null, as that of
/// a persistent one does not.
pub fn retire(library: &Library, handle: Handle) -> bool {
    take_out_in_turn(handle).ours().is_some_and(|out| release_completed(library, out))
}

/// Likewise of one that is taken out.
#[inline]
fn release_completed(library: &Library, mut out: Out) -> bool {
    out.request().outcome = None;
    let gone = out.request().starts.is_none();
    if gone {
        out.close(library);
    }
    gone
}

/// Completes an operation and tells the program ([`wait`] and [`retire`] in one); returns the state
/// before, and whether its handle becomes null. `None` if it is not ours.
#[inline]
pub fn finish(library: &Library, handle: Handle) -> Option<(State, bool)> {
    let mut locked = table();
    let place = locked.find(handle)?;
    let out = match locked.entries[place].request.take() {
        Some(mut request) if request.key.is_some() && request.reusable => {
            // Nobody else asks for this one any more, and nothing of the program's runs meanwhile,
            // so its handle is free.
            locked.close(place);
            drop(locked);
            request.wait();
            let state = request.state();
            request.outcome = None;
            idle::put(request);
            return Some((state, true));
        }
        None => None,
        request => {
            locked.entries[place].taken_by = this_thread();
            Some(Out { place, request })
        }
    };
    drop(locked);
    let mut out = match out {
        Some(out) => out,
        None => match take_out_in_turn(handle) {
            Taken::Ours(out) => out,
            Taken::By(_) => return Some((State::Pending, false)),
            Taken::Foreign => return None,
        },
    };
    out.request().wait();
    let state = out.request().state();
    Some((state, release_completed(library, out)))
}

/// Starts a persistent reduction of ours; `None` if the request is not one.
pub fn start(library: &Library, handle: Handle) -> Option<c_int> {
    let mut out = take_out_in_turn(handle).ours()?;
    let request = out.request();
    let inactive = request.state() == State::Inactive;
    let prepared = request.prepared.as_ref().zip(request.starts.as_mut());
    let Some((prepared, starts)) = prepared.filter(|_| inactive) else {
        return Some(library.raise(library.comm_alone(), library.constants.err_request));
    };
    if prepared.has_lost_communicator() {
        return Some(library.raise(library.comm_alone(), library.constants.err_comm));
    }
    let context = prepared.context;
    let traced = request.traces.as_mut().and_then(|traces| traces.start(context));
    request.traced = traced.map(Box::new);
    let code = starts.count(context, || match prepared.start(request.idle.take()) {
        Ok(started) => {
            request.started = Some(started);
            0
        }
        Err(Fault(code)) => code,
    });
    if let Some(traced) = request.traced.take_if(|_| code != 0) {
        traced.complete(context, code);
    }
    Some(code)
}

/// Frees a request of ours as the MPI library would; returns its error code, and whether the handle
/// becomes null. None if it is not ours.
pub fn free(library: &Library, handle: Handle) -> Option<(c_int, bool)> {
    let mut out = match take_out_in_turn(handle) {
        Taken::Ours(out) => out,
        Taken::By(_) => return Some((0, false)),
        Taken::Foreign => return None,
    };
    let request = out.request();
    if let (Some(started), None) = (&mut request.started, &request.starts) {
        if let Some(code) = started.refused(library.functions.request_free) {
            return Some((code, false));
        }
    }
    request.key = None;
    let started = request.started.take();
    table().freed.extend(started);
    out.close(library);
    Some((0, true))
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
    let mut gone = Vec::new();
    for place in 0..locked.entries.len() {
        if !locked.entries[place].open {
            gone.extend(locked.forget(place));
        }
    }
    if locked.entries.iter().all(|entry| !entry.open) {
        *locked = Table::new();
    }
    drop(locked);
    gone.into_iter().for_each(|handle| library.free_request(handle));
    passed::forget();
    idle::forget();
}

/// Cancels a request of ours as the MPI library would, which forbids that.
pub fn cancel(library: &Library, handle: Handle) -> c_int {
    let cancel: unsafe extern "C-unwind" fn(*mut c_void) -> c_int = library.functions.cancel;
    let mut out = take_out_in_turn(handle).ours();
    let started = out.as_mut().and_then(|out| out.request().started.as_mut());
    let refused = || library.raise(library.comm_alone(), library.constants.err_request);
    started.and_then(|started| started.refused(cancel)).unwrap_or_else(refused)
}
