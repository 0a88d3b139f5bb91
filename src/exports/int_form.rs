//! Passing C calls on unchanged, and functions with large counts under MPI libraries that lack
//! them: the functions with ints do their work. A program may refer to samebits' function weakly,
//! as Python's mpi4py does, so an exported function has to work under every MPI.

use super::arguments::Language;
use super::function::{Function, Role};
use libc::c_int;
use samebits_base::{fault::Fault, lock::lock};
use samebits_reduction::call::{CallInfo, CallScope, Lengths};
use samebits_reduction::communicator::Communicator;
use samebits_reduction::context::Context;
use std::{collections::BTreeSet, sync::Mutex};

/// Passes a call on to the MPI library; the context is none before samebits knows that.
#[inline(never)]
pub unsafe fn pass_on_in_c(
    context: Option<&Context>,
    function: &Function,
    language: Language,
    words: &[usize],
) -> c_int {
    // Without a context the length of an array of counts is unknown: `call` reports that no library
    // has the function.
    let served = || match (context, &function.int_form) {
        (Some(_), _) => true,
        (None, Some(form)) => form.find().is_some() && !function.roles.contains(&Role::Counts),
        (None, None) => false,
    };
    // SAFETY: upheld by the caller.
    unsafe {
        match function.next.find() {
            None if served() => {
                serve(context, function, language, words).unwrap_or_else(|Fault(code)| code)
            }
            _ => function.next.call(words),
        }
    }
}

/// Serves a function that the MPI library lacks. A count that does not fit into an int is the error
/// MPI_ERR_COUNT; if it lacks that with ints too, the call is MPI_ERR_UNSUPPORTED_OPERATION.
unsafe fn serve(
    context: Option<&Context>,
    function: &Function,
    language: Language,
    words: &[usize],
) -> Result<c_int, Fault> {
    let fail = |code: fn(&Context) -> c_int| {
        let Some(context) = context else { return Ok(1) };
        // SAFETY: upheld by the caller.
        let info = unsafe { language.call_info(function, words, &context.library) }?;
        Ok(info.raise(context, code(context)))
    };
    let Some(form) = function.int_form.as_ref().filter(|form| form.find().is_some()) else {
        return fail(|context| context.library.constants.err_unsupported_operation);
    };
    let mut with_ints = words.to_vec();
    for (word, role) in with_ints.iter_mut().zip(function.roles) {
        let narrow = match (role, context) {
            (Role::Count | Role::BlockCount | Role::OtherCount | Role::ResultCount, _) => {
                c_int::try_from(*word as i64).ok().map(|_| *word)
            }
            // SAFETY: upheld by the caller.
            (Role::Counts, Some(context)) => unsafe {
                let info = language.call_info(function, words, &context.library)?;
                narrow_array(context, *word, &info)?
            },
            _ => continue,
        };
        let Some(narrow) = narrow else {
            return fail(|context| context.library.constants.err_count);
        };
        *word = narrow;
    }
    // SAFETY: upheld by the caller; the counts are ints now.
    Ok(unsafe { form.call(&with_ints) })
}

/// An array of one count a rank as ints, if all fit; never freed: a nonblocking call may read it.
unsafe fn narrow_array(
    context: &Context,
    word: usize,
    info: &CallInfo,
) -> Result<Option<usize>, Fault> {
    static CACHE: Mutex<BTreeSet<Box<[c_int]>>> = Mutex::new(BTreeSet::new());
    let comm = match info.on {
        CallScope::Communicator(comm) if word != 0 && !info.is_null(&context.library) => comm,
        // The MPI library rejects the call before it reads the counts.
        _ => return Ok(Some(word)),
    };
    let communicator = Communicator::of(&context.library, comm)?;
    // SAFETY: upheld by the caller.
    let counts = unsafe { Language::CLarge.counts(word, communicator.size) };
    let Some(counts) = counts.and_then(Lengths::to_ints) else { return Ok(None) };
    let mut cache = lock(&CACHE);
    if let Some(cached) = cache.get(&counts) {
        return Ok(Some(cached.as_ptr() as usize));
    }
    let address = counts.as_ptr() as usize;
    cache.insert(counts);
    Ok(Some(address))
}
