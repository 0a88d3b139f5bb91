//! Pieces of host memory that a GPU's driver has registered, which pins them: copies to and from
//! them are asynchronous and several times as fast. Registering takes longer than a short
//! reduction, so they are kept for later ones.
//!
//! They are registered memory of ours rather than the driver's: when the program destroys the
//! context in which a piece was registered, or resets the device, the piece is pageable again, and
//! still there. Copies need not know the difference.

use super::driver::Driver;
use samebits_base::fault::FatalError;
use samebits_base::lock::lock;
use std::ptr::null_mut;
use std::sync::Mutex;

/// Bytes of the pieces: of one for short vectors, and of one for blocks of long ones.
const SIZES: [usize; 3] = [1 << 16, 1 << 19, MOST];

/// Bytes of the largest one.
pub(super) const MOST: usize = 4 << 20;

/// Bytes that are kept while nobody uses them: of two reductions at a time.
const KEPT: usize = 8 * MOST;

static FREE: Mutex<Vec<Piece>> = Mutex::new(Vec::new());

/// A piece of host memory, pinned if the driver could do that.
#[derive(Debug)]
pub(super) struct Piece {
    start: *mut u8,
    bytes: usize,
    /// A driver has refused to pin it, and is not asked again.
    refused: bool,
}

// SAFETY: the memory is the piece's own.
unsafe impl Send for Piece {}

impl Piece {
    /// A piece of at least so many bytes, up to [`MOST`], for copies to or from an address of a
    /// device.
    pub(super) fn take(driver: &dyn Driver, device: *const u8, bytes: usize) -> Piece {
        let size = SIZES.into_iter().find(|size| *size >= bytes).expect("no more than the most");
        let mut free = lock(&FREE);
        let kept = free.iter().position(|piece| piece.bytes == size);
        let kept = kept.map(|at| free.swap_remove(at));
        drop(free);
        let mut piece = kept.unwrap_or_else(|| Piece::map(size));
        if !piece.refused && !driver.is_pinned(piece.start) {
            // SAFETY: the piece is mapped as long as the process lives, unless it is unpinned.
            piece.refused = unsafe { driver.pin(device, piece.start, size) }.is_err();
        }
        piece
    }

    /// Gives it back. No copy may be under way.
    pub(super) fn give_back(self, driver: &dyn Driver, device: *const u8) {
        let mut free = lock(&FREE);
        let kept: usize = free.iter().map(|piece| piece.bytes).sum();
        if kept + self.bytes <= KEPT {
            free.push(self);
            return;
        }
        drop(free);
        // A piece that the driver still has must stay where it is.
        if driver.unpin(device, self.start).is_ok() || !driver.is_pinned(self.start) {
            // SAFETY: mapped by us, and in nobody's use.
            unsafe { libc::munmap(self.start.cast(), self.bytes) };
        }
    }

    /// Lets go of a piece in which a copy may still be under way: nothing unmaps its memory.
    pub(super) fn leave(self) {}

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn start(&self) -> *mut u8 {
        self.start
    }

    fn map(bytes: usize) -> Piece {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping.
        let start = unsafe { libc::mmap(null_mut(), bytes, access, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            FatalError::panic(format!("cannot allocate {bytes} bytes"));
        }
        // After a fork the pages that are pinned must stay this process's.
        // SAFETY: the mapping just made.
        unsafe { libc::madvise(start, bytes, libc::MADV_DONTFORK) };
        Piece { start: start.cast(), bytes, refused: false }
    }
}
