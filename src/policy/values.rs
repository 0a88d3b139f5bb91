//! The policy of a process: the values of its variables.

use super::profile::Profile;
use crate::arithmetic::Arithmetic;
use crate::distribution::Distribution;
use crate::schedule::node::nodes::Split;
use crate::schedule::packed::Compression;
use crate::schedule::Choices;
use std::path::PathBuf;
use std::sync::Arc;

/// The version of the library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is done with a call that cannot be made reproducible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unsupported {
    /// Warn, once per kind of call, count it, and let the MPI library do it.
    #[default]
    Warn,
    /// Raise MPI_ERR_UNSUPPORTED_OPERATION through the error handler.
    Error,
    /// Count it and let the MPI library do it.
    Native,
}

/// Where the report at MPI_Finalize goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Report {
    /// Nowhere.
    #[default]
    Off,
    /// To the standard error stream.
    Stderr,
    /// Appended to a file.
    File(PathBuf),
}

/// The policy of a process, read once from its environment.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// How reductions are evaluated.
    pub choices: Choices,
    /// `SAMEBITS_NODE`; none is `auto`.
    pub node: Option<Split>,
    /// `SAMEBITS_PROFILE`; none is `none`.
    pub profile_path: Option<PathBuf>,
    /// What that file says; none before it has been read.
    pub profile: Option<Arc<Profile>>,
    /// `SAMEBITS_DISTRIBUTION`.
    pub distribution: Distribution,
    /// `SAMEBITS_UNSUPPORTED`.
    pub unsupported: Unsupported,
    /// `SAMEBITS_VERBOSE`.
    pub verbose: bool,
    /// `SAMEBITS_REPORT`.
    pub report: Report,
}

impl Policy {
    /// What decides bits or schedule, as text: the same on ranks that may work
    /// together. (Not THREADS, VERBOSE and REPORT, which may differ.)
    pub fn decisive(&self) -> String {
        // A program whose ranks took shares of different distributions would sum elements
        // twice, or not at all.
        let distribution = match self.distribution {
            Distribution::Upper => String::new(),
            other => format!(" distribution={other}"),
        };
        let block = self.choices.block.map_or(String::new(), |bytes| format!(" block={bytes}"));
        let node = self.node.map_or(String::new(), |split| format!(" node={split}"));
        // Schedules are chosen by it.
        let profile = self.profile.as_ref();
        let profile = profile
            .map_or(String::new(), |profile| format!(" profile={:016x}", profile.machine.digest()));
        // Where one rank packs, all have to know that messages may be packed.
        let compression = match self.choices.compression {
            Compression::Off => String::new(),
            other => format!(" compress={}", other.name()),
        };
        format!(
            "arithmetic={} schedule={} unsupported={}{distribution}{block}{compression}{node}{profile}",
            self.choices.arithmetic.map_or("auto", Arithmetic::name),
            self.choices.schedule.map_or("auto".into(), |wanted| wanted.to_string()),
            match self.unsupported {
                Unsupported::Warn => "warn",
                Unsupported::Error => "error",
                Unsupported::Native => "native",
            }
        )
    }
}
