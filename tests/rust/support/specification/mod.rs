//! The test vectors in docs/vectors: what the oracles say, as text (docs/vectors/README.md).

mod accumulators;
mod arrays;
mod directed;
mod reductions;
pub mod sums;
pub mod text;
pub mod user;

/// The files, by name.
pub fn files() -> Vec<(&'static str, String)> {
    [
        ("trees.txt", user::trees()),
        ("operators.txt", reductions::operators()),
        ("exact.txt", reductions::exact()),
        ("prerounded.txt", reductions::prerounded()),
        ("prerounded2.txt", reductions::prerounded2()),
        ("binned.txt", reductions::binned()),
        ("arrays.txt", arrays::arrays()),
        ("accumulators.txt", accumulators::accumulators()),
        ("sums.txt", sums::sums()),
    ]
    .map(|(name, lines)| (name, lines.join("\n") + "\n"))
    .into()
}
