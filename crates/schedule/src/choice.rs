//! Which schedule a reduction gets: the one that the cost model ([`super::cost`]) predicts to take
//! the least time, with the degree and the block that it predicts to be best, where the user has
//! not chosen otherwise. All of it follows from what all ranks know alike.
//!
//! Vectors of similar length get the same choice ([`size_class`]). Choices are cached by everything
//! that they follow from, so that none depends on what was reduced before.
//!
//! Cost: nothing in the shared memory of one node where there is no profile, or for short vectors;
//! else some 50 ns, and where there are messages some 10 µs when it is chosen for the first time.

use super::algorithms::{gather, slices, ALL};
use super::case::{Case, Destination, Settings};
use super::cost::{Machine, Overrides, Workload};
use super::node;
use super::node::nodes::Nodes;
use super::packed::Compression;
use super::requested::RequestedSchedule;
use super::row::{Later, Needs, RunSchedule, Schedule};
use samebits_base::cache::Last;
use samebits_base::hash;
use samebits_fold::exact::ExactSum;
use samebits_fold::tree::Tree;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::Fold;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::stores::Stores;
use samebits_kernel::{lookup, Format, Kind, Operator};
use samebits_sum::names::Arithmetic;
use std::cell::RefCell;

/// What a user may choose, by the environment or for a communicator.
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
    pub compression: Compression,
    /// `SAMEBITS_STORES`; none is `auto`.
    pub stores: Option<Stores>,
}

impl Choices {
    /// The arithmetic of sums of floating-point numbers.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic.unwrap_or(Arithmetic::Exact)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    pub schedule: &'static Schedule,
    pub run: RunSchedule,
    pub settings: Settings,
    /// Why the requested schedule does not take the reduction.
    pub passed_over: Option<&'static str>,
}

/// Bytes up to which the ranks of one node use shared memory without a comparison, which would take
/// a good part of the time.
const ALWAYS_SHARED: usize = 1 << 10;

/// A schedule replaces `node` if it is predicted to take less than this part of its time: predictions are
/// no more accurate, and `node` was the fastest in docs/performance.md and, of vectors of 4 KiB to
/// 1 MiB, on four hosts of two ranks (`make bench-cluster`).
const BETTER_THAN_NODE: f64 = 0.5;

/// The same for message schedules and all others, before a communicator is made for messages.
const BETTER_THAN_OTHERS: f64 = 0.8;

/// The requested schedule where it takes the reduction, else the best on that machine: on a single node
/// that has not been measured `node`.
pub fn choose(choices: &Choices, measured: Option<&Machine>, case: &Case<'_>) -> Chosen {
    choose_among(choices, measured, (case, case.node), false)
}

/// As [`choose`], among schedules that run step by step, by messages alone; none if there are none. Several
/// nodes, if they are known, say how many ranks share the way into the network.
pub fn choose_stepwise(
    choices: &Choices,
    measured: Option<&Machine>,
    case: &Case<'_>,
) -> Option<(Chosen, Later)> {
    let by_messages = &Case { messages: true, node: None, ..*case };
    let nodes = case.node.filter(|nodes| nodes.several());
    let chosen = choose_among(choices, measured, (by_messages, nodes), true);
    chosen.schedule.later.map(|later| (chosen, later))
}

