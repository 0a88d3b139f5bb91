//! Scratch memory for schedules, reused between calls because a fresh megabyte costs more than the
//! reduction of a small vector. There are never more buffers than there were concurrent calls.

use samebits_base::cache_line::{align, Aligned, CACHE_LINE};
use samebits_base::{fault::memory, serial::Serial};
use std::mem::MaybeUninit;

/// Longer buffers are freed after the call: the system takes longer to give their pages than a reduction
/// takes.
const MAX_CACHED: usize = 16 << 20;

/// Up to this many bytes lie on the stack: for a vector that is reduced in half a microsecond,
/// taking a buffer from the pool and putting it back is a twentieth of the time.
const ON_STACK: usize = 2048;

/// The buffers that no call is using.
#[derive(Default)]
pub struct Pool(Serial<Vec<Vec<u8>>>);

impl Pool {
    /// Runs `work` with `bytes` of scratch, which takes up space only where it is written to.
    pub fn with<R>(&self, bytes: usize, work: impl FnOnce(*mut u8) -> R) -> R {
        if bytes <= ON_STACK {
            let mut buffer = MaybeUninit::<Aligned<[u8; ON_STACK]>>::uninit();
            return work(buffer.as_mut_ptr().cast());
        }
        let mut buffer = self.take(bytes);
        let result = work(align(buffer.as_mut_ptr()));
        self.put(buffer);
        result
    }

    /// A buffer that holds `bytes` from its first cache line on.
    pub fn take(&self, bytes: usize) -> Vec<u8> {
        if bytes == 0 {
            return Vec::new();
        }
        let buffer = self.0.lock().pop().unwrap_or_default();
        if buffer.len() >= bytes.saturating_add(CACHE_LINE) {
            return buffer;
        }
        // Growth by doubling, except for a buffer that will be freed.
        let bytes = if bytes <= MAX_CACHED / 2 { bytes.next_power_of_two() } else { bytes };
        // Not resized, which would copy the old contents.
        drop(buffer);
        memory(bytes.saturating_add(CACHE_LINE))
    }

    /// Takes a buffer back.
    pub fn put(&self, buffer: Vec<u8>) {
        if (1..=MAX_CACHED + CACHE_LINE).contains(&buffer.len()) {
            self.0.lock().push(buffer);
        }
    }

    pub fn clear(&self) {
        *self.0.lock() = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_base::fault::FatalError;

    #[test]
    fn a_buffer_is_aligned_and_long_enough_and_reused() {
        let pool = Pool::default();
        for bytes in [100, ON_STACK, ON_STACK + 1] {
            pool.with(bytes, |scratch| {
                assert_eq!(scratch as usize % CACHE_LINE, 0);
                // SAFETY: the buffer has so many bytes.
                unsafe { scratch.add(bytes - 1).write(1) };
                let nested = pool.with(bytes, |other| other as usize);
                assert_ne!(nested, scratch as usize);
            });
        }
        assert_eq!(pool.0.lock().len(), 2, "of the longest only");
        pool.clear();
        assert!(pool.0.lock().is_empty());
    }

    #[test]
    fn without_memory_it_fails_with_the_number_of_bytes() {
        let none = std::panic::catch_unwind(|| Pool::default().with(usize::MAX / 4, |_| ()));
        let FatalError(why) = *none.unwrap_err().downcast().unwrap();
        assert!(why.starts_with("cannot allocate 461168601842738"), "{why}");
    }
}
