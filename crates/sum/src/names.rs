//! The arithmetics by name.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arithmetic {
    /// The exact sum, rounded once ([`samebits_fold::exact`]).
    Exact,
    /// The binary tree over the ranks ([`samebits_fold::tree`]).
    Tree,
    /// The single-sweep pre-rounded sum with so many levels ([`super::levels`]).
    Prerounded(u8),
    /// The double-sweep pre-rounded sum with so many levels.
    Prerounded2(u8),
    /// The sum that ReproBLAS computes with so many bins.
    Binned(u8),
    /// Whatever the MPI library does: associative operations only, or on request.
    Native,
}

/// A row of the table from which `SAMEBITS_ARITHMETIC`, its error messages and the report take
/// the arithmetics.
#[derive(Debug)]
pub struct Description {
    /// The one that `name` stands for, with the usual number of levels.
    pub id: Arithmetic,
    pub name: &'static str,
    /// With each number of levels, and the full names.
    each: &'static [(Arithmetic, &'static str)],
    pub description: &'static str,
}

/// An arithmetic with each of these numbers of levels, and the full names.
macro_rules! with_levels {
    ($id:ident $name:literal: $($levels:literal)*) => {
        &[$((Arithmetic::$id($levels), concat!($name, ":", $levels))),*]
    };
}

pub const ALL: &[Description] = &[
    Description {
        id: Arithmetic::Exact,
        name: "exact",
        each: &[(Arithmetic::Exact, "exact")],
        description: "sums of float, double and their complex types: exact, rounded once; \
                      everything else as tree",
    },
    Description {
        id: Arithmetic::Tree,
        name: "tree",
        each: &[(Arithmetic::Tree, "tree")],
        description: "every operation in the fixed binary tree over the ranks",
    },
    Description {
        id: Arithmetic::Prerounded(3),
        name: "prerounded",
        each: with_levels!(Prerounded "prerounded": 1 2 3 4),
        description: "the same sums from K levels of pre-rounded summands (1 to 4, usually 3), in \
                      one pass",
    },
    Description {
        id: Arithmetic::Prerounded2(3),
        name: "prerounded2",
        each: with_levels!(Prerounded2 "prerounded2": 1 2 3 4),
        description: "likewise, but the largest summand is found first: a more accurate sum from \
                      the same number of levels",
    },
    Description {
        id: Arithmetic::Binned(3),
        name: "binned",
        each: with_levels!(Binned "binned": 2 3 4),
        description: "the same sums with the bits of ReproBLAS, from K bins (2 to 4, usually 3)",
    },
    Description {
        id: Arithmetic::Native,
        name: "native",
        each: &[(Arithmetic::Native, "native")],
        description: "the MPI library's own: not reproducible",
    },
];

/// What names arithmetics besides their bare names, in words.
pub const WITH_LEVELS: &str =
    "prerounded:K or prerounded2:K with K from 1 to 4, or binned:K with K from 2 to 4";

/// All arithmetics, with each number of levels, and their names.
fn named() -> impl Iterator<Item = (Arithmetic, &'static str)> {
    ALL.iter().flat_map(|row| row.each).copied()
}

impl Arithmetic {
    /// The arithmetic of that name, if there is one: `binned` or `binned:3`.
    pub fn from_text(text: &str) -> Option<Arithmetic> {
        let bare = ALL.iter().map(|row| (row.id, row.name));
        bare.chain(named()).find(|(_, name)| *name == text).map(|(id, _)| id)
    }

    /// All of them, with each number of levels.
    pub fn each() -> impl Iterator<Item = Arithmetic> {
        named().map(|(id, _)| id)
    }

    /// Its name, with its levels, as the report has it.
    pub fn name(self) -> &'static str {
        named().find(|(id, _)| *id == self).map_or("?", |(_, name)| name)
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