fn choose_among(
    choices: &Choices,
    measured: Option<&Machine>,
    (case, nodes): (&Case<'_>, Option<&Nodes>),
    stepwise: bool,
) -> Chosen {
    let mut requested = choices.schedule;
    let mut passed_over = None;
    if let Some(RequestedSchedule { schedule, .. }) = requested {
        let suspends = match stepwise && schedule.later.is_none() {
            true => Err("it performs blocking reductions only"),
            false => Ok(()),
        };
        if let Err(why) = schedule.check(case).and(suspends) {
            (requested, passed_over) = (None, Some(why));
        }
    }
    let degree = requested.and_then(|requested| requested.parameter);
    let overrides = Overrides { degree, block: choices.block };
    let default = Settings::default();
    let plain = Settings { block: choices.block.unwrap_or(default.block), ..default };
    let always = || measured.is_none() || case.bytes() <= ALWAYS_SHARED;
    let (schedule, settings) = match requested {
        Some(RequestedSchedule { schedule, .. }) if schedule.needs != Needs::Messages => {
            (schedule, plain)
        }
        None if case.ranks == 1 => (&gather::ROW, plain),
        None if case.is_on_one_node() && always() && node::ROW.check(case).is_ok() => {
            (&node::ROW, plain)
        }
        // The caller's rounding, traps and flags must play no part.
        _ => within(Environment::Vector, || {
            let machine = Machine::assumed(measured, nodes);
            let machine = if stepwise { machine.stepwise(case.ranks) } else { machine };
            cached(requested, &machine, case, overrides, stepwise)
        }),
    };
    let run = schedule.run.expect("what takes a reduction runs it");
    Chosen { schedule, run, settings, passed_over }
}

/// The schedule with the least predicted time among those that take the reduction, or `node` if
/// it is not much slower, and its settings. The caller sets the floating-point environment.
fn automatic(
    machine: &Machine,
    case: &Case<'_>,
    overrides: Overrides,
    stepwise: bool,
) -> (&'static Schedule, Settings) {
    let job = Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    let best = |of: &dyn Fn(&Schedule) -> bool| {
        let of = |schedule: &Schedule| of(schedule) && (!stepwise || schedule.later.is_some());
        fastest(machine, case, &job, overrides, of)
    };
    let others = best(&|schedule| schedule.needs != Needs::Node);
    let (schedule, settings, seconds) = others.expect("`gather` takes everything");
    match best(&|schedule| schedule.needs == Needs::Node) {
        Some((node, settings, near)) if BETTER_THAN_NODE * near <= seconds => (node, settings),
        _ => (schedule, settings),
    }
}

/// The fastest of some schedules, its settings, and the seconds that it takes.
fn fastest(
    machine: &Machine,
    case: &Case<'_>,
    job: &Workload,
    overrides: Overrides,
    of: impl Fn(&Schedule) -> bool,
) -> Option<(&'static Schedule, Settings, f64)> {
    let available = |schedule: &Schedule| match schedule.needs {
        Needs::Nothing => schedule.run.is_some(),
        Needs::Node => case.node.is_some(),
        Needs::Messages => case.messages,
    };
    ALL.iter()
        .filter(|schedule| schedule.automatic && available(schedule) && of(schedule))
        .filter(|schedule| schedule.check(case).is_ok())
        .filter_map(|schedule| {
            let settings = schedule.cost.best(machine, job, overrides);
            let seconds = schedule.cost.seconds(machine, job, &settings)?;
            Some((schedule, settings, seconds))
        })
        .min_by(|a, b| a.2.total_cmp(&b.2))
}

/// The seconds that a schedule is predicted to take, with the settings that it would get, if it
/// takes the reduction. The caller sets the floating-point environment.
pub fn predicted(
    requested: RequestedSchedule,
    machine: &Machine,
    case: &Case<'_>,
    overrides: Overrides,
) -> Option<f64> {
    let schedule = requested.schedule;
    schedule.check(case).ok()?;
    let job = Workload::of(case);
    let overrides = Overrides { degree: requested.parameter, ..overrides };
    let settings = schedule.cost.best(machine, &job, overrides);
    schedule.cost.seconds(machine, &job, &settings)
}

/// The time that a reduction of `bytes` bytes takes by the MPI library's collectives. The caller
/// sets the floating-point environment.
pub fn collective_seconds(machine: &Machine, ranks: usize, bytes: usize) -> f64 {
    let job = Workload::new(ranks, bytes, Destination::All);
    gather::seconds(machine, &job).min(slices::seconds(machine, &job))
}

/// The longest vector that gets the same choice as one of `bytes` bytes: there are four classes
/// for each power of two.
pub fn size_class(bytes: usize) -> usize {
    match bytes {
        0..8 => bytes,
        _ => bytes
            .checked_next_power_of_two()
            .map_or(bytes, |power| bytes.next_multiple_of(power / 8)),
    }
}

/// Whether it is profitable to make a communicator for messages: whether, at some length, of a
/// reduction to all ranks or of a prefix, a schedule that needs one is clearly predicted to be faster
/// than all others. On a single node that has not been measured `node` is taken.
pub fn messages_are_profitable(
    measured: Option<&Machine>,
    ranks: usize,
    node: Option<&Nodes>,
) -> bool {
    if measured.is_none() && node.is_some_and(|nodes| !nodes.several()) {
        return false;
    }
    let exact = ExactSum::of(Kind::Real(Format::Double));
    let tree = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree);
    let tree = tree.as_ref().map(|tree| tree.as_fold() as &dyn Fold);
    let folds = [exact.as_ref().map(|exact| exact as &dyn Fold), tree];
    within(Environment::Vector, || {
        let machine = &Machine::assumed(measured, node);
        let profitable = |fold: &dyn Fold, to: Destination, count: usize| {
            let case = Case { fold, ranks, count, to, messages: true, node };
            let job = Workload::of(&case);
            let best = |messages: bool| {
                let of = |schedule: &Schedule| (schedule.needs == Needs::Messages) == messages;
                fastest(machine, &case, &job, Overrides::default(), of)
            };
            best(true).zip(best(false)).is_some_and(|((.., messages), (.., others))| {
                messages < BETTER_THAN_OTHERS * others
            })
        };
        // (Of two ranks the first sends in any schedule: that alone is no reason for a communicator.)
        let prefix = |fold| {
            [1, 1 << 20].map(|n| ranks > 2 && profitable(fold, Destination::InclusivePrefix, n))
        };
        let all = |fold| (0..12).any(|k| profitable(fold, Destination::All, 1 << (2 * k)));
        folds.into_iter().flatten().any(|fold| prefix(fold).contains(&true) || all(fold))
    })
}

