//! Which schedule a reduction gets: the one that the cost model ([`cost`]) says takes the least
//! time, with the degree and the block that it says, where the user has not said otherwise.
//! All of it follows from what all ranks know alike.
//!
//! Vectors of about the same length are chosen for alike ([`size_class`]). What was chosen is
//! kept, by everything that it follows from, and so is no matter of what was reduced before.
//!
//! Cost: nothing in shared memory where there is no profile, or for short vectors; else some
//! 50 ns, and where there are messages some 10 µs when it is chosen for the first time.

use super::algorithms::{gather, slices, ALL};
use super::case::{Case, Destination, Settings};
use super::cost::{Machine, Overrides, Shared, Workload};
use super::node;
use super::node::nodes::Nodes;
use super::packed::Compression;
use super::row::{Needs, Run, Schedule};
use super::wanted::RequestedSchedule;
use crate::arithmetic::exact::ExactSum;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::tree::Tree;
use crate::arithmetic::{Arithmetic, Family, Fold};
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::{self, Format, Kind, Operator};
use std::cell::RefCell;

/// What a user may choose of how reductions are evaluated: by the environment, and
/// otherwise for a communicator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// `SAMEBITS_ARITHMETIC`; none is `auto`.
    pub arithmetic: Option<Arithmetic>,
    /// `SAMEBITS_SCHEDULE`; none is `auto`.
    pub schedule: Option<RequestedSchedule>,
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

/// What a reduction is run by.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The schedule.
    pub schedule: &'static Schedule,
    /// How it runs.
    pub run: Run,
    /// What it is run with.
    pub settings: Settings,
    /// Why the wanted schedule does not take the reduction.
    pub passed_over: Option<&'static str>,
}

/// Bytes of the vector up to which ranks of one node use the memory that they share, whatever a
/// profile says: nothing is faster, and to compare it with anything would take a good part of
/// its time.
const AT_ONCE: usize = 1 << 10;

/// What the others have to be better by than `node` where there is memory in common: a
/// prediction is no better than that, and `node` was the fastest in what docs/performance.md
/// shows.
const NEARER: f64 = 0.5;

/// What message schedules have to be better by than all others before a communicator is made
/// for them.
const BETTER: f64 = 0.8;

/// The schedule for a reduction that is ours to evaluate: the wanted one where it can take it,
/// else the best on that machine. On one that nobody has measured that is `node`, wherever
/// there is memory in common.
pub fn choose(choices: &Choices, measured: Option<&Machine>, case: &Case<'_>) -> Chosen {
    let mut wanted = choices.schedule;
    let mut passed_over = None;
    if let Some(RequestedSchedule { schedule, .. }) = wanted {
        if let Err(why) = (schedule.takes)(case) {
            (wanted, passed_over) = (None, Some(why));
        }
    }
    let asked = Overrides { degree: wanted.and_then(|w| w.parameter), block: choices.block };
    let usual = Settings::default();
    let plain = Settings { block: asked.block.unwrap_or(usual.block), ..usual };
    let machine = measured.unwrap_or(Machine::unmeasured(case.node.is_some()));
    let at_once = || measured.is_none() || (case.bytes() <= AT_ONCE && case.is_on_one_node());
    let (schedule, settings) = match wanted {
        Some(RequestedSchedule { schedule, .. }) if schedule.needs != Needs::Messages => {
            (schedule, plain)
        }
        None if case.ranks == 1 => (&gather::ROW, plain),
        None if case.node.is_some() && at_once() && (node::ROW.takes)(case).is_ok() => {
            (&node::ROW, plain)
        }
        // The caller's rounding, traps and flags play no part.
        _ => within(Environment::Vector, || kept(wanted, machine, case, asked)),
    };
    let run = schedule.run.expect("what takes a reduction runs it");
    Chosen { schedule, run, settings, passed_over }
}

/// The schedule with the least predicted time among those that take the reduction, or `node` if
/// it is not much more, and what it is run with. The caller sees to the floating-point environment.
pub fn automatic(
    machine: &Machine,
    case: &Case<'_>,
    asked: Overrides,
) -> (&'static Schedule, Settings) {
    let job = Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    let best = |of: &dyn Fn(&Schedule) -> bool| least(machine, case, &job, asked, of);
    let others = best(&|schedule| schedule.needs != Needs::Node);
    let (schedule, settings, seconds) = others.expect("`gather` takes everything");
    match best(&|schedule| schedule.needs == Needs::Node) {
        Some((node, settings, near)) if NEARER * near <= seconds => (node, settings),
        _ => (schedule, settings),
    }
}

