//! Variables that say what the long tests try: TEST_MATH_FUNCTIONS, TEST_MATH_MODES and
//! TEST_MATH_VARIANTS, each a list of names with commas between.

use super::{Mode, Tested};
use samebits_math::scalar::NAMES;

fn listed(variable: &str, known: &[String]) -> Option<Vec<usize>> {
    let text = std::env::var(variable).ok()?;
    let find = |name: &str| {
        known.iter().position(|known| known == name).unwrap_or_else(|| {
            panic!("{variable}: \"{name}\" is not known; accepted: {}", known.join(", "))
        })
    };
    Some(text.split(',').map(find).collect())
}

/// Those of the functions that are named, in the order in which they are named; all where none is.
pub fn functions(all: Vec<Tested>) -> Vec<Tested> {
    let names: Vec<_> = all.iter().map(|tested| tested.name.clone()).collect();
    let Some(chosen) = listed("TEST_MATH_FUNCTIONS", &names) else { return all };
    let mut all: Vec<_> = all.into_iter().map(Some).collect();
    chosen.into_iter().filter_map(|index| all[index].take()).collect()
}

pub fn modes(usual: &[Mode]) -> Vec<Mode> {
    let names = Mode::ALL.map(|mode| format!("{mode:?}").to_lowercase());
    listed("TEST_MATH_MODES", &names).map_or_else(
        || usual.to_vec(),
        |chosen| chosen.iter().map(|&index| Mode::ALL[index]).collect(),
    )
}

/// By their index in [`Tested::calls`].
pub fn variants() -> Vec<usize> {
    let names: Vec<_> = NAMES[..=samebits_math::fastest_variant()]
        .iter()
        .map(|variant| variant.name.to_string())
        .collect();
    listed("TEST_MATH_VARIANTS", &names).unwrap_or_else(|| (0..names.len()).collect())
}
