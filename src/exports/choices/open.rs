//! Requests that are not complete yet, and what the trace knows of them.

use samebits_mpi::abi::family::Handle;
use samebits_reduction::requests::followed::Followed;

/// A receive from any source.
#[derive(Clone, Copy, Debug)]
pub struct Receive {
    /// The function that has started it, or made it.
    pub call: &'static str,
    pub site: usize,
    /// The number of its communicator.
    pub comm: Option<u64>,
    pub persistent: bool,
}

/// A communicator that MPI_Comm_idup makes.
#[derive(Clone, Copy, Debug)]
pub struct Duplicate {
    /// The function's name.
    pub origin: &'static str,
    /// The handle, where the MPI library has stored it already; and where it will be, an INTEGER in
    /// Fortran.
    pub comm: Option<Handle>,
    pub place: usize,
    pub fortran: bool,
    /// Its number among those with the same ranks.
    pub among: u32,
}

pub static RECEIVES: Followed<Receive> = Followed::new();
pub static DUPLICATES: Followed<Duplicate> = Followed::new();
