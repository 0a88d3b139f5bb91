//! What the ranks have to know before they reduce distributed arrays: whether all of
//! them can, who holds which elements, and that they work by the same policy. One
//! allgather of a word and the shares' lengths; a plan keeps what comes out of it.
//!
//! What one rank alone has wrong is known to all after it, so that all return the
//! error and none waits.

use super::arguments::{communicator, destination, evaluation, fail};
use super::failure::{Class, Failure};
use super::guess::{self, Last, Slots};
use super::shares::{self, Holding};
use super::tell::{self, failed_elsewhere};
use crate::arithmetic::share::Share;
use crate::arithmetic::Fault;
use crate::classify;
use crate::entry::agree::agree;
use crate::entry::process::Process;
use crate::evaluation::Evaluation;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::schedule::partials::Way;
use crate::schedule::{Choices, Destination};
use libc::c_int;

/// What a rank asks for, and what it holds.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The function that was called.
    pub function: &'static str,
    /// The datatype of the elements.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
    /// The communicator.
    pub comm: Handle,
    /// The root; none where all ranks get the results.
    pub root: Option<c_int>,
    /// The length of this rank's share of each array.
    pub lengths: &'a [usize],
    /// The index of each share's first element, where shares are not in rank order.
    pub starts: Option<&'a [u64]>,
    /// By which number the caller's language calls the first of anything.
    pub first: u64,
}

/// One array, as far as it was settled between the ranks.
#[derive(Debug)]
pub struct Settled {
    /// This rank's share.
    pub share: Share,
    /// Bytes of every rank's record.
    pub record: usize,
    /// The ranks in the order of their shares; none where that is their own.
    pub order: Option<Vec<usize>>,
}

/// What a reduction that follows at once may do with the first message.
pub struct AtOnce<'a> {
    /// Where the first share's elements lie, if nothing is wrong with them.
    pub elements: *const u8,
    /// Room for what the ranks tell each other.
    pub slots: &'a mut Slots,
}

/// What was settled between the ranks.
pub struct Prepared<'a> {
    /// The communicator's handle.
    pub comm: Handle,
    /// The datatype of the elements.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
    /// The process.
    pub process: &'static Process,
    /// The communicator, as far as we know it.
    pub communicator: &'a Communicator,
    /// How elements are reduced.
    pub evaluation: Evaluation<'a>,
    /// How many threads lift shares.
    pub threads: usize,
    /// How partials are merged.
    pub way: Way,
    /// Who gets the results.
    pub to: Destination,
    /// The arrays.
    pub arrays: Vec<Settled>,
    /// Whether the ranks' records are in their slots already.
    pub gathered: bool,
    /// The result of an array without elements, where there is such an array.
    pub identity: Option<Vec<u8>>,
}

/// Settles between the ranks what they need to know; collective. `own` is what this
/// rank itself finds wrong with its arguments. `Err` is the code of an error that has
/// been raised.
///
/// `at_once` is none where no reduction follows.
pub fn prepare(
    process: &'static Process,
    asked: &Asked<'_>,
    own: impl FnOnce(bool) -> Result<(), Failure>,
    at_once: Option<AtOnce<'_>>,
) -> Result<Prepared<'static>, c_int> {
    let policy = process.policy();
    let code = |Fault(code)| code;
    let communicator = communicator(process, asked.function, asked.comm)?;
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let to = destination(asked.root, communicator);
    let evaluation = evaluation(process, choices, asked).map_err(code)?;
    agree(process, policy, asked.function, asked.comm, communicator).map_err(code)?;

    let receives = to.as_ref().is_ok_and(|to| to.reaches(communicator.rank));
    let alone = own(receives).and(to).and_then(|to| Ok((to, evaluation?)));
    let (settled, speaks) =
        tell(process, communicator, choices, asked, &alone, at_once).map_err(code)?;
    let subject = (asked.function, asked.comm);
    let (to, evaluation, told) = match (alone, settled) {
        (Ok((to, evaluation)), Ok(told)) => (to, evaluation, told),
        (Err(failure), _) | (_, Err(failure)) => {
            return Err(fail(process, subject, &failure, speaks))
        }
    };
    settle(process, communicator, choices, asked, (to, evaluation), told)
        .map_err(|failure| fail(process, subject, &failure, communicator.rank == 0))
}

/// What the ranks hold of each array, and whether their records are there, too.
struct Told {
    arrays: Vec<shares::Told>,
    gathered: bool,
}

