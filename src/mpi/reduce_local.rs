//! MPI_Reduce_local as the binary operation of the tree: for user-defined
//! operators, which run in the caller's floating-point environment and whose
//! results are never touched, and for predefined ones that leave the MPI library
//! no choice of rounding (sums and products of binary128).
//!
//! Rows hold the elements either as the caller's datatype lays them out, or, where
//! that would waste memory or let elements interleave, packed; then each
//! operation unpacks its two operands. Each rank decides that for itself: what
//! travels is the same data either way.

use super::family::Handle;
use super::transport::Elements;
use super::{checked, Library};
use crate::arithmetic::{Combine, Fault};
use crate::kernel::fpenv::Environment;
use libc::{c_int, c_void};
use std::cell::RefCell;

/// Rows may be this many times as long as their data before they are packed.
const WASTE: isize = 4;

/// A cache line: what memory for elements is aligned to.
const LINE: usize = 64;

/// How elements of a datatype lie in memory, on this rank.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Bytes of data in an element: the same on all ranks.
    pub size: usize,
    /// Bytes from one element to the next in the caller's buffers.
    pub extent: isize,
    /// How far the first byte of an element lies from its address.
    pub true_lower_bound: isize,
    /// How far the last byte lies from the first, plus one.
    pub true_extent: isize,
}

impl Layout {
    /// The layout of a datatype.
    pub fn of(library: &Library, datatype: Handle) -> Result<Layout, Fault> {
        let functions = &library.functions;
        let (mut lower, mut extent, mut true_lower, mut true_extent) = (0, 0, 0, 0);
        // SAFETY: a datatype handle of this library; out-parameters of MPI_Aint.
        unsafe {
            checked((functions.type_get_extent)(datatype, &mut lower, &mut extent))?;
            checked((functions.type_get_true_extent)(datatype, &mut true_lower, &mut true_extent))?;
        }
        let size = library.size_of_type(datatype).map_or(0, |size| size as usize);
        Ok(Layout { size, extent, true_lower_bound: true_lower, true_extent })
    }

    /// Whether rows hold the elements packed.
    fn packed(&self) -> bool {
        self.extent < self.true_extent
            || self.extent <= 0
            || self.extent > WASTE.saturating_mul(self.size as isize)
    }

    /// Whether the elements fill their extent, without gaps.
    fn dense(&self) -> bool {
        self.extent == self.size as isize && self.true_lower_bound == 0 && !self.packed()
    }

    /// How far beyond a cache line's start the first byte has to lie, for the
    /// element's address to be aligned.
    fn lead_in_line(&self) -> usize {
        self.true_lower_bound.rem_euclid(LINE as isize) as usize
    }
}

/// MPI_Reduce_local with one operator on one datatype.
#[derive(Debug)]
pub struct ReduceLocal<'a> {
    library: &'a Library,
    comm: Handle,
    op: Handle,
    datatype: Handle,
    layout: Layout,
    /// For predefined operators: makes NaNs canonical.
    finish: Option<unsafe fn(*mut u8, usize)>,
    /// The two operands of an operation on packed elements.
    operands: RefCell<Vec<u8>>,
}

impl<'a> ReduceLocal<'a> {
    /// The operator on the datatype, in a reduction on the communicator.
    pub fn new(
        library: &'a Library,
        comm: Handle,
        op: Handle,
        datatype: Handle,
        finish: Option<unsafe fn(*mut u8, usize)>,
    ) -> Result<Self, Fault> {
        let layout = Layout::of(library, datatype)?;
        Ok(ReduceLocal {
            library,
            comm,
            op,
            datatype,
            layout,
            finish,
            operands: RefCell::default(),
        })
    }

    /// Bytes from one element to the next in the caller's buffers.
    pub fn extent(&self) -> isize {
        self.layout.extent
    }

    /// The elements in the caller's buffers.
    pub fn outside(&self) -> Elements {
        Elements { datatype: self.datatype, each: 1, lead: 0 }
    }

    /// The elements in our rows.
    pub fn inside(&self) -> Elements {
        if self.layout.packed() {
            let datatype = self.library.constants.packed;
            Elements { datatype, each: self.layout.size, lead: 0 }
        } else {
            Elements { datatype: self.datatype, each: 1, lead: self.layout.true_lower_bound }
        }
    }

    /// Bytes by which rows begin after the start of a cache line, so that the
    /// operator gets addresses as aligned as the caller's.
    pub fn lead_in_line(&self) -> usize {
        if self.layout.packed() {
            0
        } else {
            self.layout.lead_in_line()
        }
    }

