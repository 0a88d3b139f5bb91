//! The ABI families: how MPI libraries differ in handles, sentinels and error classes, and whether
//! their ranks share a process. MPICH's descendants (Intel MPI, Cray MPICH, MVAPICH, ParaStation)
//! share MPICH's ABI.

#![allow(non_camel_case_types)] // MPI's names in `samebits.h`

use super::locate::{file_of, Object};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;

/// A handle in a register. On MPICH's family its upper half is undefined: see [`Family::handle`].
pub type Handle = usize;

/// A communicator, as `samebits.h` declares it.
pub type MPI_Comm = Handle;

/// A datatype, as `samebits.h` declares it.
pub type MPI_Datatype = Handle;

/// An operator, as `samebits.h` declares it.
pub type MPI_Op = Handle;

/// A request, as `samebits.h` declares it.
pub type MPI_Request = Handle;

/// An ABI family, in the order of the columns of [`Constants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Open MPI: handles are addresses of its data symbols.
    OpenMpi,
    /// MPICH and its descendants: handles are 32-bit integers.
    Mpich,
    /// The standard ABI of MPI 5: pointer-sized handles, small fixed constants.
    Standard,
    /// SimGrid's SMPI, which simulates a cluster: handles are addresses of its data symbols.
    Smpi,
}

/// The function behind SMPI's MPI_COMM_SELF, which no other library has.
pub(crate) const SMPI_COMM_SELF: &str = "smpi_process_comm_self";

