//! The table of environment variables; tests/rust/docs.rs compares docs/policy.md with it.

use super::nonblocking_memory::NonblockingMemory;
use super::values::{Nonblocking, Policy, Report, TraceLimit, Unsupported};
use super::wording::{did_you_mean, enumerate};
use samebits_base::files::Mode;
use samebits_kernel::stores::{self, Stores};
use samebits_schedule as schedule;
use samebits_schedule::distribution::{self, Distribution};
use samebits_schedule::node::nodes::{Split, SPLITS};
use samebits_schedule::packed::Compression;
use samebits_schedule::RequestedSchedule;
use samebits_sum::names as arithmetics;
use samebits_sum::names::Arithmetic;
use std::path::{self, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// MPI counts a block's bytes in an int.
const MAX_BLOCK: usize = 1 << 30;

#[derive(Debug)]
pub struct Variable {
    pub name: &'static str,
    /// What it is for, in a few words.
    pub about: &'static str,
    /// The words that it takes, its default first.
    words: fn() -> Vec<&'static str>,
    otherwise: Option<&'static str>,
    /// Stores a value; false if it is not accepted.
    store: fn(&mut Policy, &str) -> bool,
}

pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "SAMEBITS_ARITHMETIC",
        about: "what decides the bits of sums",
        words: || with_auto(arithmetics::ALL.iter().map(|row| row.name)),
        otherwise: Some(arithmetics::WITH_LEVELS),
        store: |policy, value| {
            store_or_auto(&mut policy.choices.arithmetic, value, Arithmetic::from_text)
        },
    },
    Variable {
        name: "SAMEBITS_SCHEDULE",
        about: "who sends what to whom; never changes a bit",
        words: || with_auto(schedule::ALL.iter().map(|row| row.name)),
        otherwise: Some(
            "fnomial:F or split:F with F from 2 to 64, or doubling:G with G from 1 to 64",
        ),
        store: |policy, value| {
            store_or_auto(&mut policy.choices.schedule, value, RequestedSchedule::from_text)
        },
    },
    Variable {
        name: "SAMEBITS_THREADS",
        about: "how many threads of a rank reduce long vectors",
        words: || vec!["auto"],
        otherwise: Some("a number from 1 to 4096"),
        store: |policy, value| {
            let threads = |text: &str| text.parse().ok().filter(|n| (1..=4096).contains(n));
            store_or_auto(&mut policy.choices.threads, value, threads)
        },
    },
    Variable {
        name: "SAMEBITS_BLOCK",
        about: "how much of a vector travels in one message",
        words: || vec!["auto"],
        otherwise: Some("a number of bytes from 1 to 1G, such as 4096 or 64K"),
        store: |policy, value| {
            let block = |text: &str| bytes(text).filter(|bytes| (1..=MAX_BLOCK).contains(bytes));
            store_or_auto(&mut policy.choices.block, value, block)
        },
    },
    Variable {
        name: "SAMEBITS_COMPRESS",
        about: "whether messages omit elements that are zero",
        words: Compression::names,
        otherwise: None,
        store: |policy, value| {
            store(&mut policy.choices.compression, Compression::from_text(value))
        },
    },
    Variable {
        name: "SAMEBITS_STORES",
        about: "by which stores vectors are written to shared memory",
        words: || with_auto(stores::ALL.iter().map(|(name, _)| *name)),
        otherwise: None,
        store: |policy, value| store_or_auto(&mut policy.choices.stores, value, Stores::from_text),
    },
    Variable {
        name: "SAMEBITS_NODE",
        about: "which ranks are treated as being on one node",
        words: || vec!["auto"],
        otherwise: Some(SPLITS),
        store: |policy, value| store_or_auto(&mut policy.node, value, Split::from_text),
    },
    Variable {
        name: "SAMEBITS_PROFILE",
        about: "a measured machine, by which schedules are chosen",
        words: || vec!["none"],
        otherwise: Some("the path of a profile written by samebits_tune"),
        store: |policy, value| {
            policy.profile_path = (value != "none").then(|| absolute(value));
            true
        },
    },
    Variable {
        name: "SAMEBITS_DISTRIBUTION",
        about: "which elements of an array samebits_share gives to a rank",
        words: || distribution::ALL.iter().map(|row| row.name).collect(),
        otherwise: Some(distribution::WITH_ALPHA),
        store: |policy, value| store(&mut policy.distribution, Distribution::from_text(value)),
    },
    Variable {
        name: "SAMEBITS_UNSUPPORTED",
        about: "what happens to a call that cannot be made reproducible",
        words: || Unsupported::ALL.map(|(name, _)| name).into(),
        otherwise: None,
        store: |policy, value| store(&mut policy.unsupported, named(&Unsupported::ALL, value)),
    },
    Variable {
        name: "SAMEBITS_NONBLOCKING",
        about: "who performs nonblocking and persistent reductions",
        words: || Nonblocking::ALL.map(|(name, _)| name).into(),
        otherwise: None,
        store: |policy, value| store(&mut policy.nonblocking, named(&Nonblocking::ALL, value)),
    },
    Variable {
        name: "SAMEBITS_NONBLOCKING_MEMORY",
        about: "how much memory one nonblocking reduction may use",
        words: || vec!["64M"],
        otherwise: Some(
            "another number of bytes from 0 to 1024G, such as 4096 or 16M, or two, such as 16M:1G",
        ),
        store: |policy, value| {
            let memory = NonblockingMemory::from_text(value, bytes);
            store(&mut policy.nonblocking_memory, memory)
        },
    },
    Variable {
        name: "SAMEBITS_WAIT_LIMIT",
        about: "how long a rank waits for another one, which may be running without samebits",
        words: || vec!["none"],
        otherwise: Some("a number of seconds from 1 to 1000000"),
        store: |policy, value| {
            let seconds = number(value).filter(|seconds| (1..=MOST_SECONDS).contains(seconds));
            policy.wait_limit = seconds.map(Duration::from_secs);
            seconds.is_some() || value == "none"
        },
    },
    Variable {
        name: "SAMEBITS_CHILDREN",
        about: "whether programs that a rank starts run with samebits, too",
        words: || vec!["with", "without"],
        otherwise: None,
        // (What reads it does so before there is a policy: runtime/children.rs.)
        store: |_, value| matches!(value, "with" | "without"),
    },
    Variable {
        name: "SAMEBITS_VERBOSE",
        about: "one line when MPI has started",
        words: || vec!["0", "1"],
        otherwise: None,
        store: |policy, value| {
            policy.verbose = value == "1";
            matches!(value, "0" | "1")
        },
    },
    Variable {
        name: "SAMEBITS_REPORT",
        about: "a report at the end, to stderr or to a file",
        words: || vec!["0", "1"],
        otherwise: Some("the path of a file"),
        store: |policy, value| {
            policy.report = match value {
                "0" => Report::Off,
                "1" => Report::Stderr,
                value if !is_name(value) => return false,
                path => Report::File(absolute(path)),
            };
            true
        },
    },
    Variable {
        name: "SAMEBITS_FILE_MODE",
        about: "who may read reports and traces",
        words: || vec!["umask"],
        otherwise: Some("an octal mode from 600 to 666, such as 600 or 640"),
        store: |policy, value| {
            let mode = match value {
                "umask" => Some(Mode::default()),
                octal => Mode::from_text(octal),
            };
            store(&mut policy.file_mode, mode)
        },
    },
    Variable {
        name: "SAMEBITS_TRACE",
        about: "a folder in which all reductions are recorded",
        words: || vec!["0"],
        otherwise: Some("the path of a folder, for traces"),
        store: |policy, value| {
            policy.trace = (value != "0").then(|| absolute(value));
            value == "0" || (value != "1" && is_name(value))
        },
    },
    Variable {
        name: "SAMEBITS_TRACE_VALUES",
        about: "up to how many elements of a vector the trace keeps",
        words: || vec!["0"],
        otherwise: Some("another number of elements up to 4096"),
        store: |policy, value| {
            let elements = number(value).filter(|elements| *elements <= MOST_VALUES);
            store(&mut policy.trace_values, elements)
        },
    },
    Variable {
        name: "SAMEBITS_TRACE_LIMIT",
        about: "how large a rank's trace may become",
        words: || vec!["1G"],
        otherwise: Some("another number of bytes from 1M to 1024G, such as 64M"),
        store: |policy, value| {
            let limit = bytes(value).filter(|bytes| (1 << 20..=1 << 40).contains(bytes));
            store(&mut policy.trace_limit, limit.map(|bytes| TraceLimit(bytes as u64)))
        },
    },
    Variable {
        name: "SAMEBITS_TRACE_FROM",
        about: "the first reduction that is recorded in full, with all that follow",
        words: || vec!["0"],
        otherwise: Some("the number of another reduction"),
        store: |policy, value| store(&mut policy.trace_from, number(value)),
    },
];

