//! Which levels a sum has: the ladder of units of each arithmetic, as
//! `docs/specification.md`, section 8, defines it.

use super::finish;
use crate::names;
pub use samebits_kernel::binary::ceil_log2;
use samebits_kernel::binary::floor_log2;
use samebits_kernel::level_columns::Ladder;
use samebits_kernel::levels::{Rule, MOST};
use samebits_kernel::Format;

/// The most summands that a pre-rounded sum takes: with more, the levels would be too narrow to
/// be of use.
pub const MOST_SUMMANDS: u64 = 1 << 48;

impl names::Arithmetic {
    /// The most summands that it takes; of others than pre-rounded sums there may be any number.
    pub fn most_summands(self) -> u64 {
        match self {
            names::Arithmetic::Prerounded(_) | names::Arithmetic::Prerounded2(_) => MOST_SUMMANDS,
            _ => u64::MAX,
        }
    }
}

/// The exponent of ε · N^1, the unit of the highest level.
const HIGHEST: i32 = 971;

/// The exponent of the smallest double: no level with a lower unit holds any more.
const LOWEST: i32 = -1074;

/// The levels, and what becomes of their totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// How the first level follows from the largest summand, and the result from the totals.
    arithmetic: LevelKind,
    levels: u8,
    /// The exponent of the unit of level 0.
    base: i32,
    /// Bits from one unit to the next.
    width: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LevelKind {
    Binned(Bins),
    /// Single sweep. The exponent of the unit of level j is that of unit_1 where h - 1 = j.
    Single,
    /// Double sweep: level 0 is the first one.
    Double,
}

/// The bins of a format (Ahrens, Demmel, Nguyen 2020).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bins {
    /// The number of the last bin, which further ones repeat.
    last: i32,
    /// All numbers are below 2^limit.
    limit: i32,
    /// Bits of the primary part of a total.
    primary: u32,
    /// The last bin whose terms are scaled, and by what exponent.
    scaled: Option<(i32, i32)>,
}

const DOUBLE: Bins = Bins { last: 51, limit: 1024, primary: 50, scaled: Some((3, 66)) };
const FLOAT: Bins = Bins { last: 20, limit: 128, primary: 21, scaled: None };

impl Scheme {
    /// The sum that ReproBLAS computes with so many bins (2 to 4), of floats or doubles.
    pub fn binned(format: Format, fold: u8) -> Scheme {
        assert!((2..=4).contains(&fold));
        let (bins, base, width) = match format {
            Format::Float => (FLOAT, 116, 13),
            Format::Double => (DOUBLE, 985, 40),
            _ => panic!("no bins for that format"),
        };
        Scheme { arithmetic: LevelKind::Binned(bins), levels: fold, base, width }
    }

    /// The single-sweep pre-rounded sum of at most `summands` ≤ [`MOST_SUMMANDS`] numbers,
    /// with so many levels (1 to 4).
    pub fn prerounded(levels: u8, summands: u64) -> Scheme {
        Scheme::prerounded_by(levels, log_alpha(summands))
    }

    /// The same, given [`log_alpha`] of the number of summands.
    pub fn prerounded_by(levels: u8, log_alpha: i32) -> Scheme {
        assert!((1..=4).contains(&levels) && (1..=49).contains(&log_alpha));
        let width = 52 - log_alpha;
        // The zeroth level comes before the first one.
        Scheme { arithmetic: LevelKind::Single, levels: levels + 1, base: HIGHEST, width }
    }

    /// The double-sweep one of numbers of which none exceeds 2^largest.
    pub fn prerounded2(levels: u8, summands: u64, largest: i32) -> Scheme {
        assert!((1..=4).contains(&levels));
        let width = 52 - log_alpha(summands);
        Scheme { arithmetic: LevelKind::Double, levels, base: largest - width, width }
    }

    pub const fn levels(&self) -> usize {
        self.levels as usize
    }

    /// Whether the first level is the zeroth one of a single sweep: its unit may be at least twice
    /// the largest summand, and no summand leaves more than one unit in it.
    pub fn has_zeroth(&self) -> bool {
        self.arithmetic == LevelKind::Single
    }

