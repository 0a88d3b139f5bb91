//! What the ranks have to know before they reduce distributed arrays: whether all of
//! them can, who holds which elements, and that they work by the same policy. One
//! allgather of a word and the shares' lengths; a plan keeps what comes out of it.
//!
//! What one rank alone has wrong is known to all after it, so that all return the
//! error and none waits.

use super::failure::{Class, Failure};
use super::guess::{self, Last, Slots};
use super::shares::{shares_of, Holding};
use crate::arithmetic::share::Share;
use crate::arithmetic::Fault;
use crate::classify::{self, Evaluation, Operation, PassOn};
use crate::entry::agree::agree;
use crate::entry::lifecycle;
use crate::entry::process::{process, Process};
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::Handle;
use crate::mpi::transport::Collectives;
use crate::schedule::partials::Way;
use crate::schedule::{Choices, Destination, Transport};
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

/// Fails on the caller's communicator: returns the code after its error handler has.
pub fn fail(process: &Process, asked: (&str, Handle), failure: &Failure, speaks: bool) -> c_int {
    let (function, comm) = asked;
    let code = failure.tell(function, speaks);
    process.library.raise(comm, code)
}

/// The process, where MPI can be used; else the error code of a function that says so.
pub fn usable(function: &str) -> Result<&'static Process, c_int> {
    let refuse = |why: &str| Failure::new(Class::Other, why).tell(function, true);
    let Some(process) = process() else {
        return Err(refuse("there is no MPI library that samebits knows in this process"));
    };
    if !process.is_up() {
        return Err(refuse("MPI is not initialised, or already finalised"));
    }
    lifecycle::started(process);
    Ok(process)
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
    let library = &process.library;
    let subject = (asked.function, asked.comm);
    let policy = process.policy();
    let code = |Fault(code)| code;
    let communicator = communicator(process, asked.function, asked.comm)?;
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let to = destination(asked.root, communicator);
    let evaluation = evaluation(process, choices, asked).map_err(code)?;
    agree(process, policy, asked.function, asked.comm, communicator).map_err(code)?;

    let receives = to.as_ref().is_ok_and(|to| to.reaches(communicator.rank));
    let own = own(receives).and(to.as_ref().map(|_| ()).map_err(Failure::clone));
    let own = own.and(evaluation.as_ref().map(|_| ()).map_err(Failure::clone));
    let holding = Holding { lengths: asked.lengths, starts: asked.starts, first: asked.first };
    let signature =
        evaluation.as_ref().map_or(0, |evaluation| signature(process, asked, evaluation));
    let transport = Collectives {
        library,
        comm: asked.comm,
        rank: communicator.rank,
        size: communicator.size,
        element: 8,
    };
    let status = own.as_ref().err().map_or(0, |failure| failure.class.code());
    let at_once = at_once
        .filter(|_| guess::serves(communicator, asked.lengths.len(), asked.starts.is_none()));
    let in_slots = at_once.is_some();
    let width = if in_slots { guess::slot(choices) } else { 1 + holding.words() };
    // One array over a few ranks is the rule, and needs no memory.
    let (mut many, mut guessed, mut elements) = (Vec::new(), None, std::ptr::null());
    let words = match at_once {
        Some(at_once) => {
            elements = at_once.elements;
            &mut at_once.slots.0[..width * communicator.size]
        }
        None => {
            many.resize(width * communicator.size, 0);
            &mut many[..]
        }
    };
    let own_words = &mut words[communicator.rank * width..][..width];
    own_words[0] = u64::from(status as u32) | u64::from(signature) << 32;
    holding.write(&mut own_words[1..]);
    let wanted = choices.schedule.is_none_or(|schedule| schedule.name != "native");
    if let (true, true, Ok(()), Ok(evaluation)) = (in_slots, wanted, &own, &evaluation) {
        let last = Last::of(communicator, signature, asked.lengths[0]);
        // SAFETY: the caller's elements, with which nothing is wrong.
        guessed =
            last.filter(|last| unsafe { last.lift(communicator, evaluation, elements, own_words) });
        if guessed.is_some() {
            own_words[0] |= u64::from(guess::GUESSED) << 32;
        }
    }
    exchange(&transport, words, width).map_err(code)?;
    let words = &*words;
    let failing = first_failing(words, width);
    let shares = match failing {
        Some(failing) => Err(failed_elsewhere(failing)),
        None => all_alike(words, width, signature)
            .and_then(|()| shares_of(words, width, &holding, communicator.rank)),
    };
    // One rank speaks: the first that has failed, or the first of all.
    let speaks = communicator.rank == failing.map_or(0, |(rank, _)| rank);
    let (evaluation, to, shares) = match (own, evaluation, to, shares) {
        (Ok(()), Ok(evaluation), Ok(to), Ok(shares)) => (evaluation, to, shares),
        (Err(failure), ..) | (.., Err(failure)) => {
            return Err(fail(process, subject, &failure, speaks))
        }
        _ => unreachable!("what this rank finds wrong is in `own`"),
    };

    let gathered = guessed.is_some_and(|last| last.holds(words, width));
    if in_slots && !gathered {
        Last::keep(communicator, signature, words, width);
    }
    let merge = evaluation.merge();
    let size = merge.size();
    let mut identity = None;
    let in_order = shares.iter().all(|(_, _, order)| order.is_none());
    let code = in_order.then(|| classify::code(library, asked.datatype, asked.op, &evaluation));
    let lengths = shares.iter().map(|(share, longest, _)| (*longest, share.total));
    let way = Way::choose(choices.schedule, code.flatten(), merge, communicator.size, lengths);
    let arrays: Vec<Settled> = shares
        .into_iter()
        .map(|(share, longest, order)| Settled {
            share,
            record: way.record(merge, longest, share.total),
            order,
        })
        .collect();
    let too_long = arrays.iter().any(|array| array.record > c_int::MAX as usize);
    let wrong = if too_long {
        Some(Failure::new(
            Class::Unsupported,
            format!("elements of {size} bytes, of which several would travel in one message"),
        ))
    } else if arrays.iter().any(|array| array.share.total == 0) {
        identity = library.identity(asked.datatype, asked.op, size);
        identity.is_none().then(|| {
            let what = "no rank holds an element, and a user-defined operator has no identity";
            Failure::new(Class::Count, what)
        })
    } else {
        None
    };
    match wrong {
        Some(failure) => Err(fail(process, subject, &failure, communicator.rank == 0)),
        None => {
            let threads = process.threads(choices);
            let Asked { comm, datatype, op, .. } = *asked;
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
                identity,
                gathered,
            })
        }
    }
}

