//! The table of the open requests, and what each of them stands for.

use crate::call::starts::Starts;
use crate::call::traced::{Persistent, Traced};
use crate::decision::cache::Key;
use crate::nonblocking::prepared::Prepared;
use crate::nonblocking::started::Started;
use crate::report::Counted;
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_base::hash::Mixing;
use samebits_base::serial::{Guard, Serial};
use samebits_mpi::abi::family::Handle;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a request of ours is when somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is of the MPI library.
    Foreign,
    /// A persistent one that was not started.
    Inactive,
    Pending,
    /// With this error code; until the program is told.
    Complete(c_int),
}

#[derive(Default)]
pub struct Request {
    pub started: Option<Box<Started>>,
    pub outcome: Option<c_int>,
    /// What a persistent one starts, or an equal call of the program's ([`Request::key`]).
    pub prepared: Option<Box<Prepared>>,
    /// What a persistent one counts.
    pub starts: Option<Box<Starts>>,
    /// What was started before, to be used again.
    pub idle: Option<Box<Started>>,
    /// The calls that it may be [used again](super::idle) for.
    pub key: Option<Key>,
    /// Its handle may stand for another operation afterwards.
    pub reusable: bool,
    /// What the trace knows of it, while it is under way.
    pub traced: Option<Box<Traced>>,
    /// What the trace knows of a persistent one.
    pub traces: Option<Box<Persistent>>,
    /// What the report has counted of it.
    pub counted: Option<Box<Counted>>,
    /// [`super::lost`] has told it.
    pub is_lost: bool,
}

// SAFETY: the buffers that a prepared reduction knows are the caller's, who hands them over with the
// request to whichever thread starts it.
unsafe impl Send for Request {}

impl Request {
    pub fn state(&self) -> State {
        match (self.outcome, &self.started) {
            (Some(code), _) => State::Complete(code),
            (None, Some(_)) => State::Pending,
            (None, None) => State::Inactive,
        }
    }

    pub fn test(&mut self) -> State {
        if let Some(started) = &mut self.started {
            match started.test() {
                Ok(false) => {}
                Ok(true) => self.complete(Ok(())),
                Err(fault) => self.complete(Err(fault)),
            }
        }
        self.state()
    }

    pub fn wait(&mut self) {
        if let Some(started) = &mut self.started {
            let result = started.wait();
            self.complete(result);
        }
    }

    /// The operation is done, and its memory is free; the program does not know that yet.
    fn complete(&mut self, result: Result<(), Fault>) {
        self.outcome = Some(result.map_or_else(|Fault(code)| code, |()| 0));
        let done = self.started.take();
        if let (Some(traced), Some(done)) = (self.traced.take(), &done) {
            traced.complete(done.context, self.outcome.unwrap_or(0));
        }
        if self.prepared.is_some() {
            self.idle = done;
            if let Some(idle) = &mut self.idle {
                idle.release_unneeded();
            }
        }
    }
}

/// A handle of ours, and what it stands for.
pub struct Entry {
    /// None while the entry is unused.
    pub handle: Option<Handle>,
    /// Whether the program has it.
    pub open: bool,
    /// Absent while a thread works on it.
    pub request: Option<Box<Request>>,
    /// The thread that took it out last.
    pub taken_by: Thread,
}

/// A thread, as long as it lives.
pub type Thread = libc::pthread_t;

pub struct Table {
    pub entries: Vec<Entry>,
    /// Where the entry of a handle is.
    pub places: HashMap<Handle, usize, Mixing>,
    /// Those that are not open, the last one used last.
    pub unused: Vec<usize>,
    /// The one that was opened or looked for last.
    pub latest: usize,
    /// Those of them that are absent for a moment only (while they are completed early).
    pub early: Vec<usize>,
    /// Operations under way whose requests the program has freed.
    #[allow(clippy::vec_box)] // they are boxed
    pub freed: Vec<Box<Started>>,
}

impl Table {
    pub const fn new() -> Table {
        Table {
            entries: Vec::new(),
            places: HashMap::with_hasher(Mixing),
            unused: Vec::new(),
            latest: 0,
            early: Vec::new(),
            freed: Vec::new(),
        }
    }

    /// The place of a handle that is ours. Programs ask for the one of the time before, or go through
    /// several in turn.
    #[inline]
    pub fn find(&mut self, handle: Handle) -> Option<usize> {
        let is_it = |place: &usize| {
            let entry = self.entries.get(*place);
            entry.is_some_and(|entry| entry.open && entry.handle == Some(handle))
        };
        let near = [self.latest, self.latest + 1].into_iter().find(is_it);
        let place = near.or_else(|| self.places.get(&handle).copied().filter(is_it))?;
        self.latest = place;
        Some(place)
    }

    /// Adds a handle, at a place that has none if one is given.
    pub fn add(&mut self, place: Option<usize>, handle: Handle) -> (usize, Handle) {
        let place = place.unwrap_or_else(|| {
            self.entries.push(Entry { handle: None, open: false, request: None, taken_by: 0 });
            self.entries.len() - 1
        });
        self.entries[place].handle = Some(handle);
        self.places.insert(handle, place);
        (place, handle)
    }

    /// The handle of a place stands for nothing any more.
    pub fn forget(&mut self, place: usize) -> Option<Handle> {
        let handle = self.entries[place].handle.take()?;
        self.places.remove(&handle);
        Some(handle)
    }

    #[inline]
    pub fn open(&mut self, place: usize) {
        self.entries[place].open = true;
        self.latest = place;
        NUMBER.store(self.entries.len() - self.unused.len(), Ordering::Relaxed);
    }

    #[inline]
    pub fn close(&mut self, place: usize) {
        self.entries[place].open = false;
        self.unused.push(place);
        NUMBER.store(self.entries.len() - self.unused.len(), Ordering::Relaxed);
    }
}

static TABLE: Serial<Table> = Serial::new(Table::new());
pub static NUMBER: AtomicUsize = AtomicUsize::new(0);

#[inline]
pub fn table() -> Guard<'static, Table> {
    TABLE.lock()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_found_in_any_order_while_they_are_open() {
        let mut table = Table::new();
        for handle in 100..105 {
            let (place, _) = table.add(None, handle);
            table.entries[place].open = true;
        }
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 4, 1]] {
            order.into_iter().for_each(|place| assert_eq!(table.find(100 + place), Some(place)));
        }
        assert_eq!(table.find(99), None);
        table.entries[1].open = false;
        assert_eq!((table.find(101), table.find(102)), (None, Some(2)));
        assert_eq!(table.forget(3), Some(103));
        assert_eq!(table.find(103), None);
        table.add(Some(3), 110);
        assert_eq!((table.find(103), table.find(110)), (None, Some(3)));
    }
}
