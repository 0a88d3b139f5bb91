//! Sums over vectors against big integers: the test vectors, and hostile numbers with every type of
//! weights, in masks, at odd addresses, split among threads and ranks.

use crate::specification::cases;
use crate::support::accumulators::{components, numbers, row, KINDS};
use crate::support::hostile::Random;
use crate::support::oracle::{size, Bits};
use crate::support::specification::sums::{are_integers, calls, random, read};
use crate::support::sum_oracle::{weight_bytes, Call, Vectors};
use samebits_fold::share::record::Merge;
use samebits_fold::sums::terms;
use samebits_fold::sums::vectors::{self, Term, Weights};
use samebits_fold::sums::{LocalSums, Statistic, SumSpec};
use samebits_kernel::Kind;
use samebits_sum::number::Numbers;
use samebits_sum::share::Share;

/// What the exported functions ask for.
fn term_and_statistic(call: Call) -> (Term, Statistic) {
    match call {
        Call::Dot { conjugated } => (Term::Products { conjugated }, Statistic::Sum),
        Call::Norm2 => (Term::Squares, Statistic::Norm),
        Call::SumAbs => (Term::Magnitudes, Statistic::RealSum),
        Call::WeightedSum(weights) => (Term::Weighted(weights), Statistic::Sum),
        Call::WeightedSquares => (Term::WeightedSquares, Statistic::RealSum),
        Call::WeightedDot { conjugated } => (Term::WeightedProducts { conjugated }, Statistic::Sum),
        Call::Mean => (Term::Numbers, Statistic::Mean),
        Call::Variance { ddof } => (Term::Moments, Statistic::Variance { ddof }),
    }
}

/// How a call is made.
#[derive(Clone, Copy, Debug)]
struct Way {
    ranks: usize,
    threads: usize,
    /// How far from an aligned address the vectors begin.
    shift: usize,
}

/// Bytes in memory behind a shift, whose alignment is that of a double.
struct Shifted {
    memory: Vec<u64>,
    shift: usize,
}

impl Shifted {
    fn new(bytes: &[u8], shift: usize) -> Shifted {
        let padded = [&vec![0; shift], bytes, &[0; 8]].concat();
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().unwrap());
        Shifted { memory: padded.chunks_exact(8).map(word).collect(), shift }
    }

    fn at(&self, bytes: usize) -> *const u8 {
        self.memory.as_ptr().cast::<u8>().wrapping_add(self.shift + bytes)
    }
}

/// What a rank sums of the elements from one on.
fn local(call: Call, kind: Kind, vectors: &Vectors, range: [usize; 2], way: Way) -> LocalSums {
    let of = Numbers::of(kind).unwrap();
    let (format, n) = (kind.format(), range[1] - range[0]);
    let shifted = |bits: &[Bits]| Shifted::new(&row(format, bits), way.shift);
    let (x, y) = (shifted(&vectors.x), shifted(&vectors.y));
    let (w, of_weight) = match call {
        Call::WeightedSum(weights) if are_integers(weights) => {
            let bytes = weight_bytes(weights, format);
            let row: Vec<u8> =
                vectors.w.iter().flat_map(|w| w.to_ne_bytes()[..bytes].to_vec()).collect();
            (Shifted::new(&row, way.shift), bytes)
        }
        _ => (shifted(&vectors.w), call.weight_numbers(kind) * size(format)),
    };
    let null = std::ptr::null();
    let mask = vectors.mask.as_ref().map_or(null, |mask| mask[range[0]..].as_ptr());
    let ys = [y.at(range[0] * of.size())];
    let given = vectors::Vectors {
        x: x.at(range[0] * of.size()),
        ys: if call.has_y() { &ys } else { &[] },
        w: if call.has_w() { w.at(range[0] * of_weight) } else { null },
        mask,
        n,
    };
    // SAFETY: as many elements of each vector; the environment is the default one.
    let mut sums = unsafe { terms::sum(term_and_statistic(call).0, of, given, way.threads) };
    assert_eq!(sums.len(), 1);
    sums.remove(0)
}

/// The shares of some ranks, of which some may be empty.
fn cuts(n: usize, ranks: usize, random: &mut Random) -> Vec<[usize; 2]> {
    let mut ends: Vec<usize> =
        (1..ranks).map(|_| random.below(n as u64 + 1) as usize).chain([0, n]).collect();
    ends.sort_unstable();
    ends.windows(2).map(|ends| [ends[0], ends[1]]).collect()
}

