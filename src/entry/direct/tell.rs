//! What the ranks tell each other before they reduce: that all call the same, or what one of
//! them has wrong, and what each holds.

use super::call::{Call, Function};
use super::failure::Failure;
use super::guess;
use super::mismatch::{explained, Wrong};
use crate::arithmetic::Fault;
use crate::entry::agree::agree;
use crate::entry::means::means;
use crate::entry::process::Process;
use crate::kernel::fpenv::{within, Caller, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::shared_memory::SharedMemory;
use crate::mpi::transport::Collectives;
use crate::mpi::waiting::Together;
use crate::schedule::opening::{Opening, Rows, FLAG, REFUSED};
use crate::schedule::{Destination, Transport};

/// Where something is called.
#[derive(Clone, Copy)]
pub struct On<'a> {
    /// The process.
    pub process: &'a Process,
    /// The communicator.
    pub communicator: &'a Communicator,
    /// Its handle.
    pub comm: Handle,
}

impl<'a> On<'a> {
    /// The memory that the ranks share, before the first message of a call.
    #[inline]
    pub fn begin(&self, function: Function) -> Result<Option<&'a SharedMemory>, Fault> {
        let On { process, communicator, comm } = *self;
        agree(process, process.policy(), function.name(), comm, communicator)?;
        self.shared()
    }

    /// Likewise behind the first message of a call that was alike on all ranks.
    #[inline]
    pub fn shared(&self) -> Result<Option<&'a SharedMemory>, Fault> {
        let On { process, communicator, comm } = *self;
        let choices = communicator.choices().unwrap_or(&process.policy().choices);
        Ok(means(process, choices, comm, communicator, 0)?.shared)
    }

    /// The ranks.
    #[inline]
    pub fn ranks<'b>(&self, caller: &'b Caller, shared: Option<&'b SharedMemory>) -> Collectives<'b>
    where
        'a: 'b,
    {
        let On { process, communicator, comm } = *self;
        let Communicator { rank, size, .. } = *communicator;
        let library = &process.library;
        let together = Together::new(library, caller, shared);
        let (element, messages) = (1, None);
        Collectives { library, comm, rank, size, element, caller, together, messages }
    }

    /// The opening of a call with that word.
    #[inline]
    pub fn opening<'b>(&self, transport: &'b Collectives<'_>, word: u64) -> Opening<'b>
    where
        'a: 'b,
    {
        let choices = self.communicator.choices().unwrap_or(&self.process.policy().choices);
        let least = guess::first_message(choices, transport.size);
        Opening::new(transport, &self.communicator.opening, least, word)
    }
}

/// What a rank tells.
pub struct Telling<'a> {
    /// What it calls.
    pub call: &'a Call,
    /// The word of that.
    pub word: u64,
    /// What it finds wrong with its arguments.
    pub wrong: Option<&'a Failure>,
    /// A bit for the others, beside the word.
    pub flag: bool,
    /// The words of each rank, of which the first one belongs to the message and this rank's
    /// others are in place.
    pub words: &'a mut [u64],
}

impl Telling<'_> {
    /// Tells it, and hears the same of all other ranks: the first message of a call. Returns
    /// whether all have the flag. `text` is the call as messages name it.
    pub fn tell(
        self,
        on: On<'_>,
        text: impl FnOnce() -> String,
    ) -> Result<Result<bool, Wrong>, Fault> {
        let Telling { call, word, wrong, flag, words } = self;
        let shared = on.begin(call.function)?;
        let caller = Caller::before(Environment::Vector);
        let transport = on.ranks(&caller, shared);
        let (rank, width) = (transport.rank, words.len() / transport.size);
        let word = match wrong {
            None if flag => word | FLAG,
            None => word,
            Some(_) => REFUSED,
        };
        // (MPI may raise floating-point flags.)
        within(Environment::Vector, || {
            let opening = on.opening(&transport, word);
            let sent = Rows { all: words.as_mut_ptr().cast(), bytes: 8 * width };
            let rows = if wrong.is_some() { Rows::NONE } else { sent };
            // SAFETY: so many words of each rank, this one's in their place.
            let arrived = unsafe { opening.rows(Destination::All, rows)? };
            let Some(arrived) = arrived else {
                return Ok(Err(explained(&transport, call, wrong, text)?));
            };
            if !arrived.rows && width > 1 {
                let Rows { all, bytes } = sent;
                // SAFETY: likewise.
                unsafe { transport.gather_rows(Destination::All, sent.of(rank), all, bytes)? };
            }
            Ok(Ok(arrived.flagged))
        })
    }
}