/// Where the value of a constant comes from.
#[derive(Clone, Copy)]
enum Value {
    Fixed(isize),
    /// The address of a data symbol.
    Address(&'static str),
    /// What a variable of the library holds.
    Stored(&'static str),
}

impl From<isize> for Value {
    fn from(value: isize) -> Value {
        Value::Fixed(value)
    }
}

impl From<&'static str> for Value {
    fn from(symbol: &'static str) -> Value {
        Value::Address(symbol)
    }
}

impl Value {
    fn resolve(self, object: &Object) -> Result<usize, String> {
        let address =
            |name: &str| object.data(name).ok_or_else(|| format!("the symbol {name} is missing"));
        Ok(match self {
            Value::Fixed(value) => value as usize,
            Value::Address(name) => address(name)?,
            // SAFETY: the library's variable of that name is a handle.
            Value::Stored(name) => unsafe { *(address(name)? as *const Handle) },
        })
    }
}

/// Declares MPI's constants, by their names in lower case, with their values in Open MPI, MPICH,
/// the standard ABI and SMPI: numbers or data symbols.
macro_rules! constants {
    ($($field:ident: $type:ty = $($value:expr),*;)*) => {
        /// The values of MPI's constants in the library in use.
        #[derive(Clone, Copy, Debug)]
        pub struct Constants {
            $(pub $field: $type,)*
        }

        impl Constants {
            /// The values in a family. `Err` names a symbol that is missing.
            pub fn of(family: Family, object: &Object) -> Result<Constants, String> {
                let column = family as usize;
                Ok(Constants {
                    $($field: [$(Value::from($value)),*][column].resolve(object)? as $type,)*
                })
            }

            /// Each constant's name in C and its value, sign-extended, for checks against headers.
            pub fn named(&self) -> Vec<(String, usize)> {
                let name = |field: &str| format!("MPI_{}", field.to_uppercase());
                vec![$((name(stringify!($field)), self.$field as usize)),*]
            }
        }
    };
}

constants! {
    in_place: usize = 1, -1, 1, -222;
    bottom: usize = 0, 0, 0, -111;
    comm_null: Handle = "ompi_mpi_comm_null", 0x0400_0000, 0x100, 0;
    // SMPI's stands for each rank's own.
    comm_world: Handle =
        "ompi_mpi_comm_world", 0x4400_0000, 0x101, Value::Stored("MPI_COMM_WORLD");
    // SMPI's has no fixed value: see `Library::comm_self`.
    comm_self: Handle = "ompi_mpi_comm_self", 0x4400_0001, 0x102, 0;
    win_null: Handle = "ompi_mpi_win_null", 0x2000_0000, 0x110, 0;
    request_null: Handle = "ompi_request_null", 0x2c00_0000, 0x180, 0;
    info_null: Handle = "ompi_mpi_info_null", 0x1c00_0000, 0x130, 0;
    errors_are_fatal: Handle =
        "ompi_mpi_errors_are_fatal", 0x5400_0000, 0x141, "smpi_MPI_ERRORS_ARE_FATAL";
    op_null: Handle = "ompi_mpi_op_null", 0x1800_0000, 0x20, 0;
    max: Handle = "ompi_mpi_op_max", 0x5800_0001, 0x23, "smpi_MPI_MAX";
    sum: Handle = "ompi_mpi_op_sum", 0x5800_0003, 0x21, "smpi_MPI_SUM";
    band: Handle = "ompi_mpi_op_band", 0x5800_0006, 0x28, "smpi_MPI_BAND";
    datatype_null: Handle = "ompi_mpi_datatype_null", 0x0c00_0000, 0x200, "smpi_MPI_DATATYPE_NULL";
    byte: Handle = "ompi_mpi_byte", 0x4c00_010d, 0x247, "smpi_MPI_BYTE";
    int: Handle = "ompi_mpi_int", 0x4c00_0405, 0x209, "smpi_MPI_INT";
    int64_t: Handle = "ompi_mpi_int64_t", 0x4c00_083a, 0x258, "smpi_MPI_INT64_T";
    double: Handle = "ompi_mpi_double", 0x4c00_080b, 0x214, "smpi_MPI_DOUBLE";
    status_ignore: usize = 0, 1, 0, 0;
    thread_multiple: i32 = 3, 3, 4096, 3;
    any_source: i32 = -1, -2, -1, -555;
    any_tag: i32 = -1, -1, -2, -444;
    proc_null: i32 = -2, -1, -3, -666;
    root: i32 = -4, -3, -4, 0;
    keyval_invalid: i32 = -1, 0x2400_0000, 0, -9;
    combiner_f90_real: i32 = 14, 15, 113, 14;
    combiner_f90_complex: i32 = 15, 16, 114, 15;
    err_buffer: i32 = 1, 1, 1, 15;
    err_count: i32 = 2, 2, 2, 6;
    err_type: i32 = 3, 3, 3, 3;
    err_comm: i32 = 5, 5, 5, 1;
    err_root: i32 = 8, 7, 8, 24;
    err_op: i32 = 10, 9, 10, 11;
    err_request: i32 = 7, 19, 7, 4;
    err_in_status: i32 = 18, 17, 19, 13;
    err_arg: i32 = 13, 12, 13, 2;
    err_other: i32 = 16, 15, 16, 12;
    err_unsupported_operation: i32 = 52, 44, 55, 42;
}

/// A handle in memory, for MPI functions that store or change one; wide enough for any family.
#[derive(Debug, Default)]
pub struct HandleSlot(u64);

impl HandleSlot {
    pub fn new(family: Family, handle: Handle) -> Self {
        let mut stored = HandleSlot::default();
        // SAFETY: it is large enough for a handle of any family.
        unsafe { family.write_handle((&raw mut stored.0).cast(), handle) };
        stored
    }

    pub fn place(&mut self) -> *mut c_void {
        (&raw mut self.0).cast()
    }

    /// What a function stores that returns an MPI error code.
    pub fn filled(store: impl FnOnce(*mut c_void) -> c_int) -> Result<HandleSlot, Fault> {
        let mut slot = HandleSlot::default();
        match store(slot.place()) {
            0 => Ok(slot),
            code => Err(Fault(code)),
        }
    }

