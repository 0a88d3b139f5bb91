//! The ABI families: how MPI libraries differ in handles, sentinels and error classes, and whether
//! their ranks share a process. MPICH's descendants (Intel MPI, Cray MPICH, MVAPICH, ParaStation)
//! share MPICH's ABI.

#![allow(non_camel_case_types)] // MPI's names in `samebits.h`

use super::locate::Object;
use libc::c_void;

/// A handle or an address as it travels in a register. On MPICH's family the
/// upper half of an argument is undefined: see [`Family::handle`].
pub type Handle = usize;

/// A communicator, as `samebits.h` declares it.
pub type MPI_Comm = Handle;

/// A datatype, likewise.
pub type MPI_Datatype = Handle;

/// An operator, likewise.
pub type MPI_Op = Handle;

/// An ABI family.
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

/// What MPI_COMM_SELF calls in SMPI, and only there.
pub(super) const SMPI_COMM_SELF: &str = "smpi_process_comm_self";

/// Declares the constants, each of which is MPI's of that name in capitals, and
/// a list of them for checks against the MPI libraries' headers.
macro_rules! constants {
    ($($(#[$meta:meta])* $field:ident: $type:ty,)*) => {
        /// What a family calls by which value.
        #[derive(Clone, Copy, Debug)]
        pub struct Constants {
            $($(#[$meta])* pub $field: $type,)*
        }

        impl Constants {
            /// Each constant's name in C and its value, sign-extended.
            pub fn named(&self) -> Vec<(String, usize)> {
                let name = |field: &str| format!("MPI_{}", field.to_uppercase());
                vec![$((name(stringify!($field)), self.$field as usize)),*]
            }
        }
    };
}

constants! {
    /// MPI_IN_PLACE.
    in_place: usize,
    /// MPI_BOTTOM.
    bottom: usize,
    /// MPI_COMM_NULL.
    comm_null: Handle,
    /// MPI_COMM_WORLD.
    comm_world: Handle,
    /// MPI_COMM_SELF; null where it has no fixed value (see `Library::comm_self`).
    comm_self: Handle,
    /// MPI_WIN_NULL.
    win_null: Handle,
    /// MPI_REQUEST_NULL.
    request_null: Handle,
    /// MPI_ERRORS_ARE_FATAL.
    errors_are_fatal: Handle,
    /// MPI_OP_NULL.
    op_null: Handle,
    /// MPI_MAX.
    max: Handle,
    /// MPI_SUM.
    sum: Handle,
    /// MPI_BAND.
    band: Handle,
    /// MPI_DATATYPE_NULL.
    datatype_null: Handle,
    /// MPI_BYTE.
    byte: Handle,
    /// MPI_INT.
    int: Handle,
    /// MPI_INT64_T.
    int64_t: Handle,
    /// MPI_DOUBLE.
    double: Handle,
    /// MPI_STATUS_IGNORE.
    status_ignore: usize,
    /// MPI_KEYVAL_INVALID.
    keyval_invalid: i32,
    /// The combiner MPI_COMBINER_F90_REAL.
    combiner_f90_real: i32,
    /// The combiner MPI_COMBINER_F90_COMPLEX.
    combiner_f90_complex: i32,
    /// The error class MPI_ERR_BUFFER.
    err_buffer: i32,
    /// The error class MPI_ERR_COUNT.
    err_count: i32,
    /// The error class MPI_ERR_TYPE.
    err_type: i32,
    /// The error class MPI_ERR_COMM.
    err_comm: i32,
    /// The error class MPI_ERR_ROOT.
    err_root: i32,
    /// The error class MPI_ERR_OP.
    err_op: i32,
    /// The error class MPI_ERR_ARG.
    err_arg: i32,
    /// The error class MPI_ERR_OTHER.
    err_other: i32,
    /// The error class MPI_ERR_UNSUPPORTED_OPERATION.
    err_unsupported_operation: i32,
}

/// A handle in memory, for MPI functions that store or change one: as wide as any
/// family's.
#[derive(Debug, Default)]
pub struct HandleSlot(u64);

impl HandleSlot {
    /// Holds a handle of a family.
    pub fn new(family: Family, handle: Handle) -> Self {
        let mut stored = HandleSlot::default();
        // SAFETY: room for a handle of any family.
        unsafe { family.write_handle((&raw mut stored.0).cast(), handle) };
        stored
    }

    /// Where it is.
    pub fn place(&mut self) -> *mut c_void {
        (&raw mut self.0).cast()
    }

    /// The handle, of that family.
    pub fn handle(&self, family: Family) -> Handle {
        let stored: *const u64 = &self.0;
        // SAFETY: eight bytes, of which a handle is the first four or all.
        unsafe {
            match family {
                Family::Mpich => *stored.cast::<i32>() as isize as usize,
                _ => *stored.cast::<usize>(),
            }
        }
    }
}

impl Family {
    /// The family of a library that calls itself that version.
    pub fn of(object: &Object, version: &str) -> Option<Family> {
        let file = object.path.rsplit('/').next().unwrap_or_default();
        if file.starts_with("libmpi_abi") {
            Some(Family::Standard)
        } else if object.symbol("ompi_mpi_comm_world").is_some() {
            Some(Family::OpenMpi)
        } else if object.symbol(SMPI_COMM_SELF).is_some() {
            Some(Family::Smpi)
        } else {
            Family::of_version(version)
        }
    }

    /// The family that a version string (MPI_Get_library_version) speaks of,
    /// where no symbol of the library tells.
    fn of_version(version: &str) -> Option<Family> {
        const DESCENDANTS: [&str; 5] =
            ["MPICH", "Intel(R) MPI", "MVAPICH", "CRAY MPICH", "ParaStation MPI"];
        DESCENDANTS.iter().any(|name| version.contains(name)).then_some(Family::Mpich)
    }

    /// A handle as this family compares it: on MPICH's only the lower 32 bits
    /// of an argument mean something, and they are sign-extended.
    #[inline]
    pub fn handle(self, argument: Handle) -> Handle {
        match self {
            Family::Mpich => argument as i32 as isize as usize,
            _ => argument,
        }
    }

    /// Whether all ranks of a program are in one process, taking turns: then a rank that
    /// waits without calling MPI keeps the others from what it waits for, its time does not
    /// pass on the simulated clock, and memory is shared anyway.
    pub fn ranks_share_a_process(self) -> bool {
        self == Family::Smpi
    }

    /// Stores a handle behind a pointer: 4 bytes on MPICH's family, else 8.
    ///
    /// # Safety
    /// The pointer leads to room for a handle of this family.
    pub unsafe fn write_handle(self, to: *mut u8, handle: Handle) {
        // SAFETY: upheld by the caller.
        unsafe {
            match self {
                Family::Mpich => *to.cast::<i32>() = handle as i32,
                _ => *to.cast::<usize>() = handle,
            }
        }
    }

    /// The constants of this family; Open MPI's and SMPI's handles are addresses, looked
    /// up in the library. `Err` names a symbol that is missing.
    pub fn constants(self, object: &Object) -> Result<Constants, String> {
        let address =
            |name: &str| object.data(name).ok_or_else(|| format!("the symbol {name} is missing"));
        Ok(match self {
            Family::OpenMpi => Constants {
                in_place: 1,
                bottom: 0,
                comm_null: address("ompi_mpi_comm_null")?,
                comm_world: address("ompi_mpi_comm_world")?,
                comm_self: address("ompi_mpi_comm_self")?,
                win_null: address("ompi_mpi_win_null")?,
                request_null: address("ompi_request_null")?,
                errors_are_fatal: address("ompi_mpi_errors_are_fatal")?,
                op_null: address("ompi_mpi_op_null")?,
                max: address("ompi_mpi_op_max")?,
                sum: address("ompi_mpi_op_sum")?,
                band: address("ompi_mpi_op_band")?,
                datatype_null: address("ompi_mpi_datatype_null")?,
                byte: address("ompi_mpi_byte")?,
                int: address("ompi_mpi_int")?,
                int64_t: address("ompi_mpi_int64_t")?,
                double: address("ompi_mpi_double")?,
                status_ignore: 0,
                keyval_invalid: -1,
                combiner_f90_real: 14,
                combiner_f90_complex: 15,
                err_buffer: 1,
                err_count: 2,
                err_type: 3,
                err_comm: 5,
                err_root: 8,
                err_op: 10,
                err_arg: 13,
                err_other: 16,
                err_unsupported_operation: 52,
            },
            Family::Mpich => {
                let handle = |value: u32| self.handle(value as usize);
                Constants {
                    in_place: usize::MAX,
                    bottom: 0,
                    comm_null: handle(0x0400_0000),
                    comm_world: handle(0x4400_0000),
                    comm_self: handle(0x4400_0001),
                    win_null: handle(0x2000_0000),
                    request_null: handle(0x2c00_0000),
                    errors_are_fatal: handle(0x5400_0000),
                    op_null: handle(0x1800_0000),
                    max: handle(0x5800_0001),
                    sum: handle(0x5800_0003),
                    band: handle(0x5800_0006),
                    datatype_null: handle(0x0c00_0000),
                    byte: handle(0x4c00_010d),
                    int: handle(0x4c00_0405),
                    int64_t: handle(0x4c00_083a),
                    double: handle(0x4c00_080b),
                    status_ignore: 1,
                    keyval_invalid: 0x2400_0000,
                    combiner_f90_real: 15,
                    combiner_f90_complex: 16,
                    err_buffer: 1,
                    err_count: 2,
                    err_type: 3,
                    err_comm: 5,
                    err_root: 7,
                    err_op: 9,
                    err_arg: 12,
                    err_other: 15,
                    err_unsupported_operation: 44,
                }
            }
            Family::Standard => Constants {
                in_place: 1,
                bottom: 0,
                comm_null: 0x100,
                comm_world: 0x101,
                comm_self: 0x102,
                win_null: 0x110,
                request_null: 0x180,
                errors_are_fatal: 0x141,
                op_null: 0x20,
                max: 0x23,
                sum: 0x21,
                band: 0x28,
                datatype_null: 0x200,
                byte: 0x247,
                int: 0x209,
                int64_t: 0x258,
                double: 0x214,
                status_ignore: 0,
                keyval_invalid: 0,
                combiner_f90_real: 113,
                combiner_f90_complex: 114,
                err_buffer: 1,
                err_count: 2,
                err_type: 3,
                err_comm: 5,
                err_root: 8,
                err_op: 10,
                err_arg: 13,
                err_other: 16,
                err_unsupported_operation: 55,
            },
            Family::Smpi => Constants {
                in_place: -222_isize as usize,
                bottom: -111_isize as usize,
                comm_null: 0,
                // A variable, whose value stands for each rank's own.
                // SAFETY: SMPI's symbol of that name is a handle.
                comm_world: unsafe { *(address("MPI_COMM_WORLD")? as *const Handle) },
                comm_self: 0,
                win_null: 0,
                request_null: 0,
                errors_are_fatal: address("smpi_MPI_ERRORS_ARE_FATAL")?,
                op_null: 0,
                max: address("smpi_MPI_MAX")?,
                sum: address("smpi_MPI_SUM")?,
                band: address("smpi_MPI_BAND")?,
                datatype_null: address("smpi_MPI_DATATYPE_NULL")?,
                byte: address("smpi_MPI_BYTE")?,
                int: address("smpi_MPI_INT")?,
                int64_t: address("smpi_MPI_INT64_T")?,
                double: address("smpi_MPI_DOUBLE")?,
                status_ignore: 0,
                keyval_invalid: -9,
                combiner_f90_real: 14,
                combiner_f90_complex: 15,
                err_buffer: 15,
                err_count: 6,
                err_type: 3,
                err_comm: 1,
                err_root: 24,
                err_op: 11,
                err_arg: 2,
                err_other: 12,
                err_unsupported_operation: 42,
            },
        })
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
