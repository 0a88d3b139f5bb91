//! What the ranks of a communicator have in common, found without waiting: a nonblocking allreduce of
//! bytes.

use super::nonblocking::{Counts, Pending};
use super::own_exchange::OwnExchange;
use crate::{abi::family::Handle, Library};
use libc::c_int;
use samebits_base::fault::{memory, Fault};
use samebits_base::lock::lock;
use std::sync::{Mutex, TryLockError};

/// A nonblocking allreduce that gives what the bytes of all ranks have in common
/// ([`Library::common_operator`]), which several requests may wait for; on an intercommunicator what
/// those of the other group have in common, whose size is `ranks`.
///
/// A rank without samebits calls its own reduction instead, and MPICH takes messages that are too
/// long without an error. Collectives match by their number on the communicator: so there is one
/// without messages before it, which makes such a rank wait instead.
#[derive(Debug)]
pub struct Exchange(Mutex<OwnExchange<Exchanged>>);

#[derive(Debug)]
struct Exchanged {
    nothing: Counts,
    send: Vec<u8>,
    all: Vec<u8>,
}

impl Exchange {
    pub fn start(
        library: &Library,
        (comm, ranks): (Handle, usize),
        send: Vec<u8>,
    ) -> Result<Exchange, Fault> {
        let zeros = || vec![0; ranks];
        let nothing =
            Counts { send: zeros(), send_starts: zeros(), recv: zeros(), recv_starts: zeros() };
        let n = c_int::try_from(send.len()).expect("records are short");
        let all = memory(send.len());
        let mut exchange = OwnExchange::new(comm, Exchanged { nothing, send, all });
        let (byte, op) = (library.constants.byte, library.common_operator()?);
        let iallreduce = library.functions.iallreduce;
        exchange.start(|Exchanged { nothing, send, all }| {
            // SAFETY: no bytes, in buffers that are kept.
            unsafe { library.start_exchange(comm, nothing, send.as_ptr(), all.as_mut_ptr()) }
        })?;
        exchange.start(|Exchanged { send, all, .. }| {
            let (from, to) = (send.as_ptr().cast(), all.as_mut_ptr().cast());
            // SAFETY: as many bytes on all ranks, in two buffers that are kept.
            Pending::start(|request| unsafe { iallreduce(from, to, n, byte, op, comm, request) })
        })?;
        Ok(Exchange(Mutex::new(exchange)))
    }

    /// Whether it is complete.
    pub fn test(&self, library: &Library) -> Result<bool, Fault> {
        let mut exchange = lock(&self.0);
        let done = exchange.test(library);
        if let Some(exchanged) = exchange.memory_mut() {
            exchanged.nothing = Counts::default();
        }
        done
    }

    /// Likewise while the MPI library makes progress, where this thread may be in the midst of finding
    /// that out: false then.
    pub fn test_meanwhile(&self, library: &Library) -> Result<bool, Fault> {
        match self.0.try_lock() {
            Ok(mut exchange) => exchange.test(library),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Poisoned(exchange)) => exchange.into_inner().test(library),
        }
    }

    /// Works with what this rank has sent.
    pub fn with_own<R>(&self, work: impl FnOnce(&[u8]) -> R) -> R {
        work(&lock(&self.0).memory().send)
    }

    /// Works with what all ranks have in common, once it is complete.
    pub fn with_common<R>(&self, work: impl FnOnce(&[u8]) -> R) -> R {
        let exchange = lock(&self.0);
        assert!(exchange.is_done(), "it was waited for");
        work(&exchange.memory().all)
    }
}
