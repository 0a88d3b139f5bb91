//! A vector on a device as a schedule reads or writes it, some elements after others, in copies of
//! as many bytes as a piece of pinned memory holds: while one block is in use, the next one is on
//! its way.

use super::driver::{Driver, Failure, Outcome};
use super::pinned::{Piece, MOST};
use std::ops::Range;

/// In how many places a vector is read at a time: a result in blocks is computed by its ranks' blocks
/// in turn.
const PLACES: usize = 8;

/// Bytes of a block in all places but the first.
const ELSEWHERE: usize = MOST / PLACES;

/// Some bytes of a vector, from an address of the device on.
#[derive(Debug)]
struct Block {
    piece: Piece,
    device: usize,
    bytes: usize,
}

impl Block {
    fn range(&self) -> Range<usize> {
        self.device..self.device + self.bytes
    }
}

/// A vector's bytes on their way to the host.
#[derive(Debug)]
pub(super) struct Reader {
    vector: Vector,
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Vector {
    driver: &'static dyn Driver,
    start: *const u8,
    end: usize,
}

impl Reader {
    /// Of so many bytes from an address on; of 0 if that is unknown.
    pub(super) fn new(driver: &'static dyn Driver, start: *const u8, bytes: usize) -> Reader {
        let end = start.addr().saturating_add(bytes);
        Reader { vector: Vector { driver, start, end }, places: Vec::new() }
    }

    /// Copies bytes to the host.
    ///
    /// # Safety
    /// The host has room for them.
    pub(super) unsafe fn read(&mut self, from: *const u8, to: *mut u8, bytes: usize) -> Outcome {
        let Vector { driver, start, end } = self.vector;
        let (mut at, mut done) = (from.addr(), 0);
        let inside = at >= start.addr() && at.saturating_add(bytes) <= end;
        while done < bytes {
            let place = self.places.iter_mut().find(|place| place.holds(at));
            if let Some(place) = place {
                let now = place.turn_to(at, self.vector)?;
                let n = (now.range().end - at).min(bytes - done);
                let there = now.piece.start().wrapping_add(at - now.device);
                // SAFETY: bytes of the block, and room for them by the caller's word.
                unsafe { std::ptr::copy_nonoverlapping(there, to.wrapping_add(done), n) };
                (at, done) = (at + n, done + n);
            } else if inside && self.places.len() < PLACES {
                let most = if self.places.is_empty() { MOST } else { ELSEWHERE };
                self.places.push(Place::fetch(at, most, self.vector)?);
            } else {
                let (device, to) = (start.with_addr(at), to.wrapping_add(done));
                // SAFETY: upheld by the caller.
                return unsafe { driver.to_host(device, to, bytes - done) };
            }
        }
        Ok(())
    }
}

/// A place where a vector is read.
#[derive(Debug)]
struct Place {
    /// What is on the host.
    now: Block,
    /// What is on its way, or was there before.
    next: Option<Block>,
    most: usize,
}

impl Place {
    /// Fetches the block that begins at an address, and begins with the one behind it.
    fn fetch(at: usize, most: usize, vector: Vector) -> Result<Place, Failure> {
        let Vector { driver, start, end } = vector;
        let bytes = (end - at).min(most);
        let piece = Piece::take(driver, start, bytes);
        // SAFETY: room in a piece.
        if let Err(failure) = unsafe { driver.to_host(start.with_addr(at), piece.start(), bytes) } {
            piece.leave();
            return Err(failure);
        }
        let mut place = Place { now: Block { piece, device: at, bytes }, next: None, most };
        place.read_ahead(vector)?;
        Ok(place)
    }

    fn holds(&self, at: usize) -> bool {
        self.now.range().contains(&at)
            || self.next.as_ref().is_some_and(|next| next.range().contains(&at))
    }

    /// The block that holds an address.
    fn turn_to(&mut self, at: usize, vector: Vector) -> Result<&Block, Failure> {
        if !self.now.range().contains(&at) {
            vector.driver.wait(vector.start)?;
            let next = self.next.as_mut().expect("it holds the address");
            std::mem::swap(&mut self.now, next);
            self.read_ahead(vector)?;
        }
        Ok(&self.now)
    }

