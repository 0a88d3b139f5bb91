//! The arithmetics by name.

use super::levels::scheme::MOST_SUMMANDS;
use super::share::LONGEST;

/// The arithmetics by name: what `SAMEBITS_ARITHMETIC` takes, its error
/// messages and the report are made from this table.
#[derive(Debug)]
pub struct Description {
    /// Which one it is, with the usual number of levels.
    pub id: Arithmetic,
    /// Its name in the environment.
    pub name: &'static str,
    /// The numbers of levels that it takes.
    levels: Option<Levels>,
    /// What it does, in one line.
    pub description: &'static str,
}

/// The numbers of levels that an arithmetic takes.
#[derive(Debug)]
struct Levels {
    /// The smallest one.
    fewest: u8,
    /// Its name with each of them.
    names: &'static [&'static str],
    /// The arithmetic with so many.
    with: fn(u8) -> Arithmetic,
}

/// The arithmetics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arithmetic {
    /// The exact sum, rounded once ([`super::exact`]).
    Exact,
    /// The binary tree over the ranks ([`super::tree`]).
    Tree,
    /// The single-sweep pre-rounded sum with so many levels ([`super::levels`]).
    Prerounded(u8),
    /// The double-sweep pre-rounded sum with so many levels.
    Prerounded2(u8),
    /// The sum that ReproBLAS computes with so many bins.
    Binned(u8),
    /// Whatever the MPI library does: associative operations only, or by wish.
    Native,
}

/// All arithmetics.
pub const ALL: &[Description] = &[
    Description {
        id: Arithmetic::Exact,
        name: "exact",
        levels: None,
        description: "sums of float, double and their complex kinds: exact, rounded once; \
                      everything else as tree",
    },
    Description {
        id: Arithmetic::Tree,
        name: "tree",
        levels: None,
        description: "every operation in the fixed binary tree over the ranks",
    },
    Description {
        id: Arithmetic::Prerounded(3),
        name: "prerounded",
        levels: Some(Levels {
            fewest: 1,
            names: &["prerounded:1", "prerounded:2", "prerounded:3", "prerounded:4"],
            with: Arithmetic::Prerounded,
        }),
        description: "the same sums from as many levels of pre-rounded summands (1 to 4, usually \
                      3), found in one sweep",
    },
    Description {
        id: Arithmetic::Prerounded2(3),
        name: "prerounded2",
        levels: Some(Levels {
            fewest: 1,
            names: &["prerounded2:1", "prerounded2:2", "prerounded2:3", "prerounded2:4"],
            with: Arithmetic::Prerounded2,
        }),
        description: "likewise, with the largest summand found first: a more accurate sum from \
                      the same number of levels",
    },
    Description {
        id: Arithmetic::Binned(3),
        name: "binned",
        levels: Some(Levels {
            fewest: 2,
            names: &["binned:2", "binned:3", "binned:4"],
            with: Arithmetic::Binned,
        }),
        description: "the same sums with the bits of ReproBLAS, from as many bins (2 to 4, \
                      usually 3)",
    },
    Description {
        id: Arithmetic::Native,
        name: "native",
        levels: None,
        description: "the MPI library's own: not reproducible",
    },
];

/// What names arithmetics beside their bare names, as a sentence says it.
pub const WITH_LEVELS: &str =
    "prerounded:K or prerounded2:K with K from 1 to 4, or binned:K with K from 2 to 4";

impl Arithmetic {
    /// The arithmetic of that name, if there is one: `binned` or `binned:3`.
    pub fn from_text(text: &str) -> Option<Arithmetic> {
        let numbered = |row: &Description| {
            let levels = row.levels.as_ref()?;
            let place = levels.names.iter().position(|name| *name == text)?;
            Some((levels.with)(levels.fewest + place as u8))
        };
        let bare = ALL.iter().find(|row| row.name == text).map(|row| row.id);
        bare.or_else(|| ALL.iter().find_map(numbered))
    }

    /// All of them, with each number of levels.
    pub fn each() -> impl Iterator<Item = Arithmetic> {
        ALL.iter().flat_map(|row| {
            let numbers = row.levels.as_ref().map_or(1, |levels| levels.names.len() as u8);
            (0..numbers).map(|place| match &row.levels {
                None => row.id,
                Some(levels) => (levels.with)(levels.fewest + place),
            })
        })
    }

    /// The most summands that it takes.
    pub fn most_summands(self) -> u64 {
        match self {
            Arithmetic::Prerounded(_) | Arithmetic::Prerounded2(_) => MOST_SUMMANDS,
            _ => LONGEST,
        }
    }

    /// Its name, with its levels, as the report has it.
    pub fn name(self) -> &'static str {
        let named = |row: &Description| {
            let Some(levels) = &row.levels else { return (row.id == self).then_some(row.name) };
            let numbered = levels.names.iter().zip(levels.fewest..);
            let mut named = numbered.filter(|(_, n)| (levels.with)(*n) == self);
            named.next().map(|(name, _)| *name)
        };
        ALL.iter().find_map(named).unwrap_or("?")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_levels_are_read_and_written() {
        for row in ALL {
            assert_eq!(Arithmetic::from_text(row.name), Some(row.id));
            assert_eq!(Arithmetic::from_text(row.id.name()), Some(row.id));
        }
        assert_eq!(Arithmetic::from_text("binned:4"), Some(Arithmetic::Binned(4)));
        assert_eq!(Arithmetic::from_text("prerounded:1"), Some(Arithmetic::Prerounded(1)));
        assert_eq!(Arithmetic::from_text("prerounded2:4"), Some(Arithmetic::Prerounded2(4)));
        assert_eq!(Arithmetic::Binned(3).name(), "binned:3");
        for wrong in ["binned:1", "binned:5", "prerounded:0", "prerounded2:5", "binned:", "tree:2"]
        {
            assert_eq!(Arithmetic::from_text(wrong), None, "{wrong}");
        }
    }
}
