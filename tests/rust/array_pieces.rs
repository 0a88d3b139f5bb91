//! Arrays in pieces, and plans whose shares change, on simulated ranks: whatever runs of indices a
//! rank holds, in whatever order, the bits are the oracle's, at the first call, when it is made
//! again, and after the pieces have changed. One exchange is enough where nothing has changed, and
//! at once where data do not depend on their place.

use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::noted::{on_ranks, Noted};
use samebits_array::failure::{Class, Error};
use samebits_array::form::OnStack;
use samebits_array::group::Group;
use samebits_array::negotiation::{negotiate, negotiate_again, negotiate_for_later, Eager};
use samebits_array::operation::Operation;
use samebits_array::pieces::Runs;
use samebits_array::plan::{Plan, Request};
use samebits_array::reduction::{FirstMessage, PlannedReduction, Results};
use samebits_array::remembered::{Held, Remembered};
use samebits_array::rows::LocalElements;
use samebits_array::shares::Shares;
use samebits_array::signature::{Call, Signature};
use samebits_array::slots::Slots;
use samebits_fold::bundle::Code;
use samebits_fold::share::record::Lift;
use samebits_kernel::fpenv::Environment;
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::opening::FormHistory;
use samebits_schedule::{Destination, Transport};
use samebits_sum::names::Arithmetic;
use std::sync::Arc;

/// An array, how it is reduced and what comes of it.
struct Case {
    merge: Box<dyn Lift + Sync>,
    arithmetic: Arithmetic,
    code: Option<Code>,
    elements: Vec<u8>,
    total: u64,
    result: Vec<u8>,
}

impl Case {
    fn of(
        (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
        total: u64,
        random: &mut Random,
    ) -> Case {
        let merge = merge_of(kind, operator, arithmetic);
        let column = random_column(kind, total as usize, random);
        let bytes = |element| to_bytes(kind, element, merge.shape().element);
        let elements = column.iter().flat_map(bytes).collect();
        let result = bytes(&expected(kind, operator, arithmetic, &column));
        let result = result[..significant(kind)].to_vec();
        let code = Code::of(kind, operator, arithmetic).filter(|_| random.below(4) > 0);
        Case { merge, arithmetic, code, elements, total, result }
    }

    fn operation(&self) -> Operation<'_> {
        Operation {
            merge: &*self.merge,
            shape: self.merge.shape(),
            arithmetic: self.arithmetic,
            buffers: None,
            code: self.code,
            environment: Environment::VectorAndX87,
        }
    }

    /// A rank's elements, from there on.
    fn elements<'a>(&'a self, locals: &'a [*const std::ffi::c_void]) -> LocalElements<'a> {
        let size = self.merge.shape().element;
        let by = &*self.merge;
        LocalElements { by, size, locals, buffers: None, staged: &[], threads: 2 }
    }

    /// The elements of ranges, one after another, aligned.
    fn held(&self, ranges: impl Iterator<Item = (u64, u64)>) -> Vec<u128> {
        let size = self.merge.shape().element;
        let bytes: Vec<u8> = ranges
            .flat_map(|(start, length)| {
                let (start, length) = (start as usize * size, length as usize * size);
                self.elements[start..start + length].iter().copied()
            })
            .collect();
        let words = bytes.chunks(16).map(|chunk| {
            let mut word = [0; 16];
            word[..chunk.len()].copy_from_slice(chunk);
            u128::from_ne_bytes(word)
        });
        words.collect()
    }
}

/// The runs of each rank: first indices, and lengths.
type Pieces = Vec<(Vec<u64>, Vec<usize>)>;