    /// inout = in ∘ inout on n elements that lie as the datatype says.
    ///
    /// # Safety
    /// Both addresses lead to n elements that do not overlap.
    unsafe fn operate(&self, left: *const u8, right: *mut u8, n: c_int) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        checked(unsafe {
            (self.library.functions.reduce_local)(
                left.cast(),
                right.cast(),
                n,
                self.datatype,
                self.op,
            )
        })
    }

    /// The same on packed elements, one at a time.
    ///
    /// # Safety
    /// Both rows hold n packed elements.
    unsafe fn operate_packed(
        &self,
        left: *const u8,
        right: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        let room = self.layout.true_extent.max(0) as usize + LINE;
        let room = room.next_multiple_of(LINE) + LINE;
        let mut operands = self.operands.borrow_mut();
        if operands.len() < 2 * room {
            let more = 2 * room - operands.len();
            if operands.try_reserve_exact(more).is_err() {
                // As the MPI library itself does where it cannot have memory.
                let code = self.library.constants.err_other;
                return Err(Fault(self.library.raise(self.comm, code)));
            }
            operands.resize(2 * room, 0);
        }
        let first = operands.as_mut_ptr();
        let line = first.wrapping_add(first.align_offset(LINE) + self.layout.lead_in_line());
        let lead = self.layout.true_lower_bound.wrapping_neg();
        let x = line.wrapping_offset(lead);
        let y = line.wrapping_add(room - LINE).wrapping_offset(lead);
        for i in 0..n {
            let offset = i * self.layout.size;
            // SAFETY: the packed elements lie within the rows; x and y have room
            // for the true extent of an element each.
            unsafe {
                self.unpack(left.add(offset), x, 1)?;
                self.unpack(right.add(offset), y, 1)?;
                self.operate(x, y, 1)?;
                self.pack(y, right.add(offset), 1)?;
            }
        }
        Ok(())
    }

    /// n elements at an address to packed ones.
    ///
    /// # Safety
    /// Both places hold n elements.
    unsafe fn pack(&self, from: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        let size = (n * self.layout.size) as c_int;
        let mut position = 0;
        // SAFETY: handed on to the caller.
        checked(unsafe {
            (self.library.functions.pack)(
                from.cast(),
                n as c_int,
                self.datatype,
                to.cast(),
                size,
                &mut position,
                self.comm,
            )
        })
    }

    /// n packed elements to an address.
    ///
    /// # Safety
    /// Both places hold n elements.
    unsafe fn unpack(&self, from: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        let size = (n * self.layout.size) as c_int;
        let unpack = |to: *mut u8, n, datatype| {
            let mut position = 0;
            // SAFETY: handed on to the caller.
            checked(unsafe {
                (self.library.functions.unpack)(
                    from.cast(),
                    size,
                    &mut position,
                    to.cast(),
                    n,
                    datatype,
                    self.comm,
                )
            })
        };
        if to.is_null() {
            let one = std::ptr::without_provenance_mut(1);
            // SAFETY: the datatype is valid.
            unsafe { self.one_byte_early(n as c_int, |early| unpack(one, 1, early)) }
        } else {
            unpack(to, n as c_int, self.datatype)
        }
    }

    /// Runs `work` with a datatype of n elements that all lie one byte before
    /// where they belong: MPICH's MPI_Unpack refuses MPI_BOTTOM, the null
    /// address, although the standard allows it; with this datatype the address
    /// is 1.
    ///
    /// # Safety
    /// The datatype is valid.
    unsafe fn one_byte_early(
        &self,
        n: c_int,
        work: impl FnOnce(Handle) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let functions = &self.library.functions;
        // Wide enough for a handle of any family.
        let mut handle = 0u64;
        let out: *mut c_void = (&raw mut handle).cast();
        // SAFETY: one block of n elements; the handle is freed again.
        unsafe {
            checked((functions.type_create_hindexed)(1, &n, &-1isize, self.datatype, out))?;
            checked((functions.type_commit)(out))?;
            let result = work(self.library.family.read_handle(out.cast_const().cast()));
            checked((functions.type_free)(out))?;
            result
        }
    }
}

impl Combine for ReduceLocal<'_> {
    fn pitch(&self) -> usize {
        // An element without data takes a byte: rows have to be somewhere.
        if self.layout.packed() {
            self.size()
        } else {
            self.layout.extent as usize
        }
    }

    fn size(&self) -> usize {
        self.layout.size.max(1)
    }

    fn environment(&self) -> Environment {
        match self.finish {
            None => Environment::Caller,
            Some(_) => Environment::VectorAndX87,
        }
    }

    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        if self.layout.packed() {
            // SAFETY: two rows of n packed elements.
            return unsafe { self.operate_packed(left, right, n) };
        }
        let elements = self.inside();
        let (left, right) = (elements.address(left), elements.address_mut(right));
        // SAFETY: two rows of n elements, which the tree cuts into short pieces.
        unsafe { self.operate(left, right, n as c_int) }
    }

    unsafe fn finish(&self, row: *mut u8, n: usize) {
        if let Some(finish) = self.finish {
            // SAFETY: handed on to the caller.
            unsafe { finish(row, n) }
        }
    }

    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller; a block has fewer than 2^31 elements.
        unsafe {
            if self.layout.dense() {
                std::ptr::copy_nonoverlapping(row, to, n * self.layout.size);
                Ok(())
            } else if self.layout.packed() {
                self.unpack(row, to, n)
            } else {
                let mut packed = vec![0u8; n * self.layout.size];
                self.pack(self.inside().address(row), packed.as_mut_ptr(), n)?;
                self.unpack(packed.as_ptr(), to, n)
            }
        }
    }
}
