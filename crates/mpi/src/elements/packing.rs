//! Elements that do not lie contiguously, packed into rows and unpacked by the MPI library.

use super::layout::Layout;
use crate::abi::family::{Family, Handle};
use crate::abi::functions::Functions;
use crate::{checked, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Outcome;

/// Elements of a datatype.
#[derive(Clone, Copy)]
pub struct Packing<'a> {
    pub library: &'a Library,
    pub comm: Handle,
    pub datatype: Handle,
    pub layout: Layout,
}

#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Pack,
    Unpack,
}

impl Packing<'_> {
    /// Packs n elements at an address into a row, or unpacks them; both must hold n elements.
    ///
    /// # Safety
    /// They do.
    pub unsafe fn convert(
        &self,
        direction: Direction,
        elements: *mut u8,
        row: *mut u8,
        n: usize,
    ) -> Outcome {
        let layout = &self.layout;
        // SMPI 3.32 misplaces the second of several elements if there is a lower bound.
        if n > 1 && self.library.family == Family::Smpi {
            return (0..n).try_for_each(|i| {
                let element = layout.element(elements, i).cast_mut();
                // SAFETY: an element of those.
                unsafe { self.convert(direction, element, row.add(i * layout.size), 1) }
            });
        }
        let (Functions { pack, unpack, .. }, comm) = (self.library.functions, self.comm);
        // A block has fewer than 2^31 bytes.
        let (row, size, mut position) = (row.cast(), (n * layout.size) as c_int, 0);
        self.at_address(elements, n as c_int, |at, n, datatype| {
            // SAFETY: upheld by the caller.
            checked(unsafe {
                match direction {
                    Direction::Pack => pack(at, n, datatype, row, size, &mut position, comm),
                    Direction::Unpack => unpack(row, size, &mut position, at, n, datatype, comm),
                }
            })
        })
    }

    /// Runs `work` with the address, count and datatype of n elements. For MPI_BOTTOM, which
    /// MPICH's MPI_Pack and MPI_Unpack refuse, with address 1 and a datatype a byte lower.
    fn at_address(
        &self,
        address: *mut u8,
        n: c_int,
        work: impl FnOnce(*mut c_void, c_int, Handle) -> Outcome,
    ) -> Outcome {
        let (functions, datatype) = (&self.library.functions, self.datatype);
        if !address.is_null() {
            return work(address.cast(), n, datatype);
        }
        let create = functions.type_create_hindexed;
        // SAFETY: a valid datatype; one block of n elements.
        let mut early =
            self.library.committed(|early| unsafe { create(1, &n, &-1isize, datatype, early) })?;
        let first = std::ptr::without_provenance_mut(1);
        let result = work(first, 1, early.handle(self.library.family));
        // SAFETY: made above.
        checked(unsafe { (functions.type_free)(early.place()) })?;
        result
    }
}
