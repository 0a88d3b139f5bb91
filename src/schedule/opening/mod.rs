//! The first message of a direct call (`samebits.h`), by which all ranks notice where one of
//! them calls something else.
//!
//! The protocol:
//!
//! 1. Whatever a rank calls, its first message begins with one word, the call's: a number that
//!    is the same on ranks that call alike, and [`REFUSED`] on a rank that cannot take part. It
//!    goes to all ranks, also where only one of them gets the result.
//! 2. The form of that message is known before anybody says what it calls, so that ranks that
//!    call differently still meet in one collective. In memory that all ranks share, a row says
//!    by its word how long it is. Elsewhere the form is what the last two calls on the
//!    communicator would have liked ([`Form`]): rows of so many bytes, or the MPI library's own
//!    reduction of a bundle so long. What the call itself has to send goes in it if there is
//!    room for it, so that a call that is made again is one message.
//! 3. Where all words are the same the call goes on, with a second message if the first one had
//!    no room. Where they are not, nothing but the words is looked at, and no rank does anything
//!    else before all have told each other, in records of one length, what they call.
//!
//! The next form changes only after a call in which all words agreed, which all ranks see: they
//! stay in step after an error. A row reserves space for the word.
//!
//! Cost: nothing extra in a message that is sent anyway. After a change of length, or beyond
//! [`LONGEST`], at most two calls take an extra 8-byte message. Results for a root only still go
//! to all ranks.

mod form;
mod transport;
pub mod words;

use super::case::Destination;
use super::node::{self, segment, Node};
use super::reduction::GATHER_LIMIT;
use super::transport::Transport;
use crate::arithmetic::{bundle, memory, Fault};
pub use form::FormHistory;
use form::{Form, LONGEST, SHORTEST};
use std::cell::Cell;
use std::mem::MaybeUninit;
use words::Heard;
pub use words::{Rows, FLAG, REFUSED};

/// What has come with the words of all ranks, which were the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The rows; else they are still to be sent.
    pub rows: bool,
    /// A [`FLAG`] in every word, and the rows.
    pub flagged: bool,
}

/// How far the first message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unsent,
    Alike,
    Unlike,
}

/// The ranks of a communicator, in a call whose first message is its opening.
pub struct Opening<'a> {
    transport: &'a dyn Transport,
    rank: usize,
    ranks: usize,
    /// The memory that all ranks share.
    shared: Option<&'a dyn Node>,
    kept: &'a FormHistory,
    least: usize,
    word: u64,
    state: Cell<State>,
}

impl<'a> Opening<'a> {
    /// Of a call with that word, on a transport whose elements are bytes. `least` is the length
    /// of rows before a communicator's first call, the same on all ranks.
    #[inline]
    pub fn new(
        transport: &'a dyn Transport,
        kept: &'a FormHistory,
        least: usize,
        word: u64,
    ) -> Self {
        let (rank, ranks) = (transport.rank(), transport.size());
        let shared = transport.node().filter(|node| ranks > 1 && node.segment().ranks() == ranks);
        Opening {
            transport,
            rank,
            ranks,
            shared,
            kept,
            least,
            word,
            state: Cell::new(State::Unsent),
        }
    }

    /// Whether ranks have called differently, or one of them cannot take part: known to all
    /// alike, once the first message was sent. The call has failed then.
    pub fn unlike(&self) -> bool {
        self.state.get() == State::Unlike
    }

    /// Sends the first message without anything but the word, if none was sent.
    pub fn send(&self) -> Result<(), Fault> {
        self.send_alone(Form::Rows(SHORTEST))
    }

    /// Likewise, where the call would have liked that form.
    fn send_alone(&self, liked: Form) -> Result<(), Fault> {
        if self.state.get() == State::Unsent {
            // SAFETY: there is nothing to send, and nothing comes.
            unsafe { self.first(Destination::All, Rows::NONE, liked) }?;
        }
        Ok(())
    }

    /// The first message, with rows; none where words differ, and what lies in the rows is
    /// rubbish then. Where they have arrived, and with them on all ranks, so have the words.
    ///
    /// # Safety
    /// There is room for the rows of all ranks, of which this rank's is in its place.
    #[inline]
    pub unsafe fn rows(&self, to: Destination, rows: Rows) -> Result<Option<Arrived>, Fault> {
        let fits = rows.bytes <= LONGEST && rows.bytes * self.ranks <= GATHER_LIMIT;
        let liked = Form::Rows(if fits { rows.bytes.max(SHORTEST) } else { SHORTEST });
        // SAFETY: upheld by the caller.
        unsafe { self.first(to, rows, liked) }
    }

    /// # Safety
    /// As for [`Opening::rows`].
    #[inline]
    unsafe fn first(
        &self,
        to: Destination,
        rows: Rows,
        liked: Form,
    ) -> Result<Option<Arrived>, Fault> {
        assert_eq!(self.state.get(), State::Unsent, "the first message");
        let form = match self.kept.steady(liked) {
            true => liked,
            false => self.kept.form(self.least),
        };
        let arrived = if self.ranks == 1 {
            (self.word != REFUSED).then_some(Arrived { rows: true, flagged: self.word & FLAG != 0 })
        } else {
            match (form, self.shared) {
                (Form::Bundle(length), _) => {
                    let alike = self.bundle(length, &[], |_| {})?;
                    alike.then_some(Arrived { rows: false, flagged: false })
                }
                // SAFETY: upheld by the caller.
                (Form::Rows(_), Some(node)) => unsafe { self.rows_in_memory(node, to, rows) },
                (Form::Rows(length), None) if length == rows.bytes => {
                    // SAFETY: upheld by the caller.
                    let alike = unsafe { self.gathered(rows)? };
                    alike.map(|flagged| Arrived { rows: true, flagged })
                }
                // SAFETY: upheld by the caller.
                (Form::Rows(length), None) => unsafe { self.rows_of(length, to, rows)? },
            }
        };
        self.sent(arrived.is_some(), liked);
        Ok(arrived)
    }

