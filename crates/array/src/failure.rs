//! How a call fails: with one of MPI's error classes, and a message.

use samebits_base::fault::Fault;
use samebits_fold::share::record::Failed;
use samebits_sum::accumulator::Refusal;

macro_rules! classes {
    ($($class:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Class {
            $($class,)*
        }

        impl Class {
            /// In the order of the enum.
            pub const ALL: &[Class] = &[$(Class::$class),*];
        }
    };
}

classes! { Buffer Count Type Comm Root Op Arg Unsupported Other }

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub class: Class,
    pub message: String,
}

impl Failure {
    pub fn new(class: Class, message: impl Into<String>) -> Self {
        Failure { class, message: message.into() }
    }

    /// The error of a failure that all ranks have in common: rank 0 reports it.
    pub(super) fn on_all(self, rank: usize) -> Error {
        Error::Failure { failure: self, speaks: rank == 0 }
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// An MPI function has failed on this rank and raised its own error.
    Fault(Fault),
    /// The same failure on all ranks, which the rank that `speaks` reports.
    Failure { failure: Failure, speaks: bool },
    /// A rank could not evaluate its share.
    Failed(Failed),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Fault(fault)
    }
}
