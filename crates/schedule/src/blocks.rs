//! Where schedules that deliver a block of the result to each rank themselves are chosen over reductions
//! that deliver more than that.
//!
//! Cost: a prediction for each such schedule, when it is decided.

use super::algorithms::ALL;
use super::case::{Case, Settings};
use super::choice::{size_class, Choices, Chosen};
use super::cost::{Machine, Workload};
use samebits_kernel::fpenv::{within, Environment};

/// The schedule that delivers the blocks of a reduction itself, if nobody has named another one and that
/// takes less time than what has been chosen otherwise: a schedule, its reduction, and how many of them.
/// `whole` is the case of the whole vector to all ranks.
pub fn choose_for_blocks(
    choices: &Choices,
    measured: Option<&Machine>,
    whole: &Case<'_>,
    (chosen, reduction, number): (&Chosen, &Case<'_>, usize),
) -> Option<Chosen> {
    if choices.schedule.is_some() {
        return None;
    }
    let job = |case: &Case<'_>| Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    // The caller's rounding, traps and flags must play no part.
    within(Environment::Vector, || {
        let machine = Machine::assumed(measured, whole.node);
        let cost = &chosen.schedule.cost;
        let one = cost.seconds(&machine, &job(reduction), &chosen.settings)?;
        ALL.iter()
            .filter(|schedule| schedule.automatic && schedule.check(whole).is_ok())
            .filter(|schedule| schedule.delivers_blocks(whole))
            .filter_map(|schedule| {
                let seconds = schedule.blocks.as_ref()?.seconds?;
                Some((schedule, schedule.run?, seconds(&machine, &job(whole))))
            })
            .min_by(|a, b| a.2.total_cmp(&b.2))
            .filter(|(.., seconds)| *seconds < number as f64 * one)
            .map(|(schedule, run, _)| Chosen {
                schedule,
                run,
                settings: Settings::default(),
                passed_over: None,
            })
    })
}
