//! Calls on distributed arrays and accumulators, on simulated ranks: one call after the other on
//! the same communicator, of one array or many, in rank order or by regions, by plans that are
//! used again, of every operation, on hostile values and cuts with empty shares. The bits are the
//! oracle's. Where a rank calls something else, cannot take part, or cannot read its share, all
//! ranks come to the same error, and are in step at the next call.

use crate::support::accumulators::{self, filled, portions, value, Portion, ARITHMETICS, KINDS};
use crate::support::array_cases::{Arrays, IDENTITY};
use crate::support::elements::significant;
use crate::support::elsewhere::BROKEN;
use crate::support::hostile::Random;
use crate::support::noted::{on_ranks, Noted};
use samebits_array::accumulator;
use samebits_array::failure::{Class, Error, Failure};
use samebits_array::form::OnStack;
use samebits_array::group::Group;
use samebits_array::negotiation::{negotiate, negotiate_for_later, Eager};
use samebits_array::operation::Operation;
use samebits_array::plan::{Plan, Request};
use samebits_array::reduction::{FirstMessage, PlannedReduction, Results};
use samebits_array::remembered::{Held, Remembered};
use samebits_array::shares::Shares;
use samebits_array::signature::{Call, Signature, CLASSES};
use samebits_array::slots::Slots;
use samebits_fold::share::record::Failed;
use samebits_schedule::opening::FormHistory;
use samebits_schedule::partials::MergeMethod;
use samebits_schedule::{Destination, Transport};
use samebits_sum::accumulator::AccumulatorSpec;
use samebits_sum::names::Arithmetic;
use std::sync::Arc;

/// A call that all ranks make.
enum Step {
    Reduce(Arrays, Option<usize>),
    /// The plan goes to a place.
    Plan(Arrays, usize),
    Execute(usize, Option<usize>),
    Accumulate(AccumulatorSpec, Vec<Portion>, Option<usize>),
}

/// What one rank does instead.
enum Apart {
    Nothing,
    Refuses(usize),
    Calls(usize, Step),
}

const PLACES: usize = 3;
const UNTOUCHED: u8 = 0x55;
/// A rank, with what it keeps of its communicator.
struct Member<'a> {
    noted: &'a Noted<'a>,
    first_message: FormHistory,
    remembered: Remembered,
    arithmetic: Arithmetic,
    plans: Vec<Option<(Arc<Plan>, &'a Arrays)>>,
    /// Calls that one message was enough for.
    at_once: usize,
}

/// Where all get the results, or one.
fn destination(root: Option<usize>) -> Destination {
    root.map_or(Destination::All, Destination::Root)
}

impl<'a> Member<'a> {
    fn rank(&self) -> usize {
        self.noted.rank()
    }

    fn signature(&self, step: &Step) -> Option<Signature> {
        Some(match step {
            Step::Reduce(arrays, root) => arrays.signature(0, *root),
            Step::Plan(arrays, _) => arrays.signature(2, None),
            Step::Execute(place, root) => {
                let (plan, _) = self.plans[*place].as_ref()?;
                let root = root.map_or(0, |root| root as u32 + 1);
                Signature { function: 4, root, ..plan.signature }
            }
            Step::Accumulate(purpose, _, root) => {
                let root = root.map_or(0, |root| root as u32 + 1);
                accumulator::signature(Signature { root, ..Signature::of(5) }, purpose)
            }
        })
    }

