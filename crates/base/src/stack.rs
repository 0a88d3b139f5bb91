//! Work that takes more stack than small threads and fibers have: where less than [`ENOUGH`] is left,
//! it goes on on a stack of samebits' own.
//!
//! A thread of the program's may have 16 KiB, and a fiber too. Its own calls of MPI fit; what samebits
//! makes of them must not take more, neither what it does once for all calls, nor its kernels, nor what
//! it makes the MPI library do beside them (MPICH 4.0.2 makes a communicator in 133 KB). Operators and
//! error handlers of the program's that are called meanwhile have more room than they had.
//!
//! Cost: where there is enough, a comparison with where the stack ends; where there is not, some ten
//! nanoseconds, and pages that are kept for the next time.

use crate::lock::lock;
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Bytes of a stack that are enough for everything that samebits does.
const ENOUGH: usize = 1 << 20;

/// Bytes of ours: as many as programs start with, which take up space where they are written to.
const LENGTH: usize = 8 << 20;

/// At its low end: what would write beyond the stack ends the process.
const GUARD: usize = 64 << 10;

/// Stacks that are kept: as many as threads are likely to need at one time.
const MOST_KEPT: usize = 4;

/// Does some work where there is room for it.
#[inline]
pub fn with_room<R>(work: impl FnOnce() -> R) -> R {
    // (Apart, or its variables would be in the caller's frame.)
    #[inline(never)]
    fn apart<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    match has_room() {
        true => apart(work),
        false => on_own_stack(|| apart(work)),
    }
}

/// Where the first thread's stack has room, once that is known; nowhere until then. Nearly all calls
/// are made there.
static FIRST: [AtomicUsize; 2] = [AtomicUsize::new(usize::MAX), AtomicUsize::new(0)];

/// From now on all work stays on the stack that it is called on.
pub fn never_switch() {
    let [low, high] = &FIRST;
    low.store(0, Ordering::Relaxed);
    high.store(usize::MAX, Ordering::Relaxed);
}

/// Whether enough is left of this thread's stack, or of ours; not on any other one.
#[inline]
fn has_room() -> bool {
    let local = 0u8;
    let here = (&raw const local) as usize;
    let [low, high] = &FIRST;
    (low.load(Ordering::Relaxed)..high.load(Ordering::Relaxed)).contains(&here)
        || has_room_on_this_thread(here)
}

/// The same on any other thread, and once on the first.
#[inline(never)]
fn has_room_on_this_thread(here: usize) -> bool {
    if has_room_on_ours(here) {
        return true;
    }
    thread_local! {
        static BOUNDS: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
    }
    let (low, high) = BOUNDS.get().unwrap_or_else(|| {
        let (low, high) = bounds();
        // SAFETY: may be called at any time.
        if unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) } {
            let [first, last] = &FIRST;
            last.store(high, Ordering::Relaxed);
            first.store(low, Ordering::Relaxed);
        }
        BOUNDS.set(Some((low, high)));
        (low, high)
    });
    (low..high).contains(&here)
}

/// Where enough of this thread's stack is left; nowhere if that is unknown.
fn bounds() -> (usize, usize) {
    match of_this_thread() {
        _ if cfg!(miri) => (0, usize::MAX),
        Some(stack) => (stack.start + ENOUGH, stack.end),
        None => (0, 0),
    }
}