/// The communicator behind a handle, over whose ranks an array may be distributed.
pub fn communicator(
    process: &'static Process,
    function: &str,
    comm: Handle,
) -> Result<&'static Communicator, c_int> {
    let library = &process.library;
    if library.is_null_communicator(comm) {
        let failure = Failure::new(Class::Comm, "the communicator is MPI_COMM_NULL");
        let code = failure.tell(function, true);
        // The MPI library raises its own error for it, where such errors go.
        return Err(library.rank_and_size(comm).err().map_or(code, |Fault(code)| code));
    }
    let communicator = Communicator::of(library, comm).map_err(|Fault(code)| code)?;
    if communicator.inter {
        let failure = Failure::new(
            Class::Comm,
            "the communicator is an intercommunicator; an array is distributed over one group",
        );
        return Err(fail(process, (function, comm), &failure, communicator.rank == 0));
    }
    Ok(communicator)
}

/// Raises a failure that keeps this rank from taking part.
pub fn refuse(process: &'static Process, asked: &Asked<'_>, failure: &Failure) -> c_int {
    match communicator(process, asked.function, asked.comm) {
        Ok(_) => fail(process, (asked.function, asked.comm), failure, true),
        Err(code) => code,
    }
}

/// Who gets the results.
pub fn destination(
    root: Option<c_int>,
    communicator: &Communicator,
) -> Result<Destination, Failure> {
    let size = communicator.size;
    match root {
        None => Ok(Destination::All),
        Some(root) => match usize::try_from(root) {
            Ok(root) if root < size => Ok(Destination::Root(root)),
            _ => Err(Failure::new(
                Class::Root,
                format!("the root is {root}; it has to be a rank, from 0 to {}", size - 1),
            )),
        },
    }
}

