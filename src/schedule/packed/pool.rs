//! Buffers for packed messages, kept between reductions.

use crate::arithmetic::memory;
use crate::lock::lock;
use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

/// Buffers that are kept, at most.
const KEPT: usize = 4;

/// The bytes of a buffer at least, and at most if it is kept.
const SHORTEST: usize = 64 << 10;
const LONGEST: usize = 1 << 20;

/// A buffer, of which so many bytes are used.
#[derive(Debug)]
pub(super) struct Buffer {
    memory: Vec<u8>,
    length: usize,
}

impl Deref for Buffer {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[..self.length]
    }
}

/// The buffers that nobody is using.
#[derive(Debug, Default)]
pub struct Pool(Mutex<Vec<Vec<u8>>>);

impl Pool {
    /// A buffer of so many bytes, which holds anything.
    pub(super) fn take(&self, length: usize) -> Buffer {
        let kept = lock(&self.0).pop().unwrap_or_default();
        let memory = match kept.len() >= length {
            true => kept,
            // A fresh one, so that the old contents are not copied.
            false => memory(length.next_power_of_two().max(SHORTEST)),
        };
        Buffer { memory, length }
    }

    /// Takes a buffer back.
    pub(super) fn give(&self, Buffer { memory, .. }: Buffer) {
        let mut kept = lock(&self.0);
        if kept.len() < KEPT && memory.len() <= LONGEST {
            kept.push(memory);
        }
    }

    /// Frees all of them.
    pub fn clear(&self) {
        *lock(&self.0) = Vec::new();
    }
}
