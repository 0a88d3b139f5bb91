//! Scratch memory for the rows of a block: kept between calls, because a fresh
//! megabyte costs more than the reduction of a small vector. There are never
//! more buffers than calls that ran at the same time.

use std::mem::MaybeUninit;
use std::sync::Mutex;

/// A cache line: rows are aligned for every datatype and every vector unit.
#[derive(Clone)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Larger buffers than this are freed after the call.
const KEPT: usize = 4 << 20;

/// Up to so many lines lie on the stack: for a vector that is reduced in half a
/// microsecond, taking a buffer and giving it back is a twentieth of the time.
const ON_STACK: usize = 32;

/// The buffers that no call is using.
#[derive(Default)]
pub struct Pool(Mutex<Vec<Vec<Line>>>);

impl Pool {
    /// Runs `work` with at least `bytes` of scratch memory, which holds anything;
    /// none if there is not so much.
    pub fn with<R>(&self, bytes: usize, work: impl FnOnce(*mut u8) -> R) -> Option<R> {
        let lines = bytes.div_ceil(64);
        if lines <= ON_STACK {
            let mut buffer = MaybeUninit::<[Line; ON_STACK]>::uninit();
            return Some(work(buffer.as_mut_ptr().cast()));
        }
        let mut buffer = self.lock().pop().unwrap_or_default();
        if buffer.len() < lines {
            // A fresh one, so that the old contents are not copied.
            buffer = Vec::new();
            // Room to grow, but not for a buffer that is not kept.
            let lines = if bytes <= KEPT / 2 { lines.next_power_of_two() } else { lines };
            buffer.try_reserve_exact(lines).ok()?;
            buffer.resize(lines, Line([0; 64]));
        }
        let result = work(buffer.as_mut_ptr().cast());
        if buffer.len() * 64 <= KEPT {
            self.lock().push(buffer);
        }
        Some(result)
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
        for bytes in [100, ON_STACK * 64, ON_STACK * 64 + 1] {
            let first = pool.with(bytes, |scratch| {
                assert_eq!(scratch as usize % 64, 0);
                // SAFETY: so many bytes were asked for.
                unsafe { scratch.add(bytes - 1).write(1) };
                let nested = pool.with(bytes, |other| other as usize);
                assert_ne!(nested, Some(scratch as usize));
            });
            assert!(first.is_some());
        }
        assert_eq!(pool.lock().len(), 2, "of the longest only");
        assert!(pool.with(usize::MAX / 2, |_| ()).is_none(), "there is no such memory");
        pool.clear();
        assert!(pool.lock().is_empty());
    }
}
