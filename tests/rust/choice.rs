//! The choice of a schedule against all that there are: on any machine it is the one with the
//! least predicted time (of which half counts for `node`, over several nodes four fifths), whatever was
//! chosen before.

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
        assert_eq!(messages_are_profitable(None, ranks, None), ranks > 2, "{ranks}");
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
    // (Of a number that is no power of two, pairs take two rounds more.)
    assert_eq!(chosen(1000, 8, true), "gather");
    for ranks in [64, 256, 1000] {
        for bytes in [8, 256, 4 << 10].into_iter().skip(usize::from(ranks != 256)) {
            assert_eq!(chosen(ranks, bytes, true), "doubling", "{ranks} ranks, {bytes} bytes");
        }
    }
    assert_eq!(chosen(64, 64 << 10, true), "doubling");
    assert_eq!(chosen(64, 512 << 10, true), "doubling");
    assert_eq!(chosen(64, 64 << 10, false), "slices");
}

/// Over several nodes whose ranks share memory, by the model: `node` where latencies count, and
/// what moves the fewest bytes where the vector is long.
#[test]
fn without_a_profile_several_nodes_get_what_the_model_says() {
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    let nodes = |number: u64, each: u64| {
        let machines: Vec<u64> = (0..number * each).map(|rank| rank / each).collect();
        Nodes::new(&machines, None)
    };
    for (number, each) in [(2, 2), (4, 2), (16, 32), (64, 8)] {
        let nodes = nodes(number, each);
        let ranks = nodes.ranks();
        for count in (0..21).map(|power| 1usize << power) {
            let (to, node) = (Destination::All, Some(&nodes));
            let case = Case { fold: &exact, ranks, count, to, messages: true, node };
            let chosen = choose(&Choices::default(), None, &case).schedule.name;
            let machine = Machine::assumed(None, node);
            let by_force = by_brute_force(&machine, &case).0;
            assert_eq!(chosen, by_force, "{number} nodes of {each}, {count}");
            if count == 1 {
                assert_eq!(chosen, "node", "{number} nodes of {each}");
            }
            // What is predicted is the time of what is chosen: none is half as long.
            let predicted = |name: &str| {
                let wanted = RequestedSchedule::from_text(name).unwrap();
                predicted(wanted, &machine, &case, Overrides::default())
            };
            let all = ALL.iter().filter(|row| row.automatic).filter_map(|row| predicted(row.name));
            let least = all.fold(f64::INFINITY, f64::min);
            assert!(predicted(chosen).unwrap() <= least / 0.5 * 1.01, "{chosen}, {count}");
        }
    }
    let long = |number, each, messages| {
        let nodes = nodes(number, each);
        let (ranks, to) = (nodes.ranks(), Destination::All);
        let case = Case { fold: &exact, ranks, count: 1 << 20, to, messages, node: Some(&nodes) };
        choose(&Choices::default(), None, &case).schedule.name
    };
    assert_eq!(long(4, 2, true), "slices");
    assert_eq!(long(4, 2, false), "slices");
    assert_ne!(long(16, 32, true), "slices", "32 ranks share a node's way into the network");
}

/// Scans of exact sums go along a chain on few ranks, or of a long vector.
#[test]
fn without_a_profile_prefixes_are_sent_on() {
    for fold in &folds()[1..3] {
        let chosen = |ranks, count, messages| {
            let (to, node) = (Destination::InclusivePrefix, None);
            let case = Case { fold: &**fold, ranks, count, to, messages, node };
            choose(&Choices::default(), None, &case).schedule.name
        };
        // (Of two ranks the first sends in either.)
        assert!(matches!(chosen(2, 1, true), "chain" | "doubling"));
        assert_eq!([3, 4].map(|ranks| chosen(ranks, 1, true)), ["chain", "chain"]);
        assert_eq!([2, 3, 4].map(|ranks| chosen(ranks, 1, false)), ["gather"; 3]);
        assert_eq!((chosen(64, 1, true), chosen(64, 1 << 20, true)), ("doubling", "chain"));
    }
}

/// Of a job's ranks as of those of a network: each message is noticed later, and what collectives
/// do is made of messages.
#[test]
fn step_by_step_everything_is_messages() {
    let machine = Machine::NETWORK;
    for ranks in [2usize, 3, 8, 100] {
        let stepwise = machine.stepwise(ranks);
        assert!(stepwise.alpha > machine.alpha && stepwise.latency > machine.latency);
        let later = (stepwise.alpha - machine.alpha, stepwise.latency - machine.latency);
        assert!((later.0 - later.1).abs() < 1e-15, "{later:?}");
        let job = Workload::new(ranks, 0, Destination::All);
        let seconds = |name: &str| {
            by_name(name).unwrap().cost.seconds(&stepwise, &job, &Settings::default()).unwrap()
        };
        let rounds = f64::from(ranks.next_power_of_two().ilog2());
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-2, "{a} and {b}");
        near(seconds("gather"), rounds * stepwise.alpha + 2e-9 * (ranks - 1) as f64);
        let at_once = stepwise.alpha + (ranks - 2) as f64 * machine.receive;
        near(seconds("slices"), at_once + rounds * stepwise.alpha);
    }
    let exact = ExactSum::of(Kind::Real(Format::Double)).unwrap();
    let chosen = |ranks, count| {
        let (to, messages) = (Destination::All, true);
        let case = Case { fold: &exact, ranks, count, to, messages, node: None };
        choose_stepwise(&Choices::default(), None, &case).unwrap().0.schedule.name
    };
    assert_eq!(chosen(1 << 10, 1), "doubling");
    assert_eq!(chosen(4, 1 << 20), "slices");
}

/// Where no memory is shared, step by step as at once on a machine whose messages are noticed later.
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
                        let later_noticed = machine.stepwise(ranks);
                        let at_once = choose(&choices, Some(&later_noticed), &case);
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
