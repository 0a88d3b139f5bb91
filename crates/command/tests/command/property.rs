//! Of programs made at random: what is equal is found equal, and one bit is blamed on its place.

use crate::support::{Run, ALL};
use proptest::prelude::*;
use samebits_command::diff::report::{Blame, Report};
use samebits_command::source::Sources;
use samebits_command::trace::job::Job;
use samebits_trace::format::{Record, Reduction};

/// A reduction of a program: on all ranks, or on the halves; blocking, or completed so many later.
#[derive(Clone, Debug)]
struct Step {
    halves: bool,
    later: Option<usize>,
    count: u64,
    data: u64,
}

fn step() -> impl Strategy<Value = Step> {
    (any::<bool>(), prop::option::of(0usize..3), 0u64..100, any::<u64>())
        .prop_map(|(halves, later, count, data)| Step { halves, later, count, data })
}

/// The trace of the program; `flipped` is a step, a rank and a bit of its contribution there.
fn trace(size: u32, steps: &[Step], flipped: Option<(usize, u32, u32)>) -> Run {
    let mut run = Run::new(size);
    let (low, high): (Vec<u32>, Vec<u32>) = (0..size).partition(|rank| *rank < size.div_ceil(2));
    run.communicator(&low, 1, "MPI_Comm_split");
    if !high.is_empty() {
        run.communicator(&high, 1, "MPI_Comm_split");
    }
    for (number, writer) in (0..).zip(&mut run.ranks) {
        let mut open = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let comm = if step.halves { 2 } else { 1 };
            let mut contribution = step.data.wrapping_mul(u64::from(number) + 3);
            if let Some((_, _, bit)) =
                flipped.filter(|(step, rank, _)| (*step, *rank) == (at, number))
            {
                contribution ^= 1 << bit;
            }
            let result = step.data;
            match step.later {
                None => {
                    let shape = writer.shape("MPI_Allreduce", "MPI_DOUBLE");
                    let reduction = writer.reduction(comm, shape, at as u64);
                    let count = step.count;
                    let written =
                        Reduction { count, contribution, result, flags: ALL, ..reduction };
                    writer.write(Record::Reduction(written));
                }
                Some(later) => {
                    let done = writer.iallreduce(comm, at as u64, contribution);
                    open.push((at + later, done, result));
                }
            }
            open.retain(|(when, done, result)| {
                let waits = *when > at;
                if !waits {
                    writer.complete(*done, *result);
                }
                waits
            });
        }
        for (_, done, result) in open {
            writer.complete(done, result);
        }
    }
    run.end()
}

fn compare(a: &Run, b: &Run) -> Report {
    let tops = [a.save(), b.save()];
    let [a, b] = tops.each_ref().map(|top| Job::open(top.path()).unwrap());
    samebits_command::diff::compare(&a, &b, &mut Sources::new(false))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_program_is_equal_to_itself(size in 1u32..6, steps in prop::collection::vec(step(), 0..20)) {
        let report = compare(&trace(size, &steps, None), &trace(size, &steps, None));
        prop_assert_eq!((report.blame, report.status()), (Blame::None, 0));
        prop_assert_eq!(report.compared.reductions, steps.len() as u64 * u64::from(size));
    }

    #[test]
    fn a_flipped_bit_is_found(
        size in 1u32..6,
        steps in prop::collection::vec(step(), 1..20),
        at in any::<prop::sample::Index>(),
        rank in any::<prop::sample::Index>(),
        bit in 0u32..64,
    ) {
        let (at, rank) = (at.index(steps.len()), rank.index(size as usize) as u32);
        let changed = trace(size, &steps, Some((at, rank, bit)));
        let report = compare(&trace(size, &steps, None), &changed);
        prop_assert_eq!((report.blame, report.status()), (Blame::Program, 1));
        let difference = report.difference.unwrap();
        prop_assert_eq!((difference.rank, difference.position), (rank, at as u64 + 1));
        prop_assert_eq!(difference.contributions, vec![rank]);
        prop_assert_eq!(difference.previous.is_some(), at > 0);
        prop_assert_eq!((difference.results.len(), difference.others), (0, 0));
    }

    #[test]
    fn damaged_files_are_read_as_far_as_they_are_whole(
        steps in prop::collection::vec(step(), 1..8),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let whole = trace(2, &steps, None);
        let mut damaged = trace(2, &steps, None);
        let bytes = &mut damaged.ranks[1].bytes;
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        // It says something, and ends.
        let report = compare(&whole, &damaged);
        prop_assert!(report.to_string().ends_with('\n'));
        let other = trace(3, &steps, None);
        prop_assert!(!compare(&other, &damaged).to_string().is_empty());
        prop_assert!(!compare(&damaged, &other).to_string().is_empty());
    }
}
