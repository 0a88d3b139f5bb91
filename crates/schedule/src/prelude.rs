//! What the file of every schedule uses.

pub(super) use super::case::{Case, Destination, Settings};
pub(super) use super::cost::{Cost, Degree, Machine, Workload};
pub(super) use super::reduction::Reduction;
pub(super) use super::row::{BlockDelivery, Needs, Schedule};
pub(super) use super::stepwise::{self, at_once, Blocking, Body, Mode};
pub(super) use super::transport::{Cut, Transport};
pub(super) use samebits_base::fault::{Fault, Outcome};
pub(super) use samebits_fold::vectors::ranks::Ranks;
