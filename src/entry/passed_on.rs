//! What is said and counted of a call, and the errors that are raised for it.

use super::first_on_node;
use super::process::Process;
use crate::arithmetic::Fault;
use crate::classify::{Call, Operation, PassOn};
use crate::lock::lock;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::{locate, Library};
use crate::report::breakdown::Watch;
use crate::report::{self, call_site, Kind, Outcome};
use libc::c_int;

/// What a call works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// A communicator: the call is collective.
    Communicator(Handle),
    /// A window: the call is one rank's own.
    Window(Handle),
}

/// What is said of a call.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The MPI function.
    pub name: &'static str,
    /// The number of elements.
    pub count: i64,
    /// The datatype.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
    /// What it works on.
    pub on: On,
}

impl From<&Call> for Subject {
    fn from(call: &Call) -> Subject {
        let Call { name, count, datatype, op, comm, .. } = *call;
        Subject { name, count, datatype, op, on: On::Communicator(comm) }
    }
}

impl Subject {
    /// What is asked, without where.
    pub fn operation(&self) -> Operation {
        Operation { count: self.count, datatype: self.datatype, op: self.op }
    }

    /// Whether it is on no communicator or window at all.
    pub fn is_null(&self, library: &Library) -> bool {
        match self.on {
            On::Communicator(comm) => library.is_null_communicator(comm),
            On::Window(win) => library.family.handle(win) == library.constants.win_null,
        }
    }

    /// The communicator, where there is one, as far as we know it.
    fn communicator<'a>(&self, process: &'a Process) -> Option<&'a Communicator> {
        match self.on {
            On::Communicator(comm) if !self.is_null(&process.library) => {
                Communicator::of(&process.library, comm).ok()
            }
            _ => None,
        }
    }

    /// Whether only one rank takes part, so that the result is its contribution. A
    /// fault is what MPI said of the communicator, which is not null.
    pub fn is_alone(&self, process: &Process) -> Result<bool, Fault> {
        match self.on {
            On::Communicator(comm) => {
                let communicator = Communicator::of(&process.library, comm)?;
                Ok(communicator.size == 1 && !communicator.inter)
            }
            On::Window(_) => Ok(false),
        }
    }

    /// Whether this rank says `what` of the call: the first of the communicator's
    /// (local) group does. A window's ranks each make their own calls and know
    /// nothing of each other's: there it is whoever comes first. Asked once.
    fn speaks(&self, process: &Process, what: &str) -> bool {
        match self.on {
            On::Communicator(_) => self.communicator(process).is_some_and(|c| c.rank == 0),
            On::Window(_) => {
                process.is_alone() || first_on_node::is_first(&format!("{} {what}", self.name))
            }
        }
    }

    /// Whether an error ends the job.
    fn errors_are_fatal(&self, process: &Process) -> bool {
        let library = &process.library;
        match self.on {
            _ if self.is_null(library) => false,
            On::Communicator(comm) => library.errors_are_fatal(comm),
            On::Window(win) => library.errors_are_fatal_on_window(win),
        }
    }

    /// Raises an error through the error handler; returns its code.
    pub fn raise(&self, process: &Process, code: c_int) -> c_int {
        let library = &process.library;
        match self.on {
            On::Communicator(comm) => library.raise(comm, code),
            On::Window(win) => library.raise_on_window(win, code),
        }
    }
}

/// What was done with a call that was warned of.
pub const PASSED_ON: &str = "left to the MPI library, so its result is not reproducible";

/// Makes a call an error: returns its code.
pub fn refuse(process: &Process, subject: &Subject, reason: PassOn) -> c_int {
    let news = news(process, subject.name, reason);
    unsupported(process, subject, news.as_deref(), |what, place| {
        format!("{} {what}{place} is {REFUSED}", subject.name)
    })
}

/// Makes a call an error whose schedule, asked for by name, does not take it: returns its
/// code.
#[cold]
pub fn refuse_schedule(
    process: &Process,
    subject: &Subject,
    schedule: &'static str,
    why: &'static str,
) -> c_int {
    let first = {
        let mut refused = lock(&process.refused);
        let first = !refused.contains(&(subject.name, schedule, why));
        if first {
            refused.push((subject.name, schedule, why));
        }
        first
    };
    unsupported(process, subject, first.then_some(schedule), |schedule, place| {
        format!("{}{place} by the schedule {schedule} is {REFUSED}: {why}", subject.name)
    })
}