/// The best of some schedules, what it is run with, and the seconds that it takes.
fn least(
    machine: &Machine,
    case: &Case<'_>,
    job: &Workload,
    asked: Overrides,
    of: impl Fn(&Schedule) -> bool,
) -> Option<(&'static Schedule, Settings, f64)> {
    let there = |schedule: &Schedule| match schedule.needs {
        Needs::Nothing => schedule.run.is_some(),
        Needs::Node => case.node.is_some(),
        Needs::Messages => case.messages,
    };
    ALL.iter()
        .filter(|&schedule| {
            schedule.automatic && there(schedule) && of(schedule) && (schedule.takes)(case).is_ok()
        })
        .filter_map(|schedule| {
            let settings = schedule.cost.best(machine, job, asked);
            let seconds = schedule.cost.seconds(machine, job, &settings)?;
            Some((schedule, settings, seconds))
        })
        .min_by(|a, b| a.2.total_cmp(&b.2))
}

/// The seconds that a schedule is predicted to take, with the settings that it would get; none
/// where it does not take the reduction. The caller sees to the floating-point environment.
pub fn predicted(
    wanted: RequestedSchedule,
    machine: &Machine,
    case: &Case<'_>,
    asked: Overrides,
) -> Option<f64> {
    let schedule = wanted.schedule;
    (schedule.takes)(case).ok()?;
    let job = Workload::of(case);
    let asked = Overrides { degree: wanted.parameter, ..asked };
    let settings = schedule.cost.best(machine, &job, asked);
    schedule.cost.seconds(machine, &job, &settings)
}

/// The time that a reduction of so many bytes takes by the MPI library's collectives, whatever is
/// reduced. The caller sees to the floating-point environment.
pub fn collective_seconds(machine: &Machine, ranks: usize, bytes: usize) -> f64 {
    let job = Workload::new(ranks, bytes, Destination::All);
    gather::seconds(machine, &job).min(slices::seconds(machine, &job))
}

/// The longest vector for which is chosen as for one of so many bytes: there are four for each
/// time that it doubles.
pub fn size_class(bytes: usize) -> usize {
    match bytes {
        0..8 => bytes,
        _ => bytes.checked_next_power_of_two().map_or(bytes, |power| {
            let step = power / 8;
            bytes.next_multiple_of(step)
        }),
    }
}

/// Whether it pays to make a communicator for messages: whether, on that machine, a schedule
/// that needs one is better than all others, and not by a little, at any length. (On one that
/// nobody has measured `node` is taken wherever there is memory in common.)
pub fn messages_are_worthwhile(
    measured: Option<&Machine>,
    ranks: usize,
    node: Option<&Nodes>,
) -> bool {
    let machine = match (measured, node) {
        (Some(machine), _) => machine,
        (None, Some(_)) => return false,
        (None, None) => &Machine::NETWORK,
    };
    let exact = ExactSum::of(Kind::Real(Format::Double));
    let tree = kernel::lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree);
    let folds = [exact.as_ref().map(|f| f as &dyn Fold), tree.as_ref().map(|f| f as &dyn Fold)];
    within(Environment::Vector, || {
        let pays = |fold: &dyn Fold, count: usize| {
            let case = Case { fold, ranks, count, to: Destination::All, messages: true, node };
            let job = Workload::of(&case);
            let best = |messages: bool| {
                let of = |schedule: &Schedule| (schedule.needs == Needs::Messages) == messages;
                least(machine, &case, &job, Overrides::default(), of).map(|(_, _, seconds)| seconds)
            };
            best(true).zip(best(false)).is_some_and(|(ours, others)| ours < BETTER * others)
        };
        folds.into_iter().flatten().any(|fold| (0..12).any(|k| pays(fold, 1 << (2 * k))))
    })
}

/// All that a choice follows from.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    wanted: Option<&'static str>,
    asked: Overrides,
    machine: Machine,
    ranks: usize,
    bytes: usize,
    root: Option<usize>,
    size: usize,
    family: Family,
    two: bool,
    /// The most bytes of an element's partial of all ranks, where there are messages.
    partial: Option<usize>,
    width: f64,
    shared: Option<Shared>,
    messages: bool,
}

