//! Partials of vectors: whatever sets of ranks are merged, in whatever order, at whatever
//! alignment, the result has the bits of the oracle, or of the fold, which is tested against
//! it. A partial is no longer than it may be, and all of it is in the bytes that are sent.

mod support;

use samebits::arithmetic::ranks::Ranks;
use samebits::arithmetic::tree::Tree;
use samebits::arithmetic::vectors::{Partial, ALIGNMENT};
use samebits::arithmetic::{Arithmetic, Combine, Fault, Fold};
use samebits::kernel::fpenv::Environment;
use samebits::kernel::{Format, Kind, Operator};
use support::elements::*;
use support::hostile::{number, Random};

/// Memory between guards, `shift` bytes behind an aligned address.
struct Guarded {
    memory: Vec<u8>,
    start: usize,
    bytes: usize,
}

const GUARD: u8 = 0xa5;

impl Guarded {
    fn new(bytes: usize, shift: usize) -> Guarded {
        let memory = vec![GUARD; bytes + 4 * ALIGNMENT];
        let start = ALIGNMENT + memory[ALIGNMENT..].as_ptr().align_offset(ALIGNMENT) + shift;
        Guarded { memory, start, bytes }
    }

    fn holding(bytes: &[u8], shift: usize) -> Guarded {
        let mut guarded = Guarded::new(bytes.len(), shift);
        let start = guarded.start;
        guarded.memory[start..][..bytes.len()].copy_from_slice(bytes);
        guarded
    }

    fn at(&mut self) -> *mut u8 {
        self.memory[self.start..].as_mut_ptr()
    }

    fn bytes(&self) -> &[u8] {
        &self.memory[self.start..][..self.bytes]
    }

    fn check(&self) {
        let (before, rest) = self.memory.split_at(self.start);
        let guards = before.iter().chain(&rest[self.bytes..]);
        assert!(guards.copied().all(|byte| byte == GUARD), "written where nothing may be");
    }
}

/// A partial, as it was sent.
struct Held {
    of: Ranks,
    memory: Guarded,
}

/// A vector of n elements, whose contributions are merged.
struct Vector<'a> {
    fold: &'a dyn Fold,
    ranks: usize,
    n: usize,
}

impl Vector<'_> {
    /// A rank's contribution, anywhere.
    fn contribution(&self, rank: usize, bytes: &[u8], random: &mut Random) -> Held {
        assert_eq!(bytes.len(), self.n * self.fold.size());
        let memory = Guarded::holding(bytes, random.below(ALIGNMENT as u64) as usize);
        Held { of: Ranks::one(rank), memory }
    }

    fn merge(&self, mut one: Held, mut other: Held) -> Result<Held, Fault> {
        let partials = self.fold.partials().unwrap();
        let of = one.of.union(&other.of);
        let most = partials.most(&of, self.ranks, self.n);
        let mut merged = Guarded::new(most, 0);
        let before = [one.memory.bytes().to_vec(), other.memory.bytes().to_vec()];
        // SAFETY: partials of the vector, and room for another one.
        let length = unsafe {
            let [left, right] = [&mut one, &mut other]
                .map(|held| Partial { of: &held.of, at: held.memory.at().cast_const() });
            partials.merge(left, right, self.ranks, self.n, merged.at())?;
            let made = Partial { of: &of, at: merged.at().cast_const() };
            partials.length(made, self.ranks, self.n)
        };
        merged.check();
        assert_eq!(before, [one.memory.bytes(), other.memory.bytes()], "operands are not changed");
        assert!(length <= most, "{length} bytes of {most}");
        let sent = Guarded::holding(&merged.bytes()[..length], 0);
        Ok(Held { of, memory: sent })
    }

    fn finish(&self, mut all: Held, shift: usize) -> Result<Vec<u8>, Fault> {
        assert_eq!(all.of, Ranks::all(self.ranks));
        let mut row = Guarded::new(self.n * self.fold.size(), shift);
        // SAFETY: a partial of all ranks; room for a row.
        unsafe {
            let partials = self.fold.partials().unwrap();
            partials.finish(all.memory.at(), self.ranks, self.n, row.at())?;
        }
        row.check();
        Ok(row.bytes().to_vec())
    }

    /// Merges all contributions in some way, and finishes.
    fn reduce(
        &self,
        contributions: &[Vec<u8>],
        way: Way,
        random: &mut Random,
    ) -> Result<Vec<u8>, Fault> {
        let mut held: Vec<Held> = contributions
            .iter()
            .enumerate()
            .map(|(rank, bytes)| self.contribution(rank, bytes, random))
            .collect();
        match way {
            Way::Around => held.rotate_left(random.below(self.ranks as u64) as usize),
            Way::Dealt => {
                let nodes = 1 + random.below(self.ranks as u64) as usize;
                held.sort_by_key(|held| held.of.ranges()[0].start % nodes);
            }
            Way::Backwards => held.reverse(),
            Way::Neighbours | Way::Any | Way::Chain => (),
        }
        while held.len() > 1 {
            let below = |random: &mut Random, limit: usize| random.below(limit as u64) as usize;
            let (i, j) = match way {
                Way::Chain | Way::Backwards => (0, 1),
                Way::Any => {
                    let i = below(random, held.len());
                    (i, (i + 1 + below(random, held.len() - 1)) % held.len())
                }
                _ => {
                    let i = below(random, held.len() - 1);
                    (i, i + 1)
                }
            };
            let other = held.remove(j);
            let i = if j < i { i - 1 } else { i };
            let one = held.remove(i);
            let swapped = random.below(2) == 0;
            let (one, other) = if swapped { (other, one) } else { (one, other) };
            held.insert(i, self.merge(one, other)?);
        }
        let shift = random.below(ALIGNMENT as u64) as usize;
        self.finish(held.pop().unwrap(), shift)
    }
}

