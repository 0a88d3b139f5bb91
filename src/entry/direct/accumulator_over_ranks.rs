//! Accumulators of several ranks become one.
//!
//! Cost, p ranks, accumulators of B bytes: an allgather of 16 bytes, by which the ranks
//! know that they reduce alike, and the MPI library's own reduction of one element of B
//! bytes.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{null, samebits_accumulator};
use super::accumulator_handles::handles;
use super::arguments::{communicator, destination, fail, usable};
use super::call::{hash, in_words, root_word, Call, Function};
use super::failure::Failure;
use super::mismatch::Wrong;
use super::tell::{On as Ranks, Telling};
use crate::arithmetic::Fault;
use crate::entry::guard::guarded;
use crate::entry::passed_on::{count, On, Subject};
use crate::entry::process::Process;
use crate::kernel::fpenv::{undisturbed, within, Environment};
use crate::mpi::checked;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::MPI_Comm;
use crate::report::breakdown::Part;
use crate::report::Outcome;
use crate::schedule::Destination;
use libc::c_int;

/// Merges the accumulators of all ranks of a communicator; every rank's becomes the whole.
/// All were created alike (else MPI_ERR_ARG), and together have no more summands than the
/// bound allows (else MPI_ERR_COUNT): all ranks return the error, after the communicator's
/// error handler has got it, and no accumulator has changed. Collective; errors as of
/// samebits_allreduce_array. Where comm was freed it is MPI_ERR_COMM on that rank alone, as
/// far as the MPI library notices.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_allreduce(
    a: *mut samebits_accumulator,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AccumulatorAllreduce;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { reduce(function, a, None, comm) })
}

/// Likewise, but that only the accumulator of the rank root becomes the whole; those of the
/// others stay as they are.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_reduce(
    a: *mut samebits_accumulator,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AccumulatorReduce;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { reduce(function, a, Some(root), comm) })
}

/// Words that a rank tells the others: that of the call, and how many summands it has.
const WORDS: usize = 2;

/// Reduces accumulators.
///
/// # Safety
/// One of ours, or null, that nobody else uses.
pub(super) unsafe fn reduce(
    function: Function,
    a: *mut samebits_accumulator,
    root: Option<c_int>,
    comm: MPI_Comm,
) -> c_int {
    let name = function.name();
    let process = match usable(name) {
        Ok(process) => process,
        Err(code) => return code,
    };
    let watch = process.watch();
    let communicator = match communicator(process, name, comm) {
        Ok(communicator) => communicator,
        Err(code) => return code,
    };
    // SAFETY: handed on to the caller.
    let a = unsafe { a.as_mut() }.ok_or_else(null);
    let own = destination(root, communicator).and_then(|to| Ok((to, a?)));
    let on = Ranks { process, communicator, comm };
    let ((to, a), total) = match settle(on, Call::of(function), root, own) {
        Ok(Ok(settled)) => settled,
        Ok(Err((failure, speaks))) => return fail(process, (name, comm), &failure, speaks),
        Err(Fault(code)) => return code,
    };
    let mut merge = || merge(process, communicator, comm, to, a);
    // (The MPI library merges them on their way.)
    let merged = match &watch {
        None => merge(),
        Some(watch) => watch.time(Part::Communication, merge),
    };
    if let Err(Fault(code)) = merged {
        return code;
    }
    if let Some(watch) = watch {
        let (datatype, op) = (a.datatype, process.library.constants.sum);
        let elements = i64::try_from(total).unwrap_or(i64::MAX);
        let on = On::Communicator(comm);
        let subject = Subject { name, count: elements, datatype, op, on };
        let arithmetic = a.held.purpose().arithmetic().name();
        let outcome = Outcome::Reproduced { arithmetic, schedule: "native", instead_of: None };
        count(process, &subject, outcome, &watch);
    }
    0
}

/// Who gets the result, and this rank's accumulator.
type Own<'a> = (Destination, &'a mut samebits_accumulator);

/// Settles between the ranks whether all of them can, and how many summands there will be.
fn settle<'a>(
    on: Ranks<'_>,
    call: Call,
    root: Option<c_int>,
    own: Result<Own<'a>, Failure>,
) -> Result<Result<(Own<'a>, u128), Wrong>, Fault> {
    let Communicator { rank, size, .. } = *on.communicator;
    let mut words = vec![0; WORDS * size];
    let (mut call, mut text) = (Call { root: root_word(root), ..call }, Vec::new());
    if let Ok((_, a)) = &own {
        let purpose = a.held.purpose();
        call.rest = hash(purpose.words().into_iter());
        text = vec![("sum", purpose.in_words())];
        words[WORDS * rank + 1] = a.held.count();
    }
    text.extend(root.map(|root| ("root", root.to_string())));
    let (word, wrong) = (call.word(), own.as_ref().err());
    let telling = Telling { call: &call, word, wrong, flag: false, words: &mut words };
    if let Err(wrong) = telling.tell(on, || in_words(call.function, &text))? {
        return Ok(Err(wrong));
    }
    let (to, a) = own.expect("nobody has something wrong");
    let total = words.chunks_exact(WORDS).map(|row| u128::from(row[1])).sum();
    Ok(match a.held.purpose().check(total) {
        Ok(_) => Ok(((to, a), total)),
        Err(refusal) => Err((refusal.into(), rank == 0)),
    })
}

/// Merges the accumulators into those of the ranks that get the result.
fn merge(
    process: &Process,
    communicator: &Communicator,
    comm: MPI_Comm,
    to: Destination,
    a: &mut samebits_accumulator,
) -> Result<(), Fault> {
    if communicator.size == 1 {
        return Ok(());
    }
    let bytes = a.held.purpose().bytes();
    let (mut own, mut whole) = (vec![0u8; bytes], vec![0u8; bytes]);
    let (datatype, op) = handles(process, bytes)?;
    let functions = &process.library.functions;
    within(Environment::Vector, || a.held.write(&mut own));
    let (from, into) = (own.as_ptr().cast(), whole.as_mut_ptr().cast());
    // SAFETY: an element, and room for one.
    checked(undisturbed(|| unsafe {
        match to {
            Destination::All => (functions.allreduce)(from, into, 1, datatype, op, comm),
            Destination::Root(root) => {
                (functions.reduce)(from, into, 1, datatype, op, root as c_int, comm)
            }
        }
    }))?;
    if to.reaches(communicator.rank) {
        within(Environment::Vector, || a.held.read(&whole)).expect("all are made for the same");
    }
    Ok(())
}
