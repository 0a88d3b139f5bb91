//! Memory for the rows of a message, on the stack if they are short.

use samebits_base::fault::memory;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// What the rows are aligned to.
const ALIGNMENT: usize = 16;

const SHORT: usize = 8192;

/// Memory for short rows, which the caller has on its stack. (Apart from what keeps account of it:
/// the compiler initialises a value that is written in part as a whole.)
pub type OnStack = MaybeUninit<ShortRows>;

#[repr(align(64))]
pub struct ShortRows(#[expect(dead_code, reason = "written and read as bytes")] [u8; SHORT]);

/// Aligned memory for rows.
pub struct RowMemory<'m> {
    short: *mut u8,
    stack: PhantomData<&'m mut OnStack>,
    long: Vec<u8>,
    start: *mut u8,
}

impl<'m> RowMemory<'m> {
    #[inline]
    pub fn new(stack: &'m mut OnStack) -> RowMemory<'m> {
        let short = stack.as_mut_ptr().cast();
        RowMemory { short, stack: PhantomData, long: Vec::new(), start: short }
    }

    /// Takes `bytes` bytes, uninitialised; what was taken before is gone. Returns where they begin.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> *mut u8 {
        self.start = self.short;
        if bytes > SHORT {
            if self.long.len() < bytes + ALIGNMENT {
                self.long = memory(bytes + ALIGNMENT);
            }
            let start = self.long.as_mut_ptr();
            self.start = start.wrapping_add(start.align_offset(ALIGNMENT));
        }
        self.start
    }

    /// Where those taken last begin.
    #[inline]
    pub fn start(&self) -> *mut u8 {
        self.start
    }
}
