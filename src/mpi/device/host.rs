//! Memory that is certainly the host's, told in a few nanoseconds: where small
//! buffers mostly lie. Looking for a driver costs ten times as much.

use libc::c_void;
use once_cell::sync::OnceCell;
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A stack is trusted so far above the current frame: as near to its end nothing
/// else can be mapped, even where its size is unlimited.
const STACK: usize = 1 << 20;

/// The heap is not taken to have grown by more since it was last looked at.
const GROWTH: usize = 1 << 32;

/// Whether an address lies on this thread's stack or in the heap that brk moves.
/// (A "no" says nothing.)
#[inline]
pub fn certainly(address: *const u8) -> bool {
    let address = address.addr();
    on_stack(address) || in_heap(address)
}

/// In the callers' frames.
#[inline]
fn on_stack(address: usize) -> bool {
    thread_local! {
        static BOUNDS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }
    let here = 0u8;
    let frame = (&raw const here).addr();
    if address < frame || address - frame > STACK {
        return false;
    }
    let (mut start, mut end) = BOUNDS.get();
    if end == 0 {
        (start, end) = stack().map_or((1, 1), |stack| (stack.start, stack.end));
        BOUNDS.set((start, end));
    }
    // A coroutine's frames are not on the thread's own stack.
    start <= frame && frame < end && end - frame <= STACK && address < end
}

/// This thread's stack.
#[cold]
fn stack() -> Option<Range<usize>> {
    // SAFETY: all-zero is a valid place for attributes; they are initialised by
    // pthread_getattr_np before they are read and destroyed.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut start, mut size): (*mut c_void, usize) = (std::ptr::null_mut(), 0);
        let code = libc::pthread_attr_getstack(&attributes, &mut start, &mut size);
        libc::pthread_attr_destroy(&mut attributes);
        (code == 0).then(|| start.addr()..start.addr() + size)
    }
}

/// Whether the break has been beyond an address: nothing else is mapped there
/// afterwards, unless the kernel has no other room. The break is asked for only near the last
/// known place: libraries that watch it, as UCX does under MPICH, make a system
/// call of the question.
#[inline]
fn in_heap(address: usize) -> bool {
    static START: OnceCell<usize> = OnceCell::new();
    static END: AtomicUsize = AtomicUsize::new(0);
    let start = *START.get_or_init(|| heap_start().unwrap_or(usize::MAX));
    let end = END.load(Ordering::Relaxed).max(start);
    if (start..end).contains(&address) {
        return true;
    }
    if address < start || address - end >= GROWTH {
        return false;
    }
    let end = heap_end();
    END.fetch_max(end, Ordering::Relaxed);
    address < end
}

/// Where the heap ends.
#[cold]
fn heap_end() -> usize {
    // SAFETY: moves nothing.
    unsafe { libc::sbrk(0) }.addr()
}

/// Where the heap begins, if there is one by now.
#[cold]
fn heap_start() -> Option<usize> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| line.ends_with("[heap]"))?;
    usize::from_str_radix(line.split('-').next()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_of_each_thread_is_the_hosts_and_a_mapping_is_not_known() {
        let look = || {
            let here = [1u8; 100];
            assert!(certainly(&here[99]));
            let bounds = stack().unwrap();
            assert!(bounds.contains(&here.as_ptr().addr()));
            assert!(!certainly(std::ptr::without_provenance(bounds.end)), "beyond the stack");
        };
        look();
        std::thread::spawn(look).join().unwrap();
        // So large that malloc maps it.
        let mapped = vec![1u8; 1 << 26];
        assert!(!certainly(&mapped[1 << 25]));
        assert!(!certainly(std::ptr::null()));
    }

    #[test]
    fn the_heap_is_the_hosts() {
        let end = heap_end();
        let start = heap_start().expect("there is a heap");
        assert!(start < end);
        assert!(certainly(std::ptr::without_provenance(start)));
        assert!(certainly(std::ptr::without_provenance(end - 1)));
        assert!(!certainly(std::ptr::without_provenance(start - 1)));
        assert!(!certainly(std::ptr::without_provenance(end + (1 << 20))), "it may grow so far");
        assert!(!certainly(std::ptr::without_provenance(end + 2 * GROWTH)));
    }
}
