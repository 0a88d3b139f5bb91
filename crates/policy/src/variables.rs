//! The table of environment variables; tests/rust/docs.rs compares docs/policy.md with it.

use super::nonblocking_memory::NonblockingMemory;
use super::values::{Nonblocking, Policy, Progress, Report, TraceLimit, Unsupported};
use super::wording::{did_you_mean, enumerate};
use samebits_base::files::Mode;
use samebits_kernel::simd::Unit;
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

/// A variable a row: its name, what it is for, the words that it takes, what else it takes, and what
/// stores a value, or says that it is not accepted.
macro_rules! variables {
    ($($name:ident: $about:literal, takes $words:expr $(, or $otherwise:expr)? => $store:expr;)*) => {
        pub const VARIABLES: &[Variable] = &[$(Variable {
            name: stringify!($name),
            about: $about,
            words: || $words,
            otherwise: variables!(@otherwise $($otherwise)?),
            store: $store,
        },)*];
    };
    (@otherwise) => { None };
    (@otherwise $otherwise:expr) => { Some($otherwise) };
}

variables! {
    SAMEBITS_ARITHMETIC: "what decides the bits of sums",
        takes with_auto(arithmetics::ALL.iter().map(|row| row.name)), or arithmetics::WITH_LEVELS =>
        |policy, value| {
            store_or_auto(&mut policy.choices.arithmetic, value, Arithmetic::from_text)
        };
    SAMEBITS_SCHEDULE: "who sends what to whom; never changes a bit",
        takes with_auto(schedule::ALL.iter().map(|row| row.name)),
        or "fnomial:F or split:F with F from 2 to 64, or doubling:G with G from 1 to 64" =>
        |policy, value| {
            store_or_auto(&mut policy.choices.schedule, value, RequestedSchedule::from_text)
        };
    SAMEBITS_THREADS: "how many threads of a rank reduce long vectors",
        takes vec!["auto"], or "a number from 1 to 4096" =>
        |policy, value| {
            let threads = |text: &str| text.parse().ok().filter(|n| (1..=4096).contains(n));
            store_or_auto(&mut policy.choices.threads, value, threads)
        };
    SAMEBITS_BLOCK: "how much of a vector travels in one message",
        takes vec!["auto"], or "a number of bytes from 1 to 1G, such as 4096 or 64K" =>
        |policy, value| {
            let block = |text: &str| bytes(text).filter(|bytes| (1..=MAX_BLOCK).contains(bytes));
            store_or_auto(&mut policy.choices.block, value, block)
        };
    SAMEBITS_COMPRESS: "whether messages omit elements that are zero",
        takes Compression::names() =>
        |policy, value| store(&mut policy.choices.compression, Compression::from_text(value));
    SAMEBITS_STORES: "by which stores vectors are written to shared memory",
        takes with_auto(stores::ALL.iter().map(|(name, _)| *name)) =>
        |policy, value| store_or_auto(&mut policy.choices.stores, value, Stores::from_text);
    SAMEBITS_VECTOR_UNIT: "which of the processor's vector units sums use at most",
        takes with_auto(Unit::names()) =>
        // (What reads it does so before there is a policy: samebits_kernel's simd/unit.rs.)
        |_, value| value == "auto" || Unit::from_name(value).is_some();
    SAMEBITS_NODE: "which ranks are treated as being on one node",
        takes vec!["auto"], or SPLITS =>
        |policy, value| store_or_auto(&mut policy.node, value, Split::from_text);
    SAMEBITS_PROFILE: "a measured machine, by which schedules are chosen",
        takes vec!["none"], or "the path of a profile written by samebits_tune" =>
        |policy, value| {
            policy.profile_path = (value != "none").then(|| absolute(value));
            true
        };
    SAMEBITS_DISTRIBUTION: "which elements of an array samebits_share gives to a rank",
        takes distribution::ALL.iter().map(|row| row.name).collect(), or distribution::WITH_ALPHA =>
        |policy, value| store(&mut policy.distribution, Distribution::from_text(value));
    SAMEBITS_UNSUPPORTED: "what happens to a call that cannot be made reproducible",
        takes Unsupported::ALL.map(|(name, _)| name).into() =>
        |policy, value| store(&mut policy.unsupported, named(&Unsupported::ALL, value));
    SAMEBITS_NONBLOCKING: "who performs nonblocking and persistent reductions",
        takes Nonblocking::ALL.map(|(name, _)| name).into() =>
        |policy, value| store(&mut policy.nonblocking, named(&Nonblocking::ALL, value));
    SAMEBITS_NONBLOCKING_MEMORY: "how much memory one nonblocking reduction may use",
        takes vec!["64M"],
        or "another number of bytes from 0 to 1024G, such as 4096 or 16M, or two, such as 16M:1G" =>
        |policy, value| {
            let memory = NonblockingMemory::from_text(value, bytes);
            store(&mut policy.nonblocking_memory, memory)
        };
    SAMEBITS_PROGRESS: "which nonblocking reductions the MPI library's progress engine drives",
        takes Progress::ALL.map(|(name, _)| name).into() =>
        |policy, value| store(&mut policy.progress, named(&Progress::ALL, value));
    SAMEBITS_WAIT_LIMIT: "how long a rank waits for another one, which may be running without samebits",
        takes vec!["none"], or "a number of seconds from 1 to 1000000" =>
        |policy, value| {
            let seconds = number(value).filter(|seconds| (1..=MOST_SECONDS).contains(seconds));
            policy.wait_limit = seconds.map(Duration::from_secs);
            seconds.is_some() || value == "none"
        };
    SAMEBITS_CHILDREN: "whether programs that a rank starts run with samebits, too",
        takes vec!["with", "without"] =>
        // (What reads it does so before there is a policy: runtime/children.rs.)
        |_, value| matches!(value, "with" | "without");
    SAMEBITS_VERBOSE: "one line when MPI has started",
        takes vec!["0", "1"] =>
        |policy, value| {
            policy.verbose = value == "1";
            matches!(value, "0" | "1")
        };
    SAMEBITS_REPORT: "a report at the end, to stderr or to a file",
        takes vec!["0", "1"], or "the path of a file" =>
        |policy, value| {
            policy.report = match value {
                "0" => Report::Off,
                "1" => Report::Stderr,
                value if !is_name(value) => return false,
                path => Report::File(absolute(path)),
            };
            true
        };
    SAMEBITS_FILE_MODE: "who may read reports and traces",
        takes vec!["umask"], or "an octal mode from 600 to 666, such as 600 or 640" =>
        |policy, value| {
            let mode = match value {
                "umask" => Some(Mode::default()),
                octal => Mode::from_text(octal),
            };
            store(&mut policy.file_mode, mode)
        };
    SAMEBITS_TRACE: "a folder in which all reductions are recorded",
        takes vec!["0"], or "the path of a folder, for traces" =>
        |policy, value| {
            policy.trace = (value != "0").then(|| absolute(value));
            value == "0" || (value != "1" && is_name(value))
        };
    SAMEBITS_TRACE_VALUES: "up to how many elements of a vector the trace keeps",
        takes vec!["0"], or "another number of elements up to 4096" =>
        |policy, value| {
            let elements = number(value).filter(|elements| *elements <= MOST_VALUES);
            store(&mut policy.trace_values, elements)
        };
    SAMEBITS_TRACE_LIMIT: "how large a rank's trace may become",
        takes vec!["1G"], or "another number of bytes from 1M to 1024G, such as 64M" =>
        |policy, value| {
            let limit = bytes(value).filter(|bytes| (1 << 20..=1 << 40).contains(bytes));
            store(&mut policy.trace_limit, limit.map(|bytes| TraceLimit(bytes as u64)))
        };
    SAMEBITS_TRACE_FROM: "the first reduction that is recorded in full, with all that follow",
        takes vec!["0"], or "the number of another reduction" =>
        |policy, value| store(&mut policy.trace_from, number(value));
}

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
