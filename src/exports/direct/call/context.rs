//! The process and the communicator of a direct call; how it communicates, fails and is counted.

use super::failure::{class_of, report_failure};
use crate::runtime::guard::guarded;
pub use crate::runtime::process::Process;
use crate::runtime::{lifecycle, process};
use libc::c_int;
use samebits_array::failure::{Class, Failure};
use samebits_array::{failure::Error, group::Group};
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::{within, Caller, Environment};
use samebits_mpi::{abi::family::Handle, memory::waiting::NodeView, transport::Collectives};
use samebits_policy::Policy;
use samebits_reduction::call::{CallInfo, CallScope, Operation};
use samebits_reduction::communicator::Communicator;
use samebits_reduction::report::{Counted, Outcome};
use samebits_reduction::{
    call::notices,
    decision::{agree::agree, resources::resources},
    failed,
};
use samebits_schedule::{breakdown::Watch, Choices};
use samebits_sum::names::Arithmetic;

/// Runs the body of an exported function, which reports its errors; returns the error code.
#[inline]
pub fn exported(function: &'static str, body: impl FnOnce() -> Result<(), Fault>) -> c_int {
    guarded(function, || with_room(body).map_or_else(|Fault(code)| code, |()| 0))
}

/// Runs the body of a function without a communicator, which prints its error if it `speaks`.
pub fn exported_local(
    function: &'static str,
    speaks: bool,
    body: impl FnOnce() -> Result<(), Failure>,
) -> c_int {
    exported(function, || body().map_err(|failure| report_failure(&failure, function, speaks)))
}

pub fn environment_policy() -> Result<Policy, Failure> {
    process::policy_so_far().map_err(|lines| Failure::new(Class::Arg, lines.replace('\n', "; ")))
}

/// The process, if MPI can be used.
pub fn with_mpi() -> Result<&'static Process, Failure> {
    let refuse = |why: &str| Err(Failure::new(Class::Other, why));
    let Some(process) = process::process() else {
        return refuse("this process has no MPI library that samebits supports");
    };
    if !process.is_up() {
        return refuse("MPI is not initialised, or already finalised");
    }
    lifecycle::started(process);
    Ok(process)
}

/// The process, if MPI can be used; reports it if not.
pub fn usable(function: &str) -> Result<&'static Process, Fault> {
    with_mpi().map_err(|failure| report_failure(&failure, function, true))
}

#[derive(Clone, Copy)]
pub struct Context {
    pub function: &'static str,
    pub process: &'static Process,
    pub communicator: &'static Communicator,
    pub comm: Handle,
}

impl Context {
    /// For a function on a communicator over whose ranks an array may be distributed.
    pub fn new(function: &'static str, comm: Handle) -> Result<Context, Fault> {
        let process = usable(function)?;
        let library = &process.library;
        let refuse = |why: &str| report_failure(&Failure::new(Class::Comm, why), function, true);
        if library.is_null_communicator(comm) {
            let own = refuse("the communicator is MPI_COMM_NULL");
            // The MPI library raises its own error, on the communicator that it chooses.
            return Err(library.rank_and_size(comm).err().unwrap_or(own));
        }
        let communicator = Communicator::of(library, comm).map_err(|fault| {
            let own = refuse("invalid communicator (has it been freed?)");
            match fault {
                Fault(0) => own,
                // The MPI library has raised its own error.
                fault => fault,
            }
        })?;
        let context = Context { function, process, communicator, comm };
        if communicator.remote().is_some() {
            let failure = Failure::new(
                Class::Comm,
                "the communicator is an intercommunicator; this function takes an \
                 intracommunicator",
            );
            return Err(context.fail(&failure, communicator.rank == 0));
        }
        Ok(context)
    }

    /// The choices for the communicator: the program's, or the environment's.
    #[inline]
    pub fn choices(&self) -> &'static Choices {
        self.communicator.choices(self.process.policy())
    }

    /// Runs `work` on the ranks in an environment; MPI runs in the caller's. Raises its error.
    #[inline]
    pub fn on_ranks<R>(
        &self,
        environment: Environment,
        work: impl FnOnce(&Group<'_>) -> Result<R, Error>,
    ) -> Result<R, Fault> {
        let Context { function, process, communicator, comm } = *self;
        let Communicator { rank, size, .. } = *communicator;
        let (library, choices) = (&process.library, self.choices());
        let caller = &Caller::before(environment);
        agree(process, function, comm, communicator)?;
        let shared = resources(process, choices, comm, communicator, 0)?.shared;
        let node_view = shared.map(|memory| NodeView::of(library, caller, comm, memory));
        let (element, messages) = (1, None);
        let transport =
            &Collectives { library, comm, rank, size, element, caller, node_view, messages };
        let group = Group {
            transport,
            first_message: &communicator.opening,
            remembered: &communicator.remembered,
            arithmetic: choices.arithmetic(),
        };
        within(environment, || work(&group)).map_err(|error| {
            let lost = transport.node_view.as_ref().and_then(NodeView::lost);
            match (lost, shared) {
                (Some(lost), Some(memory)) => {
                    let on = (comm, Some(communicator));
                    failed::raise(process, on, size, lost, |rank| memory.first_time(rank))
                }
                _ => self.raise(error),
            }
        })
    }

    /// Calls the communicator's error handler. One of the ranks that fail alike `speaks`.
    pub fn fail(&self, failure: &Failure, speaks: bool) -> Fault {
        let Context { function, process, comm, .. } = *self;
        let fatal = process.library.errors_are_fatal(comm);
        let Fault(code) =
            process.before_error(fatal, speaks, |speaks| report_failure(failure, function, speaks));
        Fault(process.library.raise(comm, code))
    }

    #[cold]
    pub fn raise(&self, error: Error) -> Fault {
        match error {
            Error::Fault(fault) => fault,
            Error::Failure { failure, speaks } => self.fail(&failure, speaks),
            // An MPI function that fails raises its own error, on the rank where it fails.
            Error::Failed(failed) if failed.rank == self.communicator.rank => Fault(failed.status),
            Error::Failed(failed) => {
                let what = format!(
                    "rank {} cannot take part; its own error message says why",
                    failed.rank
                );
                self.fail(&Failure::new(class_of(failed.status), what), false)
            }
        }
    }

    pub fn count(
        &self,
        elements: u128,
        (datatype, op): (Handle, Handle),
        (arithmetic, schedule): (Arithmetic, &'static str),
        watch: &Watch,
    ) -> Option<Counted> {
        let count = i64::try_from(elements).unwrap_or(i64::MAX);
        let (name, on) = (self.function, CallScope::Communicator(self.comm));
        let info = CallInfo { name, operation: Operation { count, datatype, op }, on };
        let arithmetic = arithmetic.name();
        let outcome = Outcome::Reproduced { arithmetic, schedule, instead_of: None };
        notices::count(self.process, &info, outcome, watch)
    }
}
