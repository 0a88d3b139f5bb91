//! A reduction as data: what is reduced, who gets what of the result, and how the call completes.

pub mod classify;
pub mod described;
pub mod digested;
pub mod evaluation;
pub mod notices;
pub mod starts;
pub mod traced;

use crate::report::Outcome;
use libc::c_int;
use samebits_calls::Destination;
pub use samebits_calls::{Completion, Delivery, Form};
use samebits_mpi::abi::family::Handle;
use std::cell::OnceCell;

/// What is reduced, except the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The number of elements that each rank contributes.
    pub count: i64,
    pub datatype: Handle,
    pub op: Handle,
}

/// The numbers of elements of all ranks' blocks, as a caller lists them. Where one is negative, so is
/// the call's count, and no other is read.
#[derive(Clone, Copy, Debug)]
pub enum Lengths<'a> {
    Ints(&'a [c_int]),
    Large(&'a [i64]),
}

impl Lengths<'_> {
    pub fn of(self, rank: usize) -> usize {
        match self {
            Lengths::Ints(lengths) => lengths[rank] as usize,
            Lengths::Large(lengths) => lengths[rank] as usize,
        }
    }

    /// All of them, if each fits.
    pub fn to_ints(self) -> Option<Box<[c_int]>> {
        match self {
            Lengths::Ints(lengths) => Some(lengths.into()),
            Lengths::Large(lengths) => {
                lengths.iter().map(|&length| c_int::try_from(length).ok()).collect()
            }
        }
    }

    /// The number of elements of all blocks; negative if one of these is, or on overflow.
    pub fn total(self) -> i64 {
        let add = |sum: i64, length: i64| sum.checked_add(length).filter(|_| length >= 0);
        let total = match self {
            Lengths::Ints(lengths) => lengths.iter().map(|&n| i64::from(n)).try_fold(0, add),
            Lengths::Large(lengths) => lengths.iter().copied().try_fold(0, add),
        };
        total.unwrap_or(-1)
    }
}

/// A call of a collective reduction.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The MPI function's name, for messages only.
    pub name: &'static str,
    pub completion: Completion,
    /// The root as the caller names it, and the lengths of blocks; none where all are equally long.
    pub to: Destination<c_int, Option<Lengths<'a>>>,
    /// The send buffer, or MPI_IN_PLACE.
    pub send: *const u8,
    pub recv: *mut u8,
    pub operation: Operation,
    pub comm: Handle,
    /// Where to note for the trace how the call was served, if there is a trace.
    pub how: Option<&'a OnceCell<Outcome>>,
}

impl Call<'_> {
    /// Notes how it was served.
    #[inline]
    pub fn note(&self, outcome: impl FnOnce() -> Outcome) {
        if let Some(how) = self.how {
            let _ = how.set(outcome());
        }
    }

    /// Whether a rank that gets a block, or all of the result, gets any elements.
    #[inline]
    pub fn has_elements_for(&self, rank: usize) -> bool {
        !matches!(self.to, Destination::Blocks(Some(lengths)) if lengths.of(rank) == 0)
    }

    #[inline]
    pub fn has_root(&self) -> bool {
        matches!(self.to, Destination::Root(_))
    }

    /// Whether each rank gets a block, and a list says how long each is.
    #[inline]
    pub fn lists_blocks(&self) -> bool {
        matches!(self.to, Destination::Blocks(Some(_)))
    }

    /// The number of elements of a rank's block.
    pub fn block(&self, rank: usize, ranks: usize) -> usize {
        match self.to {
            Destination::Blocks(Some(lengths)) => lengths.of(rank),
            _ => self.operation.count as usize / ranks,
        }
    }

    /// The lengths of all blocks, where each rank gets one of them.
    pub fn blocks(&self, ranks: usize) -> Option<Box<[usize]>> {
        let blocks = matches!(self.to, Destination::Blocks(_));
        blocks.then(|| (0..ranks).map(|rank| self.block(rank, ranks)).collect())
    }
}

/// What a call works on. On a window, each rank calls on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallScope {
    Communicator(Handle),
    Window(Handle),
}

/// What the report and the warnings need of a call.
#[derive(Clone, Copy, Debug)]
pub struct CallInfo {
    pub name: &'static str,
    pub operation: Operation,
    pub on: CallScope,
}

impl From<&Call<'_>> for CallInfo {
    fn from(call: &Call<'_>) -> CallInfo {
        let Call { name, operation, comm, .. } = *call;
        CallInfo { name, operation, on: CallScope::Communicator(comm) }
    }
}
