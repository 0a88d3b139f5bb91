//! First messages of direct calls, on simulated ranks: whatever some of them call, all make the
//! same collectives of the same lengths, know alike whether all have called the same, and get
//! their rows where they have.

use crate::support::hostile::Random;
use crate::support::noted::{on_ranks, Noted};
use samebits_fold::bundle::{self, Code};
use samebits_fold::exact::ExactSum;
use samebits_fold::share::record::Merge;
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::opening::{Arrived, FormHistory, MessageRows, Opening, FLAGS, REFUSED};
use samebits_schedule::{Destination, Transport};
use samebits_sum::names::Arithmetic;

const STEPS: u64 = 400;

/// A call, by what it sends first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Rows(usize, Destination),
    Largest(usize),
    /// So many records.
    Bundle(usize, Destination),
    Nothing,
    Refused,
}

impl Call {
    fn any(random: &mut Random, ranks: usize) -> Call {
        let to = match random.below(2) {
            0 => Destination::All,
            _ => Destination::Root(random.below(ranks as u64) as usize),
        };
        let length = [8, 16, 40, 56, 64, 304, 4096, 5000, 70_000][random.below(9) as usize];
        match random.below(10) {
            0..3 => Call::Rows(length, to),
            3 => Call::Largest(length.min(3000) / 2 * 2),
            4..9 => Call::Bundle([1, 2, 3, 20][random.below(4) as usize], to),
            _ => Call::Nothing,
        }
    }

    fn word(self) -> u64 {
        let to = |to: Destination| to.root().map_or(1, |root| 2 + root as u64);
        let (kind, number, to) = match self {
            Call::Rows(bytes, at) => (1, bytes, to(at)),
            Call::Largest(numbers) => (2, numbers, 0),
            Call::Bundle(records, at) => (3, records, to(at)),
            Call::Nothing => (4, 0, 0),
            Call::Refused => return REFUSED,
        };
        (kind << 60) | ((number as u64) << 20) | (to << 4)
    }
}

/// Makes the call, and checks what comes of it where all ranks make the same one.
fn make(noted: &Noted<'_>, kept: &FormHistory, call: Call, alike: bool, what: &str) {
    let (rank, ranks) = (noted.rank(), noted.size());
    let opening = Opening::new(noted, kept, 40, call.word());
    match call {
        Call::Rows(bytes, to) => {
            // The first word is the same on all ranks.
            let row = |rank| {
                let known = (8..bytes).map(move |_| rank as u8 + 1);
                (1..=8).chain(known)
            };
            let mut all = vec![0; bytes * ranks];
            let start = all.as_mut_ptr();
            all[rank * bytes..][..bytes].copy_from_slice(&row(rank).collect::<Vec<_>>());
            let own = start.wrapping_add(rank * bytes);
            // SAFETY: room for all rows, this rank's in its place.
            let done = unsafe { opening.gather_rows(to, own, start, bytes) };
            assert_eq!(done.is_ok(), alike, "{what}");
            if alike && noted.rank.receives(to) {
                assert!(all.into_iter().eq((0..ranks).flat_map(row)), "{what}");
            }
        }
        Call::Largest(numbers) => {
            let mut all: Vec<i32> = (0..numbers).map(|i| ((i + rank) % ranks) as i32).collect();
            // SAFETY: as many on ranks that call alike.
            let done = unsafe { opening.largest(&mut all) };
            assert_eq!(done.is_ok(), alike, "{what}");
            assert!(!alike || all.iter().all(|number| *number == ranks as i32 - 1), "{what}");
        }
        Call::Bundle(records, to) => {
            let kind = Kind::Real(Format::Double);
            let code = Code::of(kind, Operator::Sum, Arithmetic::Exact).unwrap();
            let record = ExactSum::of(kind).unwrap().shape().whole(0);
            let bytes = bundle::HEAD + records * record;
            let mut own = vec![0u128; bytes.div_ceil(16)];
            let mut merged = own.clone();
            // SAFETY: words are bytes.
            let [own, merged] = [&mut own, &mut merged].map(|words| unsafe {
                std::slice::from_raw_parts_mut(words.as_mut_ptr().cast::<u8>(), bytes)
            });
            code.write(own);
            // SAFETY: bundles of empty arrays.
            let done = unsafe { opening.merge_bundles(to, own, merged) };
            assert_eq!(done.is_ok(), alike, "{what}");
            assert!(!alike || !noted.rank.receives(to) || bundle::word(merged) != 0, "{what}");
        }
        Call::Nothing | Call::Refused => opening.send().unwrap(),
    }
    assert_eq!(opening.unlike(), !alike, "{what}");
}

