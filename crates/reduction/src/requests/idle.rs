//! Requests that are done, kept for equal calls of this thread: deciding on a call, and making what
//! stands for it, takes longer than a short reduction.
//!
//! Cost: a comparison of 56 bytes. Each keeps the memory of its communicator in which contributions
//! are posted, until this thread frees that, or (in other threads) until a call after that.

use super::table::Request;
use crate::decision::cache::{Key, SLOTS};
use samebits_base::cache::Hashed;
use samebits_mpi::calls::handles;
use std::cell::{Cell, RefCell};

/// How many are kept of each kind of calls.
const EACH: usize = 8;

#[allow(clippy::vec_box)] // they are boxed
type Idle = RefCell<Vec<Box<Request>>>;

thread_local! {
    static IDLE: [Idle; SLOTS] = const { [const { RefCell::new(Vec::new()) }; SLOTS] };
    /// The [state](handles::generation) in which they were put here.
    static STATE: Cell<u64> = const { Cell::new(0) };
}

/// Takes one that stood for an equal call.
#[inline]
pub fn take(key: &Key) -> Option<Box<Request>> {
    if STATE.get() != key.state {
        forget();
        return None;
    }
    let take = |idle: &[Idle; SLOTS]| {
        let mut idle = idle[key.place::<SLOTS>()].try_borrow_mut().ok()?;
        idle.pop_if(|request| request.key.as_ref() == Some(key))
    };
    // (A program may reduce while it exits, after these are gone.)
    IDLE.try_with(take).ok().flatten()
}

/// Keeps one that has a key, if there is room.
#[inline]
pub fn put(request: Box<Request>) {
    let Some(key) = request.key.filter(|key| key.state == STATE.get()) else { return };
    let put = |idle: &[Idle; SLOTS]| {
        let Ok(mut idle) = idle[key.place::<SLOTS>()].try_borrow_mut() else { return };
        if idle.last().is_some_and(|other| other.key != request.key) {
            idle.clear();
        }
        if idle.len() < EACH {
            idle.push(request);
        }
    };
    let _ = IDLE.try_with(put);
}

/// Drops those of this thread: what they stood for may be freed.
#[cold]
pub fn forget() {
    STATE.set(handles::generation());
    let _ = IDLE.try_with(|idle| idle.iter().for_each(|idle| drop(idle.take())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::{Call, Completion, Operation};
    use samebits_schedule::Destination;

    fn key(count: i64) -> Key {
        let operation = Operation { count, datatype: 7, op: 8 };
        let (send, recv) = (std::ptr::null(), std::ptr::null_mut());
        let (name, completion, to) = ("MPI_Iallreduce", Completion::Nonblocking, Destination::All);
        let call = Call { name, completion, to, send, recv, operation, comm: 9, how: None };
        Key::new(handles::generation(), &call)
    }

    fn done(key: Key) -> Box<Request> {
        Box::new(Request { key: Some(key), ..Request::default() })
    }

    #[test]
    fn equal_calls_and_no_others_get_them_back_until_something_is_freed() {
        let (one, other) = (key(1), key(2));
        forget();
        assert!(take(&one).is_none());
        (0..EACH + 3).for_each(|_| put(done(one)));
        put(Box::default());
        assert!(take(&other).is_none());
        (0..EACH).for_each(|_| assert!(take(&one).unwrap().key == Some(one)));
        assert!(take(&one).is_none(), "no more are kept than that");
        put(done(one));
        forget();
        assert!(take(&one).is_none());
        // Of an earlier state: the handles may mean something else.
        let mut earlier = one;
        earlier.state = earlier.state.wrapping_sub(1);
        put(done(earlier));
        assert!(take(&earlier).is_none() && take(&one).is_none());
    }

    #[test]
    fn calls_that_share_a_place_push_each_other_out() {
        let one = key(1);
        let other =
            (2..).map(key).find(|other| other.place::<SLOTS>() == one.place::<SLOTS>()).unwrap();
        forget();
        put(done(one));
        put(done(other));
        assert!(take(&one).is_none());
        assert!(take(&other).is_some());
    }
}
