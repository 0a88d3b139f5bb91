//! The first message of a direct call (`samebits.h`), by which all ranks notice where one of
//! them calls something else.
//!
//! The protocol:
//!
//! 1. Whatever a rank calls, its first message begins with an 8-byte header: a number that is the
//!    same on ranks that make the same call, and [`REFUSED`] on a rank that cannot take part. It
//!    goes to all ranks, also where only one of them gets the result.
//! 2. The form of that message does not depend on the call, so that ranks that call differently
//!    still meet in one collective. In memory that all ranks share, the header tells the length of
//!    a row. Elsewhere the form is what the last two calls on the communicator preferred
//!    ([`MessageForm`]): rows of a certain length, or the MPI library's own reduction of a bundle of a
//!    certain length. What the call itself has to send goes in it if it fits, so that a repeated call is one
//!    message.
//! 3. Where all headers are the same the call goes on, with a second message if its data did not
//!    fit. Where they are not, nothing but the headers is looked at, and no rank does anything else
//!    before all have exchanged, in records of one length, what they call.
//!
//! The next form changes only after a call in which all headers agreed, which all ranks see: they
//! stay in step after an error. A row reserves space for the header.
//!
//! Cost: nothing extra in a message that is sent anyway. After a change of length, or beyond
//! [`MAX_LENGTH`], at most two calls take an extra 8-byte message. Results for a root only still go
//! to all ranks.

mod form;
pub mod header;
pub mod memory;
mod transport;

use super::case::Destination;
use super::node::{self, segment, Node};
use super::reduction::GATHER_LIMIT;
use super::transport::Transport;
pub use form::FormHistory;
use form::{MessageForm, MAX_LENGTH, MIN_LENGTH};
use header::HeaderCheck;
pub use header::{MessageRows, FLAGS, REFUSED};
use memory::{OnStack, RowMemory};
use samebits_base::fault::{Fault, Outcome};
use samebits_fold::bundle;
use std::cell::Cell;

/// The error of a call that [`Opening::unlike`] explains.
const MISMATCH: Fault = Fault(0);

/// What has come with the headers of all ranks, which were the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// Whether the rows have come; else they are still to be sent.
    pub rows: bool,
    /// The [`FLAGS`] of all headers, if the rows have come; 0 where they differ.
    pub agreed: u64,
}

/// Of the first message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstMessageState {
    Unsent,
    Alike,
    Unlike,
}

/// The ranks of a communicator, in a call that begins with this first message.
pub struct Opening<'a> {
    transport: &'a dyn Transport,
    rank: usize,
    ranks: usize,
    /// The memory that all ranks share.
    shared: Option<&'a dyn Node>,
    history: &'a FormHistory,
    initial: usize,
    header: u64,
    state: Cell<FirstMessageState>,
}

impl<'a> Opening<'a> {
    /// On a transport whose elements are bytes. `initial` is the length of rows before a
    /// communicator's first call, the same on all ranks.
    #[inline]
    pub fn new(
        transport: &'a dyn Transport,
        history: &'a FormHistory,
        initial: usize,
        header: u64,
    ) -> Self {
        let (rank, ranks) = (transport.rank(), transport.size());
        let shared = transport.node().filter(|node| ranks > 1 && node.segment().ranks() == ranks);
        let state = Cell::new(FirstMessageState::Unsent);
        Opening { transport, rank, ranks, shared, history, initial, header, state }
    }

    /// Whether the call has failed because ranks have called differently, or one cannot take part:
    /// the same on all ranks, once the first message was sent.
    pub fn unlike(&self) -> bool {
        self.state.get() == FirstMessageState::Unlike
    }

    /// Sends the first message with nothing but the header, if none was sent.
    pub fn send(&self) -> Outcome {
        self.send_alone(MessageForm::Rows(MIN_LENGTH))
    }

    fn send_alone(&self, preferred: MessageForm) -> Outcome {
        if self.state.get() == FirstMessageState::Unsent {
            // SAFETY: there is nothing to send, and nothing comes.
            unsafe { self.first(Destination::All, MessageRows::NONE, preferred) }?;
        }
        Ok(())
    }

    /// Sends the first message, with rows. Returns `None` where headers differ: the rows are
    /// meaningless then. The rows have come on all ranks, with the headers in them, or on none.
    ///
    /// # Safety
    /// The rows of all ranks fit, and this rank's is in its place.
    #[inline]
    pub unsafe fn rows(
        &self,
        to: Destination,
        rows: MessageRows,
    ) -> Result<Option<Arrived>, Fault> {
        let fits = rows.bytes <= MAX_LENGTH && rows.bytes * self.ranks <= GATHER_LIMIT;
        let preferred =
            MessageForm::Rows(if fits { rows.bytes.max(MIN_LENGTH) } else { MIN_LENGTH });
        // SAFETY: upheld by the caller.
        unsafe { self.first(to, rows, preferred) }
    }

