//! The exchange with which a call over the ranks of a communicator begins.

use super::comparison::disagreement;
use super::failure::{Error, Failure};
use super::remembered::Remembered;
use super::signature::Call;
use samebits_schedule::opening::header::{HeaderCheck, HEADER};
use samebits_schedule::opening::{FormHistory, MessageRows, Opening, FLAGS, REFUSED};
use samebits_schedule::{Destination, Transport};
use samebits_sum::names::Arithmetic;

/// Bytes of each rank's first message before a communicator's first call.
const INITIAL: usize = 64;

/// The ranks of a communicator, and what is cached for it between calls.
#[derive(Clone, Copy)]
pub struct Group<'a> {
    /// Its elements are bytes.
    pub transport: &'a dyn Transport,
    pub first_message: &'a FormHistory,
    pub remembered: &'a Remembered,
    /// The arithmetic of sums on which the ranks have agreed.
    pub arithmetic: Arithmetic,
}

impl<'a> Group<'a> {
    #[inline]
    pub fn opening(&self, word: u64) -> Opening<'a> {
        Opening::new(self.transport, self.first_message, INITIAL, word)
    }

    /// Checks that all ranks make the same call and that nothing is `wrong` on any. Gathers the
    /// `words` of all ranks, the first of each being reserved for the header.
    pub fn exchange(
        &self,
        call: &Call<'_>,
        wrong: Option<&Failure>,
        words: &mut [u64],
    ) -> Result<(), Error> {
        let bytes = size_of_val(words) / self.transport.size();
        let rows = MessageRows { all: words.as_mut_ptr().cast(), bytes, bare: bytes };
        // SAFETY: as many words of each rank, with this one's in their place.
        unsafe { self.exchange_rows(call, wrong, 0, rows) }.map(drop)
    }

    /// [`Group::exchange`] of rows, with flags. Returns those of all ranks; 0 where
    /// they differ.
    ///
    /// # Safety
    /// The rows of all ranks fit, and this rank's is in its place.
    #[inline]
    pub(super) unsafe fn exchange_rows(
        &self,
        call: &Call<'_>,
        wrong: Option<&Failure>,
        flags: u64,
        rows: MessageRows,
    ) -> Result<u64, Error> {
        debug_assert_eq!(flags & !FLAGS, 0);
        let word = if wrong.is_none() { call.word | flags } else { REFUSED };
        let all = Destination::All;
        let sent = if wrong.is_some() { MessageRows::NONE } else { rows };
        // SAFETY: upheld by the caller.
        let Some(arrived) = (unsafe { self.opening(word).rows(all, sent)? }) else {
            return Err(disagreement(self.transport, call, wrong)?);
        };
        if arrived.rows || rows.bytes <= HEADER {
            return Ok(arrived.agreed);
        }
        let (rank, ranks) = (self.transport.rank(), self.transport.size());
        let header_of = |rank: usize| rows.of(rank).cast::<u64>();
        let mut check = HeaderCheck::new(word);
        // SAFETY: likewise; each row begins with a header.
        unsafe {
            header_of(rank).write_unaligned(word);
            self.transport.gather_rows(all, rows.of(rank), rows.all, rows.bytes)?;
            (0..ranks).for_each(|rank| check.add(header_of(rank).read_unaligned()));
        }
        Ok(check.agreed().unwrap_or(0))
    }
}