    /// Makes a call, unless this rank refuses, and checks the results.
    fn make(&mut self, step: &'a Step, refusal: Option<&Failure>) -> Result<(), Error> {
        let Some(signature) = self.signature(step) else { return Ok(()) };
        let rank = self.rank();
        let describe = || format!("function {}", signature.function);
        let call = Call { signature: &signature, word: signature.word(), describe: &describe };
        let group = Group {
            transport: self.noted,
            first_message: &self.first_message,
            remembered: &self.remembered,
            arithmetic: self.arithmetic,
        };
        let settle = |arrays: &Arrays, operation: &Operation<'_>, eager: Option<Eager<'_, '_>>| {
            let lengths: Vec<usize> =
                arrays.cuts.iter().map(|cut| cut[rank].length() as usize).collect();
            let starts: Vec<u64> = arrays.cuts.iter().map(|cut| cut[rank].start).collect();
            let size = arrays.merge.shape().element;
            let request = Request {
                call,
                shares: Shares {
                    lengths: &lengths,
                    starts: arrays.regions.then_some(&starts),
                    runs: None,
                    first: 0,
                },
                operation: refusal.map_or(Ok(operation), Err),
                schedule: arrays.schedule,
                identity: &|| arrays.has_identity.then(|| vec![IDENTITY; size]),
            };
            let Some(eager) = eager else { return negotiate_for_later(&group, &request) };
            let mut held = Held::new(group.remembered);
            // SAFETY: this rank's elements.
            unsafe { negotiate(&group, &request, eager, held.plans()) }.cloned()
        };
        match step {
            Step::Reduce(arrays, root) => {
                let mut stack = OnStack::uninit();
                let slots = &mut Slots::new(&mut stack);
                arrays.with(rank, |operation, locals, staged| {
                    let elements = arrays.elements(&operation, locals, &[], 1);
                    let elements = staged.is_empty().then_some(elements);
                    let eager = Eager { elements, slots: &mut *slots };
                    let plan = settle(arrays, &operation, Some(eager))?;
                    // What is remembered was made for the schedule that is asked for.
                    let [made, asked] =
                        [plan.requested, arrays.schedule].map(MergeMethod::requested);
                    assert_eq!(made, asked);
                    reduce(&group, &plan, arrays, *root, FirstMessage::Sent(&*slots))
                })?;
                self.at_once += usize::from(slots.arrived);
            }
            Step::Plan(arrays, place) => {
                let settled = arrays.with(rank, |operation, _, _| settle(arrays, &operation, None));
                self.plans[*place] = Some((settled?, arrays));
            }
            Step::Execute(place, root) => {
                let (plan, arrays) = self.plans[*place].as_ref().expect("it has a signature");
                reduce(&group, plan, arrays, *root, FirstMessage::Partials(call, refusal))?;
            }
            Step::Accumulate(purpose, all, root) => {
                let own = |of: usize| -> Vec<Portion> {
                    all.iter().skip(of).step_by(self.noted.size()).cloned().collect()
                };
                let mut sum = filled(*purpose, &own(rank));
                let before = accumulators::written(&sum);
                let own = match refusal {
                    None => Ok((&mut sum, destination(*root))),
                    Some(failure) => Err(failure.clone()),
                };
                let done = accumulator::reduce(&group, &call, own, None);
                if done.is_ok() && destination(*root).reaches(rank) {
                    assert_eq!(value(&sum), accumulators::expected(purpose, all));
                    assert_eq!(done, Ok(sum.count()));
                } else {
                    assert_eq!(accumulators::written(&sum), before);
                }
                done?;
            }
        }
        Ok(())
    }
}

/// Reduces arrays by a plan.
fn reduce(
    group: &Group<'_>,
    plan: &Plan,
    arrays: &Arrays,
    root: Option<usize>,
    first: FirstMessage<'_>,
) -> Result<(), Error> {
    let (rank, to) = (group.transport.rank(), destination(root));
    arrays.with(rank, |operation, locals, staged| {
        let size = arrays.merge.shape().element;
        let extent = operation.buffers.map_or(size, |buffers| buffers.extent() as usize);
        let results = &mut vec![UNTOUCHED; arrays.cuts.len() * extent + 16];
        let aligned = results.as_ptr().align_offset(16);
        let results = &mut results[aligned..];
        let contribution = &arrays.elements(&operation, locals, staged, 1 + rank % 3);
        let first_result = Results { first: results.as_mut_ptr().cast(), staged: None };
        let scratch = &mut vec![u128::MAX; plan.scratch.div_ceil(16)];
        let operation = &operation;
        let reduction = PlannedReduction {
            plan,
            operation,
            to,
            contribution,
            results: first_result,
            watch: None,
        };
        // SAFETY: buffers and scratch memory are as long as is demanded.
        unsafe { reduction.run(group, &first, scratch.as_mut_ptr().cast()) }?;
        for (number, result) in results.chunks_exact(extent).take(arrays.cuts.len()).enumerate() {
            let n =
                if arrays.elements[number].is_empty() { size } else { significant(arrays.kind) };
            match to.reaches(rank) {
                true => assert_eq!(result[..n], arrays.results[number][..n], "array {number}"),
                false => assert!(result.iter().all(|byte| *byte == UNTOUCHED)),
            }
        }
        Ok(())
    })
}

fn any_root(random: &mut Random, ranks: usize) -> Option<usize> {
    (random.below(2) == 0).then(|| random.below(ranks as u64) as usize)
}

fn random_step(random: &mut Random, ranks: usize, before: Option<&Step>) -> Step {
    let place = random.below(PLACES as u64) as usize;
    let root = any_root(random, ranks);
    match (random.below(8), before) {
        (0..4, Some(Step::Reduce(before, last))) => {
            let root = if random.below(2) == 0 { *last } else { root };
            Step::Reduce(Arrays::random(random, ranks, Some(before), false), root)
        }
        (0..4, _) => Step::Reduce(Arrays::random(random, ranks, None, false), root),
        (4, _) => Step::Plan(Arrays::random(random, ranks, None, true), place),
        (5 | 6, _) => Step::Execute(place, root),
        _ => {
            let kind = KINDS[random.below(4) as usize];
            let arithmetic = ARITHMETICS[random.below(5) as usize];
            let purpose = AccumulatorSpec::new(arithmetic, kind, accumulators::BOUND).unwrap();
            let many = random.below(2 * ranks as u64) as usize;
            Step::Accumulate(purpose, portions(kind, random.next(), many, 10), root)
        }
    }
}