    #[inline]
    unsafe fn first(
        &self,
        to: Destination,
        rows: MessageRows,
        preferred: MessageForm,
    ) -> Result<Option<Arrived>, Fault> {
        assert_eq!(self.state.get(), FirstMessageState::Unsent, "the first message");
        let form = match self.history.is_steady(preferred) {
            true => preferred,
            false => self.history.form(self.initial),
        };
        let arrived = if self.ranks == 1 {
            let agreed = self.header & FLAGS;
            (self.header != REFUSED).then_some(Arrived { rows: true, agreed })
        } else {
            // SAFETY: upheld by the caller.
            unsafe {
                match (form, self.shared) {
                    (MessageForm::Bundle(length), _) => {
                        let alike = self.bundle(length, &[], |_| {})?;
                        alike.then_some(Arrived { rows: false, agreed: 0 })
                    }
                    (MessageForm::Rows(_), Some(node)) => {
                        let fit = rows.bytes <= segment::SLOT_BYTES;
                        let sent = if fit { rows } else { MessageRows::NONE };
                        let agreed = node::gather_tagged(node, to, self.header, sent)?;
                        let agreed = agreed.map(|agreed| if fit { agreed } else { 0 });
                        agreed.map(|agreed| Arrived { rows: fit, agreed })
                    }
                    (MessageForm::Rows(length), None) if length == rows.bytes => {
                        self.gathered(rows)?.map(|agreed| Arrived { rows: true, agreed })
                    }
                    (MessageForm::Rows(length), None) => self.rows_of(length, to, rows)?,
                }
            }
        };
        self.sent(arrived.is_some(), preferred);
        Ok(arrived)
    }

    #[inline]
    fn sent(&self, alike: bool, preferred: MessageForm) {
        if alike {
            self.history.record(preferred);
        }
        self.state.set(if alike { FirstMessageState::Alike } else { FirstMessageState::Unlike });
    }

    /// Rows whose length is not that of the message. (Out of line, for the sake of its buffer.)
    #[cold]
    unsafe fn rows_of(
        &self,
        length: usize,
        to: Destination,
        rows: MessageRows,
    ) -> Result<Option<Arrived>, Fault> {
        let (rank, ranks) = (self.rank, self.ranks);
        let fit = rows.bytes <= length;
        let bytes = if fit { rows.bytes } else { 0 };
        let mut stack = OnStack::uninit();
        let mut memory = RowMemory::new(&mut stack);
        let sent = MessageRows { all: memory.take(length * ranks), bytes: length, bare: length };
        // SAFETY: the buffer holds that many bytes of each rank, of which this one's are written and
        // then the others'; what follows a shorter row may be anything.
        let alike = unsafe {
            std::ptr::copy_nonoverlapping(rows.of(rank), sent.of(rank), bytes);
            self.gathered(sent)?
        };
        let Some(agreed) = alike else { return Ok(None) };
        if to.reaches(rank) {
            for other in (0..ranks).filter(|other| *other != rank) {
                // SAFETY: they have come, and fit in the caller's.
                unsafe { std::ptr::copy_nonoverlapping(sent.of(other), rows.of(other), bytes) };
            }
        }
        Ok(Some(Arrived { rows: fit, agreed: if fit { agreed } else { 0 } }))
    }

    /// Sends the rows to all ranks, with the headers in them. Returns the flags that all headers
    /// have, and `None` where these differ otherwise.
    #[inline]
    unsafe fn gathered(&self, rows: MessageRows) -> Result<Option<u64>, Fault> {
        let header_of = |rank| rows.of(rank).cast::<u64>();
        // SAFETY: each row begins with a header.
        unsafe {
            let own = header_of(self.rank);
            own.write_unaligned(self.header);
            let (send, all) = (own.cast(), rows.all);
            self.transport.gather_rows(Destination::All, send, all, rows.bytes)?;
            let mut check = HeaderCheck::new(self.header);
            (0..self.ranks).for_each(|rank| check.add(header_of(rank).read_unaligned()));
            Ok(check.agreed())
        }
    }

    /// The first message as a bundle of that length, with this rank's if it has one. Returns
    /// whether all headers are the same; what was merged goes to `take`.
    #[inline(never)]
    fn bundle(&self, length: usize, own: &[u8], take: impl FnOnce(&[u8])) -> Result<bool, Fault> {
        let mut stack = OnStack::uninit();
        let mut memory = RowMemory::new(&mut stack);
        // SAFETY: the buffer holds two bundles, which are zero where nothing is written.
        let (mine, merged) = unsafe {
            let start = memory.take(2 * length);
            start.write_bytes(0, 2 * length);
            std::slice::from_raw_parts_mut(start, 2 * length).split_at_mut(length)
        };
        mine[..own.len()].copy_from_slice(own);
        let header = self.header & !FLAGS;
        bundle::lead(mine, header);
        // SAFETY: two bundles, apart and aligned, of one length on all ranks.
        unsafe { self.transport.merge_bundles(Destination::All, mine, merged)? };
        let alike = header != REFUSED && bundle::word(merged) == header;
        if alike {
            take(merged);
        }
        Ok(alike)
    }

    fn opened(&self) -> &'a dyn Transport {
        assert_eq!(self.state.get(), FirstMessageState::Alike, "after the first message");
        self.transport
    }

    fn as_opened<R>(&self, call: impl FnOnce(&dyn Transport) -> R) -> R {
        call(self.opened())
    }
}