/// Runs that tile the array, dealt to ranks anyhow; some are empty, and some ranks have none.
fn pieces(total: u64, ranks: usize, random: &mut Random) -> Pieces {
    let mut dealt: Pieces = vec![Default::default(); ranks];
    let block = [1, 4, 7, 64][random.below(4) as usize];
    let cyclic = random.below(2) == 0;
    let (mut start, mut next) = (0, 0);
    while start < total {
        let length = if cyclic { block } else { random.below(2 * block + 1) };
        let length = length.min(total - start);
        let to = if cyclic { next % ranks } else { random.below(ranks as u64) as usize };
        dealt[to].0.push(start);
        dealt[to].1.push(length as usize);
        (start, next) = (start + length, next + 1);
    }
    for (starts, lengths) in &mut dealt {
        for i in 1..starts.len() {
            if random.below(3) == 0 {
                let other = random.below(i as u64 + 1) as usize;
                starts.swap(i, other);
                lengths.swap(i, other);
            }
        }
    }
    dealt
}

/// A rank, with what it keeps of its communicator.
struct Member<'a> {
    noted: &'a Noted<'a>,
    first_message: FormHistory,
    remembered: Remembered,
    arithmetic: Arithmetic,
}

impl<'a> Member<'a> {
    fn new(noted: &'a Noted<'a>, arithmetic: Arithmetic) -> Member<'a> {
        let (first_message, remembered) = Default::default();
        Member { noted, first_message, remembered, arithmetic }
    }

    fn group(&self) -> Group<'_> {
        let Member { noted, first_message, remembered, arithmetic } = self;
        Group { transport: *noted, first_message, remembered, arithmetic: *arithmetic }
    }

    /// Settles and reduces; returns whether one message was enough. `plan` is one to be used again.
    fn reduce(
        &self,
        case: &Case,
        (shares, held): (Shares<'_>, &[u128]),
        root: Option<usize>,
        plan: Option<&mut Arc<Plan>>,
    ) -> Result<bool, Error> {
        let signature = Signature {
            root: root.map_or(0, |root| root as u32 + 1),
            rest: case.code.map_or(9, |code| u32::from_le_bytes(code.bytes()).into()),
            ..Signature::of(7 + u32::from(plan.is_some()))
        };
        let describe = || "it".to_string();
        let call = Call { signature: &signature, word: signature.word(), describe: &describe };
        let operation = case.operation();
        let request = Request {
            call,
            shares,
            operation: Ok(&operation),
            schedule: None,
            identity: &|| Some(vec![0; case.merge.shape().element]),
        };
        let locals = &[held.as_ptr().cast()];
        let elements = case.elements(locals);
        let mut stack = OnStack::uninit();
        let slots = &mut Slots::new(&mut stack);
        let eager = Eager { elements: Some(elements), slots };
        let group = self.group();
        // SAFETY: this rank's elements, or none where something is wrong with the shares.
        let settled = unsafe {
            match plan {
                None => {
                    let mut held = Held::new(group.remembered);
                    negotiate(&group, &request, eager, held.plans())?.clone()
                }
                Some(plan) => {
                    *plan = negotiate_again(&group, &request, eager, plan)?;
                    plan.clone()
                }
            }
        };
        let to = root.map_or(Destination::All, Destination::Root);
        self.execute(case, &settled, (to, FirstMessage::Sent(slots)), locals)?;
        Ok(slots.arrived)
    }

    fn execute(
        &self,
        case: &Case,
        plan: &Plan,
        (to, first): (Destination, FirstMessage<'_>),
        locals: &[*const std::ffi::c_void],
    ) -> Result<(), Error> {
        let mut result = vec![0u128; case.merge.shape().element.div_ceil(16)];
        let results = Results { first: result.as_mut_ptr().cast(), staged: None };
        let (operation, contribution) = (&case.operation(), &case.elements(locals));
        let reduction =
            PlannedReduction { plan, operation, to, contribution, results, watch: None };
        let scratch = &mut vec![u128::MAX; plan.scratch.div_ceil(16)];
        // SAFETY: as long as the plan says.
        unsafe { reduction.run(&self.group(), &first, scratch.as_mut_ptr().cast()) }?;
        if to.reaches(self.noted.rank()) && case.total > 0 {
            let bytes: Vec<u8> = result.iter().flat_map(|word| word.to_ne_bytes()).collect();
            assert_eq!(bytes[..case.result.len()], case.result, "{:?}", case.arithmetic);
        }
        Ok(())
    }
}

fn shares_of<'a>(runs: Runs<'a>, length: &'a [usize]) -> Shares<'a> {
    Shares { lengths: length, starts: None, runs: Some(runs), first: 0 }
}

#[test]
fn any_pieces_give_the_bits_of_the_whole() {
    let mut random = Random::new(31);
    for (number, operation) in merged_operations().into_iter().enumerate() {
        for ranks in [1, 2, 3, 8] {
            let total = [1, 13, 70, 257][random.below(4) as usize];
            let case = Case::of(operation, total, &mut random);
            let dealt = [0, 1].map(|_| pieces(total, ranks, &mut random));
            let root = (number % 3 == 0).then(|| random.below(ranks as u64) as usize);
            let free =
                !case.merge.shape().depends_on_place() && !case.merge.shape().depends_on_total;
            // A rank that holds the same in both cannot tell which of them the others mean.
            let words = |pieces: &Pieces| -> Vec<_> {
                let each = pieces.iter();
                each.map(|(starts, lengths)| Runs { starts, lengths }.words()).collect()
            };
            let (one, other) = (words(&dealt[0]), words(&dealt[1]));
            let distinct = one.iter().zip(&other).all(|(one, other)| one != other);
            on_ranks(ranks, number % 2 == 0, |noted| {
                let member = Member::new(noted, case.arithmetic);
                // The first pieces, again, others, and both again.
                let at_once = [0, 0, 1, 0, 1].map(|which| {
                    let (starts, lengths) = &dealt[which][noted.rank()];
                    let runs = Runs { starts, lengths };
                    let held = case.held(runs.each());
                    let length = [runs.total()];
                    let shares = shares_of(runs, &length);
                    member.reduce(&case, (shares, &held), root, None).unwrap()
                });
                let surveyed = case.merge.shape().surveys;
                // (A rank that is alone exchanges nothing.)
                let expected = [free, true, free, distinct || free, distinct || free]
                    .map(|once| once && !surveyed && ranks > 1);
                // (A short form that does not fit takes another exchange, and equal pieces none.)
                let once = at_once.iter().zip(&expected).all(|(once, expected)| *once || !expected);
                assert!(once || free && case.merge.shape().short.is_some(), "{at_once:?}");
                assert!(!surveyed || at_once == [false; 5]);
            });
        }
    }
}

#[test]
fn a_plan_in_pieces_is_used_at_every_root() {
    let mut random = Random::new(32);
    for operation in merged_operations() {
        let (ranks, total) = (4, 90);
        let case = Case::of(operation, total, &mut random);
        let dealt = pieces(total, ranks, &mut random);
        on_ranks(ranks, true, |noted| {
            let member = Member::new(noted, case.arithmetic);
            let (starts, lengths) = &dealt[noted.rank()];
            let runs = Runs { starts, lengths };
            let (held, length) = (case.held(runs.each()), [runs.total()]);
            let (signature, describe) = (Signature::of(1), String::new);
            let call = Call { signature: &signature, word: signature.word(), describe: &describe };
            let operation = case.operation();
            let request = Request {
                call,
                shares: shares_of(runs, &length),
                operation: Ok(&operation),
                schedule: None,
                identity: &|| None,
            };
            let plan = negotiate_for_later(&member.group(), &request).unwrap();
            let locals = &[held.as_ptr().cast()];
            for to in (0..ranks).map(Destination::Root).chain([Destination::All]) {
                let number = to.root().map_or(0, |root| root as u32 + 1);
                let signature = Signature { root: number, ..plan.signature };
                let word = signature.word();
                let call = Call { signature: &signature, word, describe: &describe };
                let first = FirstMessage::Partials(call, None);
                member.execute(&case, &plan, (to, first), locals).unwrap();
            }
        });
    }
}

#[test]
fn plans_notice_that_shares_have_changed() {
    let mut random = Random::new(33);
    for (number, operation) in merged_operations().into_iter().enumerate() {
        for ranks in [1, 2, 5] {
            // Lengths, again, other ones of which some are the same, and a longer array.
            let lengths = [[3, 9], [3, 9], [7, 5], [7, 6]].map(|[even, odd]| {
                (0..ranks).map(|rank| if rank % 2 == 0 { even } else { odd }).collect::<Vec<_>>()
            });
            let cases = lengths.each_ref().map(|lengths| {
                Case::of(operation, lengths.iter().sum::<usize>() as u64, &mut random)
            });
            // The same operators on all of them, as one plan has them.
            let code = cases[0].code;
            let cases = cases.map(|case| Case { code, ..case });
            on_ranks(ranks, number % 2 == 1, |noted| {
                let member = Member::new(noted, cases[0].arithmetic);
                let rank = noted.rank();
                let mut plan: Option<Arc<Plan>> = None;
                for (case, lengths) in cases.iter().zip(&lengths) {
                    let start = lengths[..rank].iter().sum::<usize>() as u64;
                    let own = [lengths[rank]];
                    let held = case.held([(start, own[0] as u64)].into_iter());
                    let shares = Shares { lengths: &own, starts: None, runs: None, first: 0 };
                    let Some(plan) = &mut plan else {
                        let (signature, describe) = (Signature::of(1), String::new);
                        let word = signature.word();
                        let call = Call { signature: &signature, word, describe: &describe };
                        let operation = case.operation();
                        let request = Request {
                            call,
                            shares,
                            operation: Ok(&operation),
                            schedule: None,
                            identity: &|| None,
                        };
                        plan = Some(negotiate_for_later(&member.group(), &request).unwrap());
                        continue;
                    };
                    let before = plan.clone();
                    member.reduce(case, (shares, &held), None, Some(plan)).unwrap();
                    let words: Vec<u64> = lengths.iter().map(|length| *length as u64).collect();
                    assert_eq!(plan.words, words);
                    assert_eq!(plan.words == before.words, Arc::ptr_eq(plan, &before));
                    let changed = before.signature.rest != plan.signature.rest;
                    assert_eq!(changed, plan.words != before.words);
                }
            });
        }
    }
}

#[test]
fn gaps_and_overlaps_are_the_same_error_on_all_ranks() {
    let double = Kind::Real(Format::Double);
    for arithmetic in [Arithmetic::Tree, Arithmetic::Exact] {
        let case = Case::of((double, Operator::Sum, arithmetic), 16, &mut Random::new(34));
        for (second, message) in [
            ([8u64, 12], "no rank holds elements 6 to 7"),
            ([5, 10], "ranks 0 and 1 both hold element 5"),
            ([6, 8], "rank 1 holds element 8 twice"),
        ] {
            on_ranks(2, true, |noted| {
                let member = Member::new(noted, arithmetic);
                let (starts, lengths) = match noted.rank() {
                    0 => (vec![0], vec![6usize]),
                    _ => (second.to_vec(), vec![4, 4]),
                };
                let runs = Runs { starts: &starts, lengths: &lengths };
                let (held, length) = (vec![0u128; 16], [runs.total()]);
                let failed = member.reduce(&case, (shares_of(runs, &length), &held), None, None);
                match failed {
                    Err(Error::Failure { failure, speaks }) => {
                        assert_eq!(failure.class, Class::Count);
                        assert_eq!((&failure.message[..], speaks), (message, noted.rank() == 0));
                    }
                    other => panic!("{other:?}"),
                }
            });
        }
    }
}
