//! Copying into memory that another core has in its cache, by the kinds of stores that the
//! processor has. All copy the same bytes, at any alignment.
//!
//! - Ordinary ones: a line that another core holds comes over before it is written, and few are on
//!   their way at a time.
//! - Ordinary ones, with each line requested for writing [`DISTANCE`] bytes ahead.
//! - Past the caches (non-temporal), whole lines only: what another core holds is discarded there.
//!   The reader gets the line from memory. These are weakly ordered: [`Stores::fence`].
//!
//! Which takes the least time depends on whether the cores share a cache (`make bench CALL=stores`),
//! so nobody can tell without trying.

#[cfg(target_arch = "x86_64")]
use super::simd::{for_each_unit, Simd, Unit};
use samebits_base::cache_line::CACHE_LINE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    Ordinary,
    #[cfg(target_arch = "x86_64")]
    Prefetched,
    #[cfg(target_arch = "x86_64")]
    Streaming,
}

/// The kinds that the processor has, by their names in the environment, ordinary ones first.
/// (aarch64 has hints to the same ends, which nobody has measured.)
pub const ALL: &[(&str, Stores)] = &[
    ("ordinary", Stores::Ordinary),
    #[cfg(target_arch = "x86_64")]
    ("prefetch", Stores::Prefetched),
    #[cfg(target_arch = "x86_64")]
    ("stream", Stores::Streaming),
];

/// How far ahead of the copy a line is requested.
#[cfg(target_arch = "x86_64")]
const DISTANCE: usize = 1 << 10;

impl Stores {
    pub fn from_text(text: &str) -> Option<Stores> {
        ALL.iter().find(|(name, _)| *name == text).map(|(_, stores)| *stores)
    }

    /// Copies bytes. Before anything publishes them, or this thread looks at them,
    /// [`Stores::fence`] has to be called.
    ///
    /// # Safety
    /// There are as many bytes in both places, which do not overlap.
    #[inline]
    pub unsafe fn copy(self, from: *const u8, to: *mut u8, bytes: usize) {
        // SAFETY: upheld by the caller; the processor has its best unit.
        unsafe {
            match self {
                Stores::Ordinary => std::ptr::copy_nonoverlapping(from, to, bytes),
                #[cfg(target_arch = "x86_64")]
                Stores::Prefetched => prefetched_copy(Unit::best())(from, to, bytes),
                #[cfg(target_arch = "x86_64")]
                Stores::Streaming => streaming_copy(Unit::best())(from, to, bytes),
            }
        }
    }

    /// Orders all that was copied before whatever this thread stores next.
    #[inline]
    pub fn fence(self) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if self == Stores::Streaming {
            // SAFETY: every x86-64 has it.
            unsafe { std::arch::x86_64::_mm_sfence() }
        }
    }
}

/// Copies a row, unless it is there already; a single number without a call.
///
/// # Safety
/// There are as many bytes in both places.
#[inline]
pub unsafe fn copy_row(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: upheld by the caller.
    unsafe {
        if bytes == 8 {
            to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned());
        } else {
            std::ptr::copy(from, to, bytes);
        }
    }
}

/// Requests exclusive ownership of a cache line that other cores have read, before it is written.
#[inline(always)]
pub fn prefetch_write(line: *mut u8) {
    // (The compiler makes of its intrinsic a prefetch for reading, unless it is told of a processor
    // that has the other one. Those without it do nothing here.)
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint, which never faults.
    unsafe {
        std::arch::asm!(
            "prefetchw byte ptr [{}]",
            in(reg) line,
            options(nostack, preserves_flags, readonly)
        );
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}

/// Bytes up to which a row that will be written is requested as a whole: it stays in the core's cache.
const WHOLE: usize = 16 << 10;

/// Likewise of all lines of a row, if it is short.
#[inline]
pub fn prefetch_row(row: *mut u8, bytes: usize) {
    if (1..=WHOLE).contains(&bytes) {
        let end = bytes + row.addr() % CACHE_LINE;
        (0..end).step_by(CACHE_LINE).for_each(|at| prefetch_write(row.wrapping_add(at)));
    }
}

#[cfg(target_arch = "x86_64")]
for_each_unit! {
    prefetched_copy[][](from: *const u8, to: *mut u8, bytes: usize) -> () = copy_prefetched
}

#[cfg(target_arch = "x86_64")]
for_each_unit! {
    streaming_copy[][](from: *const u8, to: *mut u8, bytes: usize) -> () = copy_streaming
}

/// No line behind the last one is requested: others may be at work there.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn copy_prefetched<V: Simd>(from: *const u8, to: *mut u8, bytes: usize) {
    for at in (0..bytes.min(DISTANCE)).step_by(CACHE_LINE) {
        prefetch_write(to.wrapping_add(at));
    }
    let whole = bytes - bytes % CACHE_LINE;
    // SAFETY: all of it lies within the bytes that the caller passes.
    unsafe {
        for line in (0..whole).step_by(CACHE_LINE) {
            if line + DISTANCE < bytes {
                prefetch_write(to.wrapping_add(line + DISTANCE));
            }
            for at in (line..line + CACHE_LINE).step_by(size_of::<V>()) {
                V::load(from.add(at)).store(to.add(at));
            }
        }
        std::ptr::copy_nonoverlapping(from.add(whole), to.add(whole), bytes - whole);
    }
}

