//! Prefetching of a row that a kernel reads from its beginning to its end.
//!
//! Processors prefetch by themselves, but only up to the end of a page, behind which they have to see
//! some misses again. On aarch64 it is left to them.

use samebits_base::cache_line::CACHE_LINE;

/// How far ahead a kernel prefetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// A page: of rows that may end soon, or lie in a near cache.
    Page,
    /// The next [window](WINDOW), from all of its pages in turn: as if several rows were read at one
    /// time, of each of which the processor prefetches the rest of the page. Of what comes from memory
    /// a core so gets up to a third more in the same time.
    Window,
}

impl Ahead {
    #[inline(always)]
    pub fn of(long: bool) -> Ahead {
        if long {
            Ahead::Window
        } else {
            Ahead::Page
        }
    }
}

const PAGE: usize = 4096;

/// Pages that are read in turn. Two windows fit a first-level cache.
const PAGES: usize = 4;
const WINDOW: usize = PAGES * PAGE;

/// Prefetches for a kernel that is about to read `bytes` bytes, a power of two, at `from`, and then
/// those behind it. What is prefetched need not be mapped.
#[inline(always)]
pub fn prefetch(from: *const u8, bytes: usize, ahead: Ahead) {
    debug_assert!(bytes.is_power_of_two());
    let bytes = bytes.max(CACHE_LINE);
    match ahead {
        Ahead::Page => {
            for line in 0..bytes / CACHE_LINE {
                hint(from.wrapping_add(PAGE + line * CACHE_LINE));
            }
        }
        Ahead::Window => {
            let next = in_next_window(from.addr(), bytes);
            let first = from.wrapping_add(next.wrapping_sub(from.addr()));
            for line in 0..bytes / CACHE_LINE {
                hint(first.wrapping_add(line % PAGES * PAGE + line / PAGES * CACHE_LINE));
            }
        }
    }
}

/// Where in the next window the line lies that is prefetched for the first one of some at an address:
/// for line i of a window, line i / [`PAGES`] of page i mod [`PAGES`].
#[inline(always)]
fn in_next_window(address: usize, bytes: usize) -> usize {
    let line = address % WINDOW / bytes * (bytes / CACHE_LINE);
    address - address % WINDOW + WINDOW + line % PAGES * PAGE + line / PAGES * CACHE_LINE
}

#[inline(always)]
fn hint(_line: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: has no effect but on time.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(_line.cast())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a kernel reads at a time, and wherever the row begins, each line of the next window
    /// is prefetched once.
    #[test]
    fn a_window_is_prefetched_once() {
        for bytes in [64, 128, 256, 512, 1024] {
            for start in [0, 8, 72, bytes / 2 + 16] {
                let base = 5 * WINDOW;
                let mut lines: Vec<usize> = (0..WINDOW / bytes)
                    .flat_map(|step| {
                        let first = in_next_window(base + start % bytes + step * bytes, bytes);
                        let line = |line: usize| line % PAGES * PAGE + line / PAGES * CACHE_LINE;
                        (0..bytes / CACHE_LINE).map(move |i| first + line(i))
                    })
                    .collect();
                lines.sort_unstable();
                let whole = (0..WINDOW / CACHE_LINE).map(|line| base + WINDOW + line * CACHE_LINE);
                assert!(lines.into_iter().eq(whole), "{bytes} from {start} on");
            }
        }
    }
}
