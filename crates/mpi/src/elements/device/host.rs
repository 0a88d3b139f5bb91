//! Memory that is certainly the host's, recognised in a few nanoseconds: the stack, the program's
//! variables and the heap below the break, where most small buffers lie. Looking for a driver
//! takes 20 to 40 ns.
//!
//! The end of the heap is read from a variable of the C library, not by sbrk: libraries that
//! intercept that, such as UCX under MPICH, turn it into a system call.

use crate::abi::{dynamic::find_loaded, locate::data};
use once_cell::sync::OnceCell;
use samebits_base::stack::of_this_thread;
use std::{cell::Cell, fs, ops::Range};

/// How far above the current frame an address is the stack's: nothing can be mapped that close.
const STACK: usize = 1 << 20;

/// Whether an address is certainly one of host memory; false proves nothing.
#[inline]
pub fn is_certain(address: *const u8) -> bool {
    on_stack(address) || Fixed::of_this_process().contain(address.addr())
}

/// What stays where it is as long as the process lives.
struct Fixed {
    /// The variables of the program itself.
    variables: Range<usize>,
    /// The start of the heap, and the address of the variable that holds its end.
    heap: Option<(usize, usize)>,
}

impl Fixed {
    #[inline]
    fn of_this_process() -> &'static Fixed {
        static FIXED: OnceCell<Fixed> = OnceCell::new();
        FIXED.get_or_init(|| Fixed { variables: variables(), heap: heap() })
    }

    #[inline]
    fn contain(&self, address: usize) -> bool {
        let in_heap = self.heap.is_some_and(|(start, end)| {
            // SAFETY: a variable of the C library, which is never unloaded. Another thread may
            // write it, but the caller's buffer lies below the old and the new end alike.
            address >= start && address < unsafe { (end as *const usize).read_volatile() }
        });
        in_heap || self.variables.contains(&address)
    }
}

/// The last writable segment of the program; empty where there is none.
#[cold]
fn variables() -> Range<usize> {
    let writable = |(_, flags): &(Range<usize>, u32)| flags & libc::PF_W != 0;
    let segment = find_loaded(|program| Some(program.segments().rfind(writable)));
    segment.flatten().map_or(0..0, |(segment, _)| segment)
}

/// [`Fixed::heap`]; none while there is no heap, or if the C library has no such variable.
#[cold]
fn heap() -> Option<(usize, usize)> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| line.ends_with("[heap]"))?;
    let start = usize::from_str_radix(line.split('-').next()?, 16).ok()?;
    Some((start, data("__curbrk")?))
}

/// Whether an address lies on this thread's stack, in the callers' frames.
#[inline]
fn on_stack(address: *const u8) -> bool {
    thread_local! {
        static BOUNDS: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }
    let local = 0u8;
    let (address, frame) = (address.addr(), (&raw const local).addr());
    if address < frame || address - frame > STACK {
        return false;
    }
    let (mut start, mut end) = BOUNDS.get();
    if end == 0 {
        (start, end) = of_this_thread().map_or((1, 1), |stack| (stack.start, stack.end));
        BOUNDS.set((start, end));
    }
    // A coroutine's frames are not on the thread's own stack.
    start <= frame && frame < end && end - frame <= STACK && address < end
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU8;

    #[test]
    fn each_threads_stack_is_recognised_and_a_mapping_is_not() {
        // Inlined, it would share the buffer's frame, and take the buffer to lie below the frame.
        #[inline(never)]
        fn on_callers_stack(address: *const u8) -> bool {
            on_stack(address)
        }
        let look = || {
            let local = [1u8; 100];
            assert!(on_callers_stack(&local[99]));
            let bounds = of_this_thread().unwrap();
            assert!(bounds.contains(&local.as_ptr().addr()));
            let beyond = std::ptr::without_provenance(bounds.end);
            assert!(!on_callers_stack(beyond), "beyond the stack");
        };
        look();
        std::thread::spawn(look).join().unwrap();
        // So large that malloc maps it.
        let mapped = vec![1u8; 1 << 26];
        assert!(!is_certain(&mapped[1 << 25]));
        assert!(!is_certain(std::ptr::null()));
    }

    /// The heap is known only with a C library that has the variable.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn variables_and_the_heap_below_the_break_are_recognised() {
        static VARIABLE: AtomicU8 = AtomicU8::new(7);
        assert!(is_certain(VARIABLE.as_ptr()));
        let fixed = Fixed::of_this_process();
        let Some((start, end)) = fixed.heap else { return };
        // SAFETY: as in `contain`.
        let end = unsafe { (end as *const usize).read_volatile() };
        assert!(start < end && fixed.contain(start) && fixed.contain(end - 1));
        assert!(!fixed.contain(end) && !fixed.contain(start - 1));
        // SAFETY: changes nothing.
        assert_eq!(end, unsafe { libc::sbrk(0) }.addr());
    }
}