/// The stack that this thread was started with, if that is known.
#[cold]
pub fn of_this_thread() -> Option<Range<usize>> {
    // SAFETY: pthread_getattr_np initialises the attributes before they are read and destroyed.
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

/// Where stacks of ours begin; 0 for none. (Work on others looks for yet another one.)
static OURS: [AtomicUsize; 8] = [const { AtomicUsize::new(0) }; 8];

/// Whether that is on one of ours, and enough of it is left.
fn has_room_on_ours(here: usize) -> bool {
    let has_room = |low: &AtomicUsize| {
        let low = low.load(Ordering::Relaxed) + GUARD;
        (low + ENOUGH..low + LENGTH).contains(&here)
    };
    OURS.iter().any(has_room)
}

/// Puts one address in the place of another one.
fn replace(old: usize, new: usize) {
    let put = |place: &AtomicUsize| {
        place.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    };
    OURS.iter().any(put);
}

/// The stacks that nobody is on.
static KEPT: Mutex<Vec<Stack>> = Mutex::new(Vec::new());

/// The low end of the memory of a stack, the guard included.
struct Stack(usize);

impl Stack {
    /// `None` if there is no memory.
    fn take() -> Option<Stack> {
        if let Some(stack) = lock(&KEPT).pop() {
            return Some(stack);
        }
        let (rights, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE);
        let flags = flags | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: new memory, of which some pages are protected.
        unsafe {
            let low = libc::mmap(std::ptr::null_mut(), GUARD + LENGTH, rights, flags, -1, 0);
            if low == libc::MAP_FAILED {
                return None;
            }
            libc::mprotect(low, GUARD, libc::PROT_NONE);
            replace(0, low as usize);
            Some(Stack(low as usize))
        }
    }

    fn top(&self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.0 + GUARD + LENGTH)
    }
}

/// A stack that is in use, and kept afterwards.
struct Taken(Option<Stack>);

impl Drop for Taken {
    fn drop(&mut self) {
        let mut kept = lock(&KEPT);
        if kept.len() < MOST_KEPT {
            kept.extend(self.0.take());
        }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        replace(self.0, 0);
        // SAFETY: mapped by `take`; nobody is on it.
        unsafe { libc::munmap(self.0 as *mut c_void, GUARD + LENGTH) };
    }
}

/// Work, and what has come of it.
struct Job<F, R>(Option<F>, Option<R>);

#[cold]
#[inline(never)]
fn on_own_stack<R, F: FnOnce() -> R>(work: F) -> R {
    unsafe extern "C-unwind" fn perform<R, F: FnOnce() -> R>(job: *mut c_void) {
        // SAFETY: the job of the caller, who waits for it.
        let Job(work, result) = unsafe { &mut *job.cast::<Job<F, R>>() };
        *result = work.take().map(|work| work());
    }
    let stack = Taken(Stack::take());
    let Some(top) = stack.0.as_ref().map(Stack::top) else { return work() };
    let mut job = Job(Some(work), None);
    // SAFETY: a stack that nobody else is on, and a job of those types.
    unsafe { on_stack((&raw mut job).cast(), perform::<R, F>, top) };
    drop(stack);
    job.1.expect("the work was done")
}

