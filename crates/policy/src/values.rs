//! The policy of a process: the values of its variables.

use super::nonblocking_memory::NonblockingMemory;
use super::profile::Profile;
use samebits_base::files::Mode;
use samebits_schedule::distribution::Distribution;
use samebits_schedule::{node::nodes::Split, packed::Compression, Choices};
use samebits_sum::names::Arithmetic;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is done with a call that cannot be made reproducible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unsupported {
    /// Warn once per kind of call, count it, and pass it on to the MPI library.
    #[default]
    Warn,
    /// Raise MPI_ERR_UNSUPPORTED_OPERATION through the error handler.
    Error,
    /// Count it and pass it on.
    Native,
}

impl Unsupported {
    pub(super) const ALL: [(&'static str, Unsupported); 3] = [
        ("warn", Unsupported::Warn),
        ("error", Unsupported::Error),
        ("native", Unsupported::Native),
    ];
}

/// Who does nonblocking and persistent reductions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nonblocking {
    /// Samebits, unless requests are completed without it.
    #[default]
    Auto,
    /// Samebits.
    Reproduce,
    /// The MPI library.
    Native,
}

impl Nonblocking {
    pub(super) const ALL: [(&'static str, Nonblocking); 3] = [
        ("auto", Nonblocking::Auto),
        ("reproduce", Nonblocking::Reproduce),
        ("native", Nonblocking::Native),
    ];
}

/// Whether the MPI library's progress engine drives nonblocking and persistent reductions, where it can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    /// Of jobs on several nodes.
    #[default]
    Auto,
    Never,
    Always,
}

impl Progress {
    pub(super) const ALL: [(&'static str, Progress); 3] =
        [("auto", Progress::Auto), ("none", Progress::Never), ("always", Progress::Always)];
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Report {
    #[default]
    Off,
    Stderr,
    File(PathBuf),
}

impl Report {
    /// Whether it is to be JSON: in a file that is named like that.
    pub fn is_json(&self) -> bool {
        matches!(self, Report::File(path) if path.extension().is_some_and(|end| end == "json"))
    }
}

/// The policy of a process, read once from its environment.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    pub choices: Choices,
    /// `SAMEBITS_NODE`; `None` is `auto`.
    pub node: Option<Split>,
    /// `SAMEBITS_PROFILE`; `None` is `none`.
    pub profile_path: Option<PathBuf>,
    /// The content of that file, once it has been read.
    pub profile: Option<Arc<Profile>>,
    pub distribution: Distribution,
    pub unsupported: Unsupported,
    pub nonblocking: Nonblocking,
    pub nonblocking_memory: NonblockingMemory,
    pub progress: Progress,
    /// `SAMEBITS_WAIT_LIMIT`: for how long a rank waits for the others' policies; `None` is `none`.
    pub wait_limit: Option<Duration>,
    pub verbose: bool,
    pub report: Report,
    /// `SAMEBITS_FILE_MODE`: which rights reports and traces have at most.
    pub file_mode: Mode,
    /// `SAMEBITS_TRACE`: the folder in which runs are traced.
    pub trace: Option<PathBuf>,
    /// `SAMEBITS_TRACE_VALUES`: up to how many elements of a buffer the values are kept.
    pub trace_values: usize,
    /// `SAMEBITS_TRACE_LIMIT`: bytes of a rank's trace.
    pub trace_limit: TraceLimit,
    /// `SAMEBITS_TRACE_FROM`: the reduction from which on all are recorded.
    pub trace_from: u64,
}

/// Bytes of a rank's trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceLimit(pub u64);

impl Default for TraceLimit {
    fn default() -> TraceLimit {
        TraceLimit(1 << 30)
    }
}

impl Policy {
    /// What all ranks must have in common, as text: whatever decides bits or schedules.
    pub fn decisive(&self) -> String {
        let settings = self.settings().into_iter();
        settings.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// The same, setting by setting.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let all = self.all_settings().into_iter();
        all.filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// Likewise, always in the same order; none where a setting has its default and is not mentioned.
    pub fn all_settings(&self) -> Vec<(&'static str, Option<String>)> {
        let (unsupported, _) = Unsupported::ALL[self.unsupported as usize];
        let (distribution, packing) = (self.distribution, self.choices.compression);
        let profile = self.profile.as_ref();
        let schedule = self.choices.schedule;
        vec![
            (
                "arithmetic",
                Some(self.choices.arithmetic.map_or("auto", Arithmetic::name).to_string()),
            ),
            ("schedule", Some(schedule.map_or("auto".into(), |wanted| wanted.to_string()))),
            ("unsupported", Some(unsupported.to_string())),
            // With different distributions, elements would be summed twice or not at all.
            (
                "distribution",
                (distribution != Distribution::Upper).then(|| distribution.to_string()),
            ),
            ("block", self.choices.block.map(|bytes| bytes.to_string())),
            // If one rank packs messages, all have to expect packed ones.
            ("compress", (packing != Compression::Off).then(|| packing.name().to_string())),
            (
                "nonblocking",
                (self.nonblocking != Nonblocking::Auto)
                    .then(|| Nonblocking::ALL[self.nonblocking as usize].0.to_string()),
            ),
            (
                "nonblocking_memory",
                (self.nonblocking_memory != NonblockingMemory::default())
                    .then(|| self.nonblocking_memory.to_string()),
            ),
            // A rank that the library drives sends other messages.
            (
                "progress",
                (self.progress != Progress::Auto)
                    .then(|| Progress::ALL[self.progress as usize].0.to_string()),
            ),
            ("node", self.node.map(|split| split.to_string())),
            // All ranks begin their traces together.
            ("trace", self.trace.as_ref().map(|_| "folder".into())),
            // The choice of schedules depends on it.
            ("profile", profile.map(|profile| format!("{:016x}", profile.machine.digest()))),
        ]
    }
}
