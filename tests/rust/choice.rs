//! The choice of a schedule against all that there are: on any machine it is the one with the
//! least predicted time (half of which counts for `node`), whatever was chosen before.

use proptest::prelude::*;
use samebits_fold::exact::ExactSum;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_kernel::{lookup, Format, Kind, Operator};
use samebits_schedule::cost::{Machine, Workload, PARAMETERS};
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{
    by_name, choose, choose_stepwise, messages_are_profitable, predicted, size_class, Case,
    Choices, Destination, Needs, Overrides, RequestedSchedule, Settings, ALL,
};
use samebits_sum::names::Arithmetic;

fn folds() -> Vec<Box<dyn Fold>> {
    let (double, float) = (Kind::Real(Format::Double), Kind::Complex(Format::Float));
    vec![
        Box::new(lookup(double, Operator::Sum).map(Tree).unwrap()),
        Box::new(ExactSum::of(double).unwrap()),
        Box::new(ExactSum::of(float).unwrap()),
        Box::new(LevelledSum::of(double, Arithmetic::Binned(3)).unwrap()),
        Box::new(LevelledSum::of(double, Arithmetic::Prerounded2(2)).unwrap()),
    ]
}

/// Machines of which anything may be a thousand times as slow as of the usual one.
fn machine() -> impl Strategy<Value = Machine> {
    proptest::collection::vec(-3.0f64..3.0, PARAMETERS.len()).prop_map(|powers| {
        let mut machine = Machine::DEFAULT;
        for (parameter, power) in PARAMETERS.iter().zip(powers) {
            *(parameter.place)(&mut machine) *= 10f64.powf(power);
        }
        machine
    })
}

/// The first of those with the least time, one after the other.
fn by_brute_force(machine: &Machine, case: &Case<'_>) -> (&'static str, Settings) {
    let job = Workload { bytes: size_class(case.bytes()), ..Workload::of(case) };
    let mut found: Option<(f64, &str, Settings)> = None;
    for schedule in ALL {
        let means = match schedule.needs {
            Needs::Nothing => true,
            Needs::Node => case.node.is_some(),
            Needs::Messages => case.messages,
        };
        if !means || !schedule.automatic || schedule.check(case).is_err() {
            continue;
        }
        let settings = schedule.cost.best(machine, &job, Overrides::default());
        let time = schedule.cost.seconds(machine, &job, &settings).unwrap();
        // (What is said for `node`.)
        let time = if schedule.name == "node" { 0.5 * time } else { time };
        let wins = |least| time < least || (schedule.name == "node" && time == least);
        if found.is_none_or(|(least, _, _)| wins(least)) {
            found = Some((time, schedule.name, settings));
        }
    }
    let (_, name, settings) = found.unwrap();
    (name, settings)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 400 }))]

    #[test]
    fn the_choice_is_the_least_of_all(
        machine in machine(), which in 0usize..5, ranks in 2usize..200, size in 0u32..24,
        more in 0usize..100, messages: bool, node in prop::option::of(1u64..5), root in prop::option::of(0usize..200),
    ) {
        let folds = folds();
        let fold = &*folds[which];
        let count = (1 << size) + more;
        let to = root.map_or(Destination::All, |root| Destination::Root(root % ranks));
        let nodes = nodes(node, ranks);
        let case = Case { fold, ranks, count, to, messages, node: nodes.as_ref() };
        let at_once = case.is_on_one_node() && case.bytes() <= 1024;
        let expected = by_brute_force(&machine, &case);
        // (The second time it is known.)
        for _ in 0..2 {
            let chosen = choose(&Choices::default(), Some(&machine), &case);
            if at_once {
                prop_assert_eq!(chosen.schedule.name, "node");
            } else {
                prop_assert_eq!((chosen.schedule.name, chosen.settings), expected);
            }
        }
        // Another thread, which has chosen nothing before, does not choose otherwise.
        let name = choose(&Choices::default(), Some(&machine), &case).schedule.name;
        let elsewhere = std::thread::scope(|scope| {
            let fresh = scope.spawn(move || {
                let folds = self::folds();
                let nodes = self::nodes(node, ranks);
                let node = nodes.as_ref();
                let case = Case { fold: &*folds[which], ranks, count, to, messages, node };
                choose(&Choices::default(), Some(&machine), &case).schedule.name
            });
            fresh.join().unwrap()
        });
        prop_assert_eq!(name, elsewhere);
    }

    #[test]
    fn what_is_asked_for_holds(
        machine in machine(), ranks in 2usize..100, size in 0u32..22, degree in 2usize..=64,
        block in 1usize..1 << 22,
    ) {
        let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
        let case = Case {
            fold: &exact, ranks, count: 1 << size, to: Destination::All, messages: true, node: None,
        };
        for (name, asked) in [("fnomial", true), ("split", true), ("chain", false)] {
            let text = if asked { format!("{name}:{degree}") } else { name.to_string() };
            let choices = Choices {
                schedule: RequestedSchedule::from_text(&text), block: Some(block), ..Choices::default()
            };
            let chosen = choose(&choices, Some(&machine), &case);
            prop_assert_eq!(chosen.schedule.name, name);
            prop_assert_eq!(chosen.settings.block, block);
            if asked {
                prop_assert_eq!(chosen.settings.degree, degree);
            }
        }
        // Where nothing is, the usual block is no better than the model's.
        for name in ["fnomial", "split", "halving", "ring", "chain2", "bintree"] {
            let wanted = RequestedSchedule::from_text(name).unwrap();
            let choices = Choices { schedule: Some(wanted), ..Choices::default() };
            let settings = choose(&choices, Some(&machine), &case).settings;
            let job = Workload { bytes: size_class(case.bytes()), ..Workload::of(&case) };
            let cost = &by_name(name).unwrap().cost;
            let time = |settings: &Settings| cost.seconds(&machine, &job, settings).unwrap();
            let asked = Overrides { block: Some(64 << 10), degree: None };
            let other = cost.best(&machine, &job, asked);
            prop_assert!(time(&settings) <= time(&other), "{} {:?}", name, settings);
        }
    }
}

