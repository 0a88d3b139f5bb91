//! Where an exported function was called from: its return address.
//!
//! Unwinding the stack takes a microsecond, more than a short reduction. But the frame of a function
//! has one layout, so the distance from a variable of it to the word that holds its return address
//! is the same in every call. It is found by unwinding in the first one, and whenever the word
//! there is an address that has not been seen as one.
//!
//! A layer between programs and C, as the Fortran library of an MPI, is no place in a program: what has
//! called that is looked for, by unwinding each time.
//!
//! Cost: a load and a look-up; 2 µs for each new place in the program, and for each call by a layer.

use libc::{c_int, c_void};
use once_cell::sync::OnceCell;
use samebits_base::lock::lock;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// What is known of the frame of an exported function.
#[derive(Debug)]
pub struct Frame {
    /// From a variable of it to its return address, in bytes; zero while that is not known.
    distance: AtomicUsize,
    /// The return address of its last call.
    last: AtomicUsize,
}

/// An address within the frame of the exported function that is running.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

impl Mark {
    /// Of a variable of that function.
    #[inline(always)]
    pub fn of(variable: &u8) -> Mark {
        Mark(std::ptr::from_ref(variable).addr())
    }
}

/// Farther from the variable than any frame is long.
const MOST: usize = 1 << 20;

/// Where the layer is.
static LAYER: OnceCell<Range<usize>> = OnceCell::new();

/// Calls from these addresses are those of what has called there.
pub fn pass_over(layer: Range<usize>) {
    LAYER.get_or_init(|| layer);
}

fn is_layer(address: usize) -> bool {
    LAYER.get().is_some_and(|layer| layer.contains(&address))
}

/// The return addresses that unwinding has found.
static SEEN: Mutex<Option<HashSet<usize>>> = Mutex::new(None);

impl Frame {
    pub const fn new() -> Frame {
        Frame { distance: AtomicUsize::new(0), last: AtomicUsize::new(0) }
    }

    /// The return address of the function that has this frame and that variable.
    pub fn caller(&self, mark: Mark) -> usize {
        let distance = self.distance.load(Ordering::Relaxed);
        if distance != 0 {
            // SAFETY: the frame is there while the function runs, and so is the word that follows it.
            let address = unsafe { *((mark.0 + distance) as *const usize) };
            if address == self.last.load(Ordering::Relaxed) {
                return address;
            }
            if lock(&SEEN).as_ref().is_some_and(|seen| seen.contains(&address)) {
                self.last.store(address, Ordering::Relaxed);
                return address;
            }
        }
        self.find(mark)
    }

    #[cold]
    fn find(&self, mark: Mark) -> usize {
        let Some(found) = unwind(mark.0) else { return 0 };
        lock(&SEEN).get_or_insert_default().insert(found.address);
        if let Some(distance) = found.place.and_then(|place| place.checked_sub(mark.0)) {
            self.distance.store(distance, Ordering::Relaxed);
        }
        found.address
    }
}

impl Default for Frame {
    fn default() -> Frame {
        Frame::new()
    }
}

/// A return address.
struct ReturnAddress {
    address: usize,
    /// The word that holds it, where that can be told, and no layer lies in between.
    place: Option<usize>,
}

/// A frame while the stack is unwound.
type Context = c_void;

extern "C" {
    fn _Unwind_Backtrace(
        trace: extern "C" fn(*mut Context, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIP(context: *mut Context) -> usize;
    fn _Unwind_GetCFA(context: *mut Context) -> usize;
}

struct Search {
    mark: usize,
    found: Option<ReturnAddress>,
    passed_over: bool,
}

/// Looks for the innermost frame that begins above an address of the stack.
fn unwind(mark: usize) -> Option<ReturnAddress> {
    const GO_ON: c_int = 0;
    const STOP: c_int = 4;
    extern "C" fn frame(context: *mut Context, search: *mut c_void) -> c_int {
        // SAFETY: the unwinder's frame, and the search below.
        let (search, address, top) = unsafe {
            let search = &mut *search.cast::<Search>();
            (search, _Unwind_GetIP(context), _Unwind_GetCFA(context))
        };
        // The stack pointer of this frame, which is behind all of the frame that it has called.
        if top <= search.mark {
            return GO_ON;
        }
        if is_layer(address) {
            search.passed_over = true;
            return GO_ON;
        }
        // On x86-64 a call leaves the return address there.
        let place = top - size_of::<usize>();
        let known =
            cfg!(target_arch = "x86_64") && !search.passed_over && place - search.mark < MOST;
        // SAFETY: within the stack, as the unwinder has read it.
        let place = (known && unsafe { *(place as *const usize) } == address).then_some(place);
        search.found = Some(ReturnAddress { address, place });
        STOP
    }
    let mut search = Search { mark, found: None, passed_over: false };
    // SAFETY: the search lives as long as this call.
    unsafe { _Unwind_Backtrace(frame, (&raw mut search).cast()) };
    search.found
}

/// The return addresses on the stack, the innermost first: of more frames than samebits and the MPI
/// library's Fortran layer have. Takes some microseconds.
pub fn stack() -> impl Iterator<Item = usize> {
    const DEPTH: usize = 32;
    let mut addresses = [std::ptr::null_mut::<c_void>(); DEPTH];
    // SAFETY: `addresses` holds DEPTH addresses.
    let found = unsafe { libc::backtrace(addresses.as_mut_ptr(), DEPTH as c_int) };
    addresses.into_iter().take(found.max(0) as usize).map(|address| address.addr())
}

#[cfg(test)]
mod tests {
    use super::*;

    static FRAME: Frame = Frame::new();

    #[inline(never)]
    extern "C" fn exported(deep: usize) -> usize {
        let variable = 0u8;
        let mark = Mark::of(&variable);
        let found = inner(mark, deep);
        std::hint::black_box(&variable);
        found
    }

    #[inline(never)]
    fn inner(mark: Mark, deep: usize) -> usize {
        let mut filler = [deep; 64];
        std::hint::black_box(&mut filler);
        match deep {
            0 => FRAME.caller(mark),
            _ => inner(mark, deep - 1),
        }
    }

    #[inline(never)]
    fn one() -> usize {
        std::hint::black_box(exported(0))
    }

    #[inline(never)]
    fn other() -> usize {
        std::hint::black_box(exported(std::hint::black_box(5)))
    }

    #[test]
    #[cfg_attr(miri, ignore)] // unwinds
    fn the_place_of_a_call_is_found_however_deep_it_is_asked_for() {
        let near = |address: usize, function: fn() -> usize| {
            (function as usize..function as usize + 64).contains(&address)
        };
        for _ in 0..3 {
            assert!(near(one(), one) && near(other(), other));
        }
        let known = cfg!(target_arch = "x86_64");
        assert_eq!(FRAME.distance.load(Ordering::Relaxed) != 0, known);
    }
}
