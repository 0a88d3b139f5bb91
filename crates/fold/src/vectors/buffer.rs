//! Aligned memory for what operations demand it of.

use super::ALIGNMENT;
use samebits_base::fault::{memory, Outcome};

/// Bytes of a row that are copied to aligned memory at a time: they stay in the first-level cache.
const PIECE: usize = 8 << 10;

/// Memory aligned to [`ALIGNMENT`], all zero.
pub struct AlignedBuffer {
    _memory: Vec<u8>,
    start: *mut u8,
}

impl AlignedBuffer {
    pub fn new(bytes: usize) -> AlignedBuffer {
        let mut memory = memory(if bytes == 0 { 0 } else { bytes + ALIGNMENT });
        let start = memory.as_mut_ptr();
        let start = start.wrapping_add(start.align_offset(ALIGNMENT));
        AlignedBuffer { _memory: memory, start }
    }

    pub fn at(&self, offset: usize) -> *mut u8 {
        self.start.wrapping_add(offset)
    }
}

/// Copies a row of n elements of `size` bytes to `into`, piece by piece through aligned memory, in
/// which `work` changes each piece. Safety: the row is there, and room at `into`, apart from it;
/// both may have any alignment.
pub unsafe fn in_aligned_pieces(
    row: *const u8,
    n: usize,
    size: usize,
    into: *mut u8,
    work: impl Fn(*mut u8, usize) -> Outcome,
) -> Outcome {
    let piece = (PIECE / size).clamp(1, n.max(1));
    let buffer = AlignedBuffer::new(piece * size);
    for from in (0..n).step_by(piece) {
        let (length, offset) = (piece.min(n - from), from * size);
        // SAFETY: pieces of the rows.
        unsafe {
            std::ptr::copy_nonoverlapping(row.add(offset), buffer.at(0), length * size);
            work(buffer.at(0), length)?;
            std::ptr::copy_nonoverlapping(buffer.at(0), into.add(offset), length * size);
        }
    }
    Ok(())
}
