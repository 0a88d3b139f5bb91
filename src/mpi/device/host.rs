//! Memory that is certainly the host's, told in a few nanoseconds: the stack, where
//! small buffers mostly lie. Looking for a driver takes some 20 ns. (The heap cannot
//! be told so: where it ends now only the kernel knows, and libraries that watch it,
//! as UCX does under MPICH, make a system call of the question.)

use libc::c_void;
use std::cell::Cell;
use std::ops::Range;

/// A stack is trusted so far above the current frame: as near to its end nothing
/// else can be mapped, even where its size is unlimited.
const STACK: usize = 1 << 20;

/// Whether an address lies on this thread's stack, in the callers' frames. (A "no"
/// says nothing.)
#[inline]
pub fn certainly(address: *const u8) -> bool {
    thread_local! {
        static BOUNDS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }
    let here = 0u8;
    let (address, frame) = (address.addr(), (&raw const here).addr());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_of_each_thread_is_the_hosts_and_a_mapping_is_not_known() {
        // Inlined, its frame is that of the buffer, which may lie below what it takes
        // for the frame's end.
        #[inline(never)]
        fn asked_by_a_callee(address: *const u8) -> bool {
            certainly(address)
        }
        let look = || {
            let here = [1u8; 100];
            assert!(asked_by_a_callee(&here[99]));
            let bounds = stack().unwrap();
            assert!(bounds.contains(&here.as_ptr().addr()));
            let beyond = std::ptr::without_provenance(bounds.end);
            assert!(!asked_by_a_callee(beyond), "beyond the stack");
        };
        look();
        std::thread::spawn(look).join().unwrap();
        // So large that malloc maps it.
        let mapped = vec![1u8; 1 << 26];
        assert!(!asked_by_a_callee(&mapped[1 << 25]));
        assert!(!asked_by_a_callee(std::ptr::null()));
    }
}