    /// Begins to copy what is behind the block that is on the host.
    fn read_ahead(&mut self, vector: Vector) -> Outcome {
        let Vector { driver, start, end } = vector;
        let at = self.now.range().end;
        let bytes = (end - at).min(self.most);
        if bytes == 0 {
            return Ok(());
        }
        let piece = match self.next.take() {
            Some(next) if next.piece.bytes() >= bytes => next.piece,
            next => {
                next.into_iter().for_each(|next| next.piece.give_back(driver, start));
                Piece::take(driver, start, bytes)
            }
        };
        // SAFETY: room in a piece, which is kept until the copy is done.
        let begun = unsafe { driver.begin_to_host(start.with_addr(at), piece.start(), bytes) };
        self.next = Some(Block { piece, device: at, bytes });
        begun
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Vector { driver, start, .. } = self.vector;
        let under_way = self.places.iter().any(|place| place.next.is_some());
        let done = !under_way || driver.wait(start).is_ok();
        for place in self.places.drain(..) {
            for block in [Some(place.now), place.next].into_iter().flatten() {
                match done {
                    true => block.piece.give_back(driver, start),
                    // A copy that cannot be waited for may still be writing.
                    false => block.piece.leave(),
                }
            }
        }
    }
}

/// A vector's bytes on their way to a device.
#[derive(Debug)]
pub(super) struct Writer {
    driver: &'static dyn Driver,
    /// An address on the device.
    start: *mut u8,
    /// Bytes that are gathered before they are copied.
    most: usize,
    /// What is gathered.
    now: Option<Block>,
    /// The piece that a copy is reading, and one that is free.
    sent: Option<Piece>,
    spare: Option<Piece>,
}

impl Writer {
    /// Of so many bytes at most, from an address on; of 0 if that is unknown.
    pub(super) fn new(driver: &'static dyn Driver, start: *mut u8, bytes: usize) -> Writer {
        let most = bytes.min(MOST);
        Writer { driver, start, most, now: None, sent: None, spare: None }
    }

    /// Copies bytes to the device; they have arrived after [`Writer::finish`].
    ///
    /// # Safety
    /// The host has them.
    pub(super) unsafe fn write(&mut self, from: *const u8, to: *mut u8, bytes: usize) -> Outcome {
        if self.most == 0 {
            // SAFETY: upheld by the caller.
            return unsafe { self.driver.to_device(from, to, bytes) };
        }
        let (mut at, mut done) = (to.addr(), 0);
        while done < bytes {
            let most = self.most;
            let goes_on = |now: &&mut Block| now.range().end == at && now.bytes < most;
            if let Some(now) = self.now.as_mut().filter(goes_on) {
                let n = (most - now.bytes).min(bytes - done);
                let there = now.piece.start().wrapping_add(now.bytes);
                // SAFETY: the caller's bytes, and room behind those of the block.
                unsafe { std::ptr::copy_nonoverlapping(from.wrapping_add(done), there, n) };
                now.bytes += n;
                (at, done) = (at + n, done + n);
            } else {
                self.send()?;
                let piece = self.spare.take();
                let piece = piece.unwrap_or_else(|| Piece::take(self.driver, self.start, most));
                self.now = Some(Block { piece, device: at, bytes: 0 });
            }
        }
        Ok(())
    }

    /// Begins to copy what is gathered, once the copy before it is done: its piece is needed next.
    fn send(&mut self) -> Outcome {
        let Some(now) = self.now.take() else { return Ok(()) };
        let waited = self.wait();
        let device = self.start.with_addr(now.device);
        // SAFETY: bytes of a piece, which is kept until the copy is done.
        let begun = waited.and_then(|()| unsafe {
            self.driver.begin_to_device(now.piece.start(), device, now.bytes)
        });
        self.sent = Some(now.piece);
        begun
    }

    fn wait(&mut self) -> Outcome {
        if self.sent.is_some() {
            self.driver.wait(self.start)?;
            let before = std::mem::replace(&mut self.spare, self.sent.take());
            before.into_iter().for_each(|piece| piece.give_back(self.driver, self.start));
        }
        Ok(())
    }

    /// Waits until everything has arrived.
    pub(super) fn finish(&mut self) -> Outcome {
        self.send()?;
        self.wait()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.wait();
        let now = self.now.take().map(|block| block.piece);
        for piece in [now, self.spare.take()].into_iter().flatten() {
            piece.give_back(self.driver, self.start);
        }
        // A copy that cannot be waited for may still be reading: the piece is left to it.
        if let Some(sent) = self.sent.take() {
            sent.leave();
        }
    }
}

#[cfg(test)]
mod tests;
