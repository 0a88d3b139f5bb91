//! What the ranks have to know before they reduce distributed arrays: whether all of
//! them can, who holds which elements, and that they work by the same policy. One
//! allgather of a word and the shares' lengths; a plan keeps what comes out of it.
//!
//! What one rank alone has wrong is known to all after it, so that all return the
//! error and none waits.

use super::arguments::{communicator, destination, evaluation, fail};
use super::call::{hash, in_words, names, Call, Function};
use super::failure::{Class, Failure};
use super::guess::{self, Last, Slots};
use super::mismatch::Wrong;
use super::shares::{self, Holding};
use super::tell::{On, Telling};
use crate::arithmetic::bundle::Code;
use crate::arithmetic::share::Share;
use crate::arithmetic::{Arithmetic, Fault};
use crate::classify;
use crate::entry::process::Process;
use crate::evaluation::Evaluation;
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::schedule::partials::Way;
use crate::schedule::{Choices, Destination};
use libc::c_int;
use std::cell::{Cell, OnceCell};

/// What a rank asks for, and what it holds.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The function that was called.
    pub function: Function,
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
    /// What all ranks have called alike, of which the shares are part.
    pub call: Call,
    /// Bytes of scratch that a reduction needs.
    pub scratch: OnceCell<usize>,
}

impl<'a> Prepared<'a> {
    /// Where it is.
    pub fn on(&self) -> On<'a> {
        On { process: self.process, communicator: self.communicator, comm: self.comm }
    }

    /// A call on a plan as messages name it.
    pub fn in_words(&self, call: &Call) -> String {
        let elements = self.arrays.iter().map(|array| u128::from(array.share.total)).sum::<u128>();
        let root = call.root.checked_sub(1);
        let mut given = vec![
            ("arrays", self.arrays.len().to_string()),
            ("elements", elements.to_string()),
            ("shares", format!("#{:04x}", call.rest as u16)),
            ("arithmetic", self.evaluation.arithmetic().name().to_string()),
            ("schedule", self.way.name().to_string()),
        ];
        given.extend(names(self.process, self.datatype, self.op));
        given.extend(root.map(|root| ("root", root.to_string())));
        in_words(call.function, &given)
    }
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
    let function = asked.function.name();
    let communicator = communicator(process, function, asked.comm)?;
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let to = destination(asked.root, communicator);
    let operation = (asked.datatype, asked.op, asked.comm);
    let evaluation = evaluation(process, choices, operation).map_err(code)?;

    let receives = to.as_ref().is_ok_and(|to| to.reaches(communicator.rank));
    let alone = own(receives).and(to).and_then(|to| Ok((to, evaluation?)));
    let on = On { process, communicator, comm: asked.comm };
    let told = tell(on, choices, asked, &alone, at_once).map_err(code)?;
    let failed = |(failure, speaks): Wrong| fail(process, (function, asked.comm), &failure, speaks);
    // (A rank that has something wrong has told it.)
    let (told, (to, evaluation)) = match (told, alone) {
        (Err(wrong), _) => return Err(failed(wrong)),
        (Ok(told), alone) => (told, alone.expect("nobody has something wrong")),
    };
    settle(process, communicator, choices, asked, (to, evaluation), told)
        .map_err(|failure| failed((failure, communicator.rank == 0)))
}

/// What the ranks hold of each array, and whether their records are there, too.
struct Told {
    arrays: Vec<shares::Told>,
    gathered: bool,
    /// What all have called.
    call: Call,
    /// The code of the evaluation.
    code: Option<Code>,
}

