//! Messages that are packed where that makes them shorter: a wrapper around those of a
//! transport, so that no schedule knows of it (Shan et al. 2019, section III.F).
//!
//! A message's length says whether it is packed. Plain ones have an even number of bytes and go
//! as they are, from where they lie, with nothing in front; packed ones begin with a head
//! that says how and how long they were, and are filled up to an odd number. So nobody waits
//! for a second message, and a rank that packs otherwise, or not, is understood. (Elements
//! of an odd number of bytes are never packed.)
//!
//! Cost, n bytes: to find out how many elements are zero a look at each (where it decides by
//! itself, at a sixteenth of those that are dense); where the message is packed another one,
//! and at the receiver a copy of what has come, from which it is unpacked to where it belongs.

mod message;
mod pool;

use super::messages::{Messages, Pending};
use crate::arithmetic::{FatalError, Fault};
use crate::kernel::sparse::Codec;
use message::pack;
pub use message::{unpack, Compression};
use pool::Buffer;
pub use pool::Pool;
use std::cell::{Cell, RefCell};

/// Messages of fewer bytes go as they are, unless others are named: they take little longer than
/// an empty one.
const LEAST: usize = 4096;

/// Bytes of packed messages that are on their way from a rank at one time, unless a single one
/// is longer; what else there is to be sent goes as it is.
const UNDER_WAY: usize = 4 << 20;

/// A message under way.
enum Message {
    /// Sent as it is.
    Plain(Pending),
    /// Sent from a buffer.
    Packed(Pending, Buffer),
    /// To be received.
    Expected { pending: Pending, into: *mut u8, most: usize },
}

/// The messages of a transport, packed.
pub struct Packed<'a> {
    messages: &'a dyn Messages,
    compression: Compression,
    /// Messages of fewer bytes go as they are.
    least: usize,
    /// None where messages may have any length.
    codec: Option<Codec>,
    pool: &'a Pool,
    /// By number; none is one that is free.
    all: RefCell<Vec<Option<Message>>>,
    free: RefCell<Vec<usize>>,
    under_way: Cell<usize>,
}

impl<'a> Packed<'a> {
    /// Packs messages of elements of so many bytes; the same on all ranks, other than how they
    /// are packed. All plain messages have an even number of bytes if elements do.
    pub fn new(
        messages: &'a dyn Messages,
        compression: Compression,
        element: usize,
        pool: &'a Pool,
    ) -> Packed<'a> {
        let codec = (element.is_multiple_of(2)).then(|| Codec::new(unit(element)));
        let (all, free, under_way) = Default::default();
        Packed { messages, compression, least: LEAST, codec, pool, all, free, under_way }
    }

    /// Packs messages from so many bytes on.
    pub fn from_bytes(self, least: usize) -> Packed<'a> {
        Packed { least, ..self }
    }

    fn start(&self, message: Message) -> Pending {
        let mut all = self.all.borrow_mut();
        let number = self.free.borrow_mut().pop().unwrap_or_else(|| {
            all.push(None);
            all.len() - 1
        });
        all[number] = Some(message);
        Pending(number)
    }

    /// The message packed, if it is to be.
    fn packed(&self, plain: &[u8]) -> Option<Buffer> {
        let codec = self.codec.as_ref()?;
        assert!(plain.len().is_multiple_of(2), "a plain message of {} bytes", plain.len());
        if plain.len() < self.least {
            return None;
        }
        let buffer = |bytes: usize| {
            let under_way = self.under_way.get();
            let room = under_way == 0 || under_way + bytes <= UNDER_WAY;
            room.then(|| self.pool.take(bytes))
        };
        pack(self.compression, codec, plain, buffer)
    }

    /// Unpacks a message of so many bytes that has come to `into`, where there is room for
    /// `most`, in its place. Returns how long it was.
    ///
    /// # Safety
    /// There is as much room, and the message.
    unsafe fn unpacked(&self, bytes: usize, into: *mut u8, most: usize) -> usize {
        let mut buffer = self.pool.take(bytes);
        // SAFETY: the caller gives the message and the room.
        let room = unsafe { std::slice::from_raw_parts_mut(into, most) };
        buffer.copy_from_slice(&room[..bytes]);
        let plain = unpack(&buffer, room).unwrap_or_else(|damaged| {
            FatalError::panic(format!("a message of {bytes} bytes: {damaged}"))
        });
        self.pool.give(buffer);
        plain
    }
}

/// What counts as an element where an element has so many bytes: what a vector unit takes, if it
/// is made of that.
fn unit(element: usize) -> usize {
    match element {
        16 => 16,
        _ if element.is_multiple_of(8) => 8,
        _ if element.is_multiple_of(4) => 4,
        _ => 2,
    }
}

impl Messages for Packed<'_> {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        // (What has no bytes may have no address.)
        let plain = match bytes {
            0 => &[],
            // SAFETY: upheld by the caller.
            _ => unsafe { std::slice::from_raw_parts(from, bytes) },
        };
        let Some(packed) = self.packed(plain) else {
            // SAFETY: upheld by the caller.
            return Ok(self.start(Message::Plain(unsafe { self.messages.send(to, from, bytes)? })));
        };
        let length = packed.len();
        // SAFETY: the buffer stays as it is until the message was waited for.
        let pending = unsafe { self.messages.send(to, packed.as_ptr(), length)? };
        self.under_way.set(self.under_way.get() + length);
        Ok(self.start(Message::Packed(pending, packed)))
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, most: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        let pending = unsafe { self.messages.receive(from, into, most)? };
        Ok(self.start(Message::Expected { pending, into, most }))
    }

    fn wait(&self, Pending(number): Pending) -> Result<usize, Fault> {
        let message = self.all.borrow_mut()[number].take();
        self.free.borrow_mut().push(number);
        match message.expect("a message is waited for once") {
            Message::Plain(pending) => self.messages.wait(pending),
            Message::Packed(pending, packed) => {
                self.under_way.set(self.under_way.get() - packed.len());
                match self.messages.wait(pending) {
                    Ok(bytes) => {
                        self.pool.give(packed);
                        Ok(bytes)
                    }
                    Err(fault) => {
                        // It may still be read.
                        std::mem::forget(packed);
                        Err(fault)
                    }
                }
            }
            Message::Expected { pending, into, most } => {
                let bytes = self.messages.wait(pending)?;
                Ok(match self.codec {
                    // SAFETY: whoever started to receive it has given the room.
                    Some(_) if bytes % 2 == 1 => unsafe { self.unpacked(bytes, into, most) },
                    _ => bytes,
                })
            }
        }
    }
}