/// Which sets are merged.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Rank by rank.
    Chain,
    /// From the last rank.
    Backwards,
    /// Neighbours, in any order.
    Neighbours,
    /// Neighbours on a ring.
    Around,
    /// The ranks of nodes to which they were dealt out one by one.
    Dealt,
    /// Any two sets.
    Any,
}

const WAYS: [Way; 6] =
    [Way::Chain, Way::Backwards, Way::Neighbours, Way::Around, Way::Dealt, Way::Any];

/// What the fold makes of contributions.
fn folded(fold: &dyn Fold, contributions: &[Vec<u8>], n: usize) -> Vec<u8> {
    let mut rows = Guarded::holding(&contributions.concat(), 0);
    // SAFETY: the rows.
    let row = unsafe { fold.fold(rows.at(), contributions.len(), n) }.unwrap();
    rows.bytes()[row * n * fold.size()..][..n * fold.size()].to_vec()
}

/// One vector, reduced in every way.
fn check(
    (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
    ranks: usize,
    n: usize,
    with_oracle: bool,
    random: &mut Random,
) {
    let fold = &*fold_of(kind, operator, arithmetic);
    let size = fold.size();
    let columns: Vec<_> = (0..n).map(|_| random_column(kind, ranks, random)).collect();
    let contributions: Vec<Vec<u8>> = (0..ranks)
        .map(|rank| columns.iter().flat_map(|c| to_bytes(kind, &c[rank], size)).collect())
        .collect();
    let want: Vec<u8> = if with_oracle {
        let wanted = columns.iter().map(|column| expected(kind, operator, arithmetic, column));
        wanted.flat_map(|element| to_bytes(kind, &element, size)).collect()
    } else {
        folded(fold, &contributions, n)
    };
    let vector = Vector { fold, ranks, n };
    for way in WAYS {
        let got = vector.reduce(&contributions, way, random).unwrap();
        for (i, (got, want)) in got.chunks(size).zip(want.chunks(size)).enumerate() {
            let bytes = significant(kind);
            assert_eq!(
                got[..bytes],
                want[..bytes],
                "{kind:?} {operator:?} {arithmetic:?} p={ranks} {way:?} element {i} of {n}, \
                 from {:x?}",
                columns[i]
            );
        }
    }
}

fn all_operations() -> impl Iterator<Item = (Kind, Operator, Arithmetic)> {
    let step = std::env::var("OPERATIONS_STEP").map_or(1, |step| step.parse().unwrap());
    operations().into_iter().step_by(step)
}

#[test]
fn every_operation_any_sets_in_any_order() {
    let mut random = Random::new(61);
    for operation in all_operations() {
        for ranks in (1..=9).chain([13, 16, 33, 64]) {
            check(operation, ranks, 1 + random.below(4) as usize, true, &mut random);
        }
    }
}

/// Vectors as long as the pieces and chunks in which they are worked on, or nearly.
#[test]
fn lengths_around_the_edges() {
    let mut random = Random::new(62);
    for operation in all_operations() {
        let size = fold_of(operation.0, operation.1, operation.2).size();
        let edges = [64, 128, 256, 4096 / size, 8192 / size, 2 * 4096 / size + 64];
        for edge in edges {
            let n = edge - 1 + random.below(3) as usize;
            let ranks = [1, 2, 3, 4, 7, 12][random.below(6) as usize];
            check(operation, ranks, n, false, &mut random);
        }
    }
}

/// Sums of numbers that are hostile to expansions, more often than any operation gets them.
#[test]
fn hostile_columns_of_exact_sums() {
    let mut random = Random::new(63);
    for format in [Format::Float, Format::Double] {
        for _ in 0..40 {
            let ranks = 2 + random.below(40) as usize;
            let operation = (Kind::Real(format), Operator::Sum, Arithmetic::Exact);
            check(operation, ranks, 150, true, &mut random);
        }
    }
}

/// Numbers of one kind, so that a whole vector goes the way of that kind.
#[derive(Clone, Copy, Debug)]
enum Like {
    /// As the hostile numbers of that mood.
    Mood(u64),
    /// Over so many binades.
    Spread(u64),
    /// Powers of two where they make ties, and break them far below.
    Ties,
    /// Small integers, and zeros.
    Integers,
    /// -0.0, and +0.0 here and there.
    Zeros,
}

impl Like {
    fn number(self, format: Format, random: &mut Random) -> f64 {
        let sign = [1.0, -1.0][random.below(2) as usize];
        let power = |exponent: u64| f64::from_bits((1023 - exponent) << 52);
        match self {
            Like::Mood(mood) if format == Format::Float => {
                f64::from(f32::from_bits(number(format, random, mood) as u32))
            }
            Like::Mood(mood) => f64::from_bits(number(format, random, mood) as u64),
            Like::Spread(binades) => {
                let significand = f64::from_bits(1023 << 52 | random.next() >> 12);
                sign * power(random.below(binades)) * significand
            }
            Like::Ties => {
                let places = [0, 0, 1, 23, 24, 25, 52, 53, 54, 105, 106, 107, 125];
                sign * power(places[random.below(places.len() as u64) as usize])
            }
            Like::Integers => random.below(200) as f64 - 100.0,
            Like::Zeros => [-0.0, -0.0, -0.0, 0.0][random.below(4) as usize],
        }
    }
}

const LIKES: [Like; 12] = [
    Like::Mood(1),
    Like::Mood(2),
    Like::Mood(3),
    Like::Mood(4),
    Like::Spread(1),
    Like::Spread(30),
    Like::Spread(60),
    Like::Spread(100),
    Like::Spread(126),
    Like::Ties,
    Like::Integers,
    Like::Zeros,
];

/// Contributions to n elements, all of one kind.
fn alike(kind: Kind, like: Like, ranks: usize, n: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let format = kind.format();
    let numbers = if let Kind::Complex(_) = kind { 2 * n } else { n };
    let bytes = |number: f64| match format {
        Format::Float => (number as f32).to_ne_bytes().to_vec(),
        _ => number.to_ne_bytes().to_vec(),
    };
    (0..ranks)
        .map(|_| (0..numbers).flat_map(|_| bytes(like.number(format, random))).collect())
        .collect()
}

#[test]
fn vectors_of_one_kind() {
    let mut random = Random::new(66);
    let sums = all_operations().filter(|(_, _, arithmetic)| *arithmetic != Arithmetic::Tree);
    for (kind, operator, arithmetic) in sums {
        let fold = &*fold_of(kind, operator, arithmetic);
        for like in LIKES {
            let ranks = 3 + random.below(30) as usize;
            let n = [7, 8, 9, 63, 64, 65, 127, 128, 129, 300][random.below(10) as usize];
            let contributions = alike(kind, like, ranks, n, &mut random);
            let want = folded(fold, &contributions, n);
            let vector = Vector { fold, ranks, n };
            for way in WAYS {
                let got = vector.reduce(&contributions, way, &mut random).unwrap();
                let size = fold.size();
                let wrong = (0..n).find(|i| got[i * size..][..size] != want[i * size..][..size]);
                assert_eq!(wrong, None, "{kind:?} {arithmetic:?} {like:?} p={ranks} {way:?}");
            }
        }
    }
}

/// Bytes of a partial of all ranks, for each element.
fn bytes_of_one(kind: Kind, like: Like, ranks: usize) -> f64 {
    let mut random = Random::new(67);
    let fold = &*fold_of(kind, Operator::Sum, Arithmetic::Exact);
    let n = 4096;
    let vector = Vector { fold, ranks, n };
    let contributions = alike(kind, like, ranks, n, &mut random);
    let mut held = contributions
        .iter()
        .enumerate()
        .map(|(rank, bytes)| vector.contribution(rank, bytes, &mut random));
    let first = held.next().unwrap();
    let all = held.fold(first, |all, one| vector.merge(all, one).unwrap());
    all.memory.bytes.div_ceil(8) as f64 * 8.0 / n as f64
}

/// What is sent is short where numbers are not far apart.
#[test]
fn exact_partials_are_short() {
    let (double, float) = (Kind::Real(Format::Double), Kind::Real(Format::Float));
    for (kind, like, rows) in [
        (double, Like::Mood(1), 2.0),
        (double, Like::Spread(40), 2.0),
        (double, Like::Spread(100), 3.0),
        (double, Like::Integers, 1.0),
        (double, Like::Zeros, 1.0),
        (float, Like::Mood(1), 1.0),
        (float, Like::Spread(20), 1.0),
        (float, Like::Spread(70), 2.0),
    ] {
        let bytes = bytes_of_one(kind, like, 40);
        assert!(bytes <= 8.2 * rows, "{kind:?} {like:?}: {bytes} bytes an element");
    }
}

/// An operator that is neither commutative nor associative, on elements of any size, which
/// runs in the caller's environment and may fail.
struct Own {
    size: usize,
    fails: bool,
}

impl Combine for Own {
    fn size(&self) -> usize {
        self.size
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        if self.fails {
            return Err(Fault(17));
        }
        for i in 0..n * self.size {
            // SAFETY: a byte of each row.
            unsafe {
                let (a, b) = (*left.add(i), *right.add(i));
                *right.add(i) = a.wrapping_mul(31).rotate_left(3) ^ b.wrapping_mul(7);
            }
        }
        Ok(())
    }
    unsafe fn finish(&self, row: *mut u8, n: usize) {
        for i in 0..n * self.size {
            // SAFETY: a byte of the row.
            unsafe { *row.add(i) = (*row.add(i)).wrapping_add(1) };
        }
    }
}

#[test]
fn operators_that_need_their_order() {
    let mut random = Random::new(64);
    for size in [1, 3, 8, 24, 5000] {
        let fold = &Tree(Own { size, fails: false });
        for ranks in (1..=20).chain([31, 64, 65]) {
            for n in [1, 3] {
                let contributions: Vec<Vec<u8>> = (0..ranks)
                    .map(|_| (0..n * size).map(|_| random.next() as u8).collect())
                    .collect();
                let want = folded(fold, &contributions, n);
                let vector = Vector { fold, ranks, n };
                for way in WAYS {
                    let got = vector.reduce(&contributions, way, &mut random).unwrap();
                    assert!(got == want, "{size} bytes p={ranks} {way:?}");
                }
            }
        }
    }
}

#[test]
fn a_fault_is_handed_up() {
    let fold = &Tree(Own { size: 8, fails: true });
    let vector = Vector { fold, ranks: 3, n: 5 };
    let contributions = vec![vec![1; 40]; 3];
    let got = vector.reduce(&contributions, Way::Chain, &mut Random::new(65));
    assert_eq!(got, Err(Fault(17)));
}
