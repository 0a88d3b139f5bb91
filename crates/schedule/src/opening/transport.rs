//! An opening as the transport of a call: its first collective is the first message, and the
//! others follow it as they are.

use super::form::{MessageForm, MAX_LENGTH, MIN_LENGTH};
use super::header::{MessageRows, HEADER};
use super::{FirstMessageState, Opening, MISMATCH};
use crate::case::Destination;
use crate::messages::Messages;
use crate::node::Node;
use crate::transport::{Cut, Transport};
use samebits_base::delegation::delegated;
use samebits_base::fault::Outcome;
use samebits_fold::offload::Addends;

/// The collectives that may come first are those that partials of arrays need: rows, bundles and
/// maxima. Rows lie in their places, and begin with 8 bytes that are the same on all ranks that
/// make the same call: those of a record's head.
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
    ) -> Outcome {
        if self.state.get() == FirstMessageState::Unsent {
            let rows = MessageRows { all: recv, bytes: count, bare: count };
            let in_place = std::ptr::eq(send, rows.of(self.rank));
            assert!(in_place && count >= HEADER, "rows in their places");
            // SAFETY: upheld by the caller; rows have space for a header.
            unsafe {
                let overwritten = send.cast::<u64>().read_unaligned();
                match self.rows(to, rows)? {
                    None => return Err(MISMATCH),
                    Some(arrived) if arrived.rows => {
                        let others = if to.reaches(self.rank) { 0..self.ranks } else { 0..0 };
                        for rank in others {
                            rows.of(rank).cast::<u64>().write_unaligned(overwritten);
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

    unsafe fn merge_bundles(&self, to: Destination, own: &[u8], merged: &mut [u8]) -> Outcome {
        let length = own.len();
        if self.state.get() == FirstMessageState::Unsent {
            let preferred = match length {
                0..=MAX_LENGTH => MessageForm::Bundle(length),
                _ => MessageForm::Rows(MIN_LENGTH),
            };
            match self.history.form(self.initial) {
                MessageForm::Bundle(capacity) if length <= capacity => {
                    let take = |all: &[u8]| merged.copy_from_slice(&all[..length]);
                    let alike = self.bundle(capacity, own, take)?;
                    self.sent(alike, preferred);
                    return if alike { Ok(()) } else { Err(MISMATCH) };
                }
                _ => self.send_alone(preferred)?,
            }
            if self.unlike() {
                return Err(MISMATCH);
            }
        }
        // SAFETY: upheld by the caller.
        unsafe { self.opened().merge_bundles(to, own, merged) }
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Outcome {
        if self.state.get() == FirstMessageState::Unsent {
            let bytes = HEADER + size_of_val(numbers).next_multiple_of(HEADER);
            let mut all = vec![0u64; self.ranks * bytes / HEADER];
            let rows = MessageRows { all: all.as_mut_ptr().cast(), bytes, bare: bytes };
            let of = |rank| rows.of(rank).wrapping_add(HEADER).cast::<i32>();
            // SAFETY: the rows of all ranks, each a header and as many numbers.
            unsafe {
                of(self.rank).copy_from_nonoverlapping(numbers.as_ptr(), numbers.len());
                match self.rows(Destination::All, rows)? {
                    None => return Err(MISMATCH),
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

    delegated! { as_opened:
        unsafe fn exchange_slices(&self, cut: Cut, send: *const u8, recv: *mut u8) -> Outcome;
        unsafe fn gather_slices(
            &self, to: Destination, cut: Cut, send: *const u8, recv: *mut u8
        ) -> Outcome;
        unsafe fn merge_accumulators(
            &self, to: Destination, own: &[u8], merged: &mut [u8]
        ) -> Outcome;
        unsafe fn sums(
            &self, to: Destination, kind: Addends, addends: &[u64], totals: &mut [u64]
        ) -> Outcome;
        unsafe fn exchange(&self, send: (*const u8, usize), recv: (*mut u8, usize)) -> Outcome;
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.transport.messages()
    }

    fn node(&self) -> Option<&dyn Node> {
        self.transport.node()
    }
}
