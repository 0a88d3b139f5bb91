//! Scratch memory for the rows of a block: kept between calls, because a fresh
//! megabyte costs more than the reduction of a small vector. There are never
//! more buffers than calls that ran at the same time.

use crate::arithmetic::memory;
use crate::lock::lock;
use std::mem::MaybeUninit;
use std::sync::Mutex;

/// A cache line: rows are aligned for every datatype and every vector unit.
const LINE: usize = 64;

/// Larger buffers than this are freed after the call.
const KEPT: usize = 4 << 20;

/// Up to so many bytes lie on the stack: for a vector that is reduced in half a
/// microsecond, taking a buffer and giving it back is a twentieth of the time.
const ON_STACK: usize = 2048;

/// Room for them, aligned to [`LINE`].
#[repr(C, align(64))]
struct OnStack([u8; ON_STACK]);

/// The buffers that no call is using.
#[derive(Default)]
pub struct Pool(Mutex<Vec<Vec<u8>>>);

impl Pool {
    /// Runs `work` with at least `bytes` of scratch memory, which holds anything.
    /// (What is fresh takes up room only where it is written to.)
    pub fn with<R>(&self, bytes: usize, work: impl FnOnce(*mut u8) -> R) -> R {
        if bytes <= ON_STACK {
            let mut buffer = MaybeUninit::<OnStack>::uninit();
            return work(buffer.as_mut_ptr().cast());
        }
        let mut buffer = self.lock().pop().unwrap_or_default();
        if buffer.len() < bytes.saturating_add(LINE) {
            // Room to grow, but not for a buffer that is not kept.
            let bytes = if bytes <= KEPT / 2 { bytes.next_power_of_two() } else { bytes };
            // A fresh one, so that the old contents are not copied.
            drop(buffer);
            buffer = memory(bytes.saturating_add(LINE));
        }
        let start = buffer.as_mut_ptr();
        let result = work(start.wrapping_add(start.align_offset(LINE)));
        if buffer.len() <= KEPT + LINE {
            self.lock().push(buffer);
        }
        result
    }

    /// Frees all buffers.
    pub fn clear(&self) {
        *self.lock() = Vec::new();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<u8>>> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::FatalError;

    #[test]
    fn a_buffer_is_aligned_long_enough_and_used_again() {
        let pool = Pool::default();
        for bytes in [100, ON_STACK, ON_STACK + 1] {
            pool.with(bytes, |scratch| {
                assert_eq!(scratch as usize % LINE, 0);
                // SAFETY: so many bytes were asked for.
                unsafe { scratch.add(bytes - 1).write(1) };
                let nested = pool.with(bytes, |other| other as usize);
                assert_ne!(nested, scratch as usize);
            });
        }
        assert_eq!(pool.lock().len(), 2, "of the longest only");
        pool.clear();
        assert!(pool.lock().is_empty());
    }

    #[test]
    fn where_there_is_no_memory_it_says_how_much() {
        let none = std::panic::catch_unwind(|| Pool::default().with(usize::MAX / 4, |_| ()));
        let FatalError(why) = *none.unwrap_err().downcast().unwrap();
        assert!(why.starts_with("no memory for 461168601842738"), "{why}");
    }
}
