//! Accumulators of several ranks become one.
//!
//! Cost, p ranks, accumulators of B bytes: an allgather of 32 bytes, by which the ranks
//! know that they reduce alike, and the MPI library's own reduction of one element of B
//! bytes.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{null, samebits_accumulator};
use super::accumulator_handles::handles;
use super::arguments::{communicator, destination, fail, usable};
use super::failure::{Class, Failure};
use super::tell::{exchange, failed_elsewhere, first_failing};
use crate::arithmetic::accumulator::Purpose;
use crate::arithmetic::Fault;
use crate::entry::agree::agree;
use crate::entry::guard::guarded;
use crate::entry::passed_on::{count, On, Subject};
use crate::entry::process::Process;
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::checked;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::MPI_Comm;
use crate::report::breakdown::Part;
use crate::report::Outcome;
use crate::schedule::Destination;
use libc::c_int;

/// Merges the accumulators of all ranks of a communicator; every rank's becomes the whole.
/// All were created alike: else, and where there are more summands than the bound allows,
/// all ranks return the error, after the communicator's error handler has got it, and no
/// accumulator has changed. Collective.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_allreduce(
    a: *mut samebits_accumulator,
    comm: MPI_Comm,
) -> c_int {
    let function = "samebits_accumulator_allreduce";
    // SAFETY: handed on to the caller.
    guarded(function, || unsafe { reduce(function, a, None, comm) })
}

/// Likewise, but that only the accumulator of the rank root becomes the whole; those of the
/// others stay as they are.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_reduce(
    a: *mut samebits_accumulator,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let function = "samebits_accumulator_reduce";
    // SAFETY: handed on to the caller.
    guarded(function, || unsafe { reduce(function, a, Some(root), comm) })
}

/// Words that a rank tells the others: whether it takes part and who gets the result, what
/// its accumulator is made for, and how many summands it has.
const WORDS: usize = 4;

/// Reduces accumulators.
///
/// # Safety
/// One of ours, or null, that nobody else uses.
pub(super) unsafe fn reduce(
    function: &'static str,
    a: *mut samebits_accumulator,
    root: Option<c_int>,
    comm: MPI_Comm,
) -> c_int {
    let process = match usable(function) {
        Ok(process) => process,
        Err(code) => return code,
    };
    let watch = process.watch();
    let communicator = match communicator(process, function, comm) {
        Ok(communicator) => communicator,
        Err(code) => return code,
    };
    // SAFETY: handed on to the caller.
    let a = unsafe { a.as_mut() }.ok_or_else(null);
    let own = destination(root, communicator).and_then(|to| Ok((to, a?)));
    let settled = agree(process, process.policy(), function, comm, communicator)
        .and_then(|()| settle(process, communicator, comm, own));
    let ((to, a), total) = match settled {
        Ok(Ok(settled)) => settled,
        Ok(Err((failure, speaks))) => return fail(process, (function, comm), &failure, speaks),
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
        let subject = Subject { name: function, count: elements, datatype, op, on };
        let arithmetic = a.held.purpose().arithmetic().name();
        let outcome = Outcome::Reproduced { arithmetic, schedule: "native", instead_of: None };
        count(process, &subject, outcome, &watch);
    }
    0
}

/// What is wrong, and whether this rank says so on behalf of all.
type Wrong = (Failure, bool);

/// Who gets the result, and this rank's accumulator.
type Own<'a> = (Destination, &'a mut samebits_accumulator);

/// Settles between the ranks whether all of them can, and how many summands there will be.
fn settle<'a>(
    process: &Process,
    communicator: &Communicator,
    comm: MPI_Comm,
    own: Result<Own<'a>, Failure>,
) -> Result<Result<(Own<'a>, u128), Wrong>, Fault> {
    let Communicator { rank, size, .. } = *communicator;
    let mut words = vec![0; WORDS * size];
    let told = match &own {
        Err(failure) => [u64::from(failure.class.code() as u32), 0, 0, 0],
        Ok((to, a)) => {
            let root = match to {
                Destination::All => 0,
                Destination::Root(root) => 1 + *root as u64,
            };
            let [made, most] = a.held.purpose().words();
            [root << 32, made, most, a.held.count()]
        }
    };
    words[WORDS * rank..][..WORDS].copy_from_slice(&told);
    exchange(process, communicator, comm, &mut words, WORDS)?;
    let first = first_failing(&words, WORDS);
    Ok(match (own, first) {
        (Err(failure), first) => Err((failure, first.is_some_and(|(first, _)| first == rank))),
        (Ok(_), Some(first)) => Err((failed_elsewhere(first), false)),
        (Ok((to, a)), None) => match alike(&words, a.held.purpose()) {
            Ok(total) => Ok(((to, a), total)),
            Err(failure) => Err((failure, rank == 0)),
        },
    })
}

/// The number of all summands, if the ranks reduce alike: the same answer on all of them.
fn alike(words: &[u64], purpose: &Purpose) -> Result<u128, Failure> {
    let rows = || words.chunks_exact(WORDS);
    let unlike =
        |what: fn(&[u64]) -> &[u64]| rows().position(|row| what(row) != what(&words[..WORDS]));
    if let Some(rank) = unlike(|row| &row[1..3]) {
        let what = format!("the accumulators of ranks 0 and {rank} are not made for the same");
        return Err(Failure::new(Class::Arg, what));
    }
    if let Some(rank) = unlike(|row| &row[..1]) {
        let what = format!("ranks 0 and {rank} do not name the same root");
        return Err(Failure::new(Class::Root, what));
    }
    let total = rows().map(|row| u128::from(row[3])).sum();
    purpose.check(total)?;
    Ok(total)
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
    within(Environment::Vector, || {
        a.held.write(&mut own);
        let (from, into) = (own.as_ptr().cast(), whole.as_mut_ptr().cast());
        // SAFETY: an element, and room for one.
        checked(unsafe {
            match to {
                Destination::All => (functions.allreduce)(from, into, 1, datatype, op, comm),
                Destination::Root(root) => {
                    (functions.reduce)(from, into, 1, datatype, op, root as c_int, comm)
                }
            }
        })?;
        if to.reaches(communicator.rank) {
            a.held.read(&whole).expect("all are made for the same");
        }
        Ok(())
    })
}
