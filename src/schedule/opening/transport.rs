//! An opening as the transport of a call: its first collective is the first message, and the
//! others follow it as they are.

use super::form::{Form, LONGEST, SHORTEST};
use super::{Opening, Rows, State};
use crate::arithmetic::offload::Addends;
use crate::arithmetic::Fault;
use crate::schedule::node::Node;
use crate::schedule::{Cut, Destination, Messages, Transport};

/// (Of the collectives that may come first, partials of arrays need these: rows, bundles and the
/// largest of numbers.)
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
            let rows = Rows { send, bytes: count, recv, pitch: count, led: false };
            // SAFETY: handed on to the caller.
            match unsafe { self.rows(to, rows)? } {
                None => return self.failed(),
                Some(arrived) if arrived.rows => return Ok(()),
                Some(_) => {}
            }
        }
        // SAFETY: handed on to the caller.
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
        // SAFETY: handed on to the caller.
        unsafe { self.opened().merge_bundles(to, own, merged) }
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault> {
        if self.state.get() == State::Unsent {
            let (ranks, count) = (self.ranks, numbers.len());
            let mut all = vec![0i32; ranks * count];
            let bytes = size_of_val(numbers);
            let (send, recv) = (numbers.as_ptr().cast(), all.as_mut_ptr().cast());
            let rows = Rows { send, bytes, recv, pitch: bytes, led: false };
            // SAFETY: so many numbers, and room for those of all ranks.
            match unsafe { self.rows(Destination::All, rows)? } {
                None => return self.failed(),
                Some(arrived) if arrived.rows => {
                    for (place, number) in numbers.iter_mut().enumerate() {
                        let of_ranks = (0..ranks).map(|rank| all[rank * count + place]);
                        *number = of_ranks.max().unwrap_or(*number);
                    }
                    return Ok(());
                }
                Some(_) => {}
            }
        }
        // SAFETY: handed on to the caller.
        unsafe { self.opened().largest(numbers) }
    }

    unsafe fn exchange_slices(
        &self,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.opened().exchange_slices(cut, send, recv) }
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.opened().gather_slices(to, cut, send, recv) }
    }

    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.opened().sums(to, kind, addends, totals) }
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.transport.messages()
    }

    fn node(&self) -> Option<&dyn Node> {
        self.transport.node()
    }

    unsafe fn swap(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.opened().swap(send, send_count, recv, recv_count) }
    }
}
