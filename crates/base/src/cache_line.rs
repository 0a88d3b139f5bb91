//! The cache line: what a processor moves between its caches, and between cores, at a time.
//!
//! What different cores write lies in different lines. Rows that begin with a line are aligned for
//! every datatype and for every vector register.

/// Bytes of a cache line on x86-64, and on nearly all of aarch64. (Where it is longer, only time is
/// lost.)
pub const CACHE_LINE: usize = 64;

/// Bytes of two cache lines. Some processors fetch the adjacent one, too, so what one core writes and
/// another one waits for has two.
pub const TWO_CACHE_LINES: usize = 2 * CACHE_LINE;

/// A value that begins with a cache line.
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);
const _: () = assert!(align_of::<Aligned<u8>>() == CACHE_LINE);

/// The first address from this one on where a cache line begins: less than [`CACHE_LINE`] bytes
/// behind it.
#[inline]
pub fn align(start: *mut u8) -> *mut u8 {
    start.wrapping_add(start.align_offset(CACHE_LINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_at_the_next_multiple_of_its_length() {
        let mut lines = Aligned([0u8; TWO_CACHE_LINES]);
        let start = lines.0.as_mut_ptr();
        assert_eq!(align(start), start);
        for offset in 1..=CACHE_LINE {
            assert_eq!(align(start.wrapping_add(offset)), start.wrapping_add(CACHE_LINE));
        }
    }
}
