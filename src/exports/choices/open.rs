//! Requests that are not complete yet, and what the trace knows of them.

use crate::reduction::requests::followed::Followed;

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
    /// Where the handle will be, an INTEGER in Fortran.
    pub place: usize,
    pub fortran: bool,
    /// Its number among those with the same ranks.
    pub among: u32,
}

pub static RECEIVES: Followed<Receive> = Followed::new();
pub static DUPLICATES: Followed<Duplicate> = Followed::new();