#[derive(Clone, Copy, PartialEq)]
struct Key {
    requested: Option<&'static str>,
    overrides: Overrides,
    machine: Machine,
    job: Workload,
    size: usize,
    /// The maximum bytes of an element's partial of all ranks, where there are messages.
    partial: Option<usize>,
    messages: bool,
    stepwise: bool,
}

type Entry = Last<Key, (&'static Schedule, Settings)>;

const ENTRIES: usize = 64;

thread_local! {
    static CACHE: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

fn cached(
    requested: Option<RequestedSchedule>,
    machine: &Machine,
    case: &Case<'_>,
    overrides: Overrides,
    stepwise: bool,
) -> (&'static Schedule, Settings) {
    let job = Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    let (fold, ranks) = (case.fold, case.ranks);
    let key = Key {
        requested: requested.map(|requested| requested.schedule.name),
        overrides,
        machine: *machine,
        job,
        size: fold.size(),
        partial: fold
            .partials()
            .filter(|_| case.messages)
            .map(|partials| partials.most(&Ranks::all(ranks), ranks, 1)),
        messages: case.messages,
        stepwise,
    };
    let others = (ranks as u64).rotate_left(24) ^ (fold.size() as u64).rotate_left(48);
    let place = hash::place::<ENTRIES>(job.bytes as u64 ^ others);
    let choose = || match requested {
        Some(RequestedSchedule { schedule, .. }) => {
            (schedule, schedule.cost.best(machine, &job, overrides))
        }
        None => automatic(machine, case, overrides, stepwise),
    };
    let look_up = |cache: &RefCell<Vec<Entry>>| {
        let mut cache = cache.borrow_mut();
        if cache.is_empty() {
            cache.resize(ENTRIES, Last::empty());
        }
        if let Some(chosen) = cache[place].get(&key) {
            return *chosen;
        }
        let chosen = choose();
        cache[place] = Last::new(key, chosen);
        chosen
    };
    // A program may reduce while it exits, when the thread's cache is gone.
    CACHE.try_with(look_up).unwrap_or_else(|_| choose())
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_base::threads::Team;
    use samebits_fold::Folded;

    /// Sums of double, except that an element claims to have that many bytes.
    struct Sized(usize);

    impl Fold for Sized {
        fn size(&self) -> usize {
            self.0
        }
        unsafe fn fold(&self, _: Team, _: *mut u8, _: usize, _: usize) -> Folded {
            unreachable!("nothing is folded here")
        }
    }

    fn chosen(name: &str, ranks: usize, count: usize, to: Destination, fold: &dyn Fold) -> Chosen {
        let case = Case { fold, ranks, count, to, messages: false, node: None };
        let schedule = RequestedSchedule::from_text(name);
        choose(&Choices { schedule, ..Choices::default() }, None, &case)
    }

    #[test]
    fn a_schedule_is_passed_over_where_it_cannot_serve() {
        let name = |requested: &str, ranks, count, size| {
            let chosen = chosen(requested, ranks, count, Destination::All, &Sized(size));
            let other = requested != "auto" && requested != chosen.schedule.name;
            assert_eq!(chosen.passed_over.is_some(), other);
            chosen.schedule.name
        };
        assert_eq!(name("native", 4, 1, 8), "gather");
        assert_eq!(name("native", 4, 1 << 20, 1), "slices");
        assert_eq!(name("auto", 1 << 20, 1, 8), "gather");
        assert_eq!(name("slices", 4, 1, 1 << 30), "gather", "an int's limit");
        assert_eq!(name("gather", 4, 1 << 17, 8), "gather");
        assert_eq!(name("exchange", 4, 1 << 17, 8), "slices", "more than two ranks");
        assert_eq!(name("exchange", 2, 1 << 17, 8), "slices", "a fold of whole rows only");
        assert_eq!(name("auto", 1, 1 << 17, 8), "gather", "nobody else is there");
    }

    #[test]
    fn without_a_profile_two_ranks_exchange_except_where_it_is_tiny() {
        let double = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
        let name = |count, to| chosen("auto", 2, count, to, &double).schedule.name;
        assert_eq!(name(32, Destination::All), "gather");
        assert_eq!(name(33, Destination::All), "exchange");
        assert_eq!(name(1 << 20, Destination::All), "exchange");
        assert_eq!(name(1, Destination::Root(1)), "gather");
        assert_eq!(name(1 << 20, Destination::Root(1)), "exchange");
    }

    #[test]
    fn without_a_profile_shared_memory_is_used_wherever_it_is_there() {
        let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
        for ranks in [2, 3, 4, 7, 16, 64] {
            for count in (0..24).map(|k| 1 << k) {
                let (nodes, to) = (Nodes::one(ranks), Destination::All);
                let node = Some(&nodes);
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
