//! What the library would do, by its own choice.

use super::question::Question;
use samebits_calls::Coverage;
use samebits_fold::{Builtin, Fold};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{lookup, Operator};
use samebits_mpi::abi::names::Class;
use samebits_policy::Policy;
use samebits_reduction::call::{Completion, Delivery};
use samebits_reduction::decision::blocks::Blocks;
use samebits_reduction::decision::resources::{may_share, wants_messages};
use samebits_schedule::cost::{Cost, Workload};
use samebits_schedule::{
    self as schedule, messages_are_profitable, Case, Choices, Chosen, Destination, Machine,
    Overrides, Schedule, Settings,
};
use samebits_sum::names::Arithmetic;

#[derive(Debug)]
pub enum Answer {
    /// The MPI library does it, and its result is the same on every run anyway.
    PassedOn(&'static str),
    NotReproducible(&'static str),
    /// Made reproducible by that arithmetic, without a schedule; how, in words.
    Directly(Arithmetic, &'static str),
    Scheduled(Box<Scheduled>),
}

#[derive(Debug)]
pub struct Scheduled {
    pub arithmetic: Arithmetic,
    /// Bytes of a contribution.
    pub bytes: usize,
    pub chosen: Chosen,
    /// What is chosen until the communicator has more than MPI's collectives, if that is another one.
    pub at_first: Option<&'static Schedule>,
    /// How blocks get to their ranks, if each gets one.
    pub blocks: Option<Blocks>,
    /// What the times are predicted for: with shared memory, or a network.
    pub shared: bool,
    /// All of them, the fastest first.
    pub predictions: Vec<Prediction>,
}

#[derive(Debug)]
pub struct Prediction {
    pub schedule: &'static Schedule,
    /// None if it is not modelled, or does not take the reduction.
    pub seconds: Option<f64>,
    pub why_not: Option<&'static str>,
    pub settings: Settings,
}

const ALONE: &str = "one application of the operator to two contributions, on the caller alone";
const BY_REQUEST: &str = "started in the call and folded when the request completes: contributions are \
                          posted in shared memory on one node, otherwise brought together by a \
                          nonblocking collective of the MPI library, or merged by one where they would \
                          take more than SAMEBITS_NONBLOCKING_MEMORY";

impl Answer {
    pub fn to(question: &Question, policy: &Policy) -> Answer {
        let form = question.row.form;
        let choices = &policy.choices;
        let native = choices.arithmetic() == Arithmetic::Native;
        let kind = match question.class {
            _ if matches!(question.operator, Operator::Replace | Operator::NoOp) => {
                return Answer::PassedOn("no arithmetic");
            }
            Class::NoReduction => {
                return Answer::PassedOn("no reduction is defined on the datatype")
            }
            Class::Associative => return Answer::PassedOn("associative as it is"),
            Class::Floating(kind) => kind,
        };
        if lookup(kind, question.operator).is_none() {
            return Answer::PassedOn("an operator that MPI does not define on the datatype");
        }
        match form.delivery {
            _ if question.count == 0 => return Answer::PassedOn("no elements"),
            _ if native => return Answer::NotReproducible("SAMEBITS_ARITHMETIC=native"),
            Delivery::Window => {
                return Answer::NotReproducible("one-sided: what arrives first is added first");
            }
            Delivery::Local => return Answer::Directly(Arithmetic::Tree, ALONE),
            _ => {}
        }
        debug_assert_eq!(question.row.coverage, Coverage::Covered);
        let builtin = Builtin::of(kind, question.operator, choices.arithmetic());
        let builtin = builtin.expect("the operator is defined on the kind");
        if form.completion != Completion::Blocking {
            return Answer::Directly(builtin.arithmetic(), BY_REQUEST);
        }
        Answer::Scheduled(Box::new(Scheduled::of(question, policy, &builtin)))
    }
}

impl Scheduled {
    fn of(question: &Question, policy: &Policy, builtin: &Builtin) -> Scheduled {
        let measured = policy.profile.as_ref().map(|profile| &profile.machine);
        let choices = &policy.choices;
        let (ranks, fold) = (question.ranks, builtin.fold() as &dyn Fold);
        // Ranks of which no two are on one node share nothing.
        let shares = ranks > 1 && question.nodes.max_size() > 1 && may_share(choices);
        let node = shares.then_some(&question.nodes);
        let profitable = || messages_are_profitable(measured, ranks, node);
        let messages = ranks > 1 && wants_messages(choices, node, profitable);
        let to = match question.row.form.delivery {
            Delivery::ROOT => Destination::Root(0),
            Delivery::INCLUSIVE_PREFIX => Destination::InclusivePrefix,
            Delivery::EXCLUSIVE_PREFIX => Destination::ExclusivePrefix,
            _ => Destination::All,
        };
        let whole = Case { fold, ranks, count: question.count, to, messages, node };
        let in_blocks = question.row.form.delivery == Delivery::BLOCKS && ranks > 1;
        let (blocks, chosen, case) = choose(choices, measured, whole, in_blocks);
        // A schedule that the user names gets what it needs at once.
        let at_first = (choices.schedule.is_none() && ranks > 1).then(|| {
            let bare = Case { messages: false, node: None, ..whole };
            choose(choices, measured, bare, in_blocks).1.schedule
        });
        let machine = Machine::assumed(measured, node);
        Scheduled {
            arithmetic: builtin.arithmetic(),
            bytes: whole.bytes(),
            chosen,
            at_first: at_first.filter(|first| first.name != chosen.schedule.name),
            blocks,
            shared: node.is_some(),
            predictions: predictions(&machine, (&case, blocks), choices, &chosen),
        }
    }
}

/// How blocks get to their ranks, what is chosen, and for which reduction.
fn choose<'a>(
    choices: &Choices,
    measured: Option<&Machine>,
    whole: Case<'a>,
    in_blocks: bool,
) -> (Option<Blocks>, Chosen, Case<'a>) {
    if !in_blocks {
        return (None, schedule::choose(choices, measured, &whole), whole);
    }
    let (blocks, chosen) = Blocks::choose(choices, measured, &whole);
    (Some(blocks), chosen, blocks.case(whole))
}

/// Of all schedules, each as if the user named it, on one machine. (One that delivers blocks itself takes as
/// long as that, where it has such a time.)
fn predictions(
    machine: &Machine,
    (case, blocks): (&Case<'_>, Option<Blocks>),
    choices: &Choices,
    chosen: &Chosen,
) -> Vec<Prediction> {
    let case = Case { messages: case.ranks > 1, ..*case };
    let job = Workload::of(&case);
    let predict = |schedule: &'static Schedule| {
        let requested = choices.schedule.filter(|it| it.schedule.name == schedule.name);
        let degree = requested.and_then(|requested| requested.parameter);
        let overrides = Overrides { degree, block: choices.block };
        let why_not = schedule.check(&case).err();
        let (settings, seconds) = within(Environment::Vector, || {
            let settings = match schedule.name == chosen.schedule.name {
                true => chosen.settings,
                false => schedule.cost.best(machine, &job, overrides),
            };
            let delivery = schedule
                .blocks
                .as_ref()
                .filter(|delivery| blocks == Some(Blocks::Directly) && (delivery.takes)(&case));
            let seconds = match delivery.and_then(|delivery| delivery.seconds) {
                Some(directly) => Some(directly(machine, &job)),
                None => schedule.cost.seconds(machine, &job, &settings),
            };
            (settings, seconds)
        });
        let seconds = seconds.filter(|_| why_not.is_none());
        Prediction { schedule, seconds, why_not, settings }
    };
    let mut all: Vec<Prediction> = schedule::ALL.iter().map(predict).collect();
    all.sort_by(|a, b| {
        let key = |it: &Prediction| it.seconds.unwrap_or(f64::INFINITY);
        key(a).total_cmp(&key(b))
    });
    all
}

impl Prediction {
    /// The tree's degree, where the schedule has one.
    pub fn degree(&self) -> Option<usize> {
        (self.schedule.parameter.is_some() && self.seconds.is_some())
            .then_some(self.settings.degree)
    }

    /// Bytes of a block, where the vector goes in blocks.
    pub fn block(&self) -> Option<usize> {
        let in_blocks = matches!(self.schedule.cost, Cost::Blocks { .. } | Cost::Pipelines(_));
        (in_blocks && self.seconds.is_some()).then_some(self.settings.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_calls::REDUCTIONS;
    use samebits_mpi::abi::datatypes::usual_class;
    use samebits_mpi::abi::names::OPERATORS;
    use samebits_policy::profile::{Origin, Profile};
    use samebits_schedule::node::nodes::Nodes;
    use std::sync::Arc;

    fn ask(call: &str, (ranks, nodes): (usize, usize), count: usize) -> Question {
        about(call, (ranks, nodes), count, "MPI_DOUBLE", "MPI_SUM")
    }

    fn about(
        call: &str,
        (ranks, nodes): (usize, usize),
        count: usize,
        datatype: &'static str,
        operator: &str,
    ) -> Question {
        let machines: Vec<u64> = (0..ranks).map(|rank| (rank * nodes / ranks) as u64).collect();
        let operator = OPERATORS.iter().find(|row| row.name == operator).unwrap();
        let (operator_name, operator) = (operator.name, operator.what);
        let nodes = Nodes::new(&machines, None);
        let class = usual_class(datatype).unwrap();
        let row = REDUCTIONS.iter().find(|row| row.prototype.name == call).unwrap();
        Question { row, ranks, nodes, count, datatype, class, operator_name, operator }
    }

    fn policy(variables: &[(&str, &str)]) -> Policy {
        let pairs = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        Policy::from_variables(pairs).unwrap()
    }

    #[track_caller]
    fn scheduled(question: &Question, policy: &Policy) -> Box<Scheduled> {
        match Answer::to(question, policy) {
            Answer::Scheduled(scheduled) => scheduled,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn on_one_node_it_is_shared_memory_and_collectives_until_that_is_set_up() {
        let answer = scheduled(&ask("MPI_Allreduce", (4, 1), 1000), &policy(&[]));
        assert_eq!(answer.arithmetic, Arithmetic::Exact);
        assert_eq!((answer.chosen.schedule.name, answer.shared), ("node", true));
        assert!(answer.at_first.is_some_and(|first| first.name != "node"));
        let apart = scheduled(&ask("MPI_Allreduce", (4, 4), 1), &policy(&[]));
        assert!(!apart.shared && apart.chosen.schedule.name != "node");
    }

    #[test]
    fn all_schedules_are_predicted_or_say_why_not() {
        let answer = scheduled(&ask("MPI_Allreduce", (3, 1), 1000), &policy(&[]));
        assert_eq!(answer.predictions.len(), schedule::ALL.len());
        for prediction in &answer.predictions {
            let modelled = !matches!(prediction.schedule.cost, Cost::Unknown);
            assert_eq!(prediction.seconds.is_some(), modelled && prediction.why_not.is_none());
        }
        let times: Vec<f64> = answer.predictions.iter().filter_map(|it| it.seconds).collect();
        assert!(times.is_sorted() && times.len() > 5);
        let exchange = answer.predictions.iter().find(|it| it.schedule.name == "exchange").unwrap();
        assert!(exchange.why_not.is_some(), "it is for two ranks");
    }

    #[test]
    fn with_a_profile_the_fastest_is_chosen() {
        let origin = Origin::local("", 1, 4);
        let mut policy = policy(&[]);
        policy.profile = Some(Arc::new(Profile { origin, machine: Machine::NETWORK }));
        for count in [1, 1000, 1 << 20] {
            let answer = scheduled(&ask("MPI_Allreduce", (16, 16), count), &policy);
            let best = answer.predictions.iter().find(|it| it.schedule.automatic).unwrap();
            // Lengths are chosen for by classes.
            let chosen = answer
                .predictions
                .iter()
                .find(|it| it.schedule.name == answer.chosen.schedule.name);
            let (chosen, best) = (chosen.unwrap().seconds.unwrap(), best.seconds.unwrap());
            assert!(chosen <= 1.3 * best, "{count}: {chosen} {best}");
        }
    }

    #[test]
    fn what_the_user_names_is_taken_or_it_is_said_why_not() {
        let tree = policy(&[("SAMEBITS_ARITHMETIC", "tree"), ("SAMEBITS_SCHEDULE", "fnomial:3")]);
        let answer = scheduled(&ask("MPI_Reduce", (9, 3), 1000), &tree);
        assert_eq!(answer.arithmetic, Arithmetic::Tree);
        assert_eq!((answer.chosen.schedule.name, answer.chosen.settings.degree), ("fnomial", 3));
        assert!(answer.at_first.is_none());
        let exchange = policy(&[("SAMEBITS_SCHEDULE", "exchange")]);
        let answer = scheduled(&ask("MPI_Allreduce", (3, 1), 1000), &exchange);
        assert!(answer.chosen.passed_over.is_some());
    }

    #[test]
    fn calls_without_a_schedule() {
        let none = policy(&[]);
        let to = |question: &Question| Answer::to(question, &none);
        let ints = about("MPI_Allreduce", (2, 1), 1, "MPI_INT", "MPI_SUM");
        assert!(matches!(to(&ints), Answer::PassedOn("associative as it is")));
        let undefined = about("MPI_Allreduce", (2, 1), 1, "MPI_DOUBLE", "MPI_BAND");
        assert!(matches!(to(&undefined), Answer::PassedOn(_)));
        assert!(matches!(to(&ask("MPI_Allreduce", (2, 1), 0)), Answer::PassedOn("no elements")));
        assert!(matches!(to(&ask("MPI_Accumulate", (2, 1), 1)), Answer::NotReproducible(_)));
        assert!(matches!(
            to(&ask("MPI_Iallreduce", (2, 1), 1)),
            Answer::Directly(Arithmetic::Exact, _)
        ));
        assert!(matches!(
            to(&ask("MPI_Reduce_local", (2, 1), 1)),
            Answer::Directly(Arithmetic::Tree, _)
        ));
        let native = policy(&[("SAMEBITS_ARITHMETIC", "native")]);
        let answer = Answer::to(&ask("MPI_Allreduce", (2, 1), 1), &native);
        assert!(matches!(answer, Answer::NotReproducible("SAMEBITS_ARITHMETIC=native")));
    }

    #[test]
    fn blocks_and_prefixes() {
        let none = policy(&[]);
        let blocks = scheduled(&ask("MPI_Reduce_scatter", (4, 1), 1 << 20), &none);
        assert_eq!(blocks.blocks, Some(Blocks::Directly));
        let apart = scheduled(&ask("MPI_Reduce_scatter", (4, 4), 1 << 20), &none);
        assert_eq!((apart.blocks, apart.chosen.schedule.name), (Some(Blocks::Directly), "slices"));
        let seconds = |answer: &Scheduled, name: &str| {
            answer.predictions.iter().find(|it| it.schedule.name == name).unwrap().seconds.unwrap()
        };
        let all = scheduled(&ask("MPI_Allreduce", (4, 4), 1 << 20), &none);
        assert!(seconds(&apart, "slices") < 0.75 * seconds(&all, "slices"));
        let gather = policy(&[("SAMEBITS_SCHEDULE", "gather")]);
        let in_turn = scheduled(&ask("MPI_Reduce_scatter", (4, 4), 1 << 20), &gather);
        assert_eq!(in_turn.blocks, Some(Blocks::InTurn));
        let together = scheduled(&ask("MPI_Reduce_scatter", (4, 4), 100), &gather);
        assert_eq!(together.blocks, Some(Blocks::Together));
        let prefix = scheduled(&ask("MPI_Scan", (4, 1), 100), &none);
        assert!(prefix.chosen.schedule.prefixes);
        let alone = scheduled(&ask("MPI_Allreduce", (1, 1), 100), &none);
        assert_eq!((alone.chosen.schedule.name, alone.at_first.is_none()), ("gather", true));
    }
}
