//! The only place that knows MPI libraries. One binary serves every MPI: the library in use, its
//! ABI family, constants and functions are found at run time.
//!
//! [`Library`] is the one in use. [`abi`] finds it and knows its handles, [`calls`] are what it is called
//! for, [`memory`] what the ranks of a node share, [`elements`] the program's buffers, [`operators`] the
//! operators, and [`communicator`] finds what the layer above keeps for a communicator.
//! [`transport::Collectives`] shows its ranks to schedules, and [`progress`] drives reductions that do not
//! block.

pub mod abi;
pub mod calls;
pub mod communicator;
pub mod elements;
pub mod launcher;
pub mod memory;
pub mod operators;
pub mod progress;
pub mod transport;

use abi::datatypes::{f90_kind, size_of, Predefined};
use abi::family::{Constants, Family, Handle, HandleSlot, SMPI_COMM_SELF};
use abi::functions::{FaultTolerance, FromFortran, Functions, Persistent};
use abi::hook::Hook;
use abi::locate::Object;
use abi::translation;
use libc::c_int;
use once_cell::sync::OnceCell;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::stack;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{Format, Kind};
use std::{collections::BTreeMap, sync::atomic::AtomicUsize, sync::Mutex};

/// The MPI library in use.
#[derive(Debug)]
pub struct Library {
    pub family: Family,
    pub constants: Constants,
    pub functions: Functions,
    /// Its conversions from Fortran handles, where it has them as functions.
    pub from_fortran: Option<FromFortran>,
    pub persistent: Option<Persistent>,
    pub fault_tolerance: Option<FaultTolerance>,
    /// How its progress engine is made to call us: see [`Library::hook`].
    hook: Option<Hook>,
    pub object: Object,
    /// Its version string, in one line.
    pub version: String,
    cache: Cache,
}

/// What is created for an MPI library on first use, and most of it freed when MPI ends.
#[derive(Debug, Default)]
struct Cache {
    predefined: OnceCell<Predefined>,
    /// A communicator of this rank alone, whose errors are returned.
    single_rank: Mutex<Option<Handle>>,
    /// Whether MPI_Allreduce and MPI_Reduce accept a receive buffer that is the send buffer.
    accepts_aliases: [OnceCell<bool>; 2],
    /// The datatypes of what operators of ours work on, by their size in bytes.
    bytes_types: Mutex<BTreeMap<usize, HandleSlot>>,
    /// The operators that merge accumulators, and partials; 0 while there is none, here and below.
    accumulator_op: AtomicUsize,
    partials_op: AtomicUsize,
    /// That which keeps what bytes have in common.
    common_op: AtomicUsize,
    tolerates_failures: OnceCell<bool>,
    /// The request by which [`Library::progress`] makes progress.
    pending: Mutex<Option<HandleSlot>>,
}

/// Why there is no MPI library that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// None is loaded: a program may load one later.
    NotLoaded,
    /// What is loaded is not known, in one line.
    Unknown(String),
}

/// Why a translation layer is not served.
fn translated(layer: &str, behind: &str) -> String {
    format!(
        "{layer} takes the place of an MPI library, has handles of its own, and calls {behind} \
         without going through samebits"
    )
}

/// The outcome of an MPI function: an error code other than MPI_SUCCESS is a fault.
pub fn checked(code: c_int) -> Outcome {
    match code {
        0 => Ok(()),
        _ => Err(Fault(code)),
    }
}

/// A number as MPI counts: blocks and messages are small enough.
fn int(number: usize) -> c_int {
    c_int::try_from(number).expect("blocks and messages have fewer than 2^31 bytes")
}

impl Library {
    /// Finds the MPI library of this process.
    pub fn find() -> Result<Library, NotFound> {
        let object = Object::defining("PMPI_Allreduce").ok_or(NotFound::NotLoaded)?;
        if let Some(layer) = translation::over(&object) {
            return Err(NotFound::Unknown(translated(&layer, &object.path)));
        }
        Library::of(object).map_err(NotFound::Unknown)
    }

    /// The MPI library in an object. `Err` says in one line why samebits does not know it.
    fn of(object: Object) -> Result<Library, String> {
        let in_object = |missing: String| format!("{}: {missing}", object.path);
        let functions = Functions::look_up(&object).map_err(in_object)?;
        let version = version(&functions);
        let family = Family::of(&object, &version).ok_or_else(|| {
            format!("{} (\"{version}\") belongs to no known ABI family", object.path)
        })?;
        // Nothing but its version string shows what that is.
        if family == Family::Mpich {
            let behind = translation::under(&object);
            if translation::is_version_of_one(&version) || behind.is_some() {
                return Err(translated(&object.path, behind.as_deref().unwrap_or(&version)));
            }
        }
        let constants = Constants::of(family, &object).map_err(in_object)?;
        // Those have stacks that the library has made, and knows.
        if family.ranks_share_a_process() {
            stack::never_switch();
        }
        Ok(Library {
            family,
            constants,
            functions,
            from_fortran: FromFortran::look_up(&object),
            persistent: Persistent::look_up(&object),
            fault_tolerance: FaultTolerance::look_up(&object),
            hook: Hook::of(family, &object),
            object,
            version,
            cache: Cache::default(),
        })
    }