/// More than eleven days.
const MOST_SECONDS: u64 = 1_000_000;

/// Values in a trace are of no use in their thousands.
const MOST_VALUES: usize = 4096;

/// Whether a value may be meant as the name of a file, rather than as an answer.
fn is_name(value: &str) -> bool {
    !["true", "false", "yes", "no", "on", "off", "stderr", "stdout"].contains(&value)
}

fn with_auto(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    std::iter::once("auto").chain(names).collect()
}

fn named<T: Copy>(all: &[(&str, T)], word: &str) -> Option<T> {
    all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

fn store<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

fn store_or_auto<T>(
    place: &mut Option<T>,
    text: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> bool {
    *place = parse(text);
    place.is_some() || text == "auto"
}

/// The program may change its working directory before the path is used. Shells leave "~" as it is in
/// the middle of a word.
fn absolute(path: &str) -> PathBuf {
    let at_home = path.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    let path = at_home.unwrap_or_else(|| path.into());
    path::absolute(&path).unwrap_or(path)
}

/// A number of bytes; the suffixes K, M and G stand for 1024, 1024² and 1024³.
fn bytes(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let unit: usize = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    unit.checked_mul(number(digits)?)
}

/// A number of digits alone: `parse` would accept a sign.
fn number<N: FromStr>(digits: &str) -> Option<N> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

impl Variable {
    pub fn words(&self) -> Vec<&'static str> {
        (self.words)()
    }

    /// What the variable takes, as part of a sentence.
    pub fn accepted(&self) -> String {
        let mut words = self.words();
        words.extend(self.otherwise);
        enumerate(&words, "or")
    }

    /// Stores a value; `label` is the user's name of the variable.
    pub(super) fn set(&self, policy: &mut Policy, label: &str, value: &str) -> Result<(), String> {
        (self.store)(policy, value).then_some(()).ok_or_else(|| self.refusal(label, value))
    }

    /// Whether it takes the value; if not, why.
    pub fn check(&self, label: &str, value: &str) -> Result<(), String> {
        self.set(&mut Policy::default(), label, value)
    }

    pub fn refusal(&self, label: &str, value: &str) -> String {
        let (accepted, hint) = (self.accepted(), did_you_mean(value, &self.words()));
        format!("{label}={value} is not accepted{hint}; it takes {accepted}")
    }
}

pub fn variable(name: &str) -> Option<&'static Variable> {
    VARIABLES.iter().find(|variable| variable.name == name)
}
