//! Lines of memory that are fetched before they are needed.

/// Has the processor fetch a line that others have written.
#[inline]
pub(super) fn read_soon(line: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which faults nowhere.
    unsafe {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        _mm_prefetch::<_MM_HINT_T0>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

/// Has the processor make a line this core's own, while nobody waits for it: others have read
/// what is in it, and it would be fetched from them when it is written.
#[inline]
pub(super) fn own_soon(line: *mut u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which faults nowhere.
    unsafe {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_ET0};
        _mm_prefetch::<_MM_HINT_ET0>(line.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}
