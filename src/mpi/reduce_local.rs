//! MPI_Reduce_local as the binary operation of the tree: for user-defined
//! operators, which run in the caller's floating-point environment and whose
//! results are never touched.
//!
//! Rows hold elements without gaps. Where the caller's datatype has gaps, each
//! operation unpacks its operands, a piece at a time, and packs the result.

use super::family::{Family, Handle, HandleSlot};
use super::layout::{Layout, LINE};
use super::{checked, Library};
use crate::arithmetic::{memory, two, Buffers, Combine, Fault, FoldTwo};
use crate::kernel::fpenv::Environment;
use crate::threads::Team;
use libc::c_int;
use std::cell::RefCell;
use std::ops::Range;

/// An operator, and a datatype with what was learnt of it.
#[derive(Clone, Copy, Debug)]
pub struct UserOp {
    op: Handle,
    datatype: Handle,
    layout: Layout,
}

impl UserOp {
    /// The operator on the datatype, whose elements have `size` > 0 bytes of data; none where
    /// the library does not tell where they lie.
    pub fn new(
        library: &Library,
        op: Handle,
        (datatype, size): (Handle, usize),
    ) -> Result<Option<UserOp>, Fault> {
        let layout = Layout::of(library, datatype, size)?;
        Ok(layout.map(|layout| UserOp { op, datatype, layout }))
    }

    /// Whether the first byte of an element lies elsewhere than at its address, as
    /// that of an element with absolute addresses does.
    pub fn absolute(&self) -> bool {
        self.layout.true_lower_bound != 0
    }
}

/// MPI_Reduce_local with one operator on one datatype.
#[derive(Debug)]
pub struct ReduceLocal<'a> {
    library: &'a Library,
    comm: Handle,
    /// The operator and the datatype.
    pub local: UserOp,
    /// The unpacked operands of an operation.
    operands: RefCell<Vec<u8>>,
    /// Elements of a row that may not be written to where they lie.
    aside: RefCell<Vec<u8>>,
}

impl<'a> ReduceLocal<'a> {
    /// In a reduction on the communicator.
    pub fn new(library: &'a Library, comm: Handle, local: UserOp) -> Self {
        let (operands, aside) = Default::default();
        ReduceLocal { library, comm, local, operands, aside }
    }