    /// Whether MPI is initialised, and so may be called.
    pub fn is_initialized(&self) -> bool {
        let mut flag = 0;
        // SAFETY: may be called at any time.
        unsafe { (self.functions.initialized)(&mut flag) == 0 && flag != 0 }
    }

    /// Whether MPI_COMM_WORLD exists: not after MPI_Finalize, nor in programs with sessions alone.
    pub fn has_world(&self) -> bool {
        let mut flag = 0;
        // SAFETY: may be called at any time.
        let mut finalized = || unsafe { (self.functions.finalized)(&mut flag) == 0 && flag != 0 };
        self.is_initialized() && !finalized()
    }

    /// The library's hook; none if it has none, or where there is no MPI_COMM_WORLD, as in programs with
    /// sessions alone: what is driven needs that. Costs two short calls of MPI.
    pub fn hook(&self) -> Option<Hook> {
        self.hook.filter(|_| self.has_world())
    }

    /// Whether one thread at a time may call MPI, which was initialised so; false if that is not known.
    pub fn is_serial(&self) -> bool {
        let mut provided = 0;
        // (What SMPI takes for processes are threads.)
        !self.family.ranks_share_a_process()
            && self.has_world()
            // SAFETY: MPI is initialised.
            && unsafe { (self.functions.query_thread)(&mut provided) == 0 }
            && provided < self.constants.thread_multiple
    }

    /// The predefined datatypes and operators; MPI must be initialised.
    #[inline]
    pub fn predefined(&self) -> &Predefined {
        let read = || Predefined::read(self.family, &self.object, self.functions.type_size);
        self.cache.predefined.get_or_init(read)
    }

    /// MPI_COMM_SELF. SMPI's is a function's result, different on each rank.
    pub fn comm_self(&self) -> Handle {
        let smpi = (self.family == Family::Smpi).then(|| self.object.symbol(SMPI_COMM_SELF));
        match smpi.flatten() {
            // SAFETY: SMPI's function of that name has this type; MPI is initialised.
            Some(address) => unsafe {
                abi::functions::function_at!(address, unsafe extern "C" fn() -> Handle)()
            },
            None => self.constants.comm_self,
        }
    }

    /// What a call without a communicator is on: its errors are raised on MPI_COMM_SELF. The null
    /// communicator in programs with sessions alone, which have no other.
    #[inline]
    pub fn comm_alone(&self) -> Handle {
        match self.has_world() {
            true => self.comm_self(),
            false => self.constants.comm_null,
        }
    }

    pub fn is_null_communicator(&self, comm: Handle) -> bool {
        self.family.handle(comm) == self.constants.comm_null
    }

    /// MPI_Type_size; none where it fails or an int is too short for it.
    pub fn size_of_type(&self, datatype: Handle) -> Option<i32> {
        size_of(self.functions.type_size, datatype)
    }

    /// The kind of the elements of a datatype made by MPI_Type_create_f90_real or _complex.
    pub fn f90_kind(&self, datatype: Handle) -> Option<Kind> {
        let (_, combiner) = self.envelope(datatype).ok()?;
        let complex = combiner == self.constants.combiner_f90_complex;
        if !complex && combiner != self.constants.combiner_f90_real {
            return None;
        }
        f90_kind(complex, self.size_of_type(datatype)?, || self.wide_format(datatype))
    }

    /// How many integers, addresses and datatypes it was made of (0: predefined), and the combiner.
    fn envelope(&self, datatype: Handle) -> Result<([c_int; 3], c_int), Fault> {
        let ([mut integers, mut addresses, mut datatypes], mut combiner) = ([0; 3], 0);
        let get = self.functions.type_get_envelope;
        // SAFETY: a datatype handle of this library; out-parameters of the right type.
        checked(unsafe {
            get(datatype, &mut integers, &mut addresses, &mut datatypes, &mut combiner)
        })?;
        Ok(([integers, addresses, datatypes], combiner))
    }

    /// The format of 16-byte reals, by the MPI library's sum of two numbers that are 1 in x87's
    /// format and tiny in binary128.
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

    /// Ends the job: by PMPI_Abort where MPI is initialised, else by ending the process, at once
    /// where ranks share it: SMPI's abort loses the code, and unwinds through its callers.
    pub fn abort(&self, code: i32) -> ! {
        if self.family.ranks_share_a_process() {
            // SAFETY: writes the program's buffered output, and ends it.
            unsafe {
                libc::fflush(std::ptr::null_mut());
                libc::_exit(code)
            }
        }
        if self.has_world() {
            // SAFETY: MPI is initialised.
            unsafe { (self.functions.abort)(self.constants.comm_world, code) };
        }
        std::process::exit(code)
    }

    /// Frees what was created for this library, before MPI ends.
    pub fn forget_all(&self) {
        self.forget_acceptance();
        self.forget_operators();
        self.forget_datatypes();
        self.forget_pending();
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

/// The first line of the library's version string.
fn version(functions: &Functions) -> String {
    // The largest known MPI_MAX_LIBRARY_VERSION_STRING is MPICH's, 8192.
    let (mut text, mut length) = (vec![0u8; 16384], 0);
    // SAFETY: may be called before MPI_Init; the buffer is large enough.
    if unsafe { (functions.get_library_version)(text.as_mut_ptr().cast(), &mut length) } != 0 {
        return String::new();
    }
    text.truncate(length.max(0) as usize);
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().next().unwrap_or_default();
    let line = line.split(", package:").next().unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('\0').to_string()
}
