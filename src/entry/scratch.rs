//! Scratch memory for the rows of a block: kept between calls, because a fresh
//! megabyte costs more than the reduction of a small vector. There are never
//! more buffers than calls that ran at the same time.

use crate::arithmetic::memory;
use std::sync::Mutex;

/// A cache line: rows are aligned for every datatype and every vector unit.
#[derive(Clone)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Larger buffers than this are freed after the call.
const KEPT: usize = 4 << 20;

/// The buffers that no call is using.
#[derive(Default)]
pub struct Pool(Mutex<Vec<Vec<Line>>>);

impl Pool {
    /// Runs `work` with at least `bytes` of initialised scratch memory.
    pub fn with<R>(&self, bytes: usize, work: impl FnOnce(*mut u8) -> R) -> R {
        let mut buffer = self.lock().pop().unwrap_or_default();
        let lines = bytes.div_ceil(64);
        if buffer.len() < lines {
            // Room to grow, but not for a buffer that is not kept.
            let lines = if bytes <= KEPT / 2 { lines.next_power_of_two() } else { lines };
            // A fresh one, so that the old contents are not copied.
            drop(buffer);
            buffer = memory(lines, Line([0; 64]));
        }
        let result = work(buffer.as_mut_ptr().cast());
        if buffer.len() * 64 <= KEPT {
            self.lock().push(buffer);
        }
        result
    }

    /// Frees all buffers.
    pub fn clear(&self) {
        *self.lock() = Vec::new();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Line>>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_aligned_long_enough_and_used_again() {
        let pool = Pool::default();
        let first = pool.with(100, |scratch| {
            assert_eq!(scratch as usize % 64, 0);
            // SAFETY: 100 bytes were asked for.
            unsafe { scratch.add(99).write(1) };
            let nested = pool.with(8, |other| other as usize);
            assert_ne!(nested, scratch as usize);
            scratch as usize
        });
        assert_eq!(pool.lock().len(), 2);
        assert!(pool.lock().iter().any(|buffer| buffer.as_ptr() as usize == first));
        pool.clear();
        assert!(pool.lock().is_empty());
    }
}