    pub fn rule(&self) -> Rule {
        match self.arithmetic {
            LevelKind::Binned(_) => Rule::Away,
            LevelKind::Single | LevelKind::Double => Rule::Even,
        }
    }

    pub fn unit(&self, level: i32) -> i32 {
        let level = match self.arithmetic {
            LevelKind::Binned(bins) => level.min(bins.last),
            LevelKind::Single | LevelKind::Double => level,
        };
        self.base - self.width * level
    }

    /// The first level for that largest summand, the bits of a positive finite double.
    pub fn first(&self, largest: u64) -> i32 {
        match self.arithmetic {
            LevelKind::Binned(bins) => {
                let exponent = floor_log2(largest) + 1;
                ((bins.limit - exponent) / self.width).min(bins.last)
            }
            // h - 1 is the largest number of levels of that width below 2^1023 that leaves
            // α · 2^ceil(log2 m); one level earlier is the zeroth.
            LevelKind::Single => {
                let alpha = 52 - self.width;
                (1023 - alpha - ceil_log2(largest)).div_euclid(self.width) - 1
            }
            LevelKind::Double => 0,
        }
    }

    /// The same levels for columns of summands, each cut up at its largest one: without the
    /// zeroth, which these do not need.
    pub fn ladder(&self) -> Ladder {
        let Scheme { levels, base, width, .. } = *self;
        match self.arithmetic {
            LevelKind::Binned(bins) => Ladder {
                levels: usize::from(levels),
                top: bins.limit - 1,
                step: width,
                last: bins.last,
                base,
                width,
                lowest: base - width * bins.last,
                least: bins.scaled.map_or(0, |(up_to, _)| (up_to + 1) * width),
                rule: self.rule(),
                primary: Some(bins.primary as i32),
                // The largest numbers have 2^(limit - base) units.
                max_rows: 1 << (52 - (bins.limit - base)),
            },
            LevelKind::Single | LevelKind::Double => {
                let single = self.arithmetic == LevelKind::Single;
                Ladder {
                    levels: usize::from(levels) - usize::from(single),
                    top: 1023 - (52 - width),
                    step: if single { width } else { 1 },
                    last: i32::MAX,
                    base: HIGHEST,
                    width,
                    lowest: LOWEST,
                    least: 1,
                    rule: self.rule(),
                    primary: None,
                    // α is chosen accordingly.
                    max_rows: usize::MAX,
                }
            }
        }
    }

    /// The same for columns with more summands to come: with the zeroth level.
    pub fn ladder_of_parts(&self) -> Ladder {
        let ladder = self.ladder();
        if !self.has_zeroth() {
            return ladder;
        }
        let levels = ladder.levels + 1;
        // The first level lies below the highest, as the zeroth precedes it.
        Ladder { levels, base: ladder.base + ladder.width, least: ladder.step, ..ladder }
    }

    /// The result, given the totals from that level on.
    pub fn finish(&self, first: i32, totals: &[i128; MOST]) -> f64 {
        let unit = |i: usize| self.unit(first + i as i32);
        let levels = self.levels();
        match self.arithmetic {
            LevelKind::Binned(bins) => {
                let scaled = bins.scaled.filter(|(up_to, _)| first <= *up_to);
                let scale = scaled.map_or(0, |(_, by)| by);
                finish::binned(bins.primary, scale, &totals[..levels], unit)
            }
            LevelKind::Double => finish::prerounded(&totals[..levels], unit),
            LevelKind::Single => {
                let mut totals = *totals;
                totals[1] += totals[0] << self.width;
                finish::prerounded(&totals[1..levels], |i| unit(i + 1))
            }
        }
    }
}

/// The exponent of α = 2^ceil(log2(N / (1 - 2 N ε))): at least 1, at most 49.
pub fn log_alpha(summands: u64) -> i32 {
    let n = u128::from(summands.clamp(1, MOST_SUMMANDS));
    // N / (1 - 2 N 2^-52) = N 2^51 / (2^51 - N) ≤ 2^a.
    let (numerator, denominator) = (n << 51, (1u128 << 51) - n);
    // The power of two from N on, or the next one.
    let least = (n as u64).next_power_of_two().ilog2() as i32;
    least + i32::from(numerator > denominator << least)
}