/// Calls that are alike but for the elements and the cuts, which are often new, and else those of one
/// of the last calls: more of them than are remembered.
fn changing_step(random: &mut Random, ranks: usize, calls: &[(Step, Apart)]) -> Step {
    fn reduced((step, _): &(Step, Apart)) -> &Arrays {
        match step {
            Step::Reduce(arrays, _) => arrays,
            _ => unreachable!("all of them reduce"),
        }
    }
    let Some(first) = calls.first() else {
        return Step::Reduce(Arrays::random(random, ranks, None, false), None);
    };
    let cuts = (random.below(3) == 0).then(|| {
        let back = random.below(calls.len().min(15) as u64) as usize;
        reduced(&calls[calls.len() - 1 - back])
    });
    Step::Reduce(reduced(first).anew(random, ranks, cuts), None)
}

/// The class of the error of ranks that call differently.
fn class_of_difference(one: &Signature, other: &Signature) -> Option<Class> {
    let fields = one.fields().into_iter().zip(other.fields()).zip(CLASSES);
    fields.into_iter().find(|((one, other), _)| one != other).map(|(_, class)| class)
}

/// That all ranks have come to the same failure, which one of them speaks of.
fn check_failure(outcomes: &[&Result<(), Error>], refuses: Option<usize>, what: &str) -> Class {
    let failures: Vec<(&Failure, bool)> = outcomes
        .iter()
        .map(|outcome| match outcome {
            Err(Error::Failure { failure, speaks }) => (failure, *speaks),
            other => panic!("{what}: {other:?}"),
        })
        .collect();
    let class = failures[0].0.class;
    for (rank, (failure, _)) in failures.iter().enumerate() {
        assert_eq!(failure.class, class, "{what}");
        match refuses {
            None => assert_eq!(failure.message, failures[0].0.message, "{what}"),
            Some(one) if one == rank => assert_eq!(failure.message, "no", "{what}"),
            Some(one) => {
                assert_eq!(failure.message, format!("rank {one} cannot take part: no"), "{what}");
            }
        }
    }
    assert_eq!(failures.iter().filter(|(_, speaks)| *speaks).count(), 1, "{what}");
    class
}

/// What a call comes to that all ranks make alike.
fn check_done(outcomes: &[&Result<(), Error>], step: &Step, plans: &[Option<&Arrays>], what: &str) {
    let (arrays, root, makes_plan) = match step {
        Step::Reduce(arrays, root) => (Some(arrays), *root, false),
        Step::Plan(arrays, _) => (Some(arrays), None, true),
        Step::Execute(place, root) => (plans[*place], *root, false),
        Step::Accumulate(..) => (None, None, false),
    };
    let Some(arrays) = arrays else {
        return assert!(outcomes.iter().all(|outcome| outcome.is_ok()), "{what}: {outcomes:?}");
    };
    if arrays.empty() && !arrays.has_identity && !matches!(step, Step::Execute(..)) {
        assert_eq!(check_failure(outcomes, None, what), Class::Count, "{what}");
        return;
    }
    let failed = arrays.fails().filter(|_| !makes_plan);
    for (rank, outcome) in outcomes.iter().enumerate() {
        let told = failed.filter(|failed| destination(root).reaches(rank) || *failed == rank);
        match told {
            None => assert!(outcome.is_ok(), "{what}: {outcome:?}"),
            Some(failed) => {
                let failed = Failed { rank: failed, status: BROKEN.0 };
                assert_eq!(**outcome, Err(Error::Failed(failed)), "{what}");
            }
        }
    }
}

/// The next call, after some.
type Next = fn(&mut Random, usize, &[(Step, Apart)]) -> Step;

