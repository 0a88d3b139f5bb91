//! Distributed arrays, without MPI: however an array is cut among ranks, and in
//! whatever order partials are merged, the bits are those of the recursion over all
//! its elements, or of the exact sum.

use crate::support::arrays::reduce_arrays;
use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::level_oracle;
use crate::support::oracle;
use samebits_fold::bundle::Code;
use samebits_fold::share::record::Failed;
use samebits_fold::share::record::{merge, Elements, Head, Lift, HEAD, NOTHING_FOUND};
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::partials::MergeMethod;
use samebits_schedule::{Destination, RequestedSchedule};
use samebits_sum::names::Arithmetic;
use samebits_sum::share::Share;

const RANKS: [usize; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16];

/// Random ranges of `ranks` ranks that tile the array: some of them empty, some long.
fn cut(total: u64, ranks: usize, random: &mut Random) -> Vec<Share> {
    let mut cuts: Vec<u64> = (1..ranks)
        .map(|_| match random.below(4) {
            0 => total.min(1 << random.below(20)),
            1 => total * random.below(ranks as u64 + 1) / ranks as u64,
            _ => random.below(total + 1),
        })
        .collect();
    cuts.extend([0, total]);
    cuts.sort_unstable();
    cuts.windows(2).map(|ends| Share { start: ends[0], end: ends[1], total }).collect()
}

/// The lengths that matter: powers of two and their neighbours, primes, any.
fn length(longest: u64, random: &mut Random) -> u64 {
    let near = |n: u64, random: &mut Random| (n + random.below(3)).saturating_sub(1);
    let n = match random.below(4) {
        0 => near(1 << random.below(17), random),
        1 => [2, 3, 5, 7, 31, 127, 997, 7919, 65537, 99991][random.below(10) as usize],
        2 => 1 + random.below(40),
        _ => 1 + random.below(longest),
    };
    n.clamp(1, longest)
}

/// The largest that the surveys of the shares find.
fn survey(arithmetic: &dyn Lift, elements: &[u8], shares: &[Share]) -> [i32; 2] {
    shares.iter().filter(|share| share.length() > 0).fold(NOTHING_FOUND, |largest, share| {
        let address = elements[share.start as usize * arithmetic.shape().element..].as_ptr();
        let elements = Elements { share: *share, address, buffers: None, threads: 2 };
        // SAFETY: the share's elements.
        let found = unsafe { arithmetic.survey(elements) }.unwrap();
        [largest[0].max(found[0]), largest[1].max(found[1])]
    })
}

/// Partials of the shares, merged two by two in random order (of neighbours).
fn merged_anyhow(
    arithmetic: &dyn Lift,
    elements: &[u8],
    shares: &[Share],
    random: &mut Random,
) -> Vec<u8> {
    let size = arithmetic.shape().element;
    let total = shares[0].total;
    let mut records: Vec<Vec<u128>> = Vec::new();
    let surveyed = survey(arithmetic, elements, shares);
    // SAFETY: the same memory, as bytes.
    let bytes = |record: &mut Vec<u128>| unsafe {
        std::slice::from_raw_parts_mut(record.as_mut_ptr().cast::<u8>(), record.len() * 16)
    };
    for &share in shares {
        let mut record = vec![u128::MAX; arithmetic.shape().whole(total) / 16];
        let address = elements[share.start as usize * size..].as_ptr();
        let memory = bytes(&mut record);
        if share.length() > 0 {
            let threads = 1 + random.below(3) as usize;
            let elements = Elements { share, address, buffers: None, threads };
            // SAFETY: the share's elements.
            unsafe { arithmetic.lift(elements, surveyed, &mut memory[HEAD..]) }.unwrap();
        }
        Head { share, failed: None }.write(memory);
        records.push(record);
    }
    while records.len() > 1 {
        let i = random.below(records.len() as u64 - 1) as usize;
        let mut right = records.remove(i + 1);
        merge(arithmetic, bytes(&mut records[i]), bytes(&mut right)).unwrap();
    }
    let whole = bytes(&mut records[0]);
    assert_eq!(Head::read(whole).share, Share { start: 0, end: total, total });
    arithmetic.finish(total, &mut whole[HEAD..]).unwrap();
    whole[HEAD..][..size].to_vec()
}

#[test]
fn every_operation_on_any_cut() {
    let mut random = Random::new(11);
    for (kind, operator, evaluated) in merged_operations() {
        let arithmetic = merge_of(kind, operator, evaluated);
        for case in 0..24 {
            let total = length(if case < 4 { 3000 } else { 150 }, &mut random);
            let column = random_column(kind, total as usize, &mut random);
            let size = arithmetic.shape().element;
            let bytes: Vec<u8> = column.iter().flat_map(|e| to_bytes(kind, e, size)).collect();
            let want = to_bytes(kind, &expected(kind, operator, evaluated, &column), size);
            for ranks in [1, 2, 5, 16] {
                let shares = cut(total, ranks, &mut random);
                let got = merged_anyhow(&*arithmetic, &bytes, &shares, &mut random);
                let n = significant(kind);
                assert_eq!(got[..n], want[..n], "{kind:?} {operator:?} {evaluated:?} {shares:?}");
            }
        }
    }
}

