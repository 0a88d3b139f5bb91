//! A call that the trace watches, in any language.

use crate::exports::from_fortran::fortran_or;
use crate::exports::function::{Function, Role};
use crate::exports::handles::{from_fortran, Handles};
use crate::exports::ignored::Ignored;
use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::abi::functions::{FromFortran, ToC};
use samebits_mpi::abi::status::LONGEST;
use samebits_mpi::Library;
use samebits_reduction::call::described::{self, Describing};
use samebits_reduction::context::Context;
use samebits_trace::caller::Mark;
use samebits_trace::format::Choice;
use samebits_trace::recorder::Recorder;
use std::cell::Cell;

thread_local! {
    /// In a function that is watched: those that it calls are not watched again.
    static WITHIN: Cell<bool> = const { Cell::new(false) };
}

/// A call that is being watched.
pub struct WatchedCall<'a> {
    pub context: &'static Context,
    pub recorder: &'static Recorder,
    pub function: &'static Function,
    pub words: &'a [usize],
    mark: Mark,
}

impl<'a> WatchedCall<'a> {
    /// None within another one.
    pub fn enter(
        context: &'static Context,
        function: &'static Function,
        words: &'a [usize],
        mark: Mark,
    ) -> Option<WatchedCall<'a>> {
        let recorder = context.recorder()?;
        // (Made only if it is the outermost one: dropped, it would end that.)
        (!WITHIN.replace(true)).then(|| WatchedCall { context, recorder, function, words, mark })
    }

    pub fn library(&self) -> &'static Library {
        &self.context.library
    }

    pub fn site(&self) -> usize {
        fortran_or(|| self.function.frame.caller(self.mark))
    }

    /// Which argument has one of these roles.
    pub fn position(&self, roles: &[Role]) -> Option<usize> {
        self.function.roles.iter().position(|role| roles.contains(role))
    }

    pub fn word(&self, roles: &[Role]) -> Option<usize> {
        Some(self.words[self.position(roles)?])
    }

    /// An int or INTEGER, or a flag, that the call returns.
    pub unsafe fn returned(&self, role: Role) -> Option<c_int> {
        let at = self.word(&[role])? as *const c_int;
        // SAFETY: upheld by the caller.
        (!at.is_null()).then(|| unsafe { *at })
    }

    /// A number that is passed to the call.
    pub unsafe fn passed(&self, role: Role) -> Option<c_int> {
        match self.function.fortran {
            false => Some(self.word(&[role])? as c_int),
            // SAFETY: upheld by the caller.
            true => unsafe { self.returned(role) },
        }
    }

    /// A handle that is passed; `convert` picks the conversion from Fortran.
    pub unsafe fn handle(&self, word: usize, convert: impl Fn(&FromFortran) -> ToC) -> Handle {
        match self.function.fortran {
            false => word,
            // SAFETY: upheld by the caller.
            true => unsafe { from_fortran(self.library(), word, convert) },
        }
    }

    pub unsafe fn communicator(&self) -> Option<u64> {
        // SAFETY: upheld by the caller.
        let comm = unsafe { self.handle(self.word(&[Role::Comm])?, |functions| functions.comm) };
        described::number(self.context, self.recorder, comm)
    }

    pub unsafe fn window(&self) -> Option<Handle> {
        // SAFETY: upheld by the caller.
        let win = unsafe { self.handle(self.word(&[Role::Win])?, |functions| functions.win) };
        Some(self.library().family.handle(win))
    }

    /// A request of the program's.
    pub unsafe fn request(&self, word: usize, index: usize) -> Handle {
        let handles = Handles::requests(self.library(), self.function.fortran, word);
        // SAFETY: upheld by the caller.
        self.library().family.handle(unsafe { handles.read(index) })
    }

    /// Whether the program does not want the status, or any of an array of them.
    pub fn ignores(&self, status: usize, several: bool) -> bool {
        let (library, fortran) = (self.library(), self.function.fortran);
        Ignored::of(library).is(fortran, several, status)
    }

    pub fn record(&self, choice: Choice, (call, site): (&'static str, usize), comm: Option<u64>) {
        self.recorder.choice(call, site, comm, choice, &Describing::places(self.library()));
    }
}

impl Drop for WatchedCall<'_> {
    fn drop(&mut self) {
        WITHIN.set(false);
    }
}

/// What does a watched call by a function that takes its arguments, and records what it finds.
pub type Observe = unsafe fn(&WatchedCall<'_>, &dyn Fn(&[usize]) -> c_int) -> c_int;

/// Has `observe` watch a call, unless that is made within another one.
#[cold]
pub unsafe fn watch(
    observe: Observe,
    context: &'static Context,
    function: &'static Function,
    words: &[usize],
    mark: Mark,
    next: &dyn Fn(&[usize]) -> c_int,
) -> c_int {
    match WatchedCall::enter(context, function, words, mark) {
        None => next(words),
        // SAFETY: upheld by the caller.
        Some(call) => unsafe { observe(&call, next) },
    }
}

/// Has `observe` watch a Fortran procedure, whose last argument, that for the error code, may be
/// null. `next` takes all arguments.
#[cold]
pub unsafe fn watch_in_fortran(
    observe: Observe,
    context: &'static Context,
    function: &'static Function,
    words: &[usize],
    mark: Mark,
    next: &dyn Fn(&[usize]),
) {
    let (ierror, arguments) = words.split_last().expect("the error argument");
    let mut code: c_int = 0;
    let stored = if *ierror == 0 { (&raw mut code) as usize } else { *ierror };
    // SAFETY: upheld by the caller; there is a place for the error code.
    unsafe {
        watch(observe, context, function, arguments, mark, &|arguments| {
            let mut all = arguments.to_vec();
            all.push(stored);
            next(&all);
            *(stored as *const c_int)
        });
    }
}

/// Room for as many statuses.
pub fn statuses(number: usize) -> Vec<u64> {
    vec![0; number.max(1) * LONGEST.div_ceil(8)]
}