/// Ranks dealt out to so many nodes.
fn nodes(many: Option<u64>, ranks: usize) -> Option<Nodes> {
    let machines = |many| (0..ranks as u64).map(|rank| 1 + rank % many).collect::<Vec<_>>();
    many.map(|many| Nodes::new(&machines(many), None))
}

/// A communicator for messages is made where messages cost next to nothing, and not where
/// collectives do.
#[test]
fn messages_where_they_pay() {
    let fast = Machine {
        alpha: 1e-9,
        beta: 1e-13,
        latency: 1e-9,
        receive: 1e-10,
        merge: 1e-9,
        merge_tree: 1e-13,
        ..Machine::DEFAULT
    };
    for ranks in [3, 8, 100] {
        assert!(messages_are_profitable(Some(&fast), ranks, None), "{ranks}");
        let slow = Machine { alpha: 1.0, latency: 1.0, receive: 1.0, ..Machine::DEFAULT };
        assert!(!messages_are_profitable(Some(&slow), ranks, None), "{ranks}");
    }
}

#[test]
fn predictions_are_those_of_the_choice() {
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    let case = |ranks, messages| Case {
        fold: &exact,
        ranks,
        count: 1000,
        to: Destination::All,
        messages,
        node: None,
    };
    let predicted = |name: &str, ranks, messages| {
        let wanted = RequestedSchedule::from_text(name).unwrap();
        predicted(wanted, &Machine::DEFAULT, &case(ranks, messages), Overrides::default())
    };
    assert!(predicted("gather", 4, false).is_some_and(|seconds| seconds > 0.0));
    assert!(predicted("exchange", 2, false).is_some() && predicted("exchange", 4, false).is_none());
    assert!(predicted("chain", 4, true).is_some() && predicted("chain", 4, false).is_none());
    assert!(predicted("node", 4, true).is_none() && predicted("native", 4, true).is_none());
    let (four, best) = (predicted("fnomial:64", 200, true), predicted("fnomial", 200, true));
    assert!(best < four, "the degree is taken into account");
}

#[test]
fn without_a_profile_ranks_that_share_no_memory_have_messages() {
    for ranks in 2..1000 {
        let many = ranks >= 16;
        assert!(!many || messages_are_profitable(None, ranks, None), "{ranks}");
        assert!(!messages_are_profitable(None, ranks, Some(&Nodes::one(ranks))), "{ranks}");
    }
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    let chosen = |ranks, bytes: usize, messages| {
        let (count, to) = (bytes / 8, Destination::All);
        let case = Case { fold: &exact, ranks, count, to, messages, node: None };
        choose(&Choices::default(), None, &case).schedule.name
    };
    // (As simulated clusters have it: docs/performance.md.)
    assert_eq!(chosen(64, 8, true), "gather");
    for ranks in [64, 256, 1000] {
        for bytes in [8, 256, 4 << 10].into_iter().skip(usize::from(ranks == 64)) {
            assert_eq!(chosen(ranks, bytes, true), "doubling", "{ranks} ranks, {bytes} bytes");
        }
    }
    assert_eq!(chosen(64, 64 << 10, true), "halving");
    assert_eq!(chosen(64, 512 << 10, true), "slices");
    assert_eq!(chosen(64, 64 << 10, false), "slices");
}

/// Where no memory is shared, step by step as at once.
#[test]
fn step_by_step_without_memory_that_is_shared() {
    let machine = Machine::NETWORK;
    for fold in folds() {
        for ranks in [1, 2, 3, 16, 200] {
            let nodes = Nodes::one(ranks);
            for count in (0..24).map(|k| 1 << k) {
                for to in [Destination::All, Destination::Root(0), Destination::InclusivePrefix] {
                    let case = Case { fold: &*fold, ranks, count, to, messages: true, node: None };
                    for measured in [None, Some(&machine)] {
                        let near = Case { messages: false, node: Some(&nodes), ..case };
                        let choices = Choices::default();
                        let (chosen, later) = choose_stepwise(&choices, measured, &near).unwrap();
                        let at_once = choose(&choices, measured, &case);
                        assert_eq!(chosen.schedule.name, at_once.schedule.name);
                        assert_eq!(chosen.settings, at_once.settings);
                        assert_eq!(later.layout, chosen.schedule.later.unwrap().layout);
                    }
                }
            }
        }
    }
}

/// A schedule that only blocking reductions have is passed over, whatever was chosen before.
#[test]
fn step_by_step_what_is_asked_for_if_it_can() {
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    let (ranks, count, to) = (16, 100, Destination::All);
    let case = Case { fold: &exact, ranks, count, to, messages: true, node: None };
    for schedule in ALL {
        let name = schedule.name;
        let requested = RequestedSchedule::from_text(name);
        let choices = Choices { schedule: requested, ..Choices::default() };
        let by_messages = schedule.check(&case).is_ok() && schedule.later.is_some();
        for _ in 0..2 {
            let (chosen, _) = choose_stepwise(&choices, None, &case).unwrap();
            assert_eq!(chosen.schedule.name == name, by_messages, "{name}");
            assert_eq!(chosen.passed_over.is_none(), by_messages, "{name}");
            let chosen = choose(&choices, None, &case).schedule.name;
            assert_eq!(chosen == name, schedule.check(&case).is_ok(), "{name}");
        }
    }
}
