//! The README names what there is: variables, values, arithmetics, schedules,
//! distributions.

use samebits::policy::VARIABLES;
use samebits::{arithmetic, distribution, schedule};

/// The text with every run of white space as one space.
fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let text = std::fs::read_to_string(path).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_variable_and_value_is_in_the_readme() {
    let readme = readme();
    for variable in VARIABLES {
        let row = readme
            .split(&format!("| `{}` |", variable.name))
            .nth(1)
            .unwrap_or_else(|| panic!("README has no row for {}", variable.name));
        let values = row.split(" | ").next().unwrap();
        for word in variable.words() {
            assert!(values.contains(&format!("`{word}`")), "{}: {word}", variable.name);
        }
    }
}

#[test]
fn every_arithmetic_schedule_and_distribution_is_described_in_the_readme() {
    let readme = readme();
    let arithmetics = arithmetic::ALL.iter().map(|row| (row.name, row.description));
    let schedules = schedule::ALL.iter().map(|row| (row.name, row.description));
    let distributions = distribution::ALL.iter().map(|row| (row.name, row.description));
    for (name, description) in arithmetics.chain(schedules).chain(distributions) {
        assert!(readme.contains(&format!("- `{name}`: {description}")), "{name}: {description}");
    }
}
