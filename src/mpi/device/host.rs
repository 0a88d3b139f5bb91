//! Memory that is certainly the host's, told in a few nanoseconds: the stack, the program's
//! variables and the heap below the break, where small buffers mostly lie. Looking for a driver
//! takes 20 to 40 ns.
//!
//! Where the heap ends the C library says in a variable. (sbrk is not asked: libraries that watch
//! it, as UCX does under MPICH, make a system call of the question.)

use crate::mpi::locate::data;
use libc::{c_int, c_void, size_t};
use once_cell::sync::OnceCell;
use std::cell::Cell;
use std::fs;
use std::ops::Range;

/// A stack is trusted so far above the current frame: as near to its end nothing
/// else can be mapped, even where its size is unlimited.
const STACK: usize = 1 << 20;

/// Whether an address leads to memory of the host. (A "no" says nothing.)
#[inline]
pub fn certainly(address: *const u8) -> bool {
    on_stack(address) || Fixed::of_this_process().contain(address.addr())
}

/// What lies where it does for as long as the process lives.
#[derive(Debug)]
struct Fixed {
    /// The variables of the program itself.
    variables: Range<usize>,
    /// Where the heap begins, and where its end is to be read.
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
            // SAFETY: a variable of the C library, which stays. (Another thread may write it:
            // whatever is read was the end a moment ago, and the caller's buffer lies below it
            // all the time.)
            address >= start && address < unsafe { (end as *const usize).read_volatile() }
        });
        in_heap || self.variables.contains(&address)
    }
}

/// The last segment of the program, the one that is written to; empty where there is none.
#[cold]
fn variables() -> Range<usize> {
    unsafe extern "C" fn first(
        info: *mut libc::dl_phdr_info,
        _size: size_t,
        found: *mut c_void,
    ) -> c_int {
        // SAFETY: called by dl_iterate_phdr with a valid entry and our range.
        unsafe {
            let headers = std::slice::from_raw_parts((*info).dlpi_phdr, (*info).dlpi_phnum.into());
            let writable =
                |h: &&libc::Elf64_Phdr| h.p_type == libc::PT_LOAD && h.p_flags & libc::PF_W != 0;
            if let Some(segment) = headers.iter().rfind(writable) {
                let start = ((*info).dlpi_addr + segment.p_vaddr) as usize;
                *found.cast::<Range<usize>>() = start..start + segment.p_memsz as usize;
            }
        }
        1 // The program is the first.
    }
    let mut found = 0..0;
    // SAFETY: the callback gets the address of the range, which outlives it.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut found).cast()) };
    found
}

/// Where the heap begins, and the address of the variable that says where it ends; none where
/// there is no heap yet, or the C library has no such variable.
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
            on_stack(address)
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
        assert!(!certainly(&mapped[1 << 25]));
        assert!(!certainly(std::ptr::null()));
    }

    /// Of the program's variables the tests' own binary has some, and malloc of the first thread
    /// takes small pieces from below the break; where the C library is another one, none is known.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn variables_and_the_heap_below_the_break_are_the_hosts() {
        static VARIABLE: Written = Written(Cell::new(7));
        assert!(certainly(VARIABLE.0.as_ptr().cast()));
        let fixed = Fixed::of_this_process();
        let Some((start, end)) = fixed.heap else { return };
        // SAFETY: as in `contain`.
        let end = unsafe { (end as *const usize).read_volatile() };
        assert!(start < end && fixed.contain(start) && fixed.contain(end - 1));
        assert!(!fixed.contain(end) && !fixed.contain(start - 1));
        // SAFETY: asks where the heap ends.
        assert_eq!(end, unsafe { libc::sbrk(0) }.addr());
    }

    struct Written(Cell<u8>);
    // SAFETY: nobody writes it.
    unsafe impl Sync for Written {}
}
