//! The ranks of a communicator in a call, and the exchange that the call begins with: that all
//! call the same, or what one of them has wrong, and what each holds.

use super::comparison::disagreement;
use super::failure::{Error, Failure};
use super::piggyback::{self, LastCut};
use super::signature::Call;
use crate::arithmetic::Arithmetic;
use crate::schedule::opening::{FormHistory, Opening, Rows, FLAG, REFUSED};
use crate::schedule::{Destination, Transport};

/// The ranks of a communicator, and what is kept of it from call to call.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// The ranks. Elements are bytes.
    pub transport: &'a dyn Transport,
    /// The form of the first message.
    pub first_message: &'a FormHistory,
    /// The lengths of the last call's shares.
    pub last_cut: &'a LastCut,
    /// The arithmetic of sums that the ranks have agreed on.
    pub arithmetic: Arithmetic,
}

impl<'a> Group<'a> {
    /// The first message of a call, unsent.
    #[inline]
    pub fn opening(&self, word: u64) -> Opening<'a> {
        let least = piggyback::first_message(self.arithmetic, self.transport.size());
        Opening::new(self.transport, self.first_message, least, word)
    }

    /// Tells the others what this rank calls, or that it cannot take part because of what is
    /// `wrong` here, and hears the same of them. With that go as many `words` of each rank, of
    /// which the first is the message's, and this rank's are in place. Returns whether all ranks
    /// have raised a `flag`.
    pub fn exchange(
        &self,
        call: &Call<'_>,
        wrong: Option<&Failure>,
        flag: bool,
        words: &mut [u64],
    ) -> Result<bool, Error> {
        let (rank, width) = (self.transport.rank(), words.len() / self.transport.size());
        let word = match wrong {
            None if flag => call.word | FLAG,
            None => call.word,
            Some(_) => REFUSED,
        };
        let opening = self.opening(word);
        let all_words = Rows { all: words.as_mut_ptr().cast(), bytes: 8 * width };
        let rows = if wrong.is_some() { Rows::NONE } else { all_words };
        // SAFETY: so many words of each rank, this one's in their place.
        let Some(arrived) = (unsafe { opening.rows(Destination::All, rows)? }) else {
            return Err(disagreement(self.transport, call, wrong)?);
        };
        if !arrived.rows && width > 1 {
            let Rows { all, bytes } = all_words;
            // SAFETY: likewise.
            unsafe {
                self.transport.gather_rows(Destination::All, all_words.of(rank), all, bytes)?
            };
        }
        Ok(arrived.flagged)
    }
}
