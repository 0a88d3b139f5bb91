//! What the headers for C++ and the module for Python call, and nobody else.

use super::arguments::{text, Buffers, DirectCall};
use super::array::reduce;
use super::context::exported;
use super::failure::{class_of, Failure};
use super::fortran_arguments::module_functions;
use super::function::Function;
use crate::mpi::family::MPI_Comm;
use libc::{c_char, c_int};

module_functions! {
    /// Takes part in a collective function without elements, whichever the other ranks call: a
    /// binding has found an argument of this rank to be wrong, as `reason` says, and all ranks
    /// return an error.
    fn samebits_b_refuse(comm: MPI_Comm, error: c_int, reason: *const c_char) {
        let function = Function::AllreduceArray;
        let call = DirectCall::new(function, (0, 0, comm), None);
        let buffers = Buffers { locals: &[], results: std::ptr::null_mut() };
        let failure = Failure::new(class_of(error), text(reason));
        exported(function.name(), || reduce(&call, buffers, |_| Err(failure)))
    }
}
