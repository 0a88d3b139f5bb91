//! How a call fails: with an error class of MPI's, and a message that names the thing, the value
//! and what is accepted.

use crate::arithmetic::accumulator::Refusal;
use crate::arithmetic::record::Failed;
use crate::arithmetic::Fault;

/// The error classes of MPI that calls fail with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// MPI_ERR_BUFFER.
    Buffer,
    /// MPI_ERR_COUNT.
    Count,
    /// MPI_ERR_TYPE.
    Type,
    /// MPI_ERR_COMM.
    Comm,
    /// MPI_ERR_ROOT.
    Root,
    /// MPI_ERR_OP.
    Op,
    /// MPI_ERR_ARG.
    Arg,
    /// MPI_ERR_UNSUPPORTED_OPERATION.
    Unsupported,
    /// MPI_ERR_OTHER.
    Other,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 9] = [
        Class::Buffer,
        Class::Count,
        Class::Type,
        Class::Comm,
        Class::Root,
        Class::Op,
        Class::Arg,
        Class::Unsupported,
        Class::Other,
    ];
}

/// Why a call fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error's class.
    pub class: Class,
    /// What is wrong, in words, without the function's name.
    pub message: String,
}

impl Failure {
    /// A failure of that class.
    pub fn new(class: Class, message: impl Into<String>) -> Self {
        Failure { class, message: message.into() }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Count(what) => Failure::new(Class::Count, what),
            Refusal::Type(what) => Failure::new(Class::Type, what),
            Refusal::Argument(what) => Failure::new(Class::Arg, what),
        }
    }
}

/// How a call over ranks ends without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// An MPI function has failed on this rank, and raised its own error.
    Fault(Fault),
    /// All ranks have come to the same failure.
    Failure {
        /// Why.
        failure: Failure,
        /// Whether this rank says so for all of them.
        speaks: bool,
    },
    /// A rank could not evaluate its share.
    Failed(Failed),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Fault(fault)
    }
}
