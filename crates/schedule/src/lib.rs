//! Schedules: who sends what to whom. They decide the speed, never a bit. They bring contributions
//! in rank order to where a [`Fold`] evaluates them, or merge partials on the way, and deliver the
//! results. They see the ranks through [`Transport`] alone, so they also run on ranks simulated in
//! one process.
//!
//! A new schedule is one file, with its cost at the top and a row ([`Schedule`]) that describes it,
//! and a line in [`ALL`], from which the environment variable, its error message, the choice and
//! the report take it.

mod algorithms;
mod blocks;
pub mod breakdown;
mod case;
mod choice;
mod collectives;
pub mod cost;
pub mod distribution;
mod exchanges;
mod flow;
mod groups;
mod growing;
mod halves;
mod hypercube;
mod merging;
mod messages;
mod messages_alone;
pub mod node;
pub mod opening;
pub mod packed;
pub mod partials;
mod pieces;
mod place;
pub mod posts;
mod prefix_scratch;
mod prelude;
mod reduction;
mod requested;
mod row;
mod stepwise;
mod transport;
mod trees;

pub use algorithms::ALL;
pub use blocks::choose_for_blocks;
pub use case::{Case, Destination, Outcome, Settings};
pub use choice::{
    choose, choose_stepwise, collective_seconds, messages_are_profitable, predicted, size_class,
    Choices, Chosen,
};
pub use cost::one_phase::merging_is_faster;
pub use cost::{Machine, Overrides, Workload};
pub use messages::{Messages, Pending};
pub use messages_alone::MessagesAlone;
pub use reduction::{block, Reduction, SCRATCH};
pub use requested::{by_name, RequestedSchedule};
pub use row::{Later, Merging, Needs, Place, RunSchedule, Schedule, ScheduleParameter};
#[cfg(doc)]
use samebits_fold::Fold;
pub use transport::{Cut, Transport};
