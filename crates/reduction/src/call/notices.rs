//! The warnings and the counting of calls, and the errors that are raised for them.

use super::classify::PassOn;
use super::described::words_of;
use super::{CallInfo, CallScope, Operation};
use crate::node_position::NodePosition;
use crate::report::{self, Counted, Kind, Outcome};
use crate::{communicator::Communicator, context::Context};
use libc::c_int;
use samebits_mpi::{abi::locate, Library};
use samebits_schedule::breakdown::{Times, Watch};
use samebits_trace::{caller, recorder::ShapeKey};

impl CallInfo {
    /// Whether the handle of the communicator or the window is null.
    pub fn is_null(&self, library: &Library) -> bool {
        match self.on {
            CallScope::Communicator(comm) => library.is_null_communicator(comm),
            CallScope::Window(win) => library.family.handle(win) == library.constants.win_null,
        }
    }

    fn communicator<'a>(&self, context: &'a Context) -> Option<&'a Communicator> {
        match self.on {
            CallScope::Communicator(comm) if !self.is_null(&context.library) => {
                Communicator::of(&context.library, comm).ok()
            }
            _ => None,
        }
    }

    /// Whether this rank reports `what` of the call; to be asked once. The first rank of the
    /// communicator's (local) group does. Ranks do not know of one another's calls on a window:
    /// there the first that calls does, on each node.
    fn speaks(&self, context: &Context, what: &str) -> bool {
        match self.on {
            CallScope::Communicator(_) => self.communicator(context).is_some_and(|c| c.rank == 0),
            CallScope::Window(_) => {
                context.is_alone() || position(context).claims(&self.kind(what))
            }
        }
    }

    /// The subject of a warning, the same on all ranks.
    fn kind(&self, what: &str) -> String {
        format!("{} {what}", self.name)
    }

    fn errors_are_fatal(&self, context: &Context) -> bool {
        let library = &context.library;
        match self.on {
            _ if self.is_null(library) => false,
            CallScope::Communicator(comm) => library.errors_are_fatal(comm),
            CallScope::Window(win) => library.errors_are_fatal_on_window(win),
        }
    }

    /// Raises an error through the error handler, if there is one; returns its code.
    pub fn raise(&self, context: &Context, code: c_int) -> c_int {
        let library = &context.library;
        match self.on {
            _ if self.is_null(library) => code,
            CallScope::Communicator(comm) => library.raise(comm, code),
            CallScope::Window(win) => library.raise_on_window(win, code),
        }
    }
}

/// What was done with a call that was warned of.
pub const PASSED_ON: &str = "left to the MPI library, so its result is not reproducible";

/// Makes a call an error; returns its code.
pub fn refuse(context: &Context, info: &CallInfo, reason: PassOn) -> c_int {
    let first_notice = first_notice(context, info.name, reason);
    unsupported(context, info, first_notice.as_deref(), |what, place| {
        format!("{} {what}{place} is {REFUSED}", info.name)
    })
}

/// Makes a call an error that the requested schedule cannot do; returns its code.
#[cold]
pub fn refuse_schedule(
    context: &Context,
    info: &CallInfo,
    schedule: &'static str,
    why: &'static str,
) -> c_int {
    let first = context.first_time([info.name, schedule, why]);
    unsupported(context, info, first.then_some(schedule), |schedule, place| {
        format!("{}{place} by the schedule {schedule} is {REFUSED}: {why}", info.name)
    })
}

const REFUSED: &str = "refused (SAMEBITS_UNSUPPORTED=error)";

/// Raises the error of a refused call, and reports it the first time: `words` makes the line.
fn unsupported(
    context: &Context,
    info: &CallInfo,
    first_notice: Option<&str>,
    words: impl FnOnce(&str, &str) -> String,
) -> c_int {
    if let Some(what) = first_notice {
        let (fatal, speaks) = (info.errors_are_fatal(context), info.speaks(context, what));
        context.before_error(fatal, speaks, |speaks| {
            if speaks {
                report::print_lines(&words(what, &place(context)));
            }
        });
    }
    info.raise(context, context.library.constants.err_unsupported_operation)
}

