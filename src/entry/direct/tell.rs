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
    /// The ranks, before the first message of a call.
    pub fn begin(&self, function: Function, caller: Caller) -> Result<Collectives<'a>, Fault> {
        let On { process, communicator, comm } = *self;
        agree(process, process.policy(), function.name(), comm, communicator)?;
        self.ranks(caller)
    }

    /// The ranks, behind the first message of a call that was alike on all of them.
    pub fn ranks(&self, caller: Caller) -> Result<Collectives<'a>, Fault> {
        let On { process, communicator, comm } = *self;
        let Communicator { rank, size, .. } = *communicator;
        let choices = communicator.choices().unwrap_or(&process.policy().choices);
        let means = means(process, choices, comm, communicator, 0)?;
        let library = &process.library;
        let together = Together::new(library, caller, means.shared);
        let (element, messages) = (1, None);
        Ok(Collectives { library, comm, rank, size, element, caller, together, messages })
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
        let transport = on.begin(call.function, Caller::before(Environment::Vector))?;
        let (rank, width) = (transport.rank, words.len() / transport.size);
        let word = match wrong {
            None if flag => word | FLAG,
            None => word,
            Some(_) => REFUSED,
        };
        // (MPI may raise floating-point flags.)
        within(Environment::Vector, || {
            let opening = on.opening(&transport, word);
            let (bytes, pitch) = (8 * (width - 1), 8 * width);
            let all = words.as_mut_ptr();
            let (send, recv) = (all.wrapping_add(rank * width + 1), all.wrapping_add(1));
            let rows = Rows { send: send.cast(), bytes, recv: recv.cast(), pitch, led: true };
            let rows = if wrong.is_some() { Rows::NONE } else { rows };
            // SAFETY: so many words of each rank, this one's in their place.
            let arrived = unsafe { opening.rows(Destination::All, rows)? };
            let Some(arrived) = arrived else {
                return Ok(Err(explained(&transport, call, wrong, text)?));
            };
            if !arrived.rows && width > 1 {
                let send = send.wrapping_sub(1);
                // SAFETY: likewise, with the first words.
                unsafe {
                    transport.gather_rows(Destination::All, send.cast(), all.cast(), pitch)?;
                }
            }
            Ok(Ok(arrived.flagged))
        })
    }
}
