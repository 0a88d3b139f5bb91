pub use samebits_kernel::stores::{prefetch_row, prefetch_write};

/// Prefetches a cache line that other cores have written.
#[inline]
pub(super) fn prefetch_read(line: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which never faults.
    unsafe {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}
