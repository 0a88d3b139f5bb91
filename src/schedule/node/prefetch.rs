pub use crate::kernel::stores::{prefetch_row, prefetch_write};

/// Prefetches all cache lines of a row that other cores have written.
#[inline]
pub(super) fn prefetch_written(row: *const u8, bytes: usize) {
    let end = bytes + row.addr() % 64;
    (0..end).step_by(64).for_each(|at| prefetch_read(row.wrapping_add(at)));
}

/// Prefetches a cache line that other cores have written.
#[inline]
pub(super) fn prefetch_read(line: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which never faults.
    unsafe {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}
