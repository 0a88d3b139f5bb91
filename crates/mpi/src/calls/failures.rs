//! Processes that have failed: what the MPI library tells of them, and its errors.

use crate::abi::family::{Family, Handle, HandleSlot};
use crate::abi::functions::FaultTolerance;
use crate::Library;
use libc::c_int;

/// Why the ranks of a communicator cannot reduce on it any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Failure {
    /// One of their processes is gone.
    Process = 1,
    /// The program has revoked the communicator.
    Revoked = 2,
}

impl Failure {
    const ALL: [Failure; 2] = [Failure::Process, Failure::Revoked];

    /// The failure with this number; 0 stands for none.
    pub fn of_number(number: u64) -> Option<Failure> {
        Failure::ALL.into_iter().find(|failure| *failure as u64 == number)
    }
}

/// Open MPI's error classes, from 5 on; MPICH's, which are extensions of its own; and what the
/// standard ABI has, which cannot be told of a revoked communicator.
const OPEN_MPI: [(&str, c_int); 2] = [("MPI_ERR_PROC_FAILED", 75), ("MPI_ERR_REVOKED", 77)];
const MPICH: [(&str, c_int); 2] = [("MPIX_ERR_PROC_FAILED", 101), ("MPIX_ERR_REVOKED", 103)];
const STANDARD: [(&str, c_int); 2] = [("MPI_ERR_PROC_ABORTED", 58); 2];

/// The attribute by which Open MPI says whether it is tolerant to failures.
const OPEN_MPI_FT: (&str, c_int) = ("MPI_FT", 12);

impl Library {
    /// Whether ranks go on when processes have failed, as this job was started.
    pub(crate) fn tolerates_failures(&self) -> bool {
        *self.cache.tolerates_failures.get_or_init(|| self.is_tolerant())
    }

    fn tolerance(&self) -> Option<&FaultTolerance> {
        self.fault_tolerance.as_ref().filter(|_| self.tolerates_failures())
    }

    /// Open MPI says so by an attribute. In programs with sessions alone nothing has it.
    fn is_tolerant(&self) -> bool {
        if self.fault_tolerance.is_none() {
            return false;
        }
        let (mut value, mut found) = (std::ptr::null::<c_int>(), 0);
        let (get, world) = (self.functions.comm_get_attr, self.constants.comm_world);
        // SAFETY: a predefined attribute, which is the address of an int.
        unsafe {
            let known = self.family == Family::OpenMpi
                && self.has_world()
                && get(world, OPEN_MPI_FT.1, (&raw mut value).cast(), &mut found) == 0;
            !known || (found != 0 && *value != 0)
        }
    }

    /// The names and numbers of what is used here of the library in use, for checks against headers.
    pub fn failure_constants(&self) -> Vec<(&'static str, c_int)> {
        let attribute = self.fault_tolerance.map(|_| OPEN_MPI_FT);
        self.failure_classes().into_iter().flatten().chain(attribute).collect()
    }

    /// The names and numbers of its error classes for failures; none if it has no such classes.
    fn failure_classes(&self) -> Option<[(&'static str, c_int); 2]> {
        match self.family {
            Family::OpenMpi => self.fault_tolerance.map(|_| OPEN_MPI),
            Family::Mpich => Some(MPICH),
            Family::Standard => Some(STANDARD),
            // SMPI has none, and of others nothing is known.
            _ => None,
        }
    }

    /// The error of a failure.
    pub fn failure_code(&self, failure: Failure) -> c_int {
        let codes = self.failure_classes();
        codes.map_or(self.constants.err_other, |codes| codes[failure as usize - 1].1)
    }

    /// The failure that an error of the MPI library reports, if it is tolerant to failures.
    pub(crate) fn failure_of(&self, code: c_int) -> Option<Failure> {
        let (tolerance, mut class) = (self.tolerance()?, 0);
        // SAFETY: an error code, and an out-parameter.
        unsafe { (tolerance.error_class)(code, &mut class) };
        Failure::ALL.into_iter().find(|failure| self.failure_code(*failure) == class)
    }

    /// What the MPI library knows of a communicator: that it is revoked, or that any of its processes
    /// has failed, after which no collective operation on it is sure to end.
    pub fn failure_on(&self, comm: Handle) -> Option<Failure> {
        if self.is_revoked(comm) {
            return Some(Failure::Revoked);
        }
        let tolerance = self.tolerance()?;
        let (mut failed, mut size) = (HandleSlot::default(), 0);
        // SAFETY: a communicator of this library, and out-parameters; the group is freed again.
        unsafe {
            if (tolerance.get_failed)(comm, failed.place()) != 0 {
                return None;
            }
            (tolerance.group_size)(failed.handle(self.family), &mut size);
            (self.functions.group_free)(failed.place());
        }
        (size > 0).then_some(Failure::Process)
    }

    pub fn is_revoked(&self, comm: Handle) -> bool {
        let mut revoked: c_int = 0;
        self.tolerance().is_some_and(|tolerance| {
            // SAFETY: a communicator of this library, and an out-parameter.
            unsafe { (tolerance.is_revoked)(comm, &mut revoked) == 0 && revoked != 0 }
        })
    }

    /// Makes all that ranks do on a communicator of ours end with an error, where the MPI library can.
    pub fn revoke(&self, comm: Handle) {
        if let Some(tolerance) = self.tolerance() {
            // SAFETY: a communicator of ours.
            unsafe { (tolerance.revoke)(comm) };
        }
    }
}
