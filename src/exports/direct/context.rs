//! Where a direct function was called: the process and the communicator, as far as we know them;
//! how such a call begins, fails and is counted.

use super::failure::{class_of, tell, Class, Failure};
use crate::arithmetic::{Arithmetic, Fault};
use crate::array::failure::Error;
use crate::array::group::Group;
use crate::kernel::fpenv::Caller;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::shared_memory::SharedMemory;
use crate::mpi::transport::Collectives;
use crate::mpi::waiting::NodeView;
use crate::policy::Policy;
use crate::reduction::agree::agree;
use crate::reduction::call::{CallInfo, CallScope, Operation};
use crate::reduction::notices;
use crate::reduction::resources::resources;
use crate::report::breakdown::Watch;
use crate::report::Outcome;
use crate::runtime::guard::guarded;
use crate::runtime::lifecycle;
use crate::runtime::process;
pub use crate::runtime::process::Process;
use crate::schedule::Choices;
use libc::c_int;

/// Runs the body of an exported function, whose errors were reported when it returns them;
/// returns the code.
#[inline]
pub fn exported(function: &'static str, body: impl FnOnce() -> Result<(), Fault>) -> c_int {
    guarded(function, || body().map_or_else(|Fault(code)| code, |()| 0))
}

/// Likewise of one without a communicator. If it `speaks`, what is wrong is said, and not only
/// kept for samebits_error_message.
pub fn exported_local(
    function: &'static str,
    speaks: bool,
    body: impl FnOnce() -> Result<(), Failure>,
) -> c_int {
    exported(function, || body().map_err(|failure| tell(&failure, function, speaks)))
}

/// The policy of the environment, without MPI.
pub fn environment_policy() -> Result<Policy, Failure> {
    process::policy_so_far().map_err(|lines| Failure::new(Class::Arg, lines.replace('\n', "; ")))
}

/// The process, where MPI can be used; else why not.
pub fn with_mpi() -> Result<&'static Process, Failure> {
    let refuse = |why: &str| Err(Failure::new(Class::Other, why));
    let Some(process) = process::process() else {
        return refuse("there is no MPI library that samebits knows in this process");
    };
    if !process.is_up() {
        return refuse("MPI is not initialised, or already finalised");
    }
    lifecycle::started(process);
    Ok(process)
}

/// Likewise, for a function that says why not.
pub fn usable(function: &str) -> Result<&'static Process, Fault> {
    with_mpi().map_err(|failure| tell(&failure, function, true))
}

/// Where a function was called.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Its name.
    pub function: &'static str,
    /// The process.
    pub process: &'a Process,
    /// The communicator.
    pub communicator: &'a Communicator,
    /// Its handle.
    pub comm: Handle,
}

impl Context<'static> {
    /// That of a function on a communicator over whose ranks an array may be distributed.
    pub fn new(function: &'static str, comm: Handle) -> Result<Context<'static>, Fault> {
        let process = usable(function)?;
        let library = &process.library;
        let refuse = |why: &str| tell(&Failure::new(Class::Comm, why), function, true);
        if library.is_null_communicator(comm) {
            let own = refuse("the communicator is MPI_COMM_NULL");
            // The MPI library raises its own error for it, where such errors go.
            return Err(library.rank_and_size(comm).err().unwrap_or(own));
        }
        let communicator = Communicator::of(library, comm).map_err(|fault| {
            // The MPI library has raised its own error.
            let own = refuse("the communicator is none (has it been freed?)");
            if fault == Fault(0) {
                own
            } else {
                fault
            }
        })?;
        let context = Context { function, process, communicator, comm };
        if communicator.inter {
            let failure = Failure::new(
                Class::Comm,
                "the communicator is an intercommunicator; an array is distributed over one group",
            );
            return Err(context.fail(&failure, communicator.rank == 0));
        }
        Ok(context)
    }
}

impl<'a> Context<'a> {
    /// What was chosen for the communicator.
    #[inline]
    pub fn choices(&self) -> &'a Choices {
        self.communicator.choices().unwrap_or(&self.process.policy().choices)
    }

    /// Before the first message of a call: the memory that the ranks share.
    #[inline]
    pub fn begin(&self) -> Result<Option<&'a SharedMemory>, Fault> {
        let Context { function, process, communicator, comm } = *self;
        agree(process, process.policy(), function, comm, communicator)?;
        Ok(resources(process, self.choices(), comm, communicator, 0)?.shared)
    }

    /// The ranks.
    #[inline]
    pub fn ranks<'b>(&self, caller: &'b Caller, shared: Option<&'b SharedMemory>) -> Collectives<'b>
    where
        'a: 'b,
    {
        let Communicator { rank, size, .. } = *self.communicator;
        let (library, comm) = (&self.process.library, self.comm);
        let together = NodeView::new(library, caller, shared);
        let (element, messages) = (1, None);
        Collectives { library, comm, rank, size, element, caller, together, messages }
    }

    /// The ranks, with what is kept of the communicator.
    #[inline]
    pub fn group<'b>(&self, transport: &'b Collectives<'_>) -> Group<'b>
    where
        'a: 'b,
    {
        Group {
            transport,
            first_message: &self.communicator.opening,
            last_cut: &self.communicator.last,
            arithmetic: self.choices().arithmetic(),
        }
    }

    /// Fails on the communicator: its error handler gets the error. Of the ranks that fail alike
    /// one `speaks`.
    pub fn fail(&self, failure: &Failure, speaks: bool) -> Fault {
        let Context { function, process, comm, .. } = *self;
        let fatal = process.library.errors_are_fatal(comm);
        let Fault(code) =
            process.before_error(fatal, speaks, |speaks| tell(failure, function, speaks));
        Fault(process.library.raise(comm, code))
    }

    /// Likewise with whatever has ended a call.
    #[cold]
    pub fn raise(&self, error: Error) -> Fault {
        match error {
            Error::Fault(fault) => fault,
            Error::Failure { failure, speaks } => self.fail(&failure, speaks),
            // An MPI function has raised its own error where it failed.
            Error::Failed(failed) if failed.rank == self.communicator.rank => Fault(failed.status),
            Error::Failed(failed) => {
                let what = format!("rank {} cannot take part; it says why", failed.rank);
                self.fail(&Failure::new(class_of(failed.status), what), false)
            }
        }
    }

    /// Counts a call for the report.
    pub fn count(
        &self,
        elements: u128,
        (datatype, op): (Handle, Handle),
        (arithmetic, schedule): (Arithmetic, &'static str),
        watch: &Watch,
    ) {
        let count = i64::try_from(elements).unwrap_or(i64::MAX);
        let (name, on) = (self.function, CallScope::Communicator(self.comm));
        let operation = Operation { count, datatype, op };
        let subject = CallInfo { name, operation, on };
        let arithmetic = arithmetic.name();
        let outcome = Outcome::Reproduced { arithmetic, schedule, instead_of: None };
        notices::count(self.process, &subject, outcome, watch);
    }
}
