//! MPI_Reduce_local as the binary operation of the tree, for user-defined operators, which run in
//! the caller's floating-point environment and whose results are never changed.
//!
//! Rows hold elements without gaps. Where the caller's datatype has gaps, each operation unpacks
//! its operands, some elements at a time, and packs the result.

use crate::abi::family::Handle;
use crate::elements::layout::Layout;
use crate::elements::packing::{Direction, Packing};
use crate::{checked, Library};
use libc::c_int;
use samebits_base::cache_line::{align, CACHE_LINE};
use samebits_base::fault::{Fault, Outcome};
use samebits_base::threads::Team;
use samebits_fold::{vectors::two, Buffers, Combine, FoldTwo};
use samebits_kernel::fpenv::Environment;
use std::{cell::RefCell, ops::Range};

/// An operator, and a datatype and its layout.
#[derive(Clone, Copy, Debug)]
pub struct UserOp {
    op: Handle,
    datatype: Handle,
    layout: Layout,
}

impl UserOp {
    /// The datatype's elements have `size` > 0 bytes. None where its layout cannot be found out.
    pub fn new(
        library: &Library,
        op: Handle,
        (datatype, size): (Handle, usize),
    ) -> Result<Option<UserOp>, Fault> {
        let layout = Layout::of(library, datatype, size)?;
        Ok(layout.map(|layout| UserOp { op, datatype, layout }))
    }

    /// Whether an element does not begin at its address, as in a datatype with absolute addresses.
    pub fn absolute(&self) -> bool {
        self.layout.true_lower_bound != 0
    }
}

/// MPI_Reduce_local with one operator on one datatype.
#[derive(Debug)]
pub struct ReduceLocal<'a> {
    library: &'a Library,
    comm: Handle,
    pub local: UserOp,
    /// The unpacked operands of an operation.
    operands: RefCell<Vec<u8>>,
    /// Elements of a row that may not be overwritten.
    scratch: RefCell<Vec<u8>>,
}

impl<'a> ReduceLocal<'a> {
    pub fn new(library: &'a Library, comm: Handle, local: UserOp) -> Self {
        let (operands, scratch) = Default::default();
        ReduceLocal { library, comm, local, operands, scratch }
    }

    fn packing(&self) -> Packing<'_> {
        let UserOp { datatype, layout, .. } = self.local;
        Packing { library: self.library, comm: self.comm, datatype, layout }
    }

    /// right = left ∘ right on n elements each, of the datatype's layout, that must not overlap.
    unsafe fn operate(&self, left: *const u8, right: *mut u8, n: usize) -> Outcome {
        let UserOp { op, datatype, .. } = self.local;
        let reduce_local = self.library.functions.reduce_local;
        // SAFETY: upheld by the caller.
        checked(unsafe { reduce_local(left.cast(), right.cast(), n as c_int, datatype, op) })
    }

    /// The same on rows, which must hold n elements, by unpacking and packing.
    unsafe fn operate_unpacked(&self, left: *const u8, right: *mut u8, n: usize) -> Outcome {
        use Direction::{Pack, Unpack};
        let (layout, packing) = (&self.local.layout, self.packing());
        let step = layout.at_a_time(n);
        let mut operands = self.operands.borrow_mut();
        let (x, y) = self.two_buffers(&mut operands, step);
        for done in (0..n).step_by(step.max(1)) {
            let length = step.min(n - done);
            // SAFETY: elements of the rows; x and y have room for `length` each.
            unsafe {
                let (left, right) = (left.add(done * layout.size), right.add(done * layout.size));
                packing.convert(Unpack, x, left.cast_mut(), length)?;
                packing.convert(Unpack, y, right, length)?;
                self.operate(x, y, length)?;
                packing.convert(Pack, y, right, length)?;
            }
        }
        Ok(())
    }

    /// Two buffers for n elements each in `memory`, which grows if needed.
    fn two_buffers(&self, memory: &mut Vec<u8>, n: usize) -> (*mut u8, *mut u8) {
        // The first byte of each has the caller's offset in a cache line.
        let lead = self.local.layout.true_lower_bound;
        let in_line = lead.rem_euclid(CACHE_LINE as isize) as usize;
        let one =
            self.local.layout.span(n).saturating_add(2 * CACHE_LINE) / CACHE_LINE * CACHE_LINE;
        let bytes = one.saturating_mul(2).saturating_add(2 * CACHE_LINE);
        if memory.len() < bytes {
            *memory = samebits_base::fault::memory(bytes);
        }
        let first = align(memory.as_mut_ptr()).wrapping_add(in_line);
        let address = |byte: *mut u8| byte.wrapping_offset(lead.wrapping_neg());
        (address(first), address(first.wrapping_add(one)))
    }
}

impl Combine for ReduceLocal<'_> {
    fn size(&self) -> usize {
        self.local.layout.size
    }

    fn environment(&self) -> Environment {
        Environment::Caller
    }

    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Outcome {
        // SAFETY: two rows of n elements, which the tree cuts into short blocks.
        unsafe {
            if self.local.layout.dense() {
                self.operate(left, right, n)
            } else {
                self.operate_unpacked(left, right, n)
            }
        }
    }

    /// Results of the user's operators are never changed.
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}

    fn buffers(&self) -> Option<&dyn Buffers> {
        (!self.local.layout.dense()).then_some(self)
    }

    // For every layout, as other ranks do not know this rank's.
    fn two(&self) -> Option<&dyn FoldTwo> {
        Some(self)
    }
}

impl FoldTwo for ReduceLocal<'_> {
    unsafe fn fold_two(
        &self,
        _team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { two::fold(self, left, right, into, n, &mut self.scratch.borrow_mut()) }
    }
}

impl Buffers for ReduceLocal<'_> {
    fn extent(&self) -> isize {
        self.local.layout.extent
    }

    fn span(&self) -> Range<isize> {
        let start = self.local.layout.true_lower_bound;
        start..start.saturating_add(self.local.layout.true_extent)
    }

    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.packing().convert(Direction::Pack, from.cast_mut(), row, n) }
    }

    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.packing().convert(Direction::Unpack, to, row.cast_mut(), n) }
    }
}