/// What is made of a call that is refused.
const REFUSED: &str = "an error (SAMEBITS_UNSUPPORTED=error)";

/// Raises the error of a call that is refused; where there is something new to it after some
/// `words`, which are told that, and where the call was made.
fn unsupported(
    process: &Process,
    subject: &Subject,
    news: Option<&str>,
    words: impl FnOnce(&str, &str) -> String,
) -> c_int {
    if let Some(what) = news {
        let (fatal, speaks) = (subject.errors_are_fatal(process), subject.speaks(process, what));
        process.before_error(fatal, speaks, |speaks| {
            if speaks {
                report::say(&words(what, &place(process)));
            }
        });
    }
    subject.raise(process, process.library.constants.err_unsupported_operation)
}

/// Says once for each kind of call, from one rank, that it is not made
/// reproducible, and what was done with it.
pub fn say_once(process: &Process, subject: &Subject, reason: PassOn, done: &str) {
    let news = news(process, subject.name, reason);
    if let Some(what) = news.filter(|what| subject.speaks(process, what)) {
        report::say(&format!("{} {what}{} is {done}", subject.name, place(process)));
    }
}

/// What is to be said of a kind of call, the first time; none if there is nothing.
fn news(process: &Process, name: &'static str, reason: PassOn) -> Option<String> {
    {
        // (Whoever goes on asks MPI, whose error handler may make a call that comes here.)
        let mut said = lock(&process.said);
        if said.contains(&(name, reason)) {
            return None;
        }
        said.push((name, reason));
    }
    match reason {
        PassOn::Uncovered(form) => Some(format!("({form})")),
        PassOn::Unsupported(why) => Some(format!("on {why}")),
        PassOn::Harmless(_) | PassOn::Wanted | PassOn::Rejected | PassOn::Doubtful => None,
    }
}

/// Where the program has made the call, in words; nothing where that is not known.
fn place(process: &Process) -> String {
    site(process).map_or(String::new(), |site| format!(" at {}", site.place))
}

fn site(process: &Process) -> Option<call_site::CallSite> {
    let own = locate::file_of(site as fn(&Process) -> _ as usize);
    let library = directory(&process.library.object.path);
    // The MPI library's Fortran layers lie beside it, and are named after it.
    let is_library = |file: &str| {
        Some(file) == own.as_deref()
            || (directory(file) == library && file.rsplit('/').next().is_some_and(is_mpi_name))
    };
    call_site::find(locate::describe, is_library)
}

fn directory(file: &str) -> Option<std::path::PathBuf> {
    std::fs::canonicalize(file).ok()?.parent().map(Into::into)
}

fn is_mpi_name(name: &str) -> bool {
    name.starts_with("libmpi") || name.starts_with("libpmpi")
}

/// Counts a call for the report. Of a communicator's calls one rank counts each;
/// of those on a window every rank its own.
#[cold]
pub fn count(process: &Process, subject: &Subject, outcome: Outcome, watch: &Watch) {
    let Some(tallies) = &process.tallies else { return };
    let mut outcome = outcome;
    if let On::Communicator(_) = subject.on {
        match subject.communicator(process) {
            Some(c) if process.counts_for(c) => outcome = outcome.among(c.size),
            _ => return,
        }
    }
    let library = &process.library;
    let constants = &library.constants;
    let predefined = library.predefined();
    let null = library.family.handle(subject.datatype) == constants.datatype_null;
    let datatype = match predefined.datatype(subject.datatype) {
        _ if null => "MPI_DATATYPE_NULL",
        Some(datatype) => datatype.name,
        None if library.f90_kind(subject.datatype).is_some() => "f90 datatype",
        None => "derived datatype",
    };
    let op = match predefined.operator(subject.op) {
        _ if library.family.handle(subject.op) == constants.op_null => "MPI_OP_NULL",
        Some((name, _)) => name,
        None => "user-defined",
    };
    let elements = subject.count.max(0) as u64;
    let size = if null { None } else { library.size_of_type(subject.datatype) };
    let bytes = elements * size.unwrap_or(0) as u64;
    let kind = Kind { call: subject.name, datatype, op, outcome };
    tallies.count(kind, elements, bytes, &watch.times(), || site(process));
}