/// Warns once for each kind of call, from one rank, that it is not made reproducible, and what was
/// done with it; of calls on a window perhaps only at MPI_Finalize.
pub fn warn_once(context: &Context, info: &CallInfo, reason: PassOn, done: &str) {
    let Some(what) = first_notice(context, info.name, reason) else { return };
    let words = || format!("{} {what}{} is {done}", info.name, place(context));
    match info.on {
        CallScope::Window(_) if !context.is_alone() => {
            context.deferred_warnings.warn(position(context), info.kind(&what), words);
        }
        _ if info.speaks(context, &what) => report::print_lines(&words()),
        _ => {}
    }
}

/// Warns once for the job of what several ranks may find, each by itself: at once on the node of
/// rank 0, on others at MPI_Finalize.
pub fn warn_once_for_all(context: &Context, kind: &str, words: impl FnOnce() -> String) {
    match context.is_alone() {
        true => report::print_lines(&words()),
        false => context.deferred_warnings.warn(position(context), kind.into(), words),
    }
}

/// Where this rank is among the nodes of the job.
fn position(context: &Context) -> NodePosition {
    NodePosition::new(context.world_rank(), context.policy().node)
}

/// What is to be reported of a kind of call, the first time.
fn first_notice(context: &Context, name: &'static str, reason: PassOn) -> Option<String> {
    let (PassOn::Uncovered(what) | PassOn::Unsupported(what)) = reason else { return None };
    context.first_time([name, "", what]).then(|| match reason {
        PassOn::Uncovered(form) => format!("({form})"),
        _ => format!("on {what}"),
    })
}

/// Where the program has made the call, in words; empty if unknown.
fn place(context: &Context) -> String {
    site(context).map_or(String::new(), |site| format!(" at {site}"))
}

/// The innermost caller outside of libraries: file, offset and, if exported, the function around it.
/// Takes microseconds.
pub fn site(context: &Context) -> Option<String> {
    let directory = |file: &str| Some(std::fs::canonicalize(file).ok()?.parent()?.to_path_buf());
    let is_mpi_name = |name: &str| name.starts_with("libmpi") || name.starts_with("libpmpi");
    let own = locate::file_of(site as fn(&Context) -> _ as usize);
    let library = directory(&context.library.object.path);
    // The MPI library's Fortran layers lie beside it, and are named after it.
    let is_library = |file: &str| {
        Some(file) == own.as_deref()
            || (directory(file) == library && file.rsplit('/').next().is_some_and(is_mpi_name))
    };
    caller::stack().find_map(|address| {
        let (file, offset, function) = locate::describe(address)?;
        let function = function.map_or(String::new(), |name| format!(" ({name})"));
        (!is_library(&file)).then(|| format!("{file}+{offset:#x}{function}"))
    })
}

/// What a call counts in the report, if there is one: on one rank of a communicator, and on each
/// rank of a window. Its times are not known yet.
#[cold]
pub fn counted(context: &Context, info: &CallInfo, outcome: Outcome) -> Option<Counted> {
    context.tallies.as_ref()?;
    let mut outcome = outcome;
    if let CallScope::Communicator(_) = info.on {
        let communicator = info.communicator(context).filter(|c| context.counts_for(c))?;
        if communicator.remote().is_none() {
            outcome = outcome.among(communicator.size);
        }
    }
    let Operation { count, datatype, op } = info.operation;
    let ShapeKey { datatype, operator, size, .. } =
        words_of(&context.library, info.name, datatype, op);
    let elements = count.max(0) as u64;
    let bytes = elements * u64::from(size);
    let kind = Kind { call: info.name, datatype, op: operator, outcome };
    Some(Counted { kind, elements, bytes, times: Times::default() })
}

/// Counts a call for the report. Returns what was counted, if this rank has.
#[cold]
pub fn count(
    context: &Context,
    info: &CallInfo,
    outcome: Outcome,
    watch: &Watch,
) -> Option<Counted> {
    let tallies = context.tallies.as_ref()?;
    let counted = Counted { times: watch.times(), ..counted(context, info, outcome)? };
    tallies.count(&counted, || site(context));
    Some(counted)
}