type Kept = Option<(Key, (&'static Schedule, Settings))>;

/// Choices that a thread keeps.
const PLACES: usize = 64;

thread_local! {
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// What is chosen, or has been.
fn kept(
    wanted: Option<RequestedSchedule>,
    machine: &Machine,
    case: &Case<'_>,
    asked: Overrides,
) -> (&'static Schedule, Settings) {
    let job = Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    let (fold, ranks) = (case.fold, case.ranks);
    let key = Key {
        wanted: wanted.map(|wanted| wanted.schedule.name),
        asked,
        machine: *machine,
        ranks,
        bytes: job.bytes,
        root: match case.to {
            Destination::All => None,
            Destination::Root(root) => Some(root),
        },
        size: fold.size(),
        family: job.family,
        two: job.two,
        partial: fold
            .partials()
            .filter(|_| case.messages)
            .map(|partials| partials.most(&Ranks::all(ranks), ranks, 1)),
        width: job.width,
        shared: job.shared,
        messages: case.messages,
    };
    // (A class of sizes is a few bits, whose place differs.)
    let mixed = job.bytes.wrapping_mul(0x9e37_79b9) ^ ranks ^ (fold.size() << 4);
    let place = (mixed ^ mixed >> 16) % PLACES;
    let choose = || match wanted {
        Some(RequestedSchedule { schedule, .. }) => {
            (schedule, schedule.cost.best(machine, &job, asked))
        }
        None => automatic(machine, case, asked),
    };
    let keep = |kept: &RefCell<Vec<Kept>>| {
        let mut kept = kept.borrow_mut();
        if kept.is_empty() {
            kept.resize(PLACES, None);
        }
        match &kept[place] {
            Some((known, chosen)) if *known == key => *chosen,
            _ => kept[place].insert((key, choose())).1,
        }
    };
    // (A program may reduce when it exits, and what its threads keep has gone before.)
    KEPT.try_with(keep).unwrap_or_else(|_| choose())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::Fault;
    use crate::threads::Team;

    /// Sums of double, except that an element is said to have that many bytes.
    struct Sized(usize);

    impl Fold for Sized {
        fn size(&self) -> usize {
            self.0
        }
        unsafe fn fold(&self, _: Team, _: *mut u8, _: usize, _: usize) -> Result<usize, Fault> {
            unreachable!("nothing is folded here")
        }
    }

    fn chosen(
        wanted: &str,
        ranks: usize,
        count: usize,
        to: Destination,
        fold: &dyn Fold,
    ) -> Chosen {
        let case = Case { fold, ranks, count, to, messages: false, node: None };
        let choices =
            Choices { schedule: RequestedSchedule::from_text(wanted), ..Choices::default() };
        choose(&choices, None, &case)
    }

    #[test]
    fn a_schedule_is_passed_over_where_it_cannot_serve() {
        let name = |wanted: &str, ranks, count, size| {
            let chosen = chosen(wanted, ranks, count, Destination::All, &Sized(size));
            assert_eq!(
                chosen.passed_over.is_some(),
                wanted != "auto" && wanted != chosen.schedule.name
            );
            chosen.schedule.name
        };
        assert_eq!(name("native", 4, 1, 8), "gather");
        assert_eq!(name("native", 4, 1 << 20, 1), "slices");
        assert_eq!(name("auto", 1 << 20, 1, 8), "gather");
        assert_eq!(name("slices", 4, 1, 1 << 30), "gather", "an int's limit");
        assert_eq!(name("gather", 4, 1 << 17, 8), "gather");
        assert_eq!(name("swap", 4, 1 << 17, 8), "slices", "more than two ranks");
        assert_eq!(name("swap", 2, 1 << 17, 8), "slices", "a fold of whole rows only");
        assert_eq!(name("auto", 1, 1 << 17, 8), "gather", "nobody else is there");
    }

    #[test]
    fn without_a_profile_two_ranks_swap_except_where_it_is_tiny() {
        let double = kernel::lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let name = |count, to| chosen("auto", 2, count, to, &double).schedule.name;
        assert_eq!(name(32, Destination::All), "gather");
        assert_eq!(name(33, Destination::All), "swap");
        assert_eq!(name(1 << 20, Destination::All), "swap");
        assert_eq!(name(1, Destination::Root(1)), "gather");
        assert_eq!(name(1 << 20, Destination::Root(1)), "swap");
    }

    #[test]
    fn without_a_profile_shared_memory_is_used_wherever_it_is_there() {
        let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
        for ranks in [2, 3, 4, 7, 16, 64] {
            for count in (0..24).map(|k| 1 << k) {
                let nodes = Nodes::one(ranks);
                let node = Some(&nodes);
                let to = Destination::All;
                let case = Case { fold: &exact, ranks, count, to, messages: false, node };
                let chosen = choose(&Choices::default(), None, &case);
                assert_eq!(chosen.schedule.name, "node", "{ranks} ranks, {count}");
            }
        }
    }

    #[test]
    fn classes_of_sizes() {
        let classes = [0, 1, 7, 8, 9, 10, 15, 256, 257, 320, 321, 512].map(size_class);
        assert_eq!(classes, [0, 1, 7, 8, 10, 10, 16, 256, 320, 320, 384, 512]);
        assert_eq!(size_class(usize::MAX), usize::MAX);
        for bytes in 0..5000 {
            let class = size_class(bytes);
            assert!(bytes <= class && class <= bytes + bytes / 4 && size_class(class) == class);
        }
    }
}
