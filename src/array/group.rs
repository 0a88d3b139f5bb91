//! The exchange with which a call over the ranks of a communicator begins.

use super::comparison::disagreement;
use super::failure::{Error, Failure};
use super::piggyback::{self, CachedLengths};
use super::signature::Call;
use crate::arithmetic::Arithmetic;
use crate::schedule::opening::{FormHistory, Opening, Rows, REFUSED};
use crate::schedule::{Destination, Transport};

/// The ranks of a communicator, and what is cached for it between calls.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// Its elements are bytes.
    pub transport: &'a dyn Transport,
    pub first_message: &'a FormHistory,
    pub cached_lengths: &'a CachedLengths,
    /// The arithmetic of sums on which the ranks have agreed.
    pub arithmetic: Arithmetic,
}

impl<'a> Group<'a> {
    #[inline]
    pub fn opening(&self, word: u64) -> Opening<'a> {
        let bytes = piggyback::initial_bytes(self.arithmetic, self.transport.size());
        Opening::new(self.transport, self.first_message, bytes, word)
    }

    /// Checks that all ranks make the same call and that nothing is `wrong` on any. Gathers the
    /// `words` of all ranks, the first of each being reserved for the header. Returns whether all
    /// ranks have raised a `flag`.
    pub fn exchange(
        &self,
        call: &Call<'_>,
        wrong: Option<&Failure>,
        flag: bool,
        words: &mut [u64],
    ) -> Result<bool, Error> {
        let (rank, width) = (self.transport.rank(), words.len() / self.transport.size());
        let word = match wrong {
            None if flag => call.word | 1,
            None => call.word,
            Some(_) => REFUSED,
        };
        let all = Destination::All;
        let rows = Rows { all: words.as_mut_ptr().cast(), bytes: 8 * width };
        let sent = if wrong.is_some() { Rows::NONE } else { rows };
        // SAFETY: `width` words of each rank, this one's in their place.
        let Some(arrived) = (unsafe { self.opening(word).rows(all, sent)? }) else {
            return Err(disagreement(self.transport, call, wrong)?);
        };
        if !arrived.rows && width > 1 {
            // SAFETY: likewise.
            unsafe { self.transport.gather_rows(all, rows.of(rank), rows.all, rows.bytes)? };
        }
        Ok(arrived.agreed != 0)
    }
}