    #[inline]
    fn sent(&self, alike: bool, liked: Form) {
        if alike {
            self.kept.keep(liked);
        }
        self.state.set(if alike { State::Alike } else { State::Unlike });
    }

    /// # Safety
    /// As for [`Opening::rows`].
    #[inline]
    unsafe fn rows_in_memory(
        &self,
        node: &dyn Node,
        to: Destination,
        rows: Rows,
    ) -> Option<Arrived> {
        let room = rows.bytes <= segment::SLOT_BYTES;
        let sent = if room { rows } else { Rows::NONE };
        // SAFETY: upheld by the caller.
        let words = unsafe { node::gather_tagged(node, to, self.word, sent) };
        words.map(|flagged| Arrived { rows: room, flagged })
    }

    /// Rows that are not as long as the message. (Space of its own is not in the way of others.)
    ///
    /// # Safety
    /// As for [`Opening::rows`].
    #[cold]
    unsafe fn rows_of(
        &self,
        length: usize,
        to: Destination,
        rows: Rows,
    ) -> Result<Option<Arrived>, Fault> {
        let (rank, ranks) = (self.rank, self.ranks);
        let room = rows.bytes <= length;
        let bytes = if room { rows.bytes } else { 0 };
        let mut space = Space::new(length * ranks);
        let sent = Rows { all: space.start(), bytes: length };
        // SAFETY: room for so many bytes of each rank, of which this one's are written and then
        // the others'; behind a row that is shorter is whatever there is.
        let alike = unsafe {
            std::ptr::copy_nonoverlapping(rows.of(rank), sent.of(rank), bytes);
            self.gathered(sent)?
        };
        let Some(flagged) = alike else { return Ok(None) };
        if to.reaches(rank) {
            for other in (0..ranks).filter(|other| *other != rank) {
                // SAFETY: they have come, and the caller gives room for them.
                unsafe { std::ptr::copy_nonoverlapping(sent.of(other), rows.of(other), bytes) };
            }
        }
        Ok(Some(Arrived { rows: room, flagged: flagged && room }))
    }

    /// Sends the rows to all ranks, with the words in them. Returns whether all words have the
    /// flag, and nothing where they differ.
    ///
    /// # Safety
    /// As for [`Opening::rows`].
    #[inline]
    unsafe fn gathered(&self, rows: Rows) -> Result<Option<bool>, Fault> {
        let word_of = |rank| rows.of(rank).cast::<u64>();
        // SAFETY: each row begins with a word.
        unsafe {
            let own = word_of(self.rank);
            own.write_unaligned(self.word);
            let (send, all) = (own.cast(), rows.all);
            self.transport.gather_rows(Destination::All, send, all, rows.bytes)?;
            let mut heard = Heard::own(self.word);
            (0..self.ranks).for_each(|rank| heard.hear(word_of(rank).read_unaligned()));
            Ok(heard.all_flagged())
        }
    }

    /// The first message where it is a bundle of that length, with this rank's if it has one.
    /// Returns whether all words are the same; what was merged goes to `take`.
    #[inline(never)]
    fn bundle(&self, length: usize, own: &[u8], take: impl FnOnce(&[u8])) -> Result<bool, Fault> {
        let mut space = Space::new(2 * length);
        // SAFETY: room for two bundles; what is not written of them here is zero.
        let (mine, merged) = unsafe {
            let start = space.start();
            start.write_bytes(0, 2 * length);
            std::slice::from_raw_parts_mut(start, 2 * length).split_at_mut(length)
        };
        mine[..own.len()].copy_from_slice(own);
        let word = self.word & !FLAG;
        bundle::lead(mine, word);
        // SAFETY: two bundles, apart and aligned, of one length on all ranks.
        unsafe { self.transport.merge_bundles(Destination::All, mine, merged)? };
        let alike = word != REFUSED && bundle::word(merged) == word;
        if alike {
            take(merged);
        }
        Ok(alike)
    }

    /// Goes on behind the first message.
    fn opened(&self) -> &'a dyn Transport {
        assert_eq!(self.state.get(), State::Alike, "behind the first message");
        self.transport
    }

    /// What ends a call that has failed: whoever has made the opening knows why.
    fn failed<T>(&self) -> Result<T, Fault> {
        Err(Fault(0))
    }
}

/// Memory for a first message, aligned for records and not written yet: short ones take none of
/// the heap.
struct Space {
    short: MaybeUninit<Aligned>,
    long: Vec<u8>,
}

#[repr(align(16))]
struct Aligned(#[expect(dead_code, reason = "written and read as bytes")] [u8; 1024]);

impl Space {
    fn new(length: usize) -> Space {
        let long = if length <= size_of::<Aligned>() { 0 } else { length + align_of::<Aligned>() };
        Space { short: MaybeUninit::uninit(), long: memory(long) }
    }

    fn start(&mut self) -> *mut u8 {
        if self.long.is_empty() {
            return self.short.as_mut_ptr().cast();
        }
        let start = self.long.as_mut_ptr();
        start.wrapping_add(start.align_offset(align_of::<Aligned>()))
    }
}