/// How the elements are reduced, or why they are not.
fn evaluation(
    process: &'static Process,
    choices: &Choices,
    asked: &Asked<'_>,
) -> Result<Result<Evaluation<'static>, Failure>, Fault> {
    let library = &process.library;
    let operation = Operation { count: 1, datatype: asked.datatype, op: asked.op };
    let evaluation = classify::array(library, choices, &operation, asked.comm)?;
    let constants = &library.constants;
    let null = |handle, null| library.family.handle(handle) == null;
    let predefined = library.predefined();
    Ok(evaluation.map_err(|reason| match reason {
        _ if null(asked.datatype, constants.datatype_null) => {
            Failure::new(Class::Type, "the datatype is MPI_DATATYPE_NULL")
        }
        _ if null(asked.op, constants.op_null) => {
            Failure::new(Class::Op, "the operator is MPI_OP_NULL")
        }
        PassOn::Wanted => Failure::new(
            Class::Unsupported,
            "the arithmetic is native, which is a loop and MPI_Allreduce of the program's own; \
             an array takes auto, exact or tree",
        ),
        PassOn::Unsupported(what) => Failure::new(Class::Unsupported, what),
        PassOn::Harmless(what) | PassOn::Uncovered(what) => Failure::new(Class::Op, what),
        PassOn::Rejected | PassOn::Doubtful if predefined.has(asked.datatype) => {
            Failure::new(Class::Op, "the MPI library does not take the operator on the datatype")
        }
        PassOn::Rejected | PassOn::Doubtful => Failure::new(
            Class::Type,
            "the MPI library does not take the datatype with the operator (is it committed?)",
        ),
    }))
}

/// What all ranks have to ask for alike, in 32 bits that are not zero.
fn signature(process: &Process, asked: &Asked<'_>, evaluation: &Evaluation<'_>) -> u32 {
    let operator = process.library.predefined().operator(asked.op);
    let operator = operator.map_or(0xff, |(_, operator)| operator as u32);
    let evaluated = match evaluation {
        Evaluation::Exact(_) => 1,
        Evaluation::Tree(_) => 2,
        Evaluation::Local(_) => 3,
    };
    let regions = u32::from(asked.starts.is_some());
    let size = evaluation.merge().size() as u32 & 0xffff;
    1 << 31 | evaluated << 29 | regions << 28 | operator << 16 | size
}

/// Brings together the `width` words of every rank, of which this one's are in place.
fn exchange(transport: &Collectives<'_>, words: &mut [u64], width: usize) -> Result<(), Fault> {
    if transport.size == 1 {
        return Ok(());
    }
    let all: *mut u64 = words.as_mut_ptr();
    // SAFETY: so many words of each rank, this one's in their place. (MPI may raise
    // floating-point flags.)
    within(Environment::Vector, || unsafe {
        let own = all.add(transport.rank * width).cast_const();
        transport.gather_rows(Destination::All, own.cast(), all.cast(), width)
    })
}

/// The first rank that cannot take part, and its error code.
fn first_failing(words: &[u64], width: usize) -> Option<(usize, c_int)> {
    let status = |word: &u64| *word as u32 as c_int;
    let mut heads = words.iter().step_by(width).map(status).enumerate();
    heads.find(|(_, status)| *status != 0)
}

/// What the others say of it.
pub fn failed_elsewhere((rank, status): (usize, c_int)) -> Failure {
    let what = format!("rank {rank} cannot take part; it says why");
    Failure::new(Class::of_code(status), what)
}

/// That all ranks ask for the same.
fn all_alike(words: &[u64], width: usize, signature: u32) -> Result<(), Failure> {
    let mut heads = words.iter().step_by(width).enumerate();
    match heads.find(|(_, word)| (**word >> 32) as u32 & !guess::GUESSED != signature) {
        None => Ok(()),
        Some((rank, _)) => Err(Failure::new(
            Class::Arg,
            format!("rank {rank} asks for another operator, type or kind of share than others"),
        )),
    }
}
