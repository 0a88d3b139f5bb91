//! What is said and counted of a call, and the errors that are raised for it.

use super::call::{CallInfo, CallScope, Operation};
use super::classify::PassOn;
use super::context::Context;
use crate::arithmetic::Fault;
use crate::mpi::communicator::Communicator;
use crate::mpi::{locate, Library};
use crate::report::breakdown::Watch;
use crate::report::speaker::Standing;
use crate::report::{self, call_site, Kind, Outcome};
use libc::c_int;

impl CallInfo {
    /// Whether it is on no communicator or window at all.
    pub fn is_null(&self, library: &Library) -> bool {
        match self.on {
            CallScope::Communicator(comm) => library.is_null_communicator(comm),
            CallScope::Window(win) => library.family.handle(win) == library.constants.win_null,
        }
    }

    /// The communicator, where there is one, as far as we know it.
    fn communicator<'a>(&self, context: &'a Context) -> Option<&'a Communicator> {
        match self.on {
            CallScope::Communicator(comm) if !self.is_null(&context.library) => {
                Communicator::of(&context.library, comm).ok()
            }
            _ => None,
        }
    }

    /// Whether only one rank takes part, so that the result is its contribution. A
    /// fault is what MPI said of the communicator, which is not null.
    pub fn is_alone(&self, context: &Context) -> Result<bool, Fault> {
        match self.on {
            CallScope::Communicator(comm) => {
                let communicator = Communicator::of(&context.library, comm)?;
                Ok(communicator.size == 1 && !communicator.inter)
            }
            CallScope::Window(_) => Ok(false),
        }
    }

    /// Whether this rank says `what` of the call: the first of the communicator's
    /// (local) group does. A window's ranks each make their own calls and know
    /// nothing of each other's: there it is whoever comes first on a node. Asked once.
    fn speaks(&self, context: &Context, what: &str) -> bool {
        match self.on {
            CallScope::Communicator(_) => self.communicator(context).is_some_and(|c| c.rank == 0),
            CallScope::Window(_) => {
                context.is_alone() || standing(context).is_first_to_ask(&self.kind(what))
            }
        }
    }

    /// What a warning is of, in words that are the same on all ranks.
    fn kind(&self, what: &str) -> String {
        format!("{} {what}", self.name)
    }

    /// Whether an error ends the job.
    fn errors_are_fatal(&self, context: &Context) -> bool {
        let library = &context.library;
        match self.on {
            _ if self.is_null(library) => false,
            CallScope::Communicator(comm) => library.errors_are_fatal(comm),
            CallScope::Window(win) => library.errors_are_fatal_on_window(win),
        }
    }

    /// Raises an error through the error handler; returns its code.
    pub fn raise(&self, context: &Context, code: c_int) -> c_int {
        let library = &context.library;
        match self.on {
            CallScope::Communicator(comm) => library.raise(comm, code),
            CallScope::Window(win) => library.raise_on_window(win, code),
        }
    }
}

/// What was done with a call that was warned of.
pub const PASSED_ON: &str = "left to the MPI library, so its result is not reproducible";

/// Makes a call an error: returns its code.
pub fn refuse(context: &Context, subject: &CallInfo, reason: PassOn) -> c_int {
    let news = news(context, subject.name, reason);
    unsupported(context, subject, news.as_deref(), |what, place| {
        format!("{} {what}{place} is {REFUSED}", subject.name)
    })
}

/// Refuses a call that the schedule named by the user cannot do; returns the error code.
#[cold]
pub fn refuse_schedule(
    context: &Context,
    subject: &CallInfo,
    schedule: &'static str,
    why: &'static str,
) -> c_int {
    let first = context.is_news([subject.name, schedule, why]);
    unsupported(context, subject, first.then_some(schedule), |schedule, place| {
        format!("{}{place} by the schedule {schedule} is {REFUSED}: {why}", subject.name)
    })
}

