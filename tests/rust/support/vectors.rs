//! Vectors whose contributions are merged, in memory between guards: any sets of ranks in any
//! order.

use super::hostile::{number, Random};
use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, ALIGNMENT};
use samebits_fold::Fold;
use samebits_kernel::{Format, Kind};

/// Memory between guards, `shift` bytes behind an aligned address.
pub struct Guarded {
    memory: Vec<u8>,
    start: usize,
    pub bytes: usize,
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
pub struct Held {
    pub of: Ranks,
    pub memory: Guarded,
}

/// A vector of n elements, whose contributions are merged.
pub struct Vector<'a> {
    pub fold: &'a dyn Fold,
    pub ranks: usize,
    pub n: usize,
    /// Who merges and finishes.
    pub team: Team,
}

impl Vector<'_> {
    /// A rank's contribution, anywhere.
    pub fn contribution(&self, rank: usize, bytes: &[u8], random: &mut Random) -> Held {
        assert_eq!(bytes.len(), self.n * self.fold.size());
        let memory = Guarded::holding(bytes, random.below(ALIGNMENT as u64) as usize);
        Held { of: Ranks::one(rank), memory }
    }

    pub fn merge(&self, mut one: Held, mut other: Held) -> Result<Held, Fault> {
        let partials = self.fold.partials().unwrap();
        let of = one.of.union(&other.of);
        let most = partials.most(&of, self.ranks, self.n);
        let mut merged = Guarded::new(most, 0);
        let before = [one.memory.bytes().to_vec(), other.memory.bytes().to_vec()];
        // SAFETY: partials of the vector, and room for another one.
        let length = unsafe {
            let [left, right] = [&mut one, &mut other]
                .map(|held| Partial { of: &held.of, at: held.memory.at().cast_const() });
            partials.merge(self.team, left, right, self.ranks, self.n, merged.at())?;
            let made = Partial { of: &of, at: merged.at().cast_const() };
            let length = partials.length(made, self.ranks, self.n);
            if self.team != Team::ALONE {
                let mut alone = Guarded::new(most, 0);
                partials.merge(Team::ALONE, left, right, self.ranks, self.n, alone.at())?;
                let made = Partial { of: &of, at: alone.at().cast_const() };
                let as_long = partials.length(made, self.ranks, self.n);
                assert_eq!(length, as_long, "threads leave gaps in the partial of {of:?}");
            }
            length
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
            partials.finish(self.team, all.memory.at(), self.ranks, self.n, row.at())?;
        }
        row.check();
        Ok(row.bytes().to_vec())
    }

    /// Merges all contributions in some way, and finishes.
    pub fn reduce(
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
pub enum Way {
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

pub const WAYS: [Way; 6] =
    [Way::Chain, Way::Backwards, Way::Neighbours, Way::Around, Way::Dealt, Way::Any];

/// What the fold makes of contributions.
pub fn folded(fold: &dyn Fold, contributions: &[Vec<u8>], n: usize) -> Vec<u8> {
    let mut rows = Guarded::holding(&contributions.concat(), 0);
    // SAFETY: the rows.
    let row = unsafe { fold.fold(Team::ALONE, rows.at(), contributions.len(), n) }.unwrap();
    rows.bytes()[row * n * fold.size()..][..n * fold.size()].to_vec()
}

/// Numbers of one kind, so that a whole vector goes the way of that kind.
#[derive(Clone, Copy, Debug)]
pub enum Like {
    /// As the hostile numbers of that mood.
    Mood(u64),
    /// Over so many binades.
    Spread(u64),
    /// Powers of two where they make ties, and break them far below.
    Ties,
    /// As large as there are, and what brings a sum of them to the brink.
    Brink,
    /// Small integers, and zeros.
    Integers,
    /// -0.0, and +0.0 here and there.
    Zeros,
}

impl Like {
    /// A number of a rank's.
    fn number(self, rank: usize, format: Format, random: &mut Random) -> f64 {
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
            Like::Brink => {
                let (largest, bits) = match format {
                    Format::Float => (f64::from(f32::MAX), 24),
                    _ => (f64::MAX, 53),
                };
                let half = largest - largest * (1.0 - power(bits));
                sign * match rank {
                    0 => largest,
                    _ => [half, half / 2.0, half * power(30)][random.below(3) as usize],
                }
            }
            Like::Integers => random.below(200) as f64 - 100.0,
            Like::Zeros => [-0.0, -0.0, -0.0, 0.0][random.below(4) as usize],
        }
    }
}

pub const LIKES: [Like; 14] = [
    Like::Mood(1),
    Like::Mood(2),
    Like::Mood(3),
    Like::Mood(4),
    Like::Spread(1),
    Like::Spread(30),
    Like::Spread(60),
    Like::Spread(100),
    Like::Spread(126),
    Like::Mood(0),
    Like::Ties,
    Like::Brink,
    Like::Integers,
    Like::Zeros,
];

/// Contributions to n elements, all of one kind; `cancelled` where all but the first rank's
/// have their opposites among them.
pub fn alike(
    kind: Kind,
    like: Like,
    (ranks, n): (usize, usize),
    cancelled: bool,
    random: &mut Random,
) -> Vec<Vec<u8>> {
    let format = kind.format();
    let numbers = if let Kind::Complex(_) = kind { 2 * n } else { n };
    let bytes = |number: f64| match format {
        Format::Float => (number as f32).to_ne_bytes().to_vec(),
        _ => number.to_ne_bytes().to_vec(),
    };
    let rows = (0..ranks).map(|rank| -> Vec<f64> {
        (0..numbers).map(|_| like.number(rank, format, random)).collect()
    });
    let mut rows: Vec<Vec<f64>> = rows.collect();
    if cancelled {
        let opposite = |row: &Vec<f64>| row.iter().map(|number| -number).collect();
        rows.extend(rows[1..].iter().map(opposite).collect::<Vec<_>>());
    }
    rows.into_iter().map(|row| row.into_iter().flat_map(bytes).collect()).collect()
}
