//! The only place that knows MPI libraries. One binary serves every MPI: the library in use, its
//! ABI family, constants and functions are found at run time.

pub mod acceptance;
pub mod accumulators;
mod by_handle;
mod collectives;
pub mod communicator;
pub mod datatypes;
mod derived;
pub mod device;
pub mod dynamic;
pub mod family;
mod from_fortran;
pub mod functions;
pub mod handles;
pub mod identity;
mod keyval;
pub mod launcher;
mod layout;
pub mod locate;
mod mapping;
pub mod names;
mod occupancy;
pub mod private;
mod progress;
mod quiet;
mod raise;
pub mod reduce_local;
pub mod shared_memory;
pub mod shared_memory_setup;
pub mod spare;
mod stores;
pub mod transport;
mod true_extent;
pub mod waiting;

use crate::arithmetic::Fault;
use datatypes::{f90_kind, size_of, Predefined};
use family::{Constants, Family, Handle, SMPI_COMM_SELF};
use functions::{FromFortran, Functions};
use libc::{c_char, c_int};
use locate::Object;
use once_cell::sync::OnceCell;
use stores::{Acceptance, Accumulators, Pending};

use crate::kernel::fpenv::{within, Environment};
use crate::kernel::{Format, Kind};

/// The MPI library in use.
#[derive(Debug)]
pub struct Library {
    /// Its ABI family.
    pub family: Family,
    /// What it calls by which value.
    pub constants: Constants,
    /// Its functions.
    pub functions: Functions,
    /// Its conversions from Fortran handles, where it has them as functions.
    pub from_fortran: Option<FromFortran>,
    /// The loaded object that defines it.
    pub object: Object,
    /// What it says of itself, in one line.
    pub version: String,
    predefined: OnceCell<Predefined>,
    acceptance: Acceptance,
    accumulators: Accumulators,
    pending: Pending,
}

/// What an MPI function returned: an error code other than MPI_SUCCESS is a fault.
pub fn checked(code: c_int) -> Result<(), Fault> {
    if code == 0 {
        Ok(())
    } else {
        Err(Fault(code))
    }
}

impl Library {
    /// Finds the MPI library of this process. `Err` is one line that says why
    /// there is none that we know.
    pub fn find() -> Result<Library, String> {
        let object =
            Object::defining("PMPI_Allreduce").ok_or("no loaded library defines PMPI_Allreduce")?;
        let functions =
            Functions::look_up(&object).map_err(|missing| format!("{}: {missing}", object.path))?;
        let version = version(&functions);
        let family = Family::of(&object, &version)
            .ok_or_else(|| format!("{} (\"{version}\") is of no known ABI family", object.path))?;
        let constants =
            family.constants(&object).map_err(|missing| format!("{}: {missing}", object.path))?;
        let from_fortran = FromFortran::look_up(&object);
        Ok(Library {
            family,
            constants,
            functions,
            from_fortran,
            object,
            version,
            predefined: OnceCell::new(),
            acceptance: Acceptance::default(),
            accumulators: Accumulators::default(),
            pending: Pending::default(),
        })
    }

    /// Whether MPI is initialised (and so may be called).
    pub fn is_initialized(&self) -> bool {
        let mut flag = 0;
        // SAFETY: may be called at any time.
        unsafe { (self.functions.initialized)(&mut flag) == 0 && flag != 0 }
    }

    /// Whether MPI_COMM_WORLD and MPI_COMM_SELF are there: in a program that uses
    /// MPI by sessions alone, or still after MPI_Finalize, they must not be touched.
    pub fn has_world(&self) -> bool {
        self.is_initialized() && !self.is_finalized()
    }

    /// Whether MPI is finalised.
    pub fn is_finalized(&self) -> bool {
        let mut flag = 0;
        // SAFETY: may be called at any time.
        unsafe { (self.functions.finalized)(&mut flag) == 0 && flag != 0 }
    }

    /// The predefined datatypes and operators; MPI must be initialised.
    #[inline]
    pub fn predefined(&self) -> &Predefined {
        self.predefined
            .get_or_init(|| Predefined::read(self.family, &self.object, self.functions.type_size))
    }

    /// MPI_COMM_SELF. SMPI's is a function's result, another one for each rank.
    pub fn comm_self(&self) -> Handle {
        match (self.family, self.object.symbol(SMPI_COMM_SELF)) {
            // SAFETY: SMPI's function of that name has this type; MPI is up.
            (Family::Smpi, Some(address)) => unsafe {
                functions::function_at!(address, unsafe extern "C" fn() -> Handle)()
            },
            _ => self.constants.comm_self,
        }
    }

