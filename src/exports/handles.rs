//! Handles where a call of the program's has them: in C as the MPI library stores them, in Fortran as
//! INTEGERs.

use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::abi::functions::FromFortran;
pub use samebits_mpi::abi::functions::ToC;
use samebits_mpi::Library;
use samebits_reduction::requests::by_request::Place;

/// The handle in an INTEGER of the program's; `convert` picks the conversion.
///
/// # Safety
/// There is one at the address.
pub unsafe fn from_fortran(
    library: &Library,
    address: usize,
    convert: impl Fn(&FromFortran) -> ToC,
) -> Handle {
    // SAFETY: upheld by the caller.
    let integer = unsafe { *(address as *const c_int) };
    match &library.from_fortran {
        // SAFETY: the MPI library's own function.
        Some(functions) => unsafe { convert(functions)(integer) },
        None => integer as isize as usize,
    }
}

/// The communicator whose handle a call has stored there, in Fortran as an INTEGER.
///
/// # Safety
/// It has.
pub unsafe fn communicator_at(library: &Library, place: usize, fortran: bool) -> Handle {
    // SAFETY: upheld by the caller.
    unsafe {
        match fortran {
            false => library.family.read_handle(place as *const u8),
            true => from_fortran(library, place, |functions| functions.comm),
        }
    }
}

/// What handles are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Request,
    Datatype,
    Operator,
}

/// Where a call of the program's has a handle, or an array of them.
#[derive(Clone, Copy)]
pub struct Handles<'a> {
    pub library: &'a Library,
    pub of: Of,
    /// Whether they are INTEGERs.
    pub fortran: bool,
    pub address: usize,
}

impl<'a> Handles<'a> {
    pub fn requests(library: &'a Library, fortran: bool, address: usize) -> Handles<'a> {
        Handles { library, of: Of::Request, fortran, address }
    }

    fn address_of(&self, index: usize) -> usize {
        let bytes = if self.fortran { 4 } else { self.library.family.handle_bytes() };
        self.address.wrapping_add(index * bytes)
    }

    /// # Safety
    /// There is such a handle.
    pub unsafe fn read(&self, index: usize) -> Handle {
        let at = self.address_of(index);
        let convert = |functions: &FromFortran| match self.of {
            Of::Request => functions.request,
            Of::Datatype => functions.datatype,
            Of::Operator => functions.op,
        };
        // SAFETY: upheld by the caller.
        unsafe {
            match self.fortran {
                false => self.library.family.read_handle(at as *const u8),
                true => from_fortran(self.library, at, convert),
            }
        }
    }

    /// # Safety
    /// There is a place for it.
    pub unsafe fn write(&self, index: usize, handle: Handle) {
        let at = self.address_of(index);
        // SAFETY: upheld by the caller.
        unsafe {
            match &self.library.from_fortran {
                _ if !self.fortran => self.library.family.write_handle(at as *mut u8, handle),
                None => *(at as *mut c_int) = handle as c_int,
                Some(functions) => {
                    let convert = match self.of {
                        Of::Request => functions.request_to_fortran,
                        Of::Datatype => functions.datatype_to_fortran,
                        Of::Operator => functions.op_to_fortran,
                    };
                    *(at as *mut c_int) = convert(handle);
                }
            }
        }
    }

    /// # Safety
    /// There is a place for it.
    pub unsafe fn write_null(&self, index: usize) {
        let constants = &self.library.constants;
        let null = match self.of {
            Of::Request => constants.request_null,
            Of::Datatype => constants.datatype_null,
            Of::Operator => constants.op_null,
        };
        // SAFETY: upheld by the caller.
        unsafe { self.write(index, null) };
    }
}

impl Place for Handles<'_> {
    fn request(&self) -> Handle {
        // SAFETY: the MPI library has stored it there.
        unsafe { self.read(0) }
    }

    fn store(&self, request: Handle) {
        // SAFETY: the caller's place for a request.
        unsafe { self.write(0, request) };
    }
}
