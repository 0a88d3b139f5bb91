//! The hook of this process, and what it does: it lets everything that is under way go on, one thread
//! at a time. Who finds another one there leaves its own to that one.
//!
//! Cost: a load whenever the MPI library makes progress, where nothing is under way.

use super::driven::Driven;
use super::duplicate;
use super::end::{End, Told};
use super::reductions::Reductions;
use super::request::{self, Request};
use super::testing::By;
use crate::abi::{
    family::Handle,
    hook::{GOES_ON, IS_DONE},
};
use crate::calls::inside::{is_inside, Inside};
use crate::calls::released::free_released;
use crate::Library;
use libc::{c_int, c_void};
use once_cell::sync::OnceCell;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::lock::{lock, Brief};
use samebits_base::stack::with_room;
use std::sync::atomic::{fence, AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Everything that was taken over, for the one thread that works with it.
static REDUCTIONS: Brief<Reductions> = Brief::new(Reductions::new());

/// What is to be taken over, and how much that is.
static NEW: Mutex<Vec<(Box<dyn Driven>, End)>> = Mutex::new(Vec::new());
static NEW_NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Reductions that are not complete.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Whether the MPI library calls us, and whether that is to end.
static IS_SET: AtomicBool = AtomicBool::new(false);
static ENDS: AtomicBool = AtomicBool::new(false);

static LIBRARY: OnceCell<&'static Library> = OnceCell::new();

/// How work is done where MPI calls us: set by those who catch what goes wrong.
static ENTRY: OnceCell<Entry> = OnceCell::new();

/// Does some work, and stops the job if that panics.
pub type Entry = fn(&mut dyn FnMut());

/// From now on work is done so where MPI calls us.
pub fn enter_by(entry: Entry) {
    let _ = ENTRY.set(entry);
}

/// Starts a reduction: polls it once, unless another thread is about to. Returns its request, a generalised
/// one, which is completed with its outcome, maybe before this returns. The library has a hook.
pub fn start(library: &'static Library, driven: Box<dyn Driven>) -> Result<Handle, Fault> {
    let mut handle = library.constants.request_null;
    start_with(library, driven, || {
        let request = Request::new(library)?;
        handle = request.handle();
        Ok(End::Request(request))
    })?;
    Ok(handle)
}

/// Starts one on a simulated rank, where nobody goes on with it until [`step`] is called.
pub(super) fn start_simulated(
    library: &'static Library,
    driven: Box<dyn Driven>,
    told: Arc<Told>,
) -> Outcome {
    start_with(library, driven, || Ok(End::Simulated(told)))
}

fn start_with(
    library: &'static Library,
    driven: Box<dyn Driven>,
    end: impl FnOnce() -> Result<End, Fault>,
) -> Outcome {
    LIBRARY.get_or_init(|| library);
    // (Before the hook is set: it ends where nothing is under way.)
    UNDER_WAY.fetch_add(1, Ordering::SeqCst);
    let end = set(library).and_then(|()| end()).inspect_err(|_| {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    })?;
    lock(&NEW).push((driven, end));
    NEW_NUMBER.fetch_add(1, Ordering::SeqCst);
    with_room(|| go_on(library));
    Ok(())
}

fn set(library: &Library) -> Outcome {
    if IS_SET.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let hook = library.hook.expect("the library has one");
    hook.set(on_progress, on_async_progress).inspect_err(|_| IS_SET.store(false, Ordering::SeqCst))
}

/// Lets everything go on as far as it can. Returns how many messages were complete.
fn go_on(library: &Library) -> usize {
    let Some(hook) = &library.hook else { return 0 };
    let mut complete = 0;
    loop {
        let Some(mut reductions) = REDUCTIONS.try_lock() else { return complete };
        let outside = Inside::enter();
        loop {
            if NEW_NUMBER.load(Ordering::Relaxed) != 0 {
                let new = std::mem::take(&mut *lock(&NEW));
                NEW_NUMBER.fetch_sub(new.len(), Ordering::SeqCst);
                new.into_iter().for_each(|(driven, end)| reductions.add(driven, end));
            }
            let progress = reductions.round(library, By::Hook(hook));
            UNDER_WAY.fetch_sub(progress.ended, Ordering::SeqCst);
            complete += progress.complete;
            // (What was started may be complete already.)
            if progress.complete == 0 && progress.started == 0 {
                break;
            }
        }
        drop(outside);
        drop(reductions);
        // Who has added something since, and found this locked, relies on this.
        fence(Ordering::SeqCst);
        if NEW_NUMBER.load(Ordering::SeqCst) == 0 {
            return complete;
        }
    }
}

/// Goes on with everything on a simulated rank, in a call of the program's that waits or tests.
pub(super) fn step(library: &Library, by: By<'_>) {
    // (Its only thread is not inside anything here, and what was started was taken over.)
    let mut reductions = REDUCTIONS.lock();
    let _inside = Inside::enter();
    UNDER_WAY.fetch_sub(reductions.round(library, by).ended, Ordering::SeqCst);
}

/// The work of the hook.
fn called() -> c_int {
    let Some(library) = LIBRARY.get() else { return 0 };
    let mut complete = 0;
    let mut work = || complete = with_room(|| go_on(library));
    match ENTRY.get() {
        Some(entry) => entry(&mut work),
        None => work(),
    }
    c_int::try_from(complete).unwrap_or(c_int::MAX)
}

fn nothing_to_do() -> bool {
    UNDER_WAY.load(Ordering::Relaxed) == 0 || is_inside()
}

/// Called by Open MPI. Returns how much was done.
unsafe extern "C-unwind" fn on_progress() -> c_int {
    match nothing_to_do() {
        true => 0,
        false => called(),
    }
}

/// Called in vain as often, MPICH's is not called any more until something is under way.
const IDLE_CALLS: usize = 10_000;

static IDLE: AtomicUsize = AtomicUsize::new(0);

/// Called by MPICH.
unsafe extern "C-unwind" fn on_async_progress(_thing: *mut c_void) -> c_int {
    if UNDER_WAY.load(Ordering::Relaxed) != 0 {
        IDLE.store(0, Ordering::Relaxed);
        request::count_round();
        if !is_inside() {
            called();
        }
        return GOES_ON;
    }
    let idle = IDLE.fetch_add(1, Ordering::Relaxed);
    if idle < IDLE_CALLS && !ENDS.load(Ordering::Relaxed) {
        return GOES_ON;
    }
    IDLE.store(0, Ordering::Relaxed);
    IS_SET.store(false, Ordering::SeqCst);
    // Who has started something meanwhile has set it again, or not.
    let again = UNDER_WAY.load(Ordering::SeqCst) != 0 && !IS_SET.swap(true, Ordering::SeqCst);
    if again {
        GOES_ON
    } else {
        IS_DONE
    }
}

/// Whether anything is under way: reductions, or communicators of ours that are being made.
pub fn any() -> bool {
    UNDER_WAY.load(Ordering::Relaxed) != 0 || duplicate::any_unfinished()
}

/// Whether the communicator of ours that is made of this one is complete, or everything is that is under
/// way; lets the MPI library make progress. Not to be called inside the hook.
pub fn test(library: &Library, of: Option<Handle>) -> bool {
    if !any() {
        return true;
    }
    if library.hook.is_some_and(|hook| hook.is_simulated()) {
        let under_way = REDUCTIONS.lock().any_simulated(of).is_some();
        if under_way {
            step(library, By::Waiting);
        }
        return !under_way;
    }
    library.make_progress();
    if let Some(_alone) = REDUCTIONS.try_lock() {
        duplicate::test_unfinished();
    }
    match of {
        None => !any(),
        Some(comm) => !duplicate::is_unfinished(comm),
    }
}

/// Ends the hook before MPI ends, and gives up what is under way.
pub fn end(library: &Library) {
    duplicate::give_up_unfinished();
    free_released();
    if LIBRARY.get().is_none() {
        return;
    }
    ENDS.store(true, Ordering::SeqCst);
    if let (Some(hook), true) = (&library.hook, IS_SET.load(Ordering::SeqCst)) {
        hook.unset(on_progress);
    }
    UNDER_WAY.store(0, Ordering::SeqCst);
    REDUCTIONS.lock().give_up(library);
}