/// Tells the other ranks what this one holds, or that it cannot take part, and hears the
/// same of them. Also returns whether this rank speaks of what is wrong: one does, the
/// first that has failed, or the first of all.
fn tell(
    process: &Process,
    communicator: &Communicator,
    choices: &Choices,
    asked: &Asked<'_>,
    alone: &Result<(Destination, Evaluation<'_>), Failure>,
    at_once: Option<AtOnce<'_>>,
) -> Result<(Result<Told, Failure>, bool), Fault> {
    let holding = Holding { lengths: asked.lengths, starts: asked.starts, first: asked.first };
    let Communicator { rank, size, .. } = *communicator;
    let (status, signature) = match alone {
        Ok((_, evaluation)) => (0, tell::signature(process, asked, evaluation)),
        Err(failure) => (failure.class.code(), 0),
    };
    let at_once = at_once
        .filter(|_| guess::serves(communicator, asked.lengths.len(), asked.starts.is_none()));
    let (in_slots, mut many) = (at_once.is_some(), Vec::new());
    let width = if in_slots { guess::slot(choices) } else { 1 + holding.words() };
    let (words, elements) = match at_once {
        Some(AtOnce { elements, slots }) => (&mut slots.0[..width * size], elements),
        None => {
            many.resize(width * size, 0);
            (&mut many[..], std::ptr::null())
        }
    };
    let own = &mut words[rank * width..][..width];
    own[0] = u64::from(status as u32) | u64::from(signature) << 32;
    holding.write(&mut own[1..]);
    let mut guessed = None;
    if let (true, Ok((_, evaluation))) = (in_slots && guess::wanted(choices), alone) {
        // SAFETY: the caller's elements, with which nothing is wrong.
        let lifts =
            |last: &Last| unsafe { last.lift(communicator, evaluation, elements, &mut own[..]) };
        guessed = Last::of(communicator, signature, asked.lengths[0]).filter(lifts);
        own[0] |= guessed.as_ref().map_or(0, |_| u64::from(guess::GUESSED) << 32);
    }
    tell::exchange(process, communicator, asked.comm, words, width)?;
    if let Some((failing, status)) = tell::first_failing(words, width) {
        return Ok((Err(failed_elsewhere((failing, status))), rank == failing));
    }
    let arrays = tell::all_alike(words, width, signature)
        .and_then(|()| shares::shares_of(words, width, &holding, rank));
    let gathered = guessed.is_some_and(|last| last.holds(words, width));
    if in_slots && !gathered && arrays.is_ok() {
        Last::keep(communicator, signature, words, width);
    }
    Ok((arrays.map(|arrays| Told { arrays, gathered }), rank == 0))
}

/// Chooses how to reduce what the ranks hold. What is wrong here is so on all ranks.
fn settle(
    process: &'static Process,
    communicator: &'static Communicator,
    choices: &Choices,
    asked: &Asked<'_>,
    (to, evaluation): (Destination, Evaluation<'static>),
    told: Told,
) -> Result<Prepared<'static>, Failure> {
    let (library, merge) = (&process.library, evaluation.merge());
    let Asked { comm, datatype, op, .. } = *asked;
    let arithmetic = evaluation.arithmetic();
    let longest = told.arrays.iter().map(|(share, _, _)| share.total).max();
    if let Some(n) = longest.filter(|n| *n > arithmetic.most_summands()) {
        let (name, most) = (arithmetic.name(), arithmetic.most_summands());
        let what = format!("an array of {n} elements; the arithmetic {name} takes at most {most}");
        return Err(Failure::new(Class::Count, what));
    }
    let in_order = told.arrays.iter().all(|(_, _, order)| order.is_none());
    let code = in_order.then(|| classify::code(library, datatype, op, &evaluation));
    let sizes = told.arrays.iter().map(|(share, roots, _)| (*roots, share.total));
    let way = Way::choose(choices.schedule, code.flatten(), merge, communicator.size, sizes);
    let settled = |(share, roots, order): shares::Told| {
        let record = way.record(merge, roots, share.total);
        Settled { share, record, order }
    };
    let arrays: Vec<Settled> = told.arrays.into_iter().map(settled).collect();
    let size = merge.size();
    if arrays.iter().any(|array| array.record > c_int::MAX as usize) {
        let what =
            format!("elements of {size} bytes, of which several would travel in one message");
        return Err(Failure::new(Class::Unsupported, what));
    }
    let mut identity = None;
    if arrays.iter().any(|array| array.share.total == 0) {
        identity = library.identity(datatype, op, size);
        if identity.is_none() {
            let what = "no rank holds an element, and a user-defined operator has no identity";
            return Err(Failure::new(Class::Count, what));
        }
    }
    let (threads, gathered) = (process.threads(choices), told.gathered);
    Ok(Prepared {
        comm,
        datatype,
        op,
        process,
        communicator,
        evaluation,
        threads,
        way,
        to,
        arrays,
        gathered,
        identity,
    })
}
