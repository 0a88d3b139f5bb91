//! MPI_Reduce_local as the binary operation of the tree: for user-defined
//! operators, which run in the caller's floating-point environment and whose
//! results are never touched, and for predefined ones that leave the MPI library
//! no choice of rounding (sums and products of binary128).

use super::family::Handle;
use super::transport::Elements;
use super::{checked, Library};
use crate::arithmetic::{Combine, Fault};
use crate::kernel::fpenv::Environment;
use libc::c_int;

/// How elements of a datatype lie in memory.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Bytes from one element to the next.
    pub extent: usize,
    /// MPI_Type_get_true_extent's lower bound.
    pub true_lower_bound: isize,
    /// Whether the elements fill their extent, without gaps.
    pub dense: bool,
}

impl Layout {
    /// The layout of a datatype; `Ok(Err(why))` for one whose elements
    /// interleave, of which rows cannot be laid side by side.
    pub fn of(library: &Library, datatype: Handle) -> Result<Result<Layout, &'static str>, Fault> {
        let (mut lower, mut extent, mut true_lower, mut true_extent) = (0, 0, 0, 0);
        // SAFETY: a datatype handle of this library; out-parameters of MPI_Aint.
        unsafe {
            checked((library.functions.type_get_extent)(datatype, &mut lower, &mut extent))?;
            checked((library.functions.type_get_true_extent)(
                datatype,
                &mut true_lower,
                &mut true_extent,
            ))?;
        }
        if extent < true_extent || extent <= 0 {
            return Ok(Err("a datatype whose elements interleave"));
        }
        let size = library.size_of_type(datatype).map_or(0, |size| size as isize);
        Ok(Ok(Layout {
            extent: extent as usize,
            true_lower_bound: true_lower,
            dense: size == extent && true_lower == 0,
        }))
    }
}

/// MPI_Reduce_local with one operator on one datatype.
#[derive(Clone, Copy, Debug)]
pub struct ReduceLocal<'a> {
    /// The library.
    pub library: &'a Library,
    /// The communicator of the reduction.
    pub comm: Handle,
    /// The operator.
    pub op: Handle,
    /// The elements.
    pub elements: Elements,
    /// How they lie in memory.
    pub layout: Layout,
    /// For predefined operators: makes NaNs canonical.
    pub finish: Option<unsafe fn(*mut u8, usize)>,
}

impl ReduceLocal<'_> {
    /// Packs and unpacks n elements: a copy that leaves the gaps alone.
    ///
    /// # Safety
    /// As for [`Combine::store`].
    unsafe fn copy_typed(&self, from: *const u8, to: *mut u8, n: c_int) -> Result<(), Fault> {
        let functions = &self.library.functions;
        let (datatype, comm) = (self.elements.datatype, self.comm);
        let mut size = 0;
        // SAFETY: handed on to the caller; the buffer is as long as MPI asks for.
        unsafe {
            checked((functions.pack_size)(n, datatype, comm, &mut size))?;
            let mut packed = vec![0u8; size as usize];
            let buffer = packed.as_mut_ptr().cast();
            let from = self.elements.address(from).cast();
            let mut position = 0;
            checked((functions.pack)(from, n, datatype, buffer, size, &mut position, comm))?;
            position = 0;
            let mut unpack = |to: *mut u8, n, datatype| {
                let to = to.cast();
                checked((functions.unpack)(buffer, size, &mut position, to, n, datatype, comm))
            };
            if to.is_null() {
                self.one_byte_early(n, |shifted| {
                    unpack(std::ptr::without_provenance_mut(1), 1, shifted)
                })
            } else {
                unpack(to, n, datatype)
            }
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
        let out: *mut libc::c_void = (&raw mut handle).cast();
        // SAFETY: one block of n elements; the handle is freed again.
        unsafe {
            let datatype = self.elements.datatype;
            checked((functions.type_create_hindexed)(1, &n, &-1isize, datatype, out))?;
            checked((functions.type_commit)(out))?;
            let result = work(self.library.family.read_handle(out.cast_const().cast()));
            checked((functions.type_free)(out))?;
            result
        }
    }
}

impl Combine for ReduceLocal<'_> {
    fn extent(&self) -> usize {
        self.layout.extent
    }

    fn environment(&self) -> Environment {
        match self.finish {
            None => Environment::Caller,
            Some(_) => Environment::VectorAndX87,
        }
    }

    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        let left = self.elements.address(left).cast();
        let right = self.elements.address_mut(right).cast();
        // SAFETY: two rows of n elements, which the tree cuts into short pieces.
        checked(unsafe {
            (self.library.functions.reduce_local)(
                left,
                right,
                n as c_int,
                self.elements.datatype,
                self.op,
            )
        })
    }

    unsafe fn finish(&self, row: *mut u8, n: usize) {
        if let Some(finish) = self.finish {
            // SAFETY: handed on to the caller.
            unsafe { finish(row, n) }
        }
    }

    unsafe fn store(&self, from: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        if self.layout.dense {
            // SAFETY: handed on to the caller.
            unsafe { std::ptr::copy_nonoverlapping(from, to, n * self.layout.extent) };
            return Ok(());
        }
        // SAFETY: handed on to the caller; a block has fewer than 2^31 elements.
        unsafe { self.copy_typed(from, to, n as c_int) }
    }
}
