//! Buffers for packed messages, cached between reductions.

use samebits_base::fault::memory;
use samebits_base::lock::lock;
use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

const MAX_CACHED: usize = 4;

/// The minimum bytes of a buffer, and the maximum of one that is cached.
const MIN_BYTES: usize = 64 << 10;
const MAX_BYTES: usize = 1 << 20;

/// A buffer, of which the first `length` bytes are used.
#[derive(Debug)]
pub(super) struct PackedBuffer {
    memory: Vec<u8>,
    length: usize,
}

impl Deref for PackedBuffer {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}

impl DerefMut for PackedBuffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[..self.length]
    }
}

#[derive(Debug, Default)]
pub struct Pool(Mutex<Vec<Vec<u8>>>);

impl Pool {
    /// A buffer of `length` bytes, with any contents.
    pub(super) fn take(&self, length: usize) -> PackedBuffer {
        let cached = lock(&self.0).pop().unwrap_or_default();
        let memory = match cached.len() >= length {
            true => cached,
            // A new one: growing the old one would copy its contents.
            false => memory(length.next_power_of_two().max(MIN_BYTES)),
        };
        PackedBuffer { memory, length }
    }

    pub(super) fn give(&self, PackedBuffer { memory, .. }: PackedBuffer) {
        let mut cached = lock(&self.0);
        if cached.len() < MAX_CACHED && memory.len() <= MAX_BYTES {
            cached.push(memory);
        }
    }

    pub fn clear(&self) {
        *lock(&self.0) = Vec::new();
    }
}
