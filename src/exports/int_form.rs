//! Passing a call in C on as it came, and the functions with large counts where the MPI library
//! has none: served by the ones with ints. A program may refer to ours weakly, as Python's mpi4py
//! does, so a function that is exported has to do its work under every MPI.

use super::arguments::Language;
use super::forward::{call_with_words, Forward};
use super::function::{Function, Role};
use crate::arithmetic::Fault;
use crate::lock::lock;
use crate::mpi::communicator::Communicator;
use crate::reduction::call::{CallInfo, CallScope};
use crate::reduction::context::Context;
use libc::c_int;
use once_cell::sync::Lazy;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Hands a call to the MPI library, as it came; there is no context before MPI is up, and where
/// there is no MPI library that we know.
///
/// # Safety
/// The words are arguments for the function in that language.
#[inline(never)]
pub unsafe fn pass_on_in_c(
    context: Option<&Context>,
    function: &Function,
    language: Language,
    words: &[usize],
) -> c_int {
    // Without an MPI library that we know, only counts that are arguments can be made ints: how many
    // lie in an array is not known. Whoever looks for the function then says that nobody has it.
    let served = || match (context, &function.int_form) {
        (Some(_), _) => true,
        (None, Some(form)) => form.find().is_some() && !function.roles.contains(&Role::Counts),
        (None, None) => false,
    };
    match function.next.find() {
        // SAFETY: upheld by the caller.
        None if served() => unsafe { serve(context, function, language, words) },
        // SAFETY: likewise.
        _ => unsafe { call_with_words(function.next.address(), words) },
    }
}

/// Serves a function that the MPI library does not have. A count that an int
/// does not hold is the error MPI_ERR_COUNT; where there is no function with
/// ints either, the call is the error MPI_ERR_UNSUPPORTED_OPERATION.
///
/// # Safety
/// The words are arguments for the function in that language.
unsafe fn serve(
    context: Option<&Context>,
    function: &Function,
    language: Language,
    words: &[usize],
) -> c_int {
    let fail = |code: fn(&Context) -> c_int| {
        // Without an MPI library that we know the call went no further than here.
        let Some(context) = context else { return 1 };
        // SAFETY: upheld by the caller.
        match unsafe { language.subject(function, words, &context.library) } {
            Ok(subject) => subject.raise(context, code(context)),
            Err(Fault(code)) => code,
        }
    };
    let Some(address) = function.int_form.as_ref().and_then(Forward::find) else {
        return fail(|context| context.library.constants.err_unsupported_operation);
    };
    let mut with_ints = words.to_vec();
    for (word, role) in with_ints.iter_mut().zip(function.roles) {
        let narrow = match (role, context) {
            (Role::Count | Role::BlockCount | Role::OtherCount, _) => {
                Ok(narrow(*word as i64).map(|_| *word))
            }
            // SAFETY: upheld by the caller.
            (Role::Counts, Some(context)) => unsafe {
                language
                    .subject(function, words, &context.library)
                    .and_then(|subject| narrow_array(context, *word, &subject))
            },
            _ => Ok(Some(*word)),
        };
        match narrow {
            Ok(Some(narrow)) => *word = narrow,
            Ok(None) => return fail(|context| context.library.constants.err_count),
            Err(Fault(code)) => return code,
        }
    }
    // SAFETY: upheld by the caller; the counts are ints now.
    unsafe { call_with_words(address, &with_ints) }
}

/// The count as an int, where it is one, as it has to be for the function with ints.
fn narrow(count: i64) -> Option<c_int> {
    c_int::try_from(count).ok()
}

/// An array of one count a rank as ints; none where one does not fit. It lives
/// on, because a nonblocking call may look at it later; equal ones are kept once.
///
/// # Safety
/// The word is the address of one MPI_Count for each rank.
unsafe fn narrow_array(
    context: &Context,
    word: usize,
    subject: &CallInfo,
) -> Result<Option<usize>, Fault> {
    static KEPT: Lazy<Mutex<BTreeSet<Box<[c_int]>>>> = Lazy::new(Mutex::default);
    let comm = match subject.on {
        CallScope::Communicator(comm) if word != 0 && !subject.is_null(&context.library) => comm,
        // The MPI library looks no further than at what is wrong.
        _ => return Ok(Some(word)),
    };
    let communicator = Communicator::of(&context.library, comm)?;
    let counts: Option<Box<[c_int]>> = (0..communicator.size)
        // SAFETY: upheld by the caller.
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
