//! A reduction some of whose buffers are on a device. To the schedule it is one whose buffers are
//! not contiguous: each block's elements are copied to a row, and its results from a row. All ranks
//! cut the same blocks, whether their buffers are on a device or not. What is copied from and to
//! the device is longer: all of a vector at once, up to some MiB ([`Reader`], [`Writer`]), since each
//! copy takes microseconds, and many more where ranks share a device.
//!
//! Where the datatype has gaps, the bytes from the first to the last of some elements are copied as
//! they lie. Before results go back they are fetched, so that the gaps keep their contents; all of
//! an element must therefore lie in one allocation.

use super::blocks::{Reader, Writer};
use super::driver::{Driver, Outcome};
use super::{host, Drivers};
use crate::elements::layout::Layout;
use samebits_base::cache_line::{align, CACHE_LINE};
use samebits_base::fault::{memory, FatalError, Fault};
use samebits_fold::{Buffers, Fold};
use std::cell::RefCell;

type Device = Option<&'static dyn Driver>;

/// The buffers of a fold whose contribution or result lies on a device.
pub struct Staged<'a> {
    fold: &'a dyn Fold,
    /// The driver that holds the send buffer; none if it is in host memory.
    send: Device,
    /// The driver that holds the receive buffer.
    recv: Device,
    /// The same buffers, if their elements have no gaps.
    reader: RefCell<Option<Reader>>,
    writer: RefCell<Option<Writer>>,
    /// Elements with gaps, as they lie on the device.
    image: RefCell<Vec<u8>>,
}

impl<'a> Staged<'a> {
    /// The fold for these buffers (`recv` if this rank receives), whose elements begin `first`
    /// bytes from their address, if one is on a device. `count` is the number of the contribution's
    /// elements, and at least that of the result's; 0 if that is unknown. What was stored has
    /// arrived when this is dropped. A copy that fails panics with [`FatalError`].
    #[inline]
    pub fn needed(
        fold: &'a dyn Fold,
        first: isize,
        send: *const u8,
        recv: Option<*mut u8>,
        count: usize,
    ) -> Option<Staged<'a>> {
        if Staged::none_needed(first, send, recv) {
            return None;
        }
        let true_lb = |buffer: *const u8| buffer.wrapping_offset(first);
        let drivers = Drivers::loaded();
        let sends = drivers.holding(true_lb(send));
        let receives = recv.and_then(|recv| Some((drivers.holding(true_lb(recv))?, recv)));
        if sends.is_none() && receives.is_none() {
            return None;
        }
        Some(Staged::new(fold, sends.map(|driver| (driver, send)), receives, count))
    }

    #[cold]
    fn new(
        fold: &'a dyn Fold,
        send: Option<(&'static dyn Driver, *const u8)>,
        recv: Option<(&'static dyn Driver, *mut u8)>,
        count: usize,
    ) -> Staged<'a> {
        let (bytes, dense) = (count * fold.size(), fold.buffers().is_none());
        let reader = send.filter(|_| dense).map(|(driver, at)| Reader::new(driver, at, bytes));
        let writer = recv.filter(|_| dense).map(|(driver, at)| Writer::new(driver, at, bytes));
        Staged {
            fold,
            send: send.map(|(driver, _)| driver),
            recv: recv.map(|(driver, _)| driver),
            reader: RefCell::new(reader),
            writer: RefCell::new(writer),
            image: RefCell::default(),
        }
    }

    /// Whether it is certain at once that these buffers are in host memory.
    #[inline]
    pub fn none_needed(first: isize, send: *const u8, recv: Option<*mut u8>) -> bool {
        let is_certain = |buffer: *const u8| host::is_certain(buffer.wrapping_offset(first));
        is_certain(send) && recv.is_none_or(|recv| is_certain(recv))
    }

    /// Copies n elements of a buffer, on that device if on one, to a row; those without gaps by `read`.
    ///
    /// # Safety
    /// As for [`Buffers::load`].
    unsafe fn load_from(
        &self,
        device: Option<&'static dyn Driver>,
        read: impl FnOnce(&dyn Driver, *const u8, *mut u8, usize) -> Outcome,
        (from, row, n): (*const u8, *mut u8, usize),
    ) -> Result<(), Fault> {
        let bytes = n * self.fold.size();
        // SAFETY: upheld by the caller; a piece's copy has its bytes.
        unsafe {
            match (device, self.fold.buffers()) {
                (None, None) => std::ptr::copy_nonoverlapping(from, row, bytes),
                (None, Some(buffers)) => buffers.load(from, row, n)?,
                (Some(driver), None) => copied(read(driver, from, row, bytes)),
                (Some(driver), Some(buffers)) => self.pieces(buffers, n, from, |piece| {
                    let device = from.wrapping_offset(piece.in_buffer);
                    copied(driver.to_host(device, piece.start, piece.bytes));
                    buffers.load(piece.first, row.add(piece.in_row), piece.elements)
                })?,
            }
        }
        Ok(())
    }

    /// Works on n elements with gaps in the buffer at an address, [`Layout::at_a_time`].
    fn pieces(
        &self,
        buffers: &dyn Buffers,
        n: usize,
        address: *const u8,
        mut work: impl FnMut(&Piece) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let span = buffers.span();
        let layout = Layout {
            size: self.fold.size(),
            extent: buffers.extent(),
            true_lower_bound: span.start,
            true_extent: span.end - span.start,
        };
        let step = layout.at_a_time(n);
        let capacity = layout.span(step) + 2 * CACHE_LINE;
        let mut image = self.image.borrow_mut();
        if image.len() < capacity {
            *image = memory(capacity);
        }
        // As aligned as the caller's.
        let in_line = address.wrapping_offset(span.start).addr() % CACHE_LINE;
        let start = align(image.as_mut_ptr()).wrapping_add(in_line);
        for done in (0..n).step_by(step.max(1)) {
            let elements = step.min(n - done);
            work(&Piece {
                elements,
                in_buffer: done as isize * layout.extent + span.start,
                in_row: done * layout.size,
                bytes: layout.span(elements),
                start,
                first: start.wrapping_offset(span.start.wrapping_neg()),
            })?;
        }
        Ok(())
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        // Whoever unwinds has no result.
        if let Some(writer) = self.writer.get_mut().as_mut().filter(|_| !std::thread::panicking()) {
            copied(writer.finish());
        }
    }
}

