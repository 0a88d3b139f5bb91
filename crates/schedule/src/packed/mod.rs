//! Messages that are packed where that makes them shorter: a wrapper around those of a
//! transport, so that no schedule knows of it (Shan et al. 2019, section III.F).
//!
//! A message's length shows whether it is packed. Plain ones have an even number of bytes and go
//! from where they lie, with nothing in front; packed ones begin with a head that describes the
//! packing and the plain length, and are padded to an odd number. So nobody waits for a second
//! message, and ranks may pack differently, or not at all. (Elements of an odd number of bytes are
//! never packed.)
//!
//! Cost, n bytes: one pass to count the zeros (with `auto`, over a sixteenth of a dense message);
//! where the message is packed another one, and at the receiver a copy of the message, from which
//! it is unpacked to where it belongs.

mod message;
mod pool;

use super::messages::{Messages, Pending};
use message::pack;
pub use message::{unpack, Compression};
use pool::PackedBuffer;
pub use pool::Pool;
use samebits_base::fault::{FatalError, Fault};
use samebits_kernel::packing::Codec;
use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::task::{ready, Poll};

/// Shorter messages are not packed by default: they take little longer than an empty one.
const MIN_BYTES: usize = 4096;

/// Packed bytes of a rank that may be in flight, in more than one message; the rest goes unpacked.
const MAX_IN_FLIGHT: usize = 4 << 20;

enum Message {
    /// Sent from where it lies.
    Plain(Pending),
    /// Sent from a buffer, which MPI may read until the message was waited for without an error.
    Packed(Pending, ManuallyDrop<PackedBuffer>),
    Expected {
        pending: Pending,
        into: *mut u8,
        limit: usize,
    },
}

pub struct Packed<'a> {
    messages: &'a dyn Messages,
    compression: Compression,
    min_bytes: usize,
    /// None where plain messages may have any length.
    codec: Option<Codec>,
    pool: &'a Pool,
    /// By the number of their [`Pending`].
    in_flight: RefCell<Vec<Option<Message>>>,
    free: RefCell<Vec<usize>>,
    packed_bytes: Cell<usize>,
}

impl<'a> Packed<'a> {
    /// For elements of `element` bytes, the same on all ranks; the compression may differ. If that
    /// is even, all plain messages have an even number of bytes.
    pub fn new(
        messages: &'a dyn Messages,
        compression: Compression,
        element: usize,
        pool: &'a Pool,
    ) -> Packed<'a> {
        let codec = (element.is_multiple_of(2)).then(|| Codec::new(unit(element)));
        let (in_flight, free, packed_bytes) = Default::default();
        let min_bytes = MIN_BYTES;
        Packed { messages, compression, min_bytes, codec, pool, in_flight, free, packed_bytes }
    }

    pub fn from_bytes(self, min_bytes: usize) -> Packed<'a> {
        Packed { min_bytes, ..self }
    }

    fn start(&self, message: Message) -> Pending {
        let mut in_flight = self.in_flight.borrow_mut();
        let number = self.free.borrow_mut().pop().unwrap_or_else(|| {
            in_flight.push(None);
            in_flight.len() - 1
        });
        in_flight[number] = Some(message);
        Pending(number)
    }

    fn packed(&self, plain: &[u8]) -> Option<PackedBuffer> {
        let codec = self.codec.as_ref()?;
        assert!(plain.len().is_multiple_of(2), "a plain message of {} bytes", plain.len());
        if plain.len() < self.min_bytes {
            return None;
        }
        pack(self.compression, codec, plain, |bytes| {
            let packed = self.packed_bytes.get();
            (packed == 0 || packed + bytes <= MAX_IN_FLIGHT).then(|| self.pool.take(bytes))
        })
    }

    /// The message of the transport.
    fn pending(&self, number: usize) -> Pending {
        match self.in_flight.borrow()[number].as_ref().expect("a message is waited for once") {
            Message::Plain(pending)
            | Message::Packed(pending, _)
            | Message::Expected { pending, .. } => Pending(pending.0),
        }
    }

    /// Ends a message that has come or gone, with this outcome.
    fn finish(&self, number: usize, outcome: Result<usize, Fault>) -> Result<usize, Fault> {
        let message = self.in_flight.borrow_mut()[number].take().expect("it was there");
        self.free.borrow_mut().push(number);
        let bytes = outcome?;
        Ok(match message {
            Message::Packed(_, packed) => {
                self.packed_bytes.set(self.packed_bytes.get() - packed.len());
                self.pool.give(ManuallyDrop::into_inner(packed));
                bytes
            }
            Message::Expected { into, limit, .. } => match self.codec {
                // SAFETY: upheld by whoever started to receive it.
                Some(_) if bytes % 2 == 1 => unsafe { self.unpacked(bytes, into, limit) },
                _ => bytes,
            },
            Message::Plain(_) => bytes,
        })
    }

    /// Unpacks, in place, the message of `bytes` bytes at `into`, which has to hold `limit` bytes.
    /// Returns how long it was.
    unsafe fn unpacked(&self, bytes: usize, into: *mut u8, limit: usize) -> usize {
        let mut buffer = self.pool.take(bytes);
        // SAFETY: upheld by the caller.
        let into = unsafe { std::slice::from_raw_parts_mut(into, limit) };
        buffer.copy_from_slice(&into[..bytes]);
        let plain = unpack(&buffer, into).unwrap_or_else(|damaged| {
            FatalError::panic(format!("a message of {bytes} bytes: {damaged}"))
        });
        self.pool.give(buffer);
        plain
    }
}

/// The largest unit in which elements of `element` bytes can be packed.
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
        // An empty message may have no address.
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
        // SAFETY: the buffer does not change until the message was waited for.
        let pending = unsafe { self.messages.send(to, packed.as_ptr(), length)? };
        self.packed_bytes.set(self.packed_bytes.get() + length);
        Ok(self.start(Message::Packed(pending, ManuallyDrop::new(packed))))
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        let pending = unsafe { self.messages.receive(from, into, limit)? };
        Ok(self.start(Message::Expected { pending, into, limit }))
    }

    fn wait(&self, Pending(number): Pending) -> Result<usize, Fault> {
        let outcome = self.messages.wait(self.pending(number));
        self.finish(number, outcome)
    }

    fn poll(&self, &Pending(number): &Pending) -> Poll<Result<usize, Fault>> {
        let outcome = ready!(self.messages.poll(&self.pending(number)));
        Poll::Ready(self.finish(number, outcome))
    }
}