    /// Whether a handle is MPI_COMM_NULL.
    pub fn is_null_communicator(&self, comm: Handle) -> bool {
        self.family.handle(comm) == self.constants.comm_null
    }

    /// MPI_Type_size; none where it fails or an int is too short for it.
    pub fn size_of_type(&self, datatype: Handle) -> Option<i32> {
        size_of(self.functions.type_size, datatype)
    }

    /// The kind of the elements of a datatype made by MPI_Type_create_f90_real
    /// or _complex; none for any other.
    pub fn f90_kind(&self, datatype: Handle) -> Option<Kind> {
        let (mut integers, mut addresses, mut datatypes, mut combiner) = (0, 0, 0, 0);
        // SAFETY: a handle of this library, which is not null.
        let code = unsafe {
            (self.functions.type_get_envelope)(
                datatype,
                &mut integers,
                &mut addresses,
                &mut datatypes,
                &mut combiner,
            )
        };
        let Constants { combiner_f90_real: real, combiner_f90_complex: complex, .. } =
            self.constants;
        if code != 0 || (combiner != real && combiner != complex) {
            return None;
        }
        f90_kind(combiner == complex, self.size_of_type(datatype)?, || self.wide_format(datatype))
    }

    /// The format of a datatype of 16-byte reals, or complex numbers of them: told
    /// by the MPI library's own sum of two numbers that are 1 in x87's format, and
    /// tiny in binary128.
    fn wide_format(&self, datatype: Handle) -> Option<Format> {
        const ONE: u128 = 0x3fff_8000_0000_0000_0000;
        const TWO: u128 = 0x4000_8000_0000_0000_0000;
        const TWICE_TINY: u128 = 2 * ONE;
        let sum = self.constants.sum;
        if !self.accepts(datatype, sum) {
            return None;
        }
        let (left, mut right) = ([ONE; 2], [ONE; 2]);
        let (x, y) = (left.as_ptr().cast(), right.as_mut_ptr().cast());
        // SAFETY: one element of 16 or 32 bytes at each place.
        checked(within(Environment::VectorAndX87, || unsafe {
            (self.functions.reduce_local)(x, y, 1, datatype, sum)
        }))
        .ok()?;
        // x87's format has 80 bits; the rest is padding.
        match right[0] & ((1 << 80) - 1) {
            TWO => Some(Format::LongDouble),
            TWICE_TINY => Some(Format::Quad),
            _ => None,
        }
    }

    /// Ends the job: by PMPI_Abort where MPI is up, else by leaving the process; where the ranks
    /// share it, at once. (SMPI's abort forgets the code, and unwinds through whoever called.)
    pub fn abort(&self, code: i32) -> ! {
        if self.family.ranks_share_a_process() {
            // SAFETY: writes what the program has printed, and ends it.
            unsafe {
                libc::fflush(std::ptr::null_mut());
                libc::_exit(code)
            }
        }
        if self.has_world() {
            // SAFETY: MPI is up.
            unsafe { (self.functions.abort)(self.constants.comm_world, code) };
        }
        std::process::exit(code)
    }

    /// This rank and the number of ranks of a communicator.
    pub fn rank_and_size(&self, comm: Handle) -> Result<(usize, usize), Fault> {
        let (mut rank, mut size) = (0, 0);
        // SAFETY: a communicator handle of this library.
        unsafe {
            checked((self.functions.comm_rank)(comm, &mut rank))?;
            checked((self.functions.comm_size)(comm, &mut size))?;
        }
        Ok((rank as usize, size as usize))
    }
}

/// The first line of what the library says of itself.
fn version(functions: &Functions) -> String {
    // MPICH's MPI_MAX_LIBRARY_VERSION_STRING, 8192, is the largest known.
    let mut text = vec![0u8; 16384];
    let mut length = 0;
    // SAFETY: may be called before MPI_Init; the buffer is large enough.
    let code =
        unsafe { (functions.get_library_version)(text.as_mut_ptr().cast::<c_char>(), &mut length) };
    if code != 0 {
        return String::new();
    }
    text.truncate(length.max(0) as usize);
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().next().unwrap_or_default();
    let line = line.split(", package:").next().unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('\0').to_string()
}
