//! What is said of a schedule: its row, which stands in its own file.

use super::case::{Case, Settings};
use super::cost::Cost;
use super::reduction::Reduction;
use super::transport::Transport;
use crate::arithmetic::Fault;

/// A schedule and what is said of it.
#[derive(Debug)]
pub struct Schedule {
    /// Its name in the environment and in the report.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// The number that may stand behind the name and a colon; none where none may.
    pub parameter: Option<Parameter>,
    /// What it needs beside the MPI library's collectives.
    pub needs: Needs,
    /// Whether it is chosen where nobody names it.
    pub automatic: bool,
    /// Where it merges the partial results of distributed arrays; none where its name says
    /// nothing about them.
    pub arrays: Option<Merging>,
    /// Whether it takes a reduction, or why not.
    pub takes: fn(&Case<'_>) -> Result<(), &'static str>,
    /// Bytes of scratch that it needs on the rank of that number.
    pub scratch: fn(&Case<'_>, &Settings, rank: usize) -> usize,
    /// What it costs.
    pub cost: Cost,
    /// How it runs; none for `native`, where the MPI library does everything,
    /// and which therefore takes only operations that are associative as they are.
    pub run: Option<Run>,
}

impl Schedule {
    /// What holds where a row says nothing else.
    pub const USUAL: Schedule = Schedule {
        name: "",
        description: "",
        parameter: None,
        needs: Needs::Nothing,
        automatic: true,
        arrays: None,
        takes: |_| Ok(()),
        scratch: |_, _, _| 0,
        cost: Cost::Unknown,
        run: None,
    };
}

/// Where partial results of distributed arrays are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merging {
    /// By each rank that gets the result, which has gathered all of them.
    ByReceivers,
    /// On their way, by the MPI library's own reduction.
    ByLibrary,
}

/// What a schedule needs beside the MPI library's collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Memory that the ranks of a node share, and messages between two of them where they are
    /// on several.
    Node,
    /// Messages between two of them.
    Messages,
}

/// Runs a schedule on this rank; every rank of the communicator takes part.
///
/// # Safety
/// The buffers of the reduction are as [`Reduction`] says; `scratch` is aligned
/// to 64 bytes and as long as [`Schedule::scratch`] says.
pub type Run = unsafe fn(&dyn Transport, &Reduction<'_>, scratch: *mut u8) -> Result<(), Fault>;

/// A number that a schedule may be given.
#[derive(Debug)]
pub struct Parameter {
    /// What the name may be followed by, and what that means.
    pub takes: &'static str,
    /// The least that is accepted.
    pub least: usize,
    /// The most that is accepted.
    pub most: usize,
}

/// The degree of a tree, as a parameter.
pub const DEGREE: Option<Parameter> =
    Some(Parameter { takes: "F from 2 to 64, the degree of the tree", least: 2, most: 64 });
