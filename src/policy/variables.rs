//! The environment variables. One table says what there is; reading and error
//! messages follow it, and tests/docs.rs holds docs/policy.md to it.

use super::values::{Policy, Report, Unsupported};
use super::wording::{did_you_mean, enumerate};
use crate::arithmetic::Arithmetic;
use crate::distribution::{self, Distribution};
use crate::schedule::node::nodes::{Split, SPLITS};
use crate::schedule::packed::Compression;
use crate::schedule::RequestedSchedule;
use crate::{arithmetic, schedule};

/// What all of our variables begin with.
pub(super) const PREFIX: &str = "SAMEBITS_";

/// More threads than any process has a use for.
const MOST_THREADS: usize = 4096;

/// Blocks are shorter than MPI counts in an int.
const LONGEST_BLOCK: usize = 1 << 30;

/// The variables that say how reductions are evaluated, and that a communicator may
/// have otherwise.
const CHOICES: [&str; 5] = [
    "SAMEBITS_ARITHMETIC",
    "SAMEBITS_SCHEDULE",
    "SAMEBITS_THREADS",
    "SAMEBITS_BLOCK",
    "SAMEBITS_COMPRESS",
];

/// An environment variable of the library.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// The words that it takes, its default first; a variable that takes something else as
    /// well says so in `otherwise`.
    words: fn() -> Vec<&'static str>,
    /// What it takes beside words.
    otherwise: Option<&'static str>,
    /// Stores a value; false where it is not accepted.
    store: fn(&mut Policy, &str) -> bool,
}

/// All variables.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "SAMEBITS_ARITHMETIC",
        words: || with_auto(arithmetic::ALL.iter().map(|row| row.name)),
        otherwise: Some(arithmetic::WITH_LEVELS),
        store: |policy, value| {
            policy.choices.arithmetic = Arithmetic::from_text(value);
            policy.choices.arithmetic.is_some() || value == "auto"
        },
    },
    Variable {
        name: "SAMEBITS_SCHEDULE",
        words: || with_auto(schedule::ALL.iter().map(|row| row.name)),
        otherwise: Some("fnomial:F or split:F with F from 2 to 64"),
        store: |policy, value| {
            policy.choices.schedule = RequestedSchedule::from_text(value);
            policy.choices.schedule.is_some() || value == "auto"
        },
    },
    Variable {
        name: "SAMEBITS_THREADS",
        words: || vec!["auto"],
        otherwise: Some("a number from 1 to 4096"),
        store: |policy, value| {
            policy.choices.threads = value.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
            policy.choices.threads.is_some() || value == "auto"
        },
    },
    Variable {
        name: "SAMEBITS_BLOCK",
        words: || vec!["auto"],
        otherwise: Some("a number of bytes from 1 to 1G, as 4096 or 64K"),
        store: |policy, value| {
            policy.choices.block = bytes(value).filter(|n| (1..=LONGEST_BLOCK).contains(n));
            policy.choices.block.is_some() || value == "auto"
        },
    },
    Variable {
        name: "SAMEBITS_COMPRESS",
        words: Compression::names,
        otherwise: None,
        store: |policy, value| match Compression::from_text(value) {
            Some(compression) => {
                policy.choices.compression = compression;
                true
            }
            None => false,
        },
    },
    Variable {
        name: "SAMEBITS_NODE",
        words: || vec!["auto"],
        otherwise: Some(SPLITS),
        store: |policy, value| {
            policy.node = Split::from_text(value);
            policy.node.is_some() || value == "auto"
        },
    },
    Variable {
        name: "SAMEBITS_PROFILE",
        words: || vec!["none"],
        otherwise: Some("the path of a profile that samebits_tune has written"),
        store: |policy, value| {
            // The program may change its folder.
            let path = || std::path::absolute(value).unwrap_or_else(|_| value.into());
            policy.profile_path = (value != "none").then(path);
            true
        },
    },
    Variable {
        name: "SAMEBITS_DISTRIBUTION",
        words: || distribution::ALL.iter().map(|row| row.name).collect(),
        otherwise: Some(distribution::WITH_ALPHA),
        store: |policy, value| match Distribution::from_text(value) {
            Some(distribution) => {
                policy.distribution = distribution;
                true
            }
            None => false,
        },
    },
    Variable {
        name: "SAMEBITS_UNSUPPORTED",
        words: || vec!["warn", "error", "native"],
        otherwise: None,
        store: |policy, value| {
            policy.unsupported = match value {
                "warn" => Unsupported::Warn,
                "error" => Unsupported::Error,
                "native" => Unsupported::Native,
                _ => return false,
            };
            true
        },
    },
    Variable {
        name: "SAMEBITS_VERBOSE",
        words: || vec!["0", "1"],
        otherwise: None,
        store: |policy, value| {
            policy.verbose = value == "1";
            matches!(value, "0" | "1")
        },
    },
    Variable {
        name: "SAMEBITS_REPORT",
        words: || vec!["0", "1"],
        otherwise: Some("the path of a file"),
        store: |policy, value| {
            policy.report = match value {
                "0" => Report::Off,
                "1" => Report::Stderr,
                // Surely no names of files.
                "true" | "false" | "yes" | "no" | "on" | "off" | "stderr" | "stdout" => {
                    return false;
                }
                // The program may change its folder.
                path => Report::File(std::path::absolute(path).unwrap_or_else(|_| path.into())),
            };
            true
        },
    },
];