/// Tells the other ranks what this one holds, or that it cannot take part, and hears the
/// same of them.
fn tell(
    on: On<'_>,
    choices: &Choices,
    asked: &Asked<'_>,
    alone: &Result<(Destination, Evaluation<'_>), Failure>,
    at_once: Option<AtOnce<'_>>,
) -> Result<Result<Told, Wrong>, Fault> {
    let On { process, communicator, .. } = on;
    let holding = Holding { lengths: asked.lengths, starts: asked.starts, first: asked.first };
    let Communicator { rank, size, .. } = *communicator;
    let (mut call, code) = match alone {
        Ok((_, evaluation)) => {
            let code = code(process, asked, evaluation);
            (Call::asked(process, asked, evaluation, code), code)
        }
        Err(_) => (Call::of(asked.function), None),
    };
    let at_once = at_once
        .filter(|_| guess::serves(communicator, asked.lengths.len(), asked.starts.is_none()));
    let (in_slots, mut many) = (at_once.is_some(), Vec::new());
    let width = if in_slots { guess::slot(choices) } else { 1 + holding.words() };
    let (words, elements) = match at_once {
        Some(AtOnce { elements, slots }) => (slots.zeros(width * size), elements),
        None => {
            many.resize(width * size, 0);
            (&mut many[..], std::ptr::null())
        }
    };
    let own = &mut words[rank * width..][..width];
    holding.write(&mut own[1..]);
    let mut guessed = None;
    let word = call.word();
    if let (true, Ok((_, evaluation))) = (in_slots && guess::wanted(choices), alone) {
        // SAFETY: the caller's elements, with which nothing is wrong.
        let lifts =
            |last: &Last| unsafe { last.lift(communicator, evaluation, elements, &mut own[..]) };
        guessed = Last::of(communicator, word, asked.lengths[0]).filter(lifts);
    }
    let telling = Telling {
        call: &call,
        word,
        wrong: alone.as_ref().err(),
        flag: guessed.is_some(),
        words: &mut *words,
    };
    let all_guessed = match telling.tell(on, || in_words_of(process, asked))? {
        Ok(all_guessed) => all_guessed,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let arrays = match shares::shares_of(words, width, &holding, rank) {
        Ok(arrays) => arrays,
        Err(failure) => return Ok(Err((failure, rank == 0))),
    };
    let gathered = all_guessed && guessed.is_some_and(|last| last.holds(words, width));
    if in_slots && !gathered {
        Last::keep(communicator, word, words, width);
    }
    if asked.function.makes_a_plan() {
        let held = words.chunks_exact(width).flat_map(|row| &row[1..]).copied();
        call.rest = hash([call.rest].into_iter().chain(held));
    }
    Ok(Ok(Told { arrays, gathered, call, code }))
}

/// The code of the evaluation: that of the call before, mostly, which is not looked for.
fn code(process: &Process, asked: &Asked<'_>, evaluation: &Evaluation<'_>) -> Option<Code> {
    type Known = (Handle, Handle, Arithmetic, Code);
    thread_local! {
        static LAST: Cell<Option<Known>> = const { Cell::new(None) };
    }
    if let Evaluation::Local(_) = evaluation {
        return None;
    }
    let (datatype, op, arithmetic) = (asked.datatype, asked.op, evaluation.arithmetic());
    match LAST.get() {
        Some((one, other, by, code)) if (one, other, by) == (datatype, op, arithmetic) => {
            Some(code)
        }
        _ => {
            let code = classify::code(&process.library, datatype, op, evaluation)?;
            // (Handles of datatypes that are the program's own may be used again.)
            if process.library.predefined().has(datatype) {
                LAST.set(Some((datatype, op, arithmetic, code)));
            }
            Some(code)
        }
    }
}

/// A call as messages name it.
fn in_words_of(process: &Process, asked: &Asked<'_>) -> String {
    let mut given = Vec::new();
    if asked.function.has_lists() {
        given.push(("arrays", asked.lengths.len().to_string()));
    }
    given.extend(names(process, asked.datatype, asked.op));
    given.extend(asked.root.map(|root| ("root", root.to_string())));
    in_words(asked.function, &given)
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
    let code = told.code.filter(|_| in_order);
    let sizes = told.arrays.iter().map(|(share, roots, _)| (*roots, share.total));
    let way = Way::choose(choices.schedule, code, merge, communicator.size, sizes);
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
    let (threads, gathered, mut call) = (process.threads(choices), told.gathered, told.call);
    if asked.function.makes_a_plan() {
        let native = matches!(way, Way::Native(_));
        call.rest = hash([call.rest, u64::from(native)].into_iter());
    }
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
        call,
        scratch: OnceCell::new(),
    })
}