/// The function of that name, whose code is that of the processor. The frame pointer leads back to
/// the stack that was left, so panics and exceptions unwind through it.
#[cfg(not(miri))]
macro_rules! on_stack {
    ($($line:literal)*) => {
        std::arch::global_asm!(
            ".pushsection .text.samebits_on_stack,\"ax\",@progbits",
            ".p2align 4",
            ".globl samebits_on_stack",
            ".hidden samebits_on_stack",
            ".type samebits_on_stack,@function",
            "samebits_on_stack:",
            ".cfi_startproc",
            $($line,)*
            ".cfi_endproc",
            ".size samebits_on_stack, . - samebits_on_stack",
            ".popsection",
        );
    };
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
on_stack! {
    "push rbp"
    ".cfi_def_cfa_offset 16"
    ".cfi_offset rbp, -16"
    "mov rbp, rsp"
    ".cfi_def_cfa_register rbp"
    "mov rsp, rdx"
    "call rsi"
    "mov rsp, rbp"
    "pop rbp"
    ".cfi_def_cfa rsp, 8"
    "ret"
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
on_stack! {
    "stp x29, x30, [sp, #-16]!"
    ".cfi_def_cfa_offset 16"
    ".cfi_offset x29, -16"
    ".cfi_offset x30, -8"
    "mov x29, sp"
    ".cfi_def_cfa x29, 16"
    "mov sp, x2"
    "blr x1"
    "mov sp, x29"
    ".cfi_def_cfa sp, 16"
    "ldp x29, x30, [sp], #16"
    ".cfi_def_cfa_offset 0"
    "ret"
}

#[cfg(not(miri))]
extern "C-unwind" {
    /// Calls a function with an argument on a stack that ends at `top`.
    ///
    /// # Safety
    /// The function may be called with the argument, and nobody else is on the stack.
    #[link_name = "samebits_on_stack"]
    fn on_stack(
        argument: *mut c_void,
        function: unsafe extern "C-unwind" fn(*mut c_void),
        top: *mut c_void,
    );
}

/// Where there are no other stacks.
#[cfg(miri)]
unsafe extern "C-unwind" fn on_stack(
    argument: *mut c_void,
    function: unsafe extern "C-unwind" fn(*mut c_void),
    _top: *mut c_void,
) {
    // SAFETY: upheld by the caller.
    unsafe { function(argument) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;
    use std::panic::{catch_unwind, resume_unwind};
    use std::thread;

    /// An address on the current stack.
    #[inline(never)]
    fn here() -> usize {
        let local = 0u8;
        black_box(&raw const local) as usize
    }

    /// Runs a test on a thread with so much stack.
    fn on_thread(bytes: usize, test: impl FnOnce() + Send + 'static) {
        thread::Builder::new().stack_size(bytes).spawn(test).unwrap().join().unwrap();
    }

    /// Writes to so much of the stack.
    #[inline(never)]
    fn deep(levels: u64) -> u64 {
        let filled = black_box([levels; 1 << 10]);
        let below = if levels == 0 { 0 } else { deep(levels - 1) };
        below + filled[(levels % 7) as usize]
    }

    #[test]
    fn where_there_is_enough_it_stays() {
        on_thread(4 << 20, || {
            let (outside, inside) = (here(), with_room(here));
            assert!(outside.abs_diff(inside) < 64 << 10 && !has_room_on_ours(inside));
        });
    }

    #[test]
    #[cfg_attr(miri, ignore)] // where there are no other stacks
    fn a_thread_with_little_does_deep_work() {
        on_thread(64 << 10, || {
            let outside = here();
            let (inside, sum) = with_room(|| (here(), deep(100)));
            assert!(!has_room_on_ours(outside) && has_room_on_ours(inside));
            assert_eq!(sum, 5050);
            // Where there is room.
            assert!(with_room(|| with_room(here).abs_diff(here())) < 64 << 10);
        });
    }

    #[test]
    #[cfg_attr(miri, ignore)] // where there are no other stacks
    fn what_is_thrown_comes_out_and_the_stack_is_taken_again() {
        on_thread(64 << 10, || {
            for turn in 0..100 {
                let thrown = catch_unwind(|| with_room(|| resume_unwind(Box::new(turn))));
                assert_eq!(*thrown.unwrap_err().downcast::<i32>().unwrap(), turn);
                assert_eq!(with_room(|| turn), turn);
            }
        });
    }

    #[test]
    #[cfg_attr(miri, ignore)] // where there are no other stacks
    fn several_threads_have_one_each() {
        let threads = (0..3 * MOST_KEPT as u64).map(|i| {
            let work = move || with_room(|| deep(50 + i));
            thread::Builder::new().stack_size(32 << 10).spawn(work).unwrap()
        });
        let sums: Vec<u64> =
            threads.collect::<Vec<_>>().into_iter().map(|t| t.join().unwrap()).collect();
        let expected = |n: u64| n * (n + 1) / 2;
        assert!((50..).zip(sums).all(|(n, sum)| sum == expected(n)));
        assert!(lock(&KEPT).len() <= MOST_KEPT);
    }
}