/// Calls, one after the other. Returns how many of them one message was enough for.
fn check(seed: u64, ranks: usize, shared: bool, (steps, next): (usize, Next)) -> usize {
    let random = &mut Random::new(seed);
    let mut calls: Vec<(Step, Apart)> = Vec::new();
    for _ in 0..steps {
        let step = next(random, ranks, &calls);
        let rank = random.below(ranks as u64) as usize;
        let apart = match random.below(6) {
            0 => Apart::Refuses(rank),
            1 if ranks > 1 => Apart::Calls(rank, random_step(random, ranks, Some(&step))),
            _ => Apart::Nothing,
        };
        calls.push((step, apart));
    }
    let refusal = &Failure::new(Class::Buffer, "no");
    let arithmetic = [Arithmetic::Exact, Arithmetic::Tree][random.below(2) as usize];
    let of_ranks = on_ranks(ranks, shared, |noted| {
        let mut member = Member {
            noted,
            first_message: FormHistory::default(),
            remembered: Remembered::default(),
            arithmetic,
            plans: (0..PLACES).map(|_| None).collect(),
            at_once: 0,
        };
        let mut outcomes = Vec::new();
        for (step, apart) in &calls {
            // (All ranks have the same plans, and know what the others call.)
            let Some(signature) = member.signature(step) else {
                outcomes.push(None);
                continue;
            };
            let (rank, mut own, mut refuses, mut expected) = (member.rank(), step, false, None);
            match apart {
                Apart::Nothing => {}
                Apart::Refuses(one) => {
                    refuses = *one == rank;
                    expected = Some(Class::Buffer);
                }
                Apart::Calls(one, other) => {
                    let differs = |other| class_of_difference(&signature, &other);
                    expected = member.signature(other).and_then(differs);
                    own = if expected.is_some() && *one == rank { other } else { step };
                }
            }
            outcomes.push(Some((member.make(own, refuses.then_some(refusal)), expected)));
        }
        (outcomes, noted.notes.take(), member.at_once)
    });
    for (rank, (_, notes, _)) in of_ranks.iter().enumerate() {
        assert_eq!(*notes, of_ranks[0].1, "rank {rank} of {ranks} is out of step");
    }
    let mut plans: Vec<Option<&Arrays>> = vec![None; PLACES];
    for (number, (step, apart)) in calls.iter().enumerate() {
        let what = format!("seed {seed}, call {number} of {ranks} ranks");
        let outcomes: Vec<_> =
            of_ranks.iter().filter_map(|(outcomes, ..)| outcomes[number].as_ref()).collect();
        let Some((_, expected)) = outcomes.first() else { continue };
        let done: Vec<_> = outcomes.iter().map(|(done, _)| done).collect();
        let refuses = match apart {
            Apart::Refuses(rank) => Some(*rank),
            _ => None,
        };
        match expected {
            None => check_done(&done, step, &plans, &what),
            Some(class) => assert_eq!(check_failure(&done, refuses, &what), *class, "{what}"),
        }
        if let (Step::Plan(arrays, place), true) = (step, done.iter().all(|done| done.is_ok())) {
            plans[*place] = Some(arrays);
        }
    }
    of_ranks[0].2
}

#[test]
fn any_calls_one_after_the_other() {
    let mut at_once = 0;
    for ranks in [1, 2, 3, 5, 8, 9, 13] {
        for shared in [true, false] {
            for seed in 0..4 {
                let next: Next = |random, ranks, calls| {
                    random_step(random, ranks, calls.last().map(|(step, _)| step))
                };
                at_once += check(1 + seed, ranks, shared, (120, next));
            }
        }
    }
    assert!(at_once > 10, "one message was enough {at_once} times");
}

#[test]
fn arrays_that_are_cut_anew_in_most_calls() {
    let mut at_once = 0;
    for ranks in [1, 2, 3, 5, 9] {
        for shared in [true, false] {
            for seed in 0..12 {
                at_once += check(100 + seed, ranks, shared, (40, changing_step));
            }
        }
    }
    assert!(at_once > 100, "one message was enough {at_once} times");
}

#[test]
fn more_summands_than_an_accumulator_takes() {
    let purpose = AccumulatorSpec::new(Arithmetic::Prerounded(2), KINDS[1], 5).unwrap();
    let signature = accumulator::signature(Signature::of(5), &purpose);
    for (each, root) in [(2, None), (2, Some(1)), (1, None)] {
        let done = on_ranks(3, true, |noted| {
            let word = signature.word();
            let call = Call { signature: &signature, word, describe: &String::new };
            let (first_message, remembered) = (&FormHistory::default(), &Remembered::default());
            let arithmetic = Arithmetic::Exact;
            let group = Group { transport: noted, first_message, remembered, arithmetic };
            let mut sum = filled(purpose, &[Portion::Elements(vec![1 << 62; each])]);
            let own = Ok((&mut sum, destination(root)));
            (accumulator::reduce(&group, &call, own, None), sum.count())
        });
        for (rank, (done, count)) in done.into_iter().enumerate() {
            match done {
                Ok(summands) => assert_eq!((each, summands, count), (1, 3, 3)),
                Err(Error::Failure { failure, speaks }) => {
                    assert_eq!((each, failure.class, count), (2, Class::Count, 2));
                    assert_eq!(speaks, rank == 0);
                    let what = "that would make 6 summands; the bound given at its creation is 5";
                    assert_eq!(failure.message, what);
                }
                Err(other) => panic!("{other:?}"),
            }
        }
    }
}
