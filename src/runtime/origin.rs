//! What a report and a trace say of the process that writes them.

use super::process::Process;
use once_cell::sync::OnceCell;
use samebits_mpi::launcher::{self, host};
use samebits_policy::VERSION;
use samebits_reduction::report::json::Json;
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of the report's form as JSON; raised when a reader of it has to change.
const FORM: u64 = 1;

/// Bytes of the command line that are kept.
const MOST_OF_COMMAND: usize = 4096;

/// What is found out while MPI can be asked.
pub struct Origin {
    /// The version of samebits, the MPI library and the number of ranks, in words.
    pub introduction: String,
    ranks: Option<usize>,
    process: u32,
    began: u128,
}

static ORIGIN: OnceCell<Origin> = OnceCell::new();

pub fn origin(process: &Process) -> &'static Origin {
    ORIGIN.get_or_init(|| {
        let library = &process.library;
        let ranks = process.world().map(|(_, size)| size);
        let words = match ranks {
            Some(1) => ", 1 rank".to_string(),
            Some(size) => format!(", {size} ranks"),
            None => ", a session".to_string(),
        };
        let (version, path) = (&library.version, &library.object.path);
        let introduction = format!("{VERSION}, in front of {version} ({path}){words}");
        Origin { introduction, ranks, process: std::process::id(), began: milliseconds() }
    })
}

/// Whether the report is this process's, and not that of a parent whose memory it has a copy of.
pub fn is_this_process() -> bool {
    ORIGIN.get().is_some_and(|origin| origin.process == std::process::id())
}

impl Origin {
    /// The first fields of the report as JSON.
    pub fn heading(&self, process: &Process) -> Vec<(&'static str, Json)> {
        let library = &process.library;
        let mpi = [("version", &library.version), ("path", &library.object.path)];
        let settings = process.policy().settings();
        let settings = settings.iter().map(|(name, value)| (*name, Json::from(value.as_str())));
        let mut fields = this_process();
        fields.extend([
            ("mpi", Json::object(mpi.map(|(name, text)| (name, Json::from(text.as_str()))))),
            ("ranks", self.ranks.into()),
            ("rank", process.world_rank().into()),
            ("local_ranks", launcher::local_size().into()),
            ("policy", Json::object(settings)),
            ("began", Json::decimal(self.began, 3)),
        ]);
        fields
    }
}

/// The fields that do not need MPI.
pub fn this_process() -> Vec<(&'static str, Json)> {
    vec![
        ("samebits_report", FORM.into()),
        ("version", VERSION.into()),
        ("job", launcher::job().as_str().into()),
        ("host", host().as_str().into()),
        ("process", u64::from(std::process::id()).into()),
        ("command", Json::array(command().map(|word| Json::from(word.as_str())))),
        ("written", Json::decimal(milliseconds(), 3)),
    ]
}

/// The words of the command line, as many as are kept.
pub fn command() -> impl Iterator<Item = String> {
    let mut length = 0;
    let words = std::env::args_os().take_while(move |word| {
        length += word.len();
        length <= MOST_OF_COMMAND
    });
    words.map(|word| word.to_string_lossy().into_owned())
}

/// Since 1970.
fn milliseconds() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis()
}