/// What lies before the first whole line and behind the last one is stored in the ordinary way.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn copy_streaming<V: Simd>(from: *const u8, to: *mut u8, bytes: usize) {
    let head = (to.addr().wrapping_neg() % CACHE_LINE).min(bytes);
    let whole = (bytes - head) / CACHE_LINE * CACHE_LINE;
    let tail = head + whole;
    // SAFETY: all of it lies within the bytes that the caller passes; lines are aligned for any
    // vector.
    unsafe {
        std::ptr::copy_nonoverlapping(from, to, head);
        for at in (head..tail).step_by(size_of::<V>()) {
            V::load(from.add(at)).stream(to.add(at));
        }
        std::ptr::copy_nonoverlapping(from.add(tail), to.add(tail), bytes - tail);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Copy = unsafe fn(*const u8, *mut u8, usize);

    /// Each kind by each unit.
    fn copies() -> Vec<(String, Copy)> {
        unsafe fn ordinary(from: *const u8, to: *mut u8, bytes: usize) {
            // SAFETY: upheld by the caller.
            unsafe { Stores::Ordinary.copy(from, to, bytes) }
        }
        #[allow(unused_mut)]
        let mut all: Vec<(String, Copy)> = vec![("ordinary".into(), ordinary)];
        #[cfg(target_arch = "x86_64")]
        for unit in Unit::available() {
            all.push((format!("prefetch by {}", unit.name()), prefetched_copy(unit)));
            all.push((format!("stream by {}", unit.name()), streaming_copy(unit)));
        }
        all
    }

    /// Every length up to a few lines, and around multiples of a line, of the distance of
    /// prefetching and of a page; every alignment of the destination in a line, some of the source.
    #[test]
    fn every_kind_copies_the_same_bytes_and_no_others() {
        const GUARD: u8 = 0xa5;
        let step = if cfg!(miri) { 23 } else { 1 };
        let around = |middle: usize| (middle - 2..=middle + 2).collect::<Vec<_>>();
        let mut lengths: Vec<usize> = (0..=200).step_by(step).collect();
        lengths.extend([512, 1024, 1024 + 64, 2048, 4096].into_iter().flat_map(around));
        let room = 4096 + 64 * 4;
        let source: Vec<u8> = (0..room).map(|i| (i * 37 % 251) as u8).collect();
        let mut memory = vec![GUARD; room + 64];
        let base = memory.as_ptr().addr().wrapping_neg() % CACHE_LINE;
        for (name, copy) in copies() {
            for &bytes in &lengths {
                let shifts = if bytes > 300 { 7 } else { 1 } * step;
                for shift in (0..64).step_by(shifts) {
                    for offset in [0, 1, 8, 33] {
                        let (from, at) = (&source[offset..][..bytes], base + 64 + shift);
                        // SAFETY: as many bytes in both, which are apart.
                        unsafe { copy(from.as_ptr(), memory[at..][..bytes].as_mut_ptr(), bytes) };
                        for (_, stores) in ALL {
                            stores.fence();
                        }
                        let what = format!("{name}: {bytes} bytes, to {shift}, from {offset}");
                        assert!(memory[at..][..bytes] == *from, "{what}");
                        let before = memory[..at].iter().all(|&byte| byte == GUARD);
                        let behind = memory[at + bytes..].iter().all(|&byte| byte == GUARD);
                        assert!(before && behind, "{what}: beyond");
                        memory[at..][..bytes].fill(GUARD);
                    }
                }
            }
        }
    }

    #[test]
    fn kinds_have_names() {
        for (name, stores) in ALL {
            assert_eq!(Stores::from_text(name), Some(*stores));
        }
        assert_eq!(ALL[0].1, Stores::Ordinary);
        assert_eq!(Stores::from_text("auto"), None);
    }
}