/// What is made of a call that is refused.
const REFUSED: &str = "an error (SAMEBITS_UNSUPPORTED=error)";

/// Raises the error of a refused call. The first time, it is reported: `words` makes the line from
/// the reason and the call site.
fn unsupported(
    context: &Context,
    subject: &CallInfo,
    news: Option<&str>,
    words: impl FnOnce(&str, &str) -> String,
) -> c_int {
    if let Some(what) = news {
        let (fatal, speaks) = (subject.errors_are_fatal(context), subject.speaks(context, what));
        context.before_error(fatal, speaks, |speaks| {
            if speaks {
                report::say(&words(what, &place(context)));
            }
        });
    }
    subject.raise(context, context.library.constants.err_unsupported_operation)
}

/// Says once for each kind of call, from one rank (of calls on a window perhaps at MPI_Finalize
/// only), that it is not made reproducible, and what was done with it.
pub fn say_once(context: &Context, subject: &CallInfo, reason: PassOn, done: &str) {
    let Some(what) = news(context, subject.name, reason) else { return };
    let words = || format!("{} {what}{} is {done}", subject.name, place(context));
    match subject.on {
        CallScope::Window(_) if !context.is_alone() => {
            context.held_back.warn(standing(context), subject.kind(&what), words);
        }
        _ if subject.speaks(context, &what) => report::say(&words()),
        _ => {}
    }
}

/// Where this rank is among the nodes of the job.
fn standing(context: &Context) -> Standing {
    Standing::new(context.world_rank(), context.policy().node)
}

/// What is to be said of a kind of call, the first time; none if there is nothing.
fn news(context: &Context, name: &'static str, reason: PassOn) -> Option<String> {
    let what = match reason {
        PassOn::Uncovered(form) => form,
        PassOn::Unsupported(why) => why,
        PassOn::Harmless(_) | PassOn::NativeRequested | PassOn::Rejected | PassOn::Doubtful => {
            return None
        }
    };
    context.is_news([name, "", what]).then(|| match reason {
        PassOn::Uncovered(form) => format!("({form})"),
        _ => format!("on {what}"),
    })
}

/// Where the program has made the call, in words; nothing where that is not known.
fn place(context: &Context) -> String {
    site(context).map_or(String::new(), |site| format!(" at {}", site.place))
}

fn site(context: &Context) -> Option<call_site::CallSite> {
    let own = locate::file_of(site as fn(&Context) -> _ as usize);
    let library = directory(&context.library.object.path);
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
pub fn count(context: &Context, subject: &CallInfo, outcome: Outcome, watch: &Watch) {
    let Some(tallies) = &context.tallies else { return };
    let mut outcome = outcome;
    if let CallScope::Communicator(_) = subject.on {
        match subject.communicator(context) {
            Some(c) if context.counts_for(c) => outcome = outcome.among(c.size),
            _ => return,
        }
    }
    let Operation { count, datatype: of_type, op } = subject.operation;
    let library = &context.library;
    let constants = &library.constants;
    let predefined = library.predefined();
    let null = library.family.handle(of_type) == constants.datatype_null;
    let datatype = match predefined.datatype(of_type) {
        _ if null => "MPI_DATATYPE_NULL",
        Some(datatype) => datatype.name,
        None if library.f90_kind(of_type).is_some() => "f90 datatype",
        None => "derived datatype",
    };
    let operator = match predefined.operator(op) {
        _ if library.family.handle(op) == constants.op_null => "MPI_OP_NULL",
        Some((name, _)) => name,
        None => "user-defined",
    };
    let elements = count.max(0) as u64;
    let size = if null { None } else { library.size_of_type(of_type) };
    let bytes = elements * size.unwrap_or(0) as u64;
    let kind = Kind { call: subject.name, datatype, op: operator, outcome };
    tallies.count(kind, elements, bytes, &watch.times(), || site(context));
}
