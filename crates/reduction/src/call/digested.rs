//! Digests of the elements in a buffer, for the trace.
//!
//! Cost: a pass over their bytes.

use samebits_mpi::{abi::family::Handle, elements::data::Elements, Library};
use samebits_trace::digest::Digest;

/// The digest of n elements from an address on, if they can be read; `keep` gets their bytes.
///
/// # Safety
/// The buffer holds them. It may be on a device.
#[inline]
pub unsafe fn digest(
    of: (&Library, Handle),
    elements: &Elements,
    at: *const u8,
    n: usize,
    mut keep: Option<&mut Vec<u8>>,
) -> Option<u64> {
    let mut kept = |bytes: &[u8]| {
        if let Some(keep) = &mut keep {
            keep.extend_from_slice(bytes);
        }
    };
    // SAFETY: upheld by the caller.
    if let Some(bytes) = unsafe { elements.at_once(at, n) } {
        kept(bytes);
        return Some(Digest::whole(bytes));
    }
    let mut digest = Digest::of(n * elements.size());
    let mut take = |piece: &[u8]| {
        digest.add(piece);
        kept(piece);
    };
    // SAFETY: likewise.
    match unsafe { elements.each(of, at, n, &mut take) } {
        Ok(()) => Some(digest.finish()),
        Err(_) => None,
    }
}