/// The result, of all ranks' partials merged.
fn computed(call: Call, kind: Kind, vectors: &Vectors, way: Way, random: &mut Random) -> Vec<Bits> {
    let (term, what) = term_and_statistic(call);
    let spec = SumSpec::of(what, term, Numbers::of(kind).unwrap());
    let bytes = spec.shape().data(1);
    let mut partials = Vec::new();
    for range in cuts(vectors.n, way.ranks, random) {
        let sums = local(call, kind, vectors, range, way);
        let mut partial = vec![0xaa; bytes];
        spec.write(&sums, &mut partial);
        partials.push(partial);
        if way.ranks == 1 {
            let mut element = [0xbb; 16];
            spec.result_of(&sums, &mut element);
            spec.finish(1, partials.last_mut().unwrap()).unwrap();
            assert_eq!(partials[0][..spec.result.size()], element[..spec.result.size()]);
            return numbers(kind.format(), &element[..spec.result.size()]);
        }
    }
    let share = Share { start: 0, end: 1, total: 1 };
    let mut total = partials.pop().unwrap();
    for partial in partials {
        spec.merge(share, &mut total, share, &partial).unwrap();
    }
    spec.finish(1, &mut total).unwrap();
    numbers(kind.format(), &total[..spec.result.size()])
}

const WAYS: [Way; 4] = [
    Way { ranks: 1, threads: 1, shift: 0 },
    Way { ranks: 1, threads: 3, shift: 1 },
    Way { ranks: 2, threads: 1, shift: 4 },
    Way { ranks: 5, threads: 2, shift: 3 },
];

/// With elements between that do not count.
fn masked(call: Call, kind: Kind, vectors: &Vectors, random: &mut Random) -> Vectors {
    let c = components(kind);
    let mut more = Vectors { mask: Some(Vec::new()), ..Vectors::default() };
    let ignored = self::random(call, kind, vectors.n, 5, random);
    for i in 0..vectors.n {
        for (from, byte) in [(&ignored, 0), (vectors, 1 + i as u8 % 255)] {
            more.n += 1;
            more.x.extend(&from.x[c * i..c * (i + 1)]);
            if call.has_y() {
                more.y.extend(&from.y[c * i..c * (i + 1)]);
            }
            if call.has_w() {
                let numbers = call.weight_numbers(kind);
                more.w.extend(&from.w[numbers * i..numbers * (i + 1)]);
            }
            let counts = vectors.mask.as_ref().is_none_or(|mask| mask[i] != 0);
            more.mask.as_mut().unwrap().push(if counts { byte } else { 0 });
        }
    }
    more
}

fn check(call: Call, kind: Kind, vectors: &Vectors, expected: &[Bits], random: &mut Random) {
    let equal = |way: Way, vectors: &Vectors, random: &mut Random| {
        let got = computed(call, kind, vectors, way, random);
        assert!(
            got == expected,
            "{call:?} {kind:?} {way:?}: {got:x?}, not {expected:x?}; {:.2000}",
            format!("{vectors:x?}")
        );
    };
    for way in WAYS {
        equal(way, vectors, random);
        if call.has_mask() {
            equal(way, &masked(call, kind, vectors, random), random);
        }
    }
}

#[test]
fn sums_are_as_the_vectors_say() {
    let mut random = Random::new(3);
    for case in cases("sums.txt", "sums") {
        let (call, kind, vectors, said) = read(&case);
        check(call, kind, &vectors, &said, &mut random);
    }
}

#[test]
fn hostile_vectors_of_any_length() {
    let mut random = Random::new(11);
    for kind in KINDS {
        for call in calls(kind) {
            for turn in 0..24 {
                let most = if turn % 4 == 3 { 6000 } else { 40 };
                let (n, mood) = (random.below(most) as usize, [0, 1, 2, 3, 5, 4, 2, 1][turn % 8]);
                let vectors = self::random(call, kind, n, mood, &mut random);
                let expected = call.result(kind, &vectors);
                check(call, kind, &vectors, &expected, &mut random);
            }
        }
    }
}

/// Integer weights of a set of sums: its partials are wide whatever the elements are.
#[test]
fn sums_of_sets_are_wide() {
    let mut random = Random::new(13);
    for kind in KINDS {
        for call in [Call::Dot { conjugated: true }, Call::WeightedSum(Weights::U64)] {
            for mood in 0..6 {
                let vectors = self::random(call, kind, 9, mood, &mut random);
                let sums = local(call, kind, &vectors, [0, 9], WAYS[0]);
                let mut element = [0; 16];
                let spec = SumSpec::sum(Numbers::of(kind).unwrap(), true, true);
                spec.result_of(&sums, &mut element);
                let got = numbers(kind.format(), &element[..spec.result.size()]);
                assert_eq!(got, call.result(kind, &vectors), "{call:?} {kind:?} {vectors:x?}");
            }
        }
    }
}