    /// inout = in ∘ inout on n elements that lie as the datatype says.
    ///
    /// # Safety
    /// Both addresses lead to n elements that do not overlap.
    unsafe fn operate(&self, left: *const u8, right: *mut u8, n: c_int) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        checked(unsafe {
            (self.library.functions.reduce_local)(
                left.cast(),
                right.cast(),
                n,
                self.local.datatype,
                self.local.op,
            )
        })
    }

    /// The same on rows, by unpacking and packing.
    ///
    /// # Safety
    /// Both rows hold n elements.
    unsafe fn operate_unpacked(
        &self,
        left: *const u8,
        right: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        let layout = &self.local.layout;
        let step = layout.at_a_time(n);
        let mut operands = self.operands.borrow_mut();
        let (x, y) = self.room_for_two(&mut operands, step);
        let mut done = 0;
        while done < n {
            let length = step.min(n - done);
            let offset = done * layout.size;
            // SAFETY: the elements lie within the rows; x and y have room for so
            // many elements each.
            unsafe {
                self.unpack(left.add(offset), x, length)?;
                self.unpack(right.add(offset), y, length)?;
                self.operate(x, y, length as c_int)?;
                self.pack(y, right.add(offset), length)?;
            }
            done += length;
        }
        Ok(())
    }

    /// The addresses of two places for n elements each, as aligned as the
    /// caller's, in `room`, which is made longer if it has to be.
    fn room_for_two(&self, room: &mut Vec<u8>, n: usize) -> (*mut u8, *mut u8) {
        // Each begins where its first byte lies as in a cache line of the caller's.
        let lead = self.local.layout.true_lower_bound;
        let in_line = lead.rem_euclid(LINE as isize) as usize;
        let one = self.local.layout.span(n).saturating_add(2 * LINE) / LINE * LINE;
        let bytes = one.saturating_mul(2).saturating_add(2 * LINE);
        if room.len() < bytes {
            *room = memory(bytes);
        }
        let start = room.as_mut_ptr();
        let first = start.wrapping_add(start.align_offset(LINE) + in_line);
        let address = |byte: *mut u8| byte.wrapping_offset(lead.wrapping_neg());
        (address(first), address(first.wrapping_add(one)))
    }

    /// Whether elements are packed one by one: SMPI 3.32 does not put the second where the
    /// extent says if there is a lower bound.
    fn one_by_one(&self) -> bool {
        self.library.family == Family::Smpi
    }

    /// n elements at an address to a row.
    ///
    /// # Safety
    /// Both places hold n elements.
    unsafe fn pack(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        let size = (n * self.local.layout.size) as c_int;
        if n > 1 && self.one_by_one() {
            // SAFETY: likewise, with each element.
            return (0..n).try_for_each(|i| unsafe {
                self.pack(
                    self.local.layout.element(from, i),
                    row.add(i * self.local.layout.size),
                    1,
                )
            });
        }
        // SAFETY: upheld by the caller; a block has fewer than 2^31 bytes.
        unsafe {
            self.at_address(from.cast_mut(), n as c_int, |from, n, datatype| {
                let mut position = 0;
                checked((self.library.functions.pack)(
                    from.cast(),
                    n,
                    datatype,
                    row.cast(),
                    size,
                    &mut position,
                    self.comm,
                ))
            })
        }
    }

    /// n elements of a row to an address.
    ///
    /// # Safety
    /// Both places hold n elements.
    unsafe fn unpack(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        let size = (n * self.local.layout.size) as c_int;
        if n > 1 && self.one_by_one() {
            // SAFETY: likewise, with each element.
            return (0..n).try_for_each(|i| unsafe {
                let to = self.local.layout.element(to, i).cast_mut();
                self.unpack(row.add(i * self.local.layout.size), to, 1)
            });
        }
        // SAFETY: upheld by the caller; a block has fewer than 2^31 bytes.
        unsafe {
            self.at_address(to, n as c_int, |to, n, datatype| {
                let mut position = 0;
                checked((self.library.functions.unpack)(
                    row.cast(),
                    size,
                    &mut position,
                    to.cast(),
                    n,
                    datatype,
                    self.comm,
                ))
            })
        }
    }

    /// Runs `work` with the address, the count and the datatype of n elements.
    /// MPICH's MPI_Pack and MPI_Unpack refuse MPI_BOTTOM, the null address,
    /// although the standard allows it: for it they get the address 1, and a
    /// datatype of n elements that all lie one byte before where they belong.
    ///
    /// # Safety
    /// The datatype is valid.
    unsafe fn at_address(
        &self,
        address: *mut u8,
        n: c_int,
        work: impl FnOnce(*mut u8, c_int, Handle) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if !address.is_null() {
            return work(address, n, self.local.datatype);
        }
        let functions = &self.library.functions;
        let mut stored = HandleSlot::default();
        // SAFETY: one block of n elements; the handle is freed again.
        unsafe {
            checked((functions.type_create_hindexed)(
                1,
                &n,
                &-1isize,
                self.local.datatype,
                stored.place(),
            ))?;
            checked((functions.type_commit)(stored.place()))?;
            let early = stored.handle(self.library.family);
            let result = work(std::ptr::without_provenance_mut(1), 1, early);
            checked((functions.type_free)(stored.place()))?;
            result
        }
    }
}

impl Combine for ReduceLocal<'_> {
    fn size(&self) -> usize {
        self.local.layout.size
    }

    fn environment(&self) -> Environment {
        Environment::Caller
    }

    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: two rows of n elements, which the tree cuts into short pieces.
        unsafe {
            if self.local.layout.dense() {
                self.operate(left, right, n as c_int)
            } else {
                self.operate_unpacked(left, right, n)
            }
        }
    }

    /// Results of the user's operators are never touched.
    unsafe fn finish(&self, _row: *mut u8, _n: usize) {}

    fn buffers(&self) -> Option<&dyn Buffers> {
        (!self.local.layout.dense()).then_some(self)
    }

    // (Whatever the layout, which only this rank knows.)
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
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { two::fold(self, left, right, into, n, &mut self.aside.borrow_mut()) }
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

    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.pack(from, row, n) }
    }

    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.unpack(row, to, n) }
    }
}
