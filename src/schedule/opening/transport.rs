//! An opening as the transport of a call: its first collective is the first message, and the
//! others follow it as they are.

use super::form::{Form, LONGEST, SHORTEST};
use super::words::{Rows, WORD};
use super::{Opening, State};
use crate::arithmetic::offload::Addends;
use crate::arithmetic::Fault;
use crate::schedule::case::Destination;
use crate::schedule::messages::Messages;
use crate::schedule::node::Node;
use crate::schedule::transport::{Cut, Transport};

/// (Of the collectives that may come first, partials of arrays need these: rows, bundles and the
/// largest of numbers. Rows lie in their places, and begin with a word that is the same on all
/// ranks that call alike: that of a record's head.)
impl Transport for Opening<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.ranks
    }

    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Result<(), Fault> {
        if self.state.get() == State::Unsent {
            let rows = Rows { all: recv, bytes: count };
            assert!(
                std::ptr::eq(send, rows.of(self.rank)) && count >= WORD,
                "rows in their places"
            );
            // SAFETY: upheld by the caller, as are the words.
            unsafe {
                let known = send.cast::<u64>().read_unaligned();
                match self.rows(to, rows)? {
                    None => return self.failed(),
                    Some(arrived) if arrived.rows => {
                        let others = if to.reaches(self.rank) { 0..self.ranks } else { 0..0 };
                        for rank in others {
                            rows.of(rank).cast::<u64>().write_unaligned(known);
                        }
                        return Ok(());
                    }
                    Some(_) => {}
                }
            }
        }
        // SAFETY: upheld by the caller.
        unsafe { self.opened().gather_rows(to, send, recv, count) }
    }

    unsafe fn merge_bundles(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        let length = own.len();
        if self.state.get() == State::Unsent {
            let liked = if length <= LONGEST { Form::Bundle(length) } else { Form::Rows(SHORTEST) };
            match self.kept.form(self.least) {
                Form::Bundle(room) if length <= room => {
                    let take = |all: &[u8]| merged.copy_from_slice(&all[..length]);
                    let alike = self.bundle(room, own, take)?;
                    self.sent(alike, liked);
                    return if alike { Ok(()) } else { self.failed() };
                }
                _ => self.send_alone(liked)?,
            }
            if self.unlike() {
                return self.failed();
            }
        }
        // SAFETY: upheld by the caller.
        unsafe { self.opened().merge_bundles(to, own, merged) }
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault> {
        if self.state.get() == State::Unsent {
            let bytes = WORD + size_of_val(numbers).next_multiple_of(WORD);
            let mut all = vec![0u64; self.ranks * bytes / WORD];
            let rows = Rows { all: all.as_mut_ptr().cast(), bytes };
            let of = |rank| rows.of(rank).wrapping_add(WORD).cast::<i32>();
            // SAFETY: a word, so many numbers, and room for those of all ranks.
            unsafe {
                of(self.rank).copy_from_nonoverlapping(numbers.as_ptr(), numbers.len());
                match self.rows(Destination::All, rows)? {
                    None => return self.failed(),
                    Some(arrived) if arrived.rows => {
                        for (place, number) in numbers.iter_mut().enumerate() {
                            let of_ranks = (0..self.ranks).map(|rank| of(rank).add(place).read());
                            *number = of_ranks.max().unwrap_or(*number);
                        }
                        return Ok(());
                    }
                    Some(_) => {}
                }
            }
        }
        // SAFETY: upheld by the caller.
        unsafe { self.opened().largest(numbers) }
    }

    unsafe fn exchange_slices(
        &self,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.opened().exchange_slices(cut, send, recv) }
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.opened().gather_slices(to, cut, send, recv) }
    }

    unsafe fn merge_accumulators(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.opened().merge_accumulators(to, own, merged) }
    }

    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.opened().sums(to, kind, addends, totals) }
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.transport.messages()
    }

    fn node(&self) -> Option<&dyn Node> {
        self.transport.node()
    }

    unsafe fn exchange(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.opened().exchange(send, send_count, recv, recv_count) }
    }
}