/// Ends the job if a copy has failed.
fn copied(outcome: Outcome) {
    if let Err(failure) = outcome {
        FatalError::panic(format!("a buffer on a GPU cannot be copied: {failure}"));
    }
}

/// Some elements with gaps, and a copy of them on the host.
struct Piece {
    elements: usize,
    /// The offsets of their first bytes in the buffer and in the row.
    in_buffer: isize,
    in_row: usize,
    /// From the first to the last.
    bytes: usize,
    /// Their first byte on the host, and their address there, for a datatype.
    start: *mut u8,
    first: *mut u8,
}

impl Buffers for Staged<'_> {
    fn extent(&self) -> isize {
        self.fold.buffers().map_or(self.fold.size() as isize, |buffers| buffers.extent())
    }

    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        let read = |_: &dyn Driver, from, row, bytes| {
            let mut reader = self.reader.borrow_mut();
            let reader = reader.as_mut().expect("made for elements without gaps");
            // SAFETY: the caller's elements, and room for them.
            unsafe { reader.read(from, row, bytes) }
        };
        // SAFETY: upheld by the caller.
        unsafe { self.load_from(self.send, read, (from, row, n)) }
    }

    unsafe fn load_stored(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        let read = |driver: &dyn Driver, from, row, bytes| {
            // Some of them may be on their way still.
            let mut writer = self.writer.borrow_mut();
            writer.as_mut().expect("made for elements without gaps").finish()?;
            // SAFETY: the caller's elements, and room for them.
            unsafe { driver.to_host(from, row, bytes) }
        };
        // SAFETY: upheld by the caller.
        unsafe { self.load_from(self.recv, read, (from, row, n)) }
    }

    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        let bytes = n * self.fold.size();
        // SAFETY: upheld by the caller; a piece's copy has its bytes.
        unsafe {
            match (self.recv, self.fold.buffers()) {
                (None, None) => std::ptr::copy_nonoverlapping(row, to, bytes),
                (None, Some(buffers)) => buffers.store(row, to, n)?,
                (Some(_), None) => {
                    let mut writer = self.writer.borrow_mut();
                    let writer = writer.as_mut().expect("made for elements without gaps");
                    copied(writer.write(row, to, bytes));
                }
                (Some(driver), Some(buffers)) => self.pieces(buffers, n, to, |piece| {
                    let device = to.wrapping_offset(piece.in_buffer);
                    copied(driver.to_host(device, piece.start, piece.bytes));
                    buffers.store(row.add(piece.in_row), piece.first, piece.elements)?;
                    copied(driver.to_device(piece.start, device, piece.bytes));
                    Ok(())
                })?,
            }
        }
        Ok(())
    }
}