/// A number of bytes, with K, M or G for multiples of 1024, 1024² and 1024³ behind it or
/// without.
fn bytes(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let unit = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    // (A sign is no digit.)
    let digits = digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(digits)?;
    digits.parse::<usize>().ok()?.checked_mul(unit)
}

fn with_auto(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    std::iter::once("auto").chain(names).collect()
}

impl Variable {
    /// The words that the variable takes.
    pub fn words(&self) -> Vec<&'static str> {
        (self.words)()
    }

    /// What the variable takes, as a sentence says it.
    pub fn accepted(&self) -> String {
        let mut words = self.words();
        words.extend(self.otherwise);
        enumerate(&words, "or")
    }

    /// Stores a value; `thing` is what the user knows the variable by.
    fn set(&self, policy: &mut Policy, thing: &str, value: &str) -> Result<(), String> {
        match (self.store)(policy, value) {
            true => Ok(()),
            false => Err(self.refusal(thing, value)),
        }
    }

    /// The line that says that it does not take a value; `thing` is what the user
    /// knows it by.
    pub fn refusal(&self, thing: &str, value: &str) -> String {
        format!(
            "{thing}={value} is not accepted; it takes {}{}",
            self.accepted(),
            did_you_mean(value, &self.words())
        )
    }
}

/// The variable of that name.
pub fn variable(name: &str) -> Option<&'static Variable> {
    VARIABLES.iter().find(|variable| variable.name == name)
}

/// Stores the value of a variable that has our prefix. `Err` is a line that
/// says what is wrong.
pub(super) fn set(policy: &mut Policy, name: &str, value: &str) -> Result<(), String> {
    let Some(variable) = variable(name) else {
        let names: Vec<&str> = VARIABLES.iter().map(|variable| variable.name).collect();
        return Err(format!(
            "{name} is not a variable of samebits{}; it knows {}",
            did_you_mean(name, &names),
            enumerate(&names, "and")
        ));
    };
    // As a shell user would expect, an empty value is as good as none.
    if value.is_empty() {
        return Ok(());
    }
    variable.set(policy, name, value)
}

/// Stores the value of a variable that decides how reductions are evaluated, named
/// without its prefix and in any case; an empty value is the default.
pub(super) fn set_choice(policy: &mut Policy, name: &str, value: &str) -> Result<(), String> {
    let full = format!("{PREFIX}{}", name.to_uppercase());
    let choice = VARIABLES.iter().find(|v| v.name == full && CHOICES.contains(&v.name));
    let Some(variable) = choice else {
        let names = CHOICES.map(|name| name[PREFIX.len()..].to_lowercase());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        return Err(format!(
            "{name} cannot be set{}; what can are {}",
            did_you_mean(name, &names),
            enumerate(&names, "and")
        ));
    };
    variable.set(policy, name, if value.is_empty() { variable.words()[0] } else { value })
}
