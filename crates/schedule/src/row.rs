//! The row of a schedule, which describes it and stands in its own file.
//!
//! What `run` works with: [`Reduction::contribution`] is this rank's block as a row, in place or
//! staged in the scratch; it has to be sent before [`Reduction::deliver`] overwrites it, since the
//! buffers may be the same. [`Transport`] has collectives, and messages between two ranks for rows
//! that say so in `needs`; step by step it has messages alone ([`super::collectives`]). Scratch may
//! differ between ranks; a block of all ranks' rows is [`super::reduction::rows`].

use super::case::{Case, Settings};
use super::cost::{Cost, Machine, Workload};
use super::reduction::Reduction;
use super::transport::Transport;
use samebits_base::fault::Outcome;
use std::alloc::Layout;
use std::future::Future;

#[derive(Debug)]
pub struct Schedule {
    /// Its name in the environment and in the report.
    pub name: &'static str,
    pub description: &'static str,
    /// The number that may follow the name and a colon.
    pub parameter: Option<ScheduleParameter>,
    pub needs: Needs,
    /// Whether it may be chosen where nobody names it.
    pub automatic: bool,
    /// Where it merges the partials of distributed arrays, if its name decides that.
    pub arrays: Option<Merging>,
    /// Whether it gives each rank the result of the ranks before it, too.
    pub prefixes: bool,
    /// Whether it takes a reduction, or why not; whatever the count, unless that is 0, and whoever
    /// gets the result: see [`Schedule::check`].
    pub takes: fn(&Case<'_>) -> Result<(), &'static str>,
    pub scratch: fn(&Case<'_>, &Settings, rank: usize) -> usize,
    pub cost: Cost,
    /// `None` for `native`, where the MPI library does everything.
    pub run: Option<RunSchedule>,
    /// How it is run step by step; none where messages are not all that it needs for that.
    pub later: Option<Later>,
    /// How it delivers a block to each rank, if not by reductions of the kind above.
    pub blocks: Option<BlockDelivery>,
}

impl Schedule {
    pub const USUAL: Schedule = Schedule {
        name: "",
        description: "",
        parameter: None,
        needs: Needs::Nothing,
        automatic: true,
        arrays: None,
        prefixes: false,
        takes: |_| Ok(()),
        scratch: |_, _, _| 0,
        cost: Cost::Unknown,
        run: None,
        later: None,
        blocks: None,
    };

    /// Whether it takes a reduction, or why not; whatever the count, unless that is 0.
    pub fn check(&self, case: &Case<'_>) -> Result<(), &'static str> {
        match case.to.is_prefix() && !self.prefixes {
            true => Err("it does not perform scans"),
            false => (self.takes)(case),
        }
    }

    /// Whether it delivers the blocks of this reduction itself.
    pub fn delivers_blocks(&self, whole: &Case<'_>) -> bool {
        self.blocks.as_ref().is_some_and(|blocks| (blocks.takes)(whole))
    }
}

/// Where partials of distributed arrays are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// On each rank that gets the result, which gathers all of them.
    ByReceivers,
    /// On the way, by the MPI library's own reduction.
    ByLibrary,
}

/// What a schedule needs beside the MPI library's collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    /// Memory shared by the ranks of a node, and point-to-point messages between nodes.
    Node,
    Messages,
}

/// Runs a schedule on this rank; every rank of the communicator takes part.
///
/// # Safety
/// The buffers of the reduction are as [`Reduction`] says; `scratch` is aligned
/// to 64 bytes and as long as [`Schedule::scratch`] says.
pub type RunSchedule = unsafe fn(&dyn Transport, &Reduction<'_>, scratch: *mut u8) -> Outcome;

/// How a schedule is run step by step.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// Of the memory for it.
    pub layout: Layout,
    pub place: Place,
}

/// Puts a schedule that has not begun at an address. It is to be polled until it is ready, with any
/// context, since it wakes nobody, and to be dropped in place. Its transport has messages alone, of
/// which [`super::Messages::poll`] tells.
///
/// # Safety
/// The memory is as [`Later::layout`] says. Transport, reduction, its buffers and the scratch are as
/// for [`RunSchedule`] and stay until it has been dropped, and longer where a message has been
/// started and was not waited for.
pub type Place = unsafe fn(
    at: *mut u8,
    &'static dyn Transport,
    &'static Reduction<'static>,
    scratch: *mut u8,
) -> *mut dyn Future<Output = Outcome>;

/// How a schedule delivers a block to each rank, if not by reductions of the kind that it has anyway.
#[derive(Debug)]
pub struct BlockDelivery {
    /// Whether it does so for this reduction, of the whole vector to all ranks.
    pub takes: fn(&Case<'_>) -> bool,
    /// Whether all blocks must have the same length, which is not known when a schedule is chosen.
    pub equal: bool,
    /// What it takes, where it is chosen by that.
    pub seconds: Option<fn(&Machine, &Workload) -> f64>,
    pub run: RunBlocks,
}

/// As [`RunSchedule`], where each rank gets a block of the result, of as many elements as `lengths`
/// tells, the same on all ranks. `reduction` is that of the whole vector to all ranks, but for the
/// receive buffer: it holds this rank's block, or is the contribution, whose beginning becomes that
/// block.
///
/// # Safety
/// As for [`RunSchedule`].
pub type RunBlocks = unsafe fn(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    lengths: &dyn Fn(usize) -> usize,
    scratch: *mut u8,
) -> Outcome;

#[derive(Debug)]
pub struct ScheduleParameter {
    pub takes: &'static str,
    pub min: usize,
    pub max: usize,
}

pub const DEGREE: Option<ScheduleParameter> =
    Some(ScheduleParameter { takes: "F from 2 to 64, the degree of the tree", min: 2, max: 64 });
