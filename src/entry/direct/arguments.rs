//! What a rank finds out about the arguments of a direct call by itself.

use super::call::Call;
use super::failure::{Class, Failure};
use super::prepare::Asked;
use super::tell::{On, Telling};
use crate::arithmetic::Fault;
use crate::classify::{self, Operation, PassOn};
use crate::entry::lifecycle;
use crate::entry::process::{process, Process};
use crate::evaluation::Evaluation;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::schedule::{Choices, Destination};
use libc::c_int;

/// Fails on the caller's communicator: returns the code after its error handler has.
pub fn fail(process: &Process, asked: (&str, Handle), failure: &Failure, speaks: bool) -> c_int {
    let (function, comm) = asked;
    let fatal = process.library.errors_are_fatal(comm);
    let code = process.before_error(fatal, speaks, |speaks| failure.tell(function, speaks));
    process.library.raise(comm, code)
}

/// The process, where MPI can be used; else the error code of a function that says so.
pub fn usable(function: &str) -> Result<&'static Process, c_int> {
    let refuse = |why: &str| Failure::new(Class::Other, why).tell(function, true);
    let Some(process) = process() else {
        return Err(refuse("there is no MPI library that samebits knows in this process"));
    };
    if !process.is_up() {
        return Err(refuse("MPI is not initialised, or already finalised"));
    }
    lifecycle::started(process);
    Ok(process)
}

/// The communicator behind a handle, over whose ranks an array may be distributed.
pub fn communicator(
    process: &'static Process,
    function: &str,
    comm: Handle,
) -> Result<&'static Communicator, c_int> {
    let library = &process.library;
    if library.is_null_communicator(comm) {
        let failure = Failure::new(Class::Comm, "the communicator is MPI_COMM_NULL");
        let code = failure.tell(function, true);
        // The MPI library raises its own error for it, where such errors go.
        return Err(library.rank_and_size(comm).err().map_or(code, |Fault(code)| code));
    }
    let communicator = Communicator::of(library, comm).map_err(|Fault(code)| {
        // The MPI library has raised its own error.
        let failure = Failure::new(Class::Comm, "the communicator is none (has it been freed?)");
        let own = failure.tell(function, true);
        if code == 0 {
            own
        } else {
            code
        }
    })?;
    if communicator.inter {
        let failure = Failure::new(
            Class::Comm,
            "the communicator is an intercommunicator; an array is distributed over one group",
        );
        return Err(fail(process, (function, comm), &failure, communicator.rank == 0));
    }
    Ok(communicator)
}

/// The failure of a rank that knows too little of its arguments to go on: the others hear of it.
pub fn refuse(process: &'static Process, asked: &Asked<'_>, failure: &Failure) -> c_int {
    let (function, comm) = (asked.function.name(), asked.comm);
    let communicator = match communicator(process, function, comm) {
        Ok(communicator) => communicator,
        Err(code) => return code,
    };
    let on = On { process, communicator, comm };
    let mut words = vec![0; communicator.size];
    let call = &Call::of(asked.function);
    let telling =
        Telling { call, word: call.word(), wrong: Some(failure), flag: false, words: &mut words };
    match telling.tell(on, String::new) {
        Ok(Ok(_)) => unreachable!("this rank has refused"),
        Ok(Err((failure, speaks))) => fail(process, (function, comm), &failure, speaks),
        Err(Fault(code)) => code,
    }
}

/// Who gets the results.
pub fn destination(
    root: Option<c_int>,
    communicator: &Communicator,
) -> Result<Destination, Failure> {
    let size = communicator.size;
    match root {
        None => Ok(Destination::All),
        Some(root) => match usize::try_from(root) {
            Ok(root) if root < size => Ok(Destination::Root(root)),
            _ => Err(Failure::new(
                Class::Root,
                format!("the root is {root}; it has to be a rank, from 0 to {}", size - 1),
            )),
        },
    }
}

/// How the elements are reduced, or why they are not.
pub fn evaluation(
    process: &'static Process,
    choices: &Choices,
    (datatype, op, comm): (Handle, Handle, Handle),
) -> Result<Result<Evaluation<'static>, Failure>, Fault> {
    let library = &process.library;
    let operation = Operation { count: 1, datatype, op };
    let evaluation = classify::array(library, choices, &operation, comm)?;
    let constants = &library.constants;
    let null = |handle, null| library.family.handle(handle) == null;
    let predefined = library.predefined();
    Ok(evaluation.map_err(|reason| match reason {
        _ if null(datatype, constants.datatype_null) => {
            Failure::new(Class::Type, "the datatype is MPI_DATATYPE_NULL")
        }
        _ if null(op, constants.op_null) => Failure::new(Class::Op, "the operator is MPI_OP_NULL"),
        PassOn::Wanted => Failure::new(
            Class::Unsupported,
            "the arithmetic is native, which is a loop and MPI_Allreduce of the program's own; \
             an array takes any other",
        ),
        PassOn::Unsupported(what) => Failure::new(Class::Unsupported, what),
        PassOn::Harmless(what) if what == classify::NO_DATA => Failure::new(Class::Type, what),
        PassOn::Harmless(what) | PassOn::Uncovered(what) => Failure::new(Class::Op, what),
        PassOn::Rejected | PassOn::Doubtful if predefined.has(datatype) => {
            Failure::new(Class::Op, "the MPI library does not take the operator on the datatype")
        }
        PassOn::Rejected | PassOn::Doubtful => Failure::new(
            Class::Type,
            "the MPI library does not take the datatype with the operator (is it committed?)",
        ),
    }))
}
