//! What the headers for C++ and the module for Python call, and nobody else.

use super::arrays::array::reduce;
use super::call::arguments::{text, Buffers, DirectCall};
use super::call::context::exported;
use super::call::failure::class_of;
use super::call::function::Function;
use super::fortran::arguments::module_functions;
use libc::{c_char, c_int};
use samebits_array::failure::Failure;
use samebits_mpi::abi::family::MPI_Comm;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

module_functions! {
    /// Takes part in a collective function without elements, whichever the other ranks call: a
    /// binding has found an argument of this rank to be wrong, as `reason` says, and all ranks
    /// return an error. `name` is what the program has called.
    fn samebits_b_refuse(comm: MPI_Comm, name: *const c_char, error: c_int, reason: *const c_char) {
        let name = lasting(&text(name));
        let call = DirectCall::new(Function::AllreduceArray, (0, 0, comm), None);
        let buffers = Buffers { locals: &[], results: std::ptr::null_mut() };
        let failure = Failure::new(class_of(error), text(reason));
        exported(name, || reduce(&DirectCall { name, ..call }, buffers, |_| Err(failure)))
    }
}

/// A name that stays in memory, once: there are as many as functions of the bindings.
fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = String::from(name).leak();
    names.insert(name);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once() {
        let passed = String::from("samebits.dot");
        let [one, again] = [lasting("samebits.dot"), lasting(&passed)];
        assert_eq!((one, one.as_ptr()), ("samebits.dot", again.as_ptr()));
        assert_eq!(lasting("samebits::dot"), "samebits::dot");
    }
}
