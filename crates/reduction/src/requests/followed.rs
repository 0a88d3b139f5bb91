//! Requests that are not ours, of which something is known until they are gone.
//!
//! The MPI library frees a request in the call that completes it, and its handle may be given to a
//! request that another thread starts before that call has returned to us. So what is known is looked
//! up before the call, and is forgotten after it only if it is still the same.

use samebits_base::lock::lock;
use samebits_mpi::abi::family::Handle;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Which request a handle stood for when it was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity(u64);

/// Where there are none, a look-up costs a load.
pub struct Followed<T> {
    open: Mutex<Option<Open<T>>>,
    number: AtomicUsize,
}

struct Open<T> {
    requests: HashMap<Handle, (Identity, T)>,
    /// How many there have ever been.
    ever: u64,
}

impl<T> Followed<T> {
    #[allow(clippy::new_without_default)] // it is for statics
    pub const fn new() -> Followed<T> {
        Followed { open: Mutex::new(None), number: AtomicUsize::new(0) }
    }

    #[inline]
    pub fn any(&self) -> bool {
        self.number.load(Ordering::Relaxed) != 0
    }

    pub fn add(&self, request: Handle, known: T) {
        let mut open = lock(&self.open);
        let open = open.get_or_insert_with(|| Open { requests: HashMap::new(), ever: 0 });
        open.ever += 1;
        open.requests.insert(request, (Identity(open.ever), known));
        self.number.store(open.requests.len(), Ordering::Relaxed);
    }

    pub fn find(&self, request: Handle) -> Option<(Identity, T)>
    where
        T: Copy,
    {
        if !self.any() {
            return None;
        }
        lock(&self.open).as_ref()?.requests.get(&request).copied()
    }

    /// Works with what is known of a request.
    pub fn with(&self, request: Handle, work: impl FnOnce(&mut T)) {
        if let Some((_, known)) =
            lock(&self.open).as_mut().and_then(|open| open.requests.get_mut(&request))
        {
            work(known);
        }
    }

    /// Takes out what is known of a request that the program still has.
    pub fn take(&self, request: Handle) -> Option<T> {
        self.remove(request, |_| true)
    }

    /// The request that was looked up is gone; another one may have its handle.
    pub fn forget(&self, request: Handle, was: Identity) {
        drop(self.remove(request, |is| is == was));
    }

    fn remove(&self, request: Handle, which: impl FnOnce(Identity) -> bool) -> Option<T> {
        if !self.any() {
            return None;
        }
        let mut locked = lock(&self.open);
        let open = locked.as_mut()?;
        let (identity, _) = open.requests.get(&request)?;
        if !which(*identity) {
            return None;
        }
        let known = open.requests.remove(&request);
        self.number.store(open.requests.len(), Ordering::Relaxed);
        known.map(|(_, known)| known)
    }

    /// MPI has ended, and all of them with it.
    pub fn clear(&self) {
        let open = lock(&self.open).take();
        self.number.store(0, Ordering::Relaxed);
        drop(open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_got_the_handle_meanwhile_is_not_forgotten() {
        let requests = Followed::new();
        assert!(!requests.any() && requests.find(7).is_none());
        requests.add(7, "first");
        let (first, known) = requests.find(7).unwrap();
        assert_eq!(known, "first");
        // The library has freed it, and another thread has started one.
        requests.add(7, "second");
        requests.forget(7, first);
        let (second, known) = requests.find(7).unwrap();
        assert_eq!(known, "second");
        assert_ne!(first, second);
        requests.forget(7, second);
        assert!(!requests.any() && requests.find(7).is_none());
    }

    #[test]
    fn what_is_known_is_changed_taken_out_and_cleared() {
        let requests = Followed::new();
        requests.add(7, 1);
        requests.add(8, 2);
        requests.with(7, |known| *known += 10);
        requests.with(9, |_| panic!("there is none"));
        assert_eq!((requests.take(7), requests.take(7)), (Some(11), None));
        requests.clear();
        assert!(!requests.any() && requests.take(8).is_none());
    }
}