/// Doubles that round at every addition.
fn doubles(n: u64, random: &mut Random) -> Vec<f64> {
    (0..n).map(|_| f64::from_bits((1020 + random.below(8)) << 52 | random.next() >> 12)).collect()
}

/// Doubles of any kind.
fn hostile(n: u64, random: &mut Random) -> Vec<f64> {
    let column = random_column(DOUBLE, n as usize, random).into_iter();
    column.map(|element| f64::from_bits(element.numbers[0] as u64)).collect()
}

fn bytes_of(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn sum_by_recursion(values: &[f64]) -> f64 {
    oracle::tree(values, &|a, b| a + b)
}

const DOUBLE: Kind = Kind::Real(Format::Double);

#[test]
fn long_arrays_cut_anyhow_by_the_thousand() {
    let mut random = Random::new(12);
    let tree = merge_of(DOUBLE, Operator::Sum, Arithmetic::Tree);
    for _ in 0..120 {
        let total = length(100_000, &mut random);
        let values = doubles(total, &mut random);
        let (bytes, want) = (bytes_of(&values), sum_by_recursion(&values));
        for ranks in RANKS {
            let shares = cut(total, ranks, &mut random);
            let got = merged_anyhow(&*tree, &bytes, &shares, &mut random);
            assert_eq!(got, want.to_le_bytes(), "{shares:?}");
        }
    }
}

/// Sums of doubles, merged by the MPI library's own reduction.
fn native(arithmetic: Arithmetic) -> Option<MergeMethod> {
    Code::of(DOUBLE, Operator::Sum, arithmetic).map(MergeMethod::Native)
}

#[test]
fn ranks_reduce_many_arrays_at_once() {
    let mut random = Random::new(13);
    for case in 0..300 {
        let evaluated = match case % 3 {
            0 => Arithmetic::Exact,
            1 => Arithmetic::Tree,
            _ => level_oracle::arithmetics()[case / 3 % 11],
        };
        let arithmetic = merge_of(DOUBLE, Operator::Sum, evaluated);
        let ranks = RANKS[random.below(11) as usize];
        // Enough of them, sometimes, to be sent in groups.
        let count = [1, 2, 17, 400][random.below(4) as usize];
        let longest = if count > 2 { 200 } else { 100_000 };
        let arrays: Vec<Vec<f64>> = (0..count)
            .map(|_| match length(longest, &mut random) {
                // (Processors and oracles give a NaN other bits.)
                total if total < 300 && evaluated != Arithmetic::Tree => {
                    hostile(total, &mut random)
                }
                total => doubles(total, &mut random),
            })
            .collect();
        let shares: Vec<Vec<Share>> = arrays
            .iter()
            .map(|array| {
                let mut shares = cut(array.len() as u64, ranks, &mut random);
                if case % 4 == 1 {
                    shares.reverse(); // not in rank order
                }
                shares
            })
            .collect();
        let elements: Vec<Vec<u8>> = arrays.iter().map(|array| bytes_of(array)).collect();
        let want: Vec<u8> = arrays
            .iter()
            .flat_map(|array| {
                let elements: Vec<Element> = array
                    .iter()
                    .map(|x| Element { numbers: vec![x.to_bits().into()], index: None })
                    .collect();
                match evaluated {
                    Arithmetic::Tree => sum_by_recursion(array).to_le_bytes().to_vec(),
                    _ => {
                        to_bytes(DOUBLE, &expected(DOUBLE, Operator::Sum, evaluated, &elements), 8)
                    }
                }
            })
            .collect();
        let root = random.below(ranks as u64) as usize;
        let in_order = shares.iter().all(|shares| shares.is_sorted_by_key(|share| share.start));
        let ways = [Some(MergeMethod::Gather), native(evaluated).filter(|_| in_order)];
        let everyone = [Destination::All, Destination::Root(root)];
        for (method, to) in
            ways.into_iter().flatten().flat_map(|method| everyone.map(|to| (method, to)))
        {
            let got = reduce_arrays(&*arithmetic, &elements, &shares, method, to, &[]);
            for (rank, (results, failed)) in got.into_iter().enumerate() {
                assert_eq!(failed, None);
                let receives = to == Destination::All || rank == root;
                let nothing = vec![0; want.len()];
                assert_eq!(&results, if receives { &want } else { &nothing }, "rank {rank}");
            }
        }
    }
}

#[test]
fn a_rank_that_fails_is_known_to_all_that_receive() {
    let mut random = Random::new(14);
    let values = doubles(1000, &mut random);
    let shares = vec![cut(1000, 5, &mut random)];
    let failing = [(3, 7), (4, 9)];
    for evaluated in [Arithmetic::Tree, Arithmetic::Prerounded2(3)] {
        let arithmetic = merge_of(DOUBLE, Operator::Sum, evaluated);
        for method in [MergeMethod::Gather, native(evaluated).unwrap()] {
            let elements = [bytes_of(&values)];
            let reduce = |to| reduce_arrays(&*arithmetic, &elements, &shares, method, to, &failing);
            let got = reduce(Destination::All);
            assert!(got.iter().all(|(_, failed)| *failed == Some(Failed { rank: 3, status: 7 })));
            let got = reduce(Destination::Root(1));
            let failed: Vec<_> = got.iter().map(|(_, f)| f.map(|f| (f.rank, f.status))).collect();
            assert_eq!(failed, [None, Some((3, 7)), None, Some((3, 7)), Some((4, 9))]);
        }
    }
}

#[test]
fn many_ranks_have_the_mpi_library_merge() {
    let tree = merge_of(DOUBLE, Operator::Sum, Arithmetic::Tree);
    let (code, native) =
        (Code::of(DOUBLE, Operator::Sum, Arithmetic::Tree), native(Arithmetic::Tree).unwrap());
    let choose = |wanted: &str, code, ranks, arrays: usize| {
        let sizes = std::iter::repeat_n((17, 100_000), arrays);
        MergeMethod::choose(RequestedSchedule::from_text(wanted), code, &tree.shape(), ranks, sizes)
    };
    assert_eq!(choose("auto", code, 2, 1), MergeMethod::Gather);
    assert_eq!(choose("auto", code, 2, 10_000), MergeMethod::Gather, "no more messages than that");
    assert_eq!(choose("auto", code, 100, 1), MergeMethod::Gather);
    assert_eq!(choose("slices", code, 1000, 1), native, "which is for vectors");
    assert_eq!(choose("auto", code, 100, 10), native);
    assert_eq!(choose("auto", None, 1000, 1), MergeMethod::Gather, "an operator of the user's");
    assert_eq!(choose("gather", code, 1000, 1), MergeMethod::Gather);
    assert_eq!(choose("native", code, 2, 1), native);
}

/// What counts is what travels.
#[test]
fn exact_partials_are_gathered_if_their_short_forms_are_short() {
    let exact = merge_of(DOUBLE, Operator::Sum, Arithmetic::Exact);
    let (code, native) =
        (Code::of(DOUBLE, Operator::Sum, Arithmetic::Exact), native(Arithmetic::Exact).unwrap());
    let choose = |ranks, arrays| {
        let sizes = std::iter::repeat_n((1, 100_000), arrays);
        MergeMethod::choose(None, code, &exact.shape(), ranks, sizes)
    };
    assert_eq!(choose(16, 8), MergeMethod::Gather);
    assert_eq!(choose(100, 10), MergeMethod::Gather, "352 KB in full, 40 KB short");
    assert_eq!(choose(100, 20), native, "80 KB short");
}

/// Shares that are cut among threads.
#[test]
fn threads_change_no_bit() {
    let mut random = Random::new(15);
    for evaluated in [
        Arithmetic::Tree,
        Arithmetic::Exact,
        Arithmetic::Prerounded(3),
        Arithmetic::Prerounded2(2),
        Arithmetic::Binned(3),
    ] {
        let arithmetic = merge_of(DOUBLE, Operator::Sum, evaluated);
        let total = (9 << 17) + 12345;
        let bytes = bytes_of(&doubles(total, &mut random));
        let mut results = Vec::new();
        for start in [0, 1, 77777] {
            for threads in [1, 2, 3, 8] {
                let shares =
                    [(0, start), (start, total)].map(|(start, end)| Share { start, end, total });
                let surveyed = survey(&*arithmetic, &bytes, &shares);
                let mut records = shares.map(|share| {
                    let mut record = vec![0u128; arithmetic.shape().whole(total) / 16];
                    // SAFETY: the same memory, as bytes; the share's elements.
                    let memory = unsafe {
                        let memory = record.as_mut_ptr().cast::<u8>();
                        let memory = std::slice::from_raw_parts_mut(memory, record.len() * 16);
                        let address = bytes[share.start as usize * 8..].as_ptr();
                        let elements = Elements { share, address, buffers: None, threads };
                        if share.length() > 0 {
                            arithmetic.lift(elements, surveyed, &mut memory[HEAD..]).unwrap();
                        }
                        memory
                    };
                    Head { share, failed: None }.write(memory);
                    memory.to_vec()
                });
                let [left, right] = &mut records;
                merge(&*arithmetic, left, right).unwrap();
                arithmetic.finish(total, &mut left[HEAD..]).unwrap();
                results.push(left[HEAD..][..8].to_vec());
            }
        }
        assert!(results.iter().all(|result| *result == results[0]), "{evaluated:?}");
    }
}