    pub fn handle(&self, family: Family) -> Handle {
        // SAFETY: it is large enough for a handle of any family.
        unsafe { family.read_handle((&raw const self.0).cast()) }
    }
}

impl Family {
    /// The family of a library whose version string is `version`.
    pub fn of(object: &Object, version: &str) -> Option<Family> {
        // (A library that defines some profiling functions may stand in front of the MPI library.)
        let behind = object.symbol("PMPI_Get_library_version").and_then(file_of);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_string();
        let by_file =
            |path: &str| Family::of_file(&name(path), |symbol| object.symbol(symbol).is_some());
        by_file(&object.path).or_else(|| by_file(&behind?)).or_else(|| Family::of_version(version))
    }

    /// The family by the name of the library's file and what it defines, where these tell.
    pub fn of_file(file: &str, defines: impl Fn(&str) -> bool) -> Option<Family> {
        if file.starts_with("libmpi_abi") {
            Some(Family::Standard)
        } else if defines("ompi_mpi_comm_world") {
            Some(Family::OpenMpi)
        } else if defines(SMPI_COMM_SELF) {
            Some(Family::Smpi)
        } else {
            None
        }
    }

    /// The family by the version string, where no symbol identifies it.
    pub fn of_version(version: &str) -> Option<Family> {
        const DESCENDANTS: [&str; 5] =
            ["MPICH", "Intel(R) MPI", "MVAPICH", "CRAY MPICH", "ParaStation MPI"];
        DESCENDANTS.iter().any(|name| version.contains(name)).then_some(Family::Mpich)
    }

    /// A handle, to be compared: on MPICH's family only the lower 32 bits, sign-extended.
    #[inline]
    pub fn handle(self, argument: Handle) -> Handle {
        match self {
            Family::Mpich => argument as i32 as isize as usize,
            _ => argument,
        }
    }

    /// Bytes of an MPI_Status, in C and in Fortran, and where its MPI_SOURCE (and behind it MPI_TAG) and
    /// its MPI_ERROR lie.
    pub(super) fn status_layout(self) -> (usize, usize, usize) {
        match self {
            Family::OpenMpi => (24, 0, 8),
            Family::Mpich => (20, 8, 16),
            Family::Standard => (32, 0, 8),
            Family::Smpi => (20, 0, 8),
        }
    }

    /// Bytes of a handle in memory.
    pub fn handle_bytes(self) -> usize {
        match self {
            Family::Mpich => 4,
            _ => 8,
        }
    }

    /// A handle in memory.
    ///
    /// # Safety
    /// `from` is aligned and readable for a handle of this family.
    pub unsafe fn read_handle(self, from: *const u8) -> Handle {
        // SAFETY: upheld by the caller.
        unsafe {
            match self {
                Family::Mpich => *from.cast::<i32>() as isize as usize,
                _ => *from.cast::<usize>(),
            }
        }
    }

    /// Whether all ranks of a program are in one process and take turns: a rank that waits without
    /// calling MPI blocks the others and its simulated clock, and memory is shared anyway.
    pub fn ranks_share_a_process(self) -> bool {
        self == Family::Smpi
    }

    /// Stores a handle: 4 bytes on MPICH's family, else 8.
    ///
    /// # Safety
    /// `to` is aligned and writable for a handle of this family.
    pub unsafe fn write_handle(self, to: *mut u8, handle: Handle) {
        // SAFETY: upheld by the caller.
        unsafe {
            match self {
                Family::Mpich => *to.cast::<i32>() = handle as i32,
                _ => *to.cast::<usize>() = handle,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_half_of_an_mpich_argument_means_nothing() {
        let argument = 0xdead_beef_8c00_0001usize;
        assert_eq!(Family::Mpich.handle(argument), 0xffff_ffff_8c00_0001);
        assert_eq!(Family::OpenMpi.handle(argument), argument);
    }

    #[test]
    fn versions_of_descendants() {
        let of = Family::of_version;
        assert_eq!(of("MPICH Version:\t4.0.2"), Some(Family::Mpich));
        assert_eq!(of("Intel(R) MPI Library 2021.18"), Some(Family::Mpich));
        assert_eq!(of("Some Other MPI 1.0"), None);
    }
}
