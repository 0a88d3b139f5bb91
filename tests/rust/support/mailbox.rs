//! Messages between ranks simulated inside one process: a sender's bytes are taken by the
//! receiver itself, so that a schedule that needs a buffer between the two waits forever,
//! which is found out.

use super::turns::wait_until;
use samebits_base::fault::Fault;
use samebits_schedule::{Messages, Pending};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard};
use std::task::Poll;

/// A message that nobody has received yet: its number, where it lies, and its bytes.
type Sent = (usize, usize, usize);

#[derive(Default)]
struct State {
    /// By sender and receiver.
    queues: HashMap<(usize, usize), VecDeque<Sent>>,
    received: HashSet<usize>,
    next: usize,
}

/// What the ranks share.
#[derive(Default)]
pub struct Mailbox {
    state: Mutex<State>,
}

enum Operation {
    Send(usize),
    Receive { from: usize, into: usize, most: usize, bytes: Option<usize> },
    Finished,
}

/// A rank's end of it.
pub struct Box<'a> {
    rank: usize,
    size: usize,
    mailbox: &'a Mailbox,
    operations: RefCell<Vec<Operation>>,
}

impl<'a> Box<'a> {
    pub fn new(rank: usize, size: usize, mailbox: &'a Mailbox) -> Self {
        Box { rank, size, mailbox, operations: RefCell::default() }
    }

    fn start(&self, operation: Operation) -> Pending {
        let mut operations = self.operations.borrow_mut();
        operations.push(operation);
        Pending(operations.len() - 1)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.mailbox.state.lock().unwrap()
    }

    /// Receives what it can, in the order in which receiving was started.
    fn progress(&self, state: &mut State) {
        let mut waiting = HashSet::new();
        for operation in self.operations.borrow_mut().iter_mut() {
            let Operation::Receive { from, into, most, bytes: bytes @ None } = operation else {
                continue;
            };
            let queue = state.queues.entry((*from, self.rank)).or_default();
            if waiting.contains(from) || queue.is_empty() {
                waiting.insert(*from);
                continue;
            }
            let (number, at, length) = queue.pop_front().unwrap();
            assert!(length <= *most, "a message of {length} bytes where {most} were expected");
            // SAFETY: the sender waits until we have them; the receiver has room.
            unsafe { std::ptr::copy_nonoverlapping(at as *const u8, *into as *mut u8, length) };
            *bytes = Some(length);
            state.received.insert(number);
        }
    }

    /// The bytes of a message that is there or gone.
    fn look(&self, number: usize) -> Option<usize> {
        let mut state = self.state();
        self.progress(&mut state);
        let operation = &mut self.operations.borrow_mut()[number];
        let done = match operation {
            Operation::Send(number) => state.received.remove(number).then_some(0),
            Operation::Receive { bytes, .. } => *bytes,
            Operation::Finished => panic!("a message was waited for twice"),
        };
        if done.is_some() {
            *operation = Operation::Finished;
        }
        done
    }

    /// Its messages are not waited for any more.
    pub fn abandon(&self) {
        self.operations.borrow_mut().clear();
    }
}

impl Messages for Box<'_> {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        assert!(to < self.size && to != self.rank, "rank {} sends to {to}", self.rank);
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let sent = (number, from as usize, bytes);
        state.queues.entry((self.rank, to)).or_default().push_back(sent);
        drop(state);
        Ok(self.start(Operation::Send(number)))
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, most: usize) -> Result<Pending, Fault> {
        assert!(from < self.size && from != self.rank, "rank {} receives of {from}", self.rank);
        Ok(self.start(Operation::Receive { from, into: into as usize, most, bytes: None }))
    }

    fn wait(&self, Pending(number): Pending) -> Result<usize, Fault> {
        Ok(wait_until(self.rank, || self.look(number)))
    }

    fn poll(&self, &Pending(number): &Pending) -> Poll<Result<usize, Fault>> {
        self.look(number).map_or(Poll::Pending, |bytes| Poll::Ready(Ok(bytes)))
    }
}

impl Drop for Box<'_> {
    fn drop(&mut self) {
        let finished = |operation: &Operation| matches!(operation, Operation::Finished);
        let all = self.operations.borrow().iter().all(finished);
        assert!(all || std::thread::panicking(), "a message was not waited for");
    }
}