/// All ranks make random calls, of which one rank's often differs.
fn check(ranks: usize, shared: bool) {
    let notes = on_ranks(ranks, shared, |noted| {
        let kept = FormHistory::default();
        let mut random = Random::new(7 * ranks as u64);
        let mut last = Call::Nothing;
        for step in 0..STEPS {
            // What was called before, mostly: as programs do.
            let again = random.below(2) == 0;
            let call = if again { last } else { Call::any(&mut random, ranks) };
            let apart = random.below(ranks as u64) as usize;
            let other = match random.below(4) {
                0 => Call::any(&mut random, ranks),
                1 => Call::Refused,
                _ => call,
            };
            let alike = call == other;
            let own = if noted.rank() == apart { other } else { call };
            let what = format!("step {step} of {ranks}: {apart} {other:?}, others {call:?}");
            make(noted, &kept, own, alike, &what);
            last = call;
        }
        noted.notes.take()
    });
    for (rank, notes_of) in notes.iter().enumerate() {
        assert_eq!(*notes_of, notes[0], "rank {rank} of {ranks} is out of step");
    }
}

#[test]
fn all_ranks_make_the_same_collectives_whatever_they_call() {
    for ranks in [2, 3, 5] {
        for shared in [true, false] {
            check(ranks, shared);
        }
    }
}

/// How many collectives a call takes that is made again and again.
#[test]
fn a_call_that_is_made_again_is_one_message() {
    let calls = [
        (Call::Rows(304, Destination::All), "rows"),
        (Call::Rows(4000, Destination::Root(1)), "rows"),
        (Call::Largest(2), "rows"),
        (Call::Bundle(2, Destination::Root(0)), "bundles"),
    ];
    on_ranks(2, false, |noted| {
        let kept = FormHistory::default();
        for (call, collective) in calls {
            for time in 0..4 {
                noted.notes.borrow_mut().clear();
                make(noted, &kept, call, true, &format!("{call:?}"));
                let notes = noted.notes.borrow();
                assert!(notes.len() <= 2, "{call:?}: {notes:?}");
                assert!(time < 2 || notes.len() == 1, "{call:?}, time {time}: {notes:?}");
                assert!(time < 2 || notes[0].0 == collective, "{call:?}: {notes:?}");
            }
        }
    });
}

#[test]
fn flags_count_where_all_have_them() {
    for flagged in [&[0, 1, 2][..], &[0, 2], &[]] {
        for shared in [true, false] {
            on_ranks(3, shared, |noted| {
                let kept = FormHistory::default();
                let mut all = [9u8; 48];
                let flag = if flagged.contains(&noted.rank()) { 3 } else { 0 };
                assert_eq!(flag & !FLAGS, 0);
                let word = (1 << 63) | flag;
                let opening = Opening::new(noted, &kept, 40, word);
                let rows = MessageRows { all: all.as_mut_ptr(), bytes: 16, bare: 16 };
                // SAFETY: three rows.
                let arrived = unsafe { opening.rows(Destination::All, rows) };
                let expected =
                    Arrived { rows: true, agreed: if flagged.len() == 3 { 3 } else { 0 } };
                assert_eq!(arrived, Ok(Some(expected)));
            });
        }
    }
}
