//! Schedules that deliver a block of the result to each rank themselves, and where they are chosen over
//! reductions that deliver more than that.
//!
//! Cost: a prediction for each such schedule, when it is decided.

use super::algorithms::ALL;
use super::case::{Case, Settings};
use super::choice::{size_class, Choices, Chosen};
use super::cost::{Machine, Workload};
use super::reduction::Reduction;
use super::row::Schedule;
use super::transport::Transport;
use samebits_base::fault::Outcome;
use samebits_kernel::fpenv::{within, Environment};

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

/// As [`super::RunSchedule`], where each rank gets a block of the result, of as many elements as `lengths`
/// tells, the same on all ranks. `reduction` is that of the whole vector to all ranks, but for the
/// receive buffer: it holds this rank's block, or is the contribution, whose beginning becomes that
/// block.
///
/// # Safety
/// As for [`super::RunSchedule`].
pub type RunBlocks = unsafe fn(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    lengths: &dyn Fn(usize) -> usize,
    scratch: *mut u8,
) -> Outcome;

impl Schedule {
    /// Whether it delivers the blocks of this reduction itself.
    pub fn delivers_blocks(&self, whole: &Case<'_>) -> bool {
        self.blocks.as_ref().is_some_and(|blocks| (blocks.takes)(whole))
    }
}

/// The schedule that delivers the blocks of a reduction itself in less time than what has been chosen takes
/// for so many of `others`.
pub fn choose_for_blocks(
    choices: &Choices,
    measured: Option<&Machine>,
    whole: &Case<'_>,
    (chosen, others, number): (&Chosen, &Case<'_>, usize),
) -> Option<Chosen> {
    if choices.schedule.is_some() || whole.is_on_one_node() {
        return None;
    }
    let job = |case: &Case<'_>| Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    // The caller's rounding, traps and flags must play no part.
    within(Environment::Vector, || {
        let machine = Machine::assumed(measured, whole.node);
        let cost = &chosen.schedule.cost;
        let instead = cost.seconds(&machine, &job(others), &chosen.settings)? * number as f64;
        ALL.iter()
            .filter(|schedule| schedule.automatic && schedule.check(whole).is_ok())
            .filter(|schedule| schedule.delivers_blocks(whole))
            .filter_map(|schedule| {
                let seconds = schedule.blocks.as_ref()?.seconds?;
                Some((schedule, schedule.run?, seconds(&machine, &job(whole))))
            })
            .min_by(|a, b| a.2.total_cmp(&b.2))
            .filter(|(.., seconds)| *seconds < instead)
            .map(|(schedule, run, _)| Chosen {
                schedule,
                run,
                settings: Settings::default(),
                passed_over: None,
            })
    })
}
