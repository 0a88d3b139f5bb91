//! Schedules: who sends what to whom. They decide the speed and never a bit:
//! all they do is to bring contributions, in rank order, to where a
//! [`Fold`] evaluates them, and the results to where they are wanted. They see
//! the ranks through [`Transport`] alone, so they run on ranks simulated inside
//! one process as they run on MPI.
//!
//! A new schedule is a file of its own, with its cost at the top, and a row in
//! [`ALL`], which drives the environment variable, its error message and the
//! report.

mod bintree;
mod bintree2;
mod chain;
mod chain2;
mod choice;
pub mod cost;
mod flow;
mod fnomial;
mod gather;
mod halves;
mod halving;
mod merging;
mod messages;
pub mod node;
mod offload;
pub mod opening;
pub mod packed;
mod pairs;
pub mod partials;
mod pieces;
mod place;
mod ring;
mod slices;
mod split;
mod swap;
mod table;
mod transport;
mod trees;

use crate::arithmetic::{Arithmetic, Fault, Fold};
pub use choice::{automatic, choose, messages_pay, predicted, size_class, Chosen};
pub use cost::{collective_seconds, Asked, Machine};
pub use messages::{Messages, Pending};
use packed::Compression;
pub use table::{by_name, Case, Needs, Parameter, Run, Schedule, Settings, Wanted, ALL};
pub use transport::{Cut, Transport};

/// What a schedule works with beside the caller's buffers, in bytes of data: the
/// rows of one block. (A block never holds less than one element of each rank.)
/// All ranks cut the vector into the same blocks.
pub const SCRATCH: usize = 1 << 20;

/// p times the bytes of a vector, or of a partial, up to which all of it is handed over at
/// once: one message's latency outweighs the doubled work. (At p = 2 either way takes as long
/// there: `make bench SMALLEST=8K LARGEST=128K`.)
const GATHER_LIMIT: usize = 64 << 10;

/// What a user may choose of how reductions are evaluated: by the environment, and
/// otherwise for a communicator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// `SAMEBITS_ARITHMETIC`; none is `auto`.
    pub arithmetic: Option<Arithmetic>,
    /// `SAMEBITS_SCHEDULE`; none is `auto`.
    pub schedule: Option<Wanted>,
    /// `SAMEBITS_THREADS`; none is `auto`.
    pub threads: Option<usize>,
    /// `SAMEBITS_BLOCK`, in bytes; none is `auto`.
    pub block: Option<usize>,
    /// `SAMEBITS_COMPRESS`.
    pub compression: Compression,
}

impl Choices {
    /// The arithmetic that sums of floating-point numbers get.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic.unwrap_or(Arithmetic::Exact)
    }
}

/// Elements of a block, of which every rank's row (or its slice of every row)
/// lies in the scratch at one time.
fn block(ranks: usize, fold: &dyn Fold) -> usize {
    (SCRATCH / (ranks * fold.size())).max(1)
}

/// Whether all of a vector of so many bytes should be handed over at once.
fn is_short(ranks: usize, bytes: usize) -> bool {
    ranks.saturating_mul(bytes) <= GATHER_LIMIT
}

/// What is to be reduced, seen from one rank.
pub struct Reduction<'a> {
    /// This rank's contribution; the same as `recv` where it is in place.
    pub send: *const u8,
    /// Where the result goes; not looked at on ranks that get none.
    pub recv: *mut u8,
    /// Elements of the vector.
    pub count: usize,
    /// Who gets the result.
    pub to: Destination,
    /// The arithmetic.
    pub fold: &'a dyn Fold,
    /// What the schedule is run with.
    pub settings: Settings,
}

/// Who gets the result of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Every rank.
    All,
    /// The root.
    Root(usize),
}

impl Destination {
    /// Whether a rank gets the result.
    pub fn reaches(self, rank: usize) -> bool {
        match self {
            Destination::All => true,
            Destination::Root(root) => root == rank,
        }
    }
}

impl Reduction<'_> {
    /// Where an element lies in a buffer, relative to the first.
    fn offset(&self, element: usize) -> isize {
        let extent = self.fold.buffers().map_or(self.fold.size() as isize, |b| b.extent());
        element as isize * extent
    }

    /// The contribution's elements from..from+n as a row: in the caller's buffer
    /// where that is one, else copied to `stage`.
    ///
    /// # Safety
    /// The elements lie within the vector, and `stage` has room for them.
    unsafe fn contribution(
        &self,
        from: usize,
        n: usize,
        stage: *mut u8,
    ) -> Result<*const u8, Fault> {
        let send = self.send.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            None => Ok(send),
            Some(buffers) => {
                // SAFETY: handed on to the caller.
                unsafe { buffers.load(send, stage, n)? };
                Ok(stage)
            }
        }
    }

    /// Where a row of results should be put for the elements from `from` on: into
    /// the caller's buffer where that is a row, else to `stage`.
    fn result_row(&self, from: usize, stage: *mut u8) -> *mut u8 {
        match self.fold.buffers() {
            None => self.recv.wrapping_offset(self.offset(from)),
            Some(_) => stage,
        }
    }

    /// The results from..from+n, once they were delivered, as a row: in the caller's
    /// buffer where that is one, else copied to `stage`.
    ///
    /// # Safety
    /// The elements lie within the vector, and `stage` has room for them.
    unsafe fn results(&self, from: usize, n: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        let recv = self.recv.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            None => Ok(recv),
            Some(buffers) => {
                // SAFETY: handed on to the caller.
                unsafe { buffers.load(recv, stage, n)? };
                Ok(stage)
            }
        }
    }

    /// Brings a row of n results to the caller's elements from `from` on, if it
    /// does not lie there already.
    ///
    /// # Safety
    /// The row holds n elements, which lie within the vector.
    unsafe fn deliver(&self, row: *const u8, from: usize, n: usize) -> Result<(), Fault> {
        let recv = self.recv.wrapping_offset(self.offset(from));
        match self.fold.buffers() {
            // SAFETY: handed on to the caller.
            Some(buffers) => unsafe { buffers.store(row, recv, n) },
            None => {
                if !std::ptr::eq(row, recv) {
                    // SAFETY: handed on to the caller; rows are scratch of ours.
                    unsafe { std::ptr::copy_nonoverlapping(row, recv, n * self.fold.size()) };
                }
                Ok(())
            }
        }
    }
}

/// Whether this rank gets the result.
fn receives(transport: &dyn Transport, to: Destination) -> bool {
    to.reaches(transport.rank())
}
