//! The functions with large counts where the MPI library has none: served by
//! the ones with ints. A program may refer to ours weakly, as Python's mpi4py
//! does, so a function that is exported has to do its work under every MPI.

use super::arguments::{Language, Role};
use super::forward::{call_with_words, Forward};
use super::passed_on::{On, Subject};
use super::process::Process;
use super::uncovered::Function;
use crate::arithmetic::Fault;
use crate::lock::lock;
use crate::mpi::communicator::Communicator;
use libc::c_int;
use once_cell::sync::Lazy;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Serves a function that the MPI library does not have. A count that an int
/// does not hold is the error MPI_ERR_COUNT; where there is no function with
/// ints either, the call is the error MPI_ERR_UNSUPPORTED_OPERATION.
///
/// # Safety
/// The words are arguments for the function.
pub unsafe fn serve(
    process: &Process,
    function: &Function,
    words: &[usize],
    subject: &Subject,
) -> c_int {
    let constants = &process.library.constants;
    let Some(address) = function.int_form.as_ref().and_then(Forward::find) else {
        return subject.raise(process, constants.err_unsupported_operation);
    };
    let mut with_ints = words.to_vec();
    for (word, role) in with_ints.iter_mut().zip(function.roles) {
        let fits = match role {
            Role::Count | Role::BlockCount | Role::OtherCount => narrow(*word as i64).is_some(),
            // SAFETY: handed on to the caller.
            Role::Counts => match unsafe { narrow_array(process, *word, subject) } {
                Ok(Some(array)) => {
                    *word = array;
                    true
                }
                Ok(None) => false,
                Err(Fault(code)) => return code,
            },
            _ => true,
        };
        if !fits {
            return subject.raise(process, constants.err_count);
        }
    }
    // SAFETY: handed on to the caller; the counts are ints now.
    unsafe { call_with_words(address, &with_ints) }
}

/// Whether the count fits in an int, as it has to for the function with ints.
pub fn narrow(count: i64) -> Option<c_int> {
    c_int::try_from(count).ok()
}

/// An array of one count a rank as ints; none where one does not fit. It lives
/// on, because a nonblocking call may look at it later; equal ones are kept once.
///
/// # Safety
/// The word is the address of one MPI_Count for each rank.
unsafe fn narrow_array(
    process: &Process,
    word: usize,
    subject: &Subject,
) -> Result<Option<usize>, Fault> {
    static KEPT: Lazy<Mutex<BTreeSet<Box<[c_int]>>>> = Lazy::new(Mutex::default);
    let comm = match subject.on {
        On::Communicator(comm) if word != 0 && !subject.is_null(&process.library) => comm,
        // The MPI library looks no further than at what is wrong.
        _ => return Ok(Some(word)),
    };
    let communicator = Communicator::of(&process.library, comm)?;
    let counts: Option<Box<[c_int]>> = (0..communicator.size)
        // SAFETY: handed on to the caller.
        .map(|rank| narrow(unsafe { Language::CLarge.number_at(word, rank) }))
        .collect();
    let Some(counts) = counts else { return Ok(None) };
    let mut kept = lock(&KEPT);
    if let Some(known) = kept.get(&counts) {
        return Ok(Some(known.as_ptr() as usize));
    }
    let address = counts.as_ptr() as usize;
    kept.insert(counts);
    Ok(Some(address))
}
